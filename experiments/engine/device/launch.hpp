#pragma once

#include "device/backend.hpp"
#include "device/cuda.hpp"
#include "device/lanes.hpp"

#include <cstdint>

/// The only place where kernels are started. A kernel is a small trivially copyable functor of
/// which one index owns one output, so that there is nothing to lock and every run gives the same
/// bits, on any number of threads.
namespace canon::nn {

/// Below this many elements a second thread costs more than it brings.
inline constexpr std::int64_t worth_a_thread = 8192;

// Compiled both ways, a launch would be two functions of one name, and the linker takes either.
#ifndef CANON_ENGINE
#error "kernels are started in device/ and autograd/ only: call an operation of these instead"
#elif defined(CANON_CUDA) && !defined(__CUDACC__)
#error "this file starts kernels: with CANON_WITH_CUDA it has to be compiled as CUDA"
#endif

#ifdef __CUDACC__
namespace cuda {

// The bodies are there only while nvcc reads for the device: for the host kernels are ordinary
// functions (lanes.hpp), which no __global__ function may call.
template <typename Kernel>
__global__ void run_flat([[maybe_unused]] std::int64_t count, [[maybe_unused]] Kernel kernel) {
#ifdef __CUDA_ARCH__
  const std::int64_t stride = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
       i += stride)
    kernel.template at<1>(i);
#endif
}

template <typename Kernel>
__global__ void run_tiles([[maybe_unused]] std::int64_t rows, [[maybe_unused]] std::int64_t columns,
                          [[maybe_unused]] Kernel kernel) {
#ifdef __CUDA_ARCH__
  const std::int64_t stride = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       i < rows * columns; i += stride)
    kernel.template at<1>(i / columns, i % columns);
#endif
}

template <typename Kernel>
__global__ void run_items([[maybe_unused]] std::int64_t count, [[maybe_unused]] Kernel kernel) {
#ifdef __CUDA_ARCH__
  const std::int64_t stride = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
       i += stride)
    kernel(i);
#endif
}

inline constexpr int block_size = 256;
void check_launch();

inline unsigned grid_size(std::int64_t count) {
  const std::int64_t blocks = (count + block_size - 1) / block_size;
  return static_cast<unsigned>(blocks < 65535 ? blocks : 65535);
}

} // namespace cuda
#endif

// What follows with the name walk_ is the CPU's part of a launch, by the calling thread. While nvcc
// reads for the device only the names are there: kernels have no wide tiles then.

/// The work of for_each_element() on [first, end).
template <typename Scalar, typename Kernel>
void walk_elements([[maybe_unused]] std::int64_t first, [[maybe_unused]] std::int64_t end,
                   [[maybe_unused]] const Kernel& kernel) {
#ifndef __CUDA_ARCH__
  constexpr int width = full_width<Scalar>;
  for (; first + width <= end; first += width)
    kernel.template at<width>(first);
  for (; first < end; ++first)
    kernel.template at<1>(first);
#endif
}

/// kernel.at<W>(i) for the elements [i, i + W) of [0, count): W full, and 1 at the end.
template <typename Scalar, typename Kernel>
void for_each_element(Backend backend, std::int64_t count, const Kernel& kernel) {
  if (count <= 0) return;
  if (backend == Backend::cuda) {
#ifdef __CUDACC__
    cuda::run_flat<<<cuda::grid_size(count), cuda::block_size>>>(count, kernel);
    cuda::check_launch();
#endif
    return;
  }
#ifndef __CUDA_ARCH__
  constexpr int width = full_width<Scalar>;
  const std::int64_t full = count / width;
#pragma omp parallel for schedule(static) if (count >= 4 * worth_a_thread)
  for (std::int64_t i = 0; i < full; ++i)
    kernel.template at<width>(i * width);
  walk_elements<Scalar>(full * width, count, kernel);
#endif
}

/// Whether the kernel may do an element twice: it only stores, and never where it reads. It says so
/// by a member repeatable().
template <typename Kernel>
bool may_repeat(const Kernel& kernel) {
  if constexpr (requires { kernel.repeatable(); })
    return kernel.repeatable();
  else
    return false;
}

/// The work of for_each_tile() on one row.
template <typename Scalar, typename Kernel>
inline void walk_row([[maybe_unused]] std::int64_t row, [[maybe_unused]] std::int64_t columns,
                     [[maybe_unused]] const Kernel& kernel, [[maybe_unused]] bool overlap) {
#ifndef __CUDA_ARCH__
  constexpr int width = full_width<Scalar>;
  std::int64_t column = 0;
  for (; column + width <= columns; column += width)
    kernel.template at<width>(row, column);
  if (overlap) {
    if (column < columns) kernel.template at<width>(row, columns - width);
    return;
  }
  if constexpr (width >= 4) {
    for (; column + width / 2 <= columns; column += width / 2)
      kernel.template at<width / 2>(row, column);
    for (; column + width / 4 <= columns; column += width / 4)
      kernel.template at<width / 4>(row, column);
  }
  for (; column < columns; ++column)
    kernel.template at<1>(row, column);
#endif
}

/// Of for_each_tile()'s work the rows [first, end): for operations that do all their steps on a few
/// rows before they go on to the next.
template <typename Scalar, typename Kernel>
void walk_rows(std::int64_t first, std::int64_t end, std::int64_t columns, const Kernel& kernel) {
  const bool overlap = columns >= full_width<Scalar> && may_repeat(kernel);
  for (std::int64_t row = first; row < end; ++row)
    walk_row<Scalar>(row, columns, kernel, overlap);
}

/// kernel.at<W>(row, column) for the columns [column, column + W) of each row. The end of a row is
/// one more full tile that begins earlier, if the kernel may repeat, and smaller tiles otherwise.
template <typename Scalar, typename Kernel>
void for_each_tile(Backend backend, std::int64_t rows, std::int64_t columns, const Kernel& kernel,
                   std::int64_t work_per_element = 1) {
  if (rows <= 0 || columns <= 0) return;
  if (backend == Backend::cuda) {
#ifdef __CUDACC__
    cuda::run_tiles<<<cuda::grid_size(rows * columns), cuda::block_size>>>(rows, columns, kernel);
    cuda::check_launch();
#endif
    return;
  }
#ifndef __CUDA_ARCH__
  const bool overlap = columns >= full_width<Scalar> && may_repeat(kernel);
#pragma omp parallel for schedule(static) if (rows * columns * work_per_element >= worth_a_thread)
  for (std::int64_t row = 0; row < rows; ++row)
    walk_row<Scalar>(row, columns, kernel, overlap);
#endif
}

/// kernel(i) for irregular work: a row of a softmax, a graph.
template <typename Kernel>
void for_each_item(Backend backend, std::int64_t count, const Kernel& kernel,
                   std::int64_t work_per_item = 1) {
  if (count <= 0) return;
  if (backend == Backend::cuda) {
#ifdef __CUDACC__
    cuda::run_items<<<cuda::grid_size(count), cuda::block_size>>>(count, kernel);
    cuda::check_launch();
#endif
    return;
  }
#ifndef __CUDA_ARCH__
#pragma omp parallel for schedule(static) if (count * work_per_item >= worth_a_thread)
  for (std::int64_t i = 0; i < count; ++i)
    kernel(i);
#endif
}

} // namespace canon::nn
