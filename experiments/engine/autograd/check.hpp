#pragma once

#include "autograd/tape.hpp"
#include "device/error.hpp"
#include "device/launch.hpp"
#include "kernels/columns.hpp"

#include <string>

/// What the operations share: shape checks and sums over rows.
namespace canon::nn {

inline void check_equal(std::int64_t got, std::int64_t expected, const std::string& what) {
  if (got != expected)
    throw ArgumentError(what + ": expected " + std::to_string(expected) + ", got " +
                        std::to_string(got));
}

template <typename T>
void check_shape(const Tape<T>& tape, Var var, std::int64_t rows, std::int64_t columns,
                 const std::string& what) {
  if (tape.rows(var) != rows || tape.columns(var) != columns)
    throw ArgumentError(what + ": expected " + std::to_string(rows) + " x " +
                        std::to_string(columns) + ", got " + std::to_string(tape.rows(var)) +
                        " x " + std::to_string(tape.columns(var)));
}

/// to (1 x columns) (+)= the sum of x's rows
template <typename T>
void sum_rows(Pool& pool, Matrix<T> x, T* to, bool add) {
  if (pool.backend() == Backend::cuda && x.rows <= kernel::rows_of_one_fold) {
    for_each_tile<T>(pool.backend(), 1, x.columns,
                     kernel::SumRows<T>{x.data, x.rows, x.columns, T(1), to, add});
    return;
  }
  const std::int64_t blocks = kernel::row_blocks(x.rows);
  const Array<T> partial(pool, static_cast<std::size_t>(blocks * x.columns));
  for_each_tile<T>(pool.backend(), blocks, x.columns,
                   kernel::SumBlocks<T>{x.data, x.rows, x.columns, partial.data()},
                   kernel::rows_per_block);
  for_each_tile<T>(pool.backend(), 1, x.columns,
                   kernel::SumRows<T>{partial.data(), blocks, x.columns, T(1), to, add}, blocks);
}

} // namespace canon::nn
