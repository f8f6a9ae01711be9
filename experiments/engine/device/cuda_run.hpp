#pragma once

#include "device/lanes.hpp"

#include <cstdint>

/// What a device executes for a launch of launch.hpp, which alone includes this.
#ifdef __CUDACC__
namespace canon::nn::cuda {

inline constexpr unsigned block_size = 256;
/// A fold: 32 neighbouring columns, so that a warp reads whole sectors, by 8 rows at a time.
inline constexpr unsigned fold_columns = 32, fold_lanes = 8;
/// The most work of one launch: all indices of it have 32 bits.
inline constexpr std::int64_t launch_limit = std::int64_t(1) << 30;

/// Uploads that are still gathered go first; see upload.hpp.
void prepare_launch();
void check_launch();

inline unsigned blocks_for(std::int64_t count) {
  return static_cast<unsigned>((count + block_size - 1) / block_size);
}

/// i / divisor for i < 2^31 by one multiplication (Granlund and Montgomery): the device has no
/// instruction for a division.
class Divider {
public:
  explicit Divider(std::int64_t divisor) : divisor_(static_cast<unsigned>(divisor)) {
    while ((std::uint64_t(1) << shift_) < divisor_)
      ++shift_;
    const std::uint64_t above = (std::uint64_t(1) << shift_) - divisor_;
    factor_ = static_cast<unsigned>((above << 32U) / divisor_ + 1);
  }
#ifdef __CUDA_ARCH__
  __device__ unsigned quotient(unsigned i) const {
    return (__umulhi(i, factor_) + i) >> shift_;
  }
#endif
  CANON_HD unsigned divisor() const {
    return divisor_;
  }

private:
  unsigned divisor_, factor_ = 1, shift_ = 0;
};

/// A kernel that reads more for a column than for an element says how many rows of it one thread
/// should take: strip<W>(column) loads what belongs to the column, and is called with each row.
template <typename Kernel>
CANON_HD constexpr std::int64_t rows_per_thread() {
  if constexpr (requires { Kernel::rows_per_strip; })
    return Kernel::rows_per_strip;
  else
    return 1;
}

template <typename Kernel>
std::int64_t strips(std::int64_t rows) {
  return (rows + rows_per_thread<Kernel>() - 1) / rows_per_thread<Kernel>();
}

/// Some strips of a matrix, from `first` on.
template <typename Kernel>
struct TileWork {
  Kernel kernel;
  std::int64_t rows, first;
  Divider columns;

#ifdef __CUDA_ARCH__
  __device__ void run(unsigned i) const {
    const unsigned strip = columns.quotient(i), column = i - strip * columns.divisor();
    if constexpr (rows_per_thread<Kernel>() > 1) {
      const auto work = kernel.template strip<1>(column);
      const std::int64_t row = (first + strip) * Kernel::rows_per_strip;
#pragma unroll
      for (int r = 0; r < Kernel::rows_per_strip; ++r)
        if (row + r < rows) work(row + r);
    } else {
      kernel.template at<1>(first + strip, column);
    }
  }
#endif
};

/// Sums and their like over the rows of an item: each of the lanes of a block takes every eighth
/// row, and the first puts the lanes together in their order, so that the bits depend on the shape
/// alone. Kernel::Partial is what is known of some rows, all zero of none.
template <typename Kernel>
struct FoldWork {
  Kernel kernel;
  std::int64_t columns;
  Divider tiles;

#ifdef __CUDA_ARCH__
  template <typename Partial>
  __device__ void run(unsigned block, Partial (&lanes)[fold_lanes][fold_columns]) const {
    const unsigned item = tiles.quotient(block);
    const std::int64_t column =
        (block - item * tiles.divisor()) * std::int64_t(fold_columns) + threadIdx.x;
    const bool inside = column < columns;
    Partial sum{};
    if (inside) {
      const std::int64_t end = kernel.end(item);
      for (std::int64_t row = kernel.begin(item) + threadIdx.y; row < end; row += fold_lanes)
        kernel.take(sum, item, row, column);
    }
    lanes[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y != 0 || !inside) return;
    for (unsigned lane = 1; lane < fold_lanes; ++lane)
      kernel.merge(sum, lanes[lane][threadIdx.x]);
    kernel.finish(sum, item, column);
  }
#endif
};

// The bodies are there only while nvcc reads for the device: for the host kernels are ordinary
// functions (lanes.hpp), which no __global__ function may call.
template <typename Kernel>
__global__ void run_flat([[maybe_unused]] unsigned count, [[maybe_unused]] std::int64_t first,
                         [[maybe_unused]] Kernel kernel) {
#ifdef __CUDA_ARCH__
  const unsigned i = blockIdx.x * block_size + threadIdx.x;
  if (i < count) kernel.template at<1>(first + i);
#endif
}

template <typename Kernel>
__global__ void run_items([[maybe_unused]] unsigned count, [[maybe_unused]] std::int64_t first,
                          [[maybe_unused]] Kernel kernel) {
#ifdef __CUDA_ARCH__
  const unsigned i = blockIdx.x * block_size + threadIdx.x;
  if (i < count) kernel(first + i);
#endif
}

/// A warp per item: kernel(i) is called by 32 threads, which share its rows (kernels/rows.hpp).
template <typename Kernel>
__global__ void run_rows([[maybe_unused]] unsigned count, [[maybe_unused]] std::int64_t first,
                         [[maybe_unused]] Kernel kernel) {
#ifdef __CUDA_ARCH__
  const unsigned i = blockIdx.x * (block_size / 32) + threadIdx.x / 32;
  if (i < count) kernel(first + i);
#endif
}

template <typename Kernel>
__global__ void run_tiles([[maybe_unused]] unsigned count, [[maybe_unused]] TileWork<Kernel> work) {
#ifdef __CUDA_ARCH__
  const unsigned i = blockIdx.x * block_size + threadIdx.x;
  if (i < count) work.run(i);
#endif
}

template <typename Kernel>
__global__ void
run_tiles_of_two([[maybe_unused]] unsigned count_a, [[maybe_unused]] unsigned count_b,
                 [[maybe_unused]] TileWork<Kernel> a, [[maybe_unused]] TileWork<Kernel> b) {
#ifdef __CUDA_ARCH__
  const unsigned i = blockIdx.x * block_size + threadIdx.x;
  if (i < count_a)
    a.run(i);
  else if (i - count_a < count_b)
    b.run(i - count_a);
#endif
}

template <typename Kernel>
__global__ void run_folds([[maybe_unused]] FoldWork<Kernel> work) {
#ifdef __CUDA_ARCH__
  __shared__ typename Kernel::Partial lanes[fold_lanes][fold_columns];
  work.run(blockIdx.x, lanes);
#endif
}

template <typename Kernel>
__global__ void run_folds_of_two([[maybe_unused]] unsigned count_a,
                                 [[maybe_unused]] FoldWork<Kernel> a,
                                 [[maybe_unused]] FoldWork<Kernel> b) {
#ifdef __CUDA_ARCH__
  __shared__ typename Kernel::Partial lanes[fold_lanes][fold_columns];
  if (blockIdx.x < count_a)
    a.run(blockIdx.x, lanes);
  else
    b.run(blockIdx.x - count_a, lanes);
#endif
}

} // namespace canon::nn::cuda
#endif
