#pragma once

#include "autograd/copy_rows.hpp"
#include "autograd/gated_walk.hpp"
#include "autograd/padded_linear.hpp"
#include "device/sum_pieces.hpp"
#include "kernels/gated.hpp"

#include <algorithm>

/// For gated_walk.cpp and gated_walk_back.cpp alone.
namespace canon::nn {

/// A linear map of a side: of its rows, or of the few that they are picked from.
template <typename T>
class GatedWalk<T>::Products {
public:
  Products(Tape<T>& tape, const Side& side, std::int64_t blocks, bool back)
      : side_(side), map_(tape.pool(), tape.value(side.weight), blocks, back) {
    if (!side.few()) return;
    const Matrix<T> rows = tape.value(side.picked->rows);
    few_ = rows.rows;
    table_ = Array<T>(tape.pool(), static_cast<std::size_t>(few_ * side.x_columns()));
    copy_rows(few_,
              CopyRows<T>{rows.data, rows.columns, rows.columns, table_.data(), side.x_columns()});
    if (back) return;
    product_ = Array<T>(tape.pool(), static_cast<std::size_t>(few_ * map_.stride()));
    map_.forward(table_.data(), few_, product_.data());
  }

  [[nodiscard]] kernel::Quarters layout() const { return {map_.stride(), map_.block()}; }

  /// Of the rows [first, end).
  void forward(std::int64_t first, std::int64_t end, T* y) const {
    if (product_.data() == nullptr) {
      map_.forward(side_.x + first * side_.x_columns(), end - first, y);
      return;
    }
    const CopyRows<T> copy{product_.data(), map_.stride(),
                           map_.stride(),   y,
                           map_.stride(),   side_.picked->pick.index + first};
    for (std::int64_t row = 0; row < end - first; ++row)
      copy(row);
  }

  /// Numbers of a part's share; of picked rows the gradients of their products, and of themselves.
  [[nodiscard]] std::int64_t share_size() const {
    return side_.few() ? few_ * (map_.stride() + side_.x_columns()) : map_.share_size();
  }

  /// Of dy, that of the rows [first, end) alone. `dx`, of all rows, holds what the residual brings
  /// if `add`.
  void backward(std::int64_t first, std::int64_t end, const T* dy, T* dx, bool add, T* share,
                bool more) const {
    const std::int64_t columns = side_.x_columns(), stride = map_.stride();
    if (!side_.few()) {
      map_.backward(side_.x + first * columns, dy, end - first, dx + first * columns, add, share,
                    more);
      return;
    }
    if (!more) std::fill_n(share, share_size(), T(0));
    const auto add_row = [](const T* from, T* to, std::int64_t count) {
      for (std::int64_t j = 0; j < count; ++j)
        to[j] += from[j];
    };
    for (std::int64_t row = first; row < end; ++row) {
      const std::int64_t which = side_.picked->pick.index[row];
      add_row(dy + (row - first) * stride, share + which * stride, stride);
      if (add) add_row(dx + row * columns, share + few_ * stride + which * columns, columns);
    }
  }

  /// The parameters' gradients and, of picked rows, that of what they are picked from.
  void finish(Tape<T>& tape, const Array<T>& shares, std::int64_t count) const {
    const Gradient<T> weight = gradient_of(tape, side_.weight),
                      bias = gradient_of(tape, side_.bias);
    if (!side_.few()) {
      map_.sum_shares(shares.data(), count, weight, bias);
      return;
    }
    const Array<T> sum(tape.pool(), static_cast<std::size_t>(share_size())),
        own(tape.pool(), static_cast<std::size_t>(map_.share_size()));
    for_each_tile<T>(Backend::cpu, 1, share_size(),
                     SumPieces<T>{shares.data(), count, share_size(), share_size(), share_size(),
                                  sum.data(), false});
    T* const d_rows = sum.data() + few_ * map_.stride();
    map_.backward(table_.data(), sum.data(), few_, d_rows, true, own.data(), false);
    map_.sum_shares(own.data(), 1, weight, bias);
    const Gradient<T> to = gradient_of(tape, side_.picked->rows);
    if (to.to != nullptr)
      copy_rows(few_,
                CopyRows<T>{d_rows, side_.x_columns(), side_.in, to.to, side_.in, nullptr, to.add});
  }

private:
  const Side& side_;
  PaddedLinear<T> map_;
  std::int64_t few_ = 0;
  Array<T> table_, product_;
};

} // namespace canon::nn
