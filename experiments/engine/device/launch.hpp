#pragma once

#include "device/backend.hpp"
#include "device/cuda.hpp"
#include "device/cuda_run.hpp"
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

/// A kernel with the matrix that it is for.
template <typename Kernel>
struct Tiles {
  std::int64_t rows, columns;
  Kernel kernel;
};

#ifdef __CUDACC__
namespace cuda {

/// launch(count, first) for pieces of [0, total) that one launch can have.
template <typename Launch>
void in_pieces(std::int64_t total, std::int64_t most, const Launch& launch) {
  prepare_launch();
  for (std::int64_t first = 0; first < total; first += most)
    launch(total - first < most ? total - first : most, first);
  check_launch();
}

/// A kernel with partial results is a fold on the device, whatever it is on the CPU.
template <typename Kernel>
concept Fold = requires {
  typename Kernel::Partial;
};

template <typename Kernel>
FoldWork<Kernel> fold_work(std::int64_t columns, const Kernel& kernel) {
  return {kernel, columns, Divider((columns + fold_columns - 1) / fold_columns)};
}

template <typename Kernel>
void start_tiles(std::int64_t rows, std::int64_t columns, const Kernel& kernel) {
  if constexpr (Fold<Kernel>) {
    const auto work = fold_work(columns, kernel);
    prepare_launch();
    run_folds<<<static_cast<unsigned>(rows * work.tiles.divisor()),
                dim3(fold_columns, fold_lanes)>>>(work);
    check_launch();
  } else {
    in_pieces(strips<Kernel>(rows), launch_limit / columns,
              [&](std::int64_t count, std::int64_t first) {
                run_tiles<<<blocks_for(count * columns), block_size>>>(
                    static_cast<unsigned>(count * columns),
                    TileWork<Kernel>{kernel, rows, first, Divider(columns)});
              });
  }
}

template <typename Kernel>
void start_tiles(const Tiles<Kernel>& a, const Tiles<Kernel>& b) {
  prepare_launch();
  if constexpr (Fold<Kernel>) {
    const auto first = fold_work(a.columns, a.kernel), second = fold_work(b.columns, b.kernel);
    const auto count = static_cast<unsigned>(a.rows * first.tiles.divisor()),
               more = static_cast<unsigned>(b.rows * second.tiles.divisor());
    run_folds_of_two<<<count + more, dim3(fold_columns, fold_lanes)>>>(count, first, second);
  } else {
    const std::int64_t count = strips<Kernel>(a.rows) * a.columns,
                       more = strips<Kernel>(b.rows) * b.columns;
    run_tiles_of_two<<<blocks_for(count + more), block_size>>>(
        static_cast<unsigned>(count), static_cast<unsigned>(more),
        TileWork<Kernel>{a.kernel, a.rows, 0, Divider(a.columns)},
        TileWork<Kernel>{b.kernel, b.rows, 0, Divider(b.columns)});
  }
  check_launch();
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
    cuda::in_pieces(count, cuda::launch_limit, [&](std::int64_t part, std::int64_t first) {
      cuda::run_flat<<<cuda::blocks_for(part), cuda::block_size>>>(static_cast<unsigned>(part),
                                                                   first, kernel);
    });
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
    cuda::start_tiles(rows, columns, kernel);
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

/// for_each_tile() of two kernels of one type, which depend on each other in nothing: one launch on
/// a device, where starting a kernel takes as long as a small one runs.
template <typename Scalar, typename Kernel>
void for_each_tile(Backend backend, const Tiles<Kernel>& a, const Tiles<Kernel>& b,
                   std::int64_t work_per_element = 1) {
#ifdef __CUDACC__
  if (backend == Backend::cuda && a.rows * a.columns > 0 && b.rows * b.columns > 0 &&
      a.rows * a.columns + b.rows * b.columns <= cuda::launch_limit) {
    cuda::start_tiles(a, b);
    return;
  }
#endif
  for_each_tile<Scalar>(backend, a.rows, a.columns, a.kernel, work_per_element);
  for_each_tile<Scalar>(backend, b.rows, b.columns, b.kernel, work_per_element);
}

/// kernel(i) for irregular work: a row of a softmax, a graph.
template <typename Kernel>
void for_each_item(Backend backend, std::int64_t count, const Kernel& kernel,
                   std::int64_t work_per_item = 1) {
  if (count <= 0) return;
  if (backend == Backend::cuda) {
#ifdef __CUDACC__
    cuda::in_pieces(count, cuda::launch_limit, [&](std::int64_t part, std::int64_t first) {
      cuda::run_items<<<cuda::blocks_for(part), cuda::block_size>>>(static_cast<unsigned>(part),
                                                                    first, kernel);
    });
#endif
    return;
  }
#ifndef __CUDA_ARCH__
#pragma omp parallel for schedule(static) if (count * work_per_item >= worth_a_thread)
  for (std::int64_t i = 0; i < count; ++i)
    kernel(i);
#endif
}

/// kernel(i) for work along a row, which a device does with a warp per row (kernels/rows.hpp).
template <typename Kernel>
void for_each_row(Backend backend, std::int64_t count, const Kernel& kernel,
                  std::int64_t work_per_row = 1) {
#ifdef __CUDACC__
  if (backend == Backend::cuda) {
    cuda::in_pieces(count, cuda::launch_limit / 32, [&](std::int64_t part, std::int64_t first) {
      cuda::run_rows<<<cuda::blocks_for(32 * part), cuda::block_size>>>(static_cast<unsigned>(part),
                                                                        first, kernel);
    });
    return;
  }
#endif
  for_each_item(backend, count, kernel, work_per_row);
}

} // namespace canon::nn
