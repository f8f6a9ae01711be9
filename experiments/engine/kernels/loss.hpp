#pragma once

#include "kernels/rows.hpp"

namespace canon::nn::kernel {

/// |x - target| of each element
template <typename T>
struct AbsoluteError {
  const T* x;
  const T* target;
  T* loss;

  template <int W>
  CANON_HD void at(std::int64_t i) const {
    const Lanes<T, W> off = load<W>(x + i) - load<W>(target + i);
    store<W>(loss + i, off > T(0) ? off : -off);
  }
};

template <typename T>
struct AbsoluteErrorBack {
  const T* x;
  const T* target;
  const T* dy; ///< one number
  T scale;
  T* dx;
  bool add;

  template <int W>
  CANON_HD void at(std::int64_t i) const {
    const Lanes<T, W> off = load<W>(x + i) - load<W>(target + i);
    const Lanes<T, W> slope = spread<W>(scale * dy[0]), none{};
    put<W>(dx + i, off > T(0) ? slope : off < T(0) ? -slope : none, add);
  }
};

/// log of the sum of e^x over a row less the label's logit; both taken from the row's largest, so
/// that no digits go.
template <typename T>
struct CrossEntropy {
  const T* x;
  const int* label;
  std::int64_t classes;
  T* largest; ///< one per row
  T* inverse; ///< one per row: 1 / the sum of e^(x - largest)
  T* loss;

  struct Above {
    const T* row;
    T most;

    template <int W>
    CANON_HD Lanes<T, W> at(std::int64_t i) const {
      return exponential<W, T>(load<W>(row + i) - most);
    }
  };

  CANON_HD void operator()(std::int64_t i) const {
    const T* row = x + i * classes;
    T most = row[0];
    for (std::int64_t c = 1; c < classes; ++c)
      most = row[c] > most ? row[c] : most;
    const T sum = share_row<T>(classes, Above{row, most});
    if (row_lane() != 0) return;
    largest[i] = most;
    inverse[i] = T(1) / sum;
    loss[i] = std::log(sum) - (row[label[i]] - most);
  }
};

/// dx = (softmax - 1 at the label) dy / n
template <typename T>
struct CrossEntropyBack {
  const T* x;
  const int* label;
  const T* largest;
  const T* inverse;
  const T* dy; ///< one number
  T scale;
  std::int64_t classes;
  T* dx;
  bool add;

  template <int W>
  CANON_HD void at(std::int64_t i, std::int64_t column) const {
    const std::int64_t at = i * classes + column;
    Lanes<T, W> share = exponential<W, T>(load<W>(x + at) - largest[i]) * inverse[i];
    if constexpr (W == 1) {
      if (label[i] == column) share -= T(1);
    } else {
      if (label[i] >= column && label[i] < column + W) share[label[i] - column] -= T(1);
    }
    put<W>(dx + at, share * (scale * dy[0]), add);
  }
};

/// Of each element log(1 + e^x) - target x, and 1 if the target is there; 0 and 0 if it is not.
template <typename T>
struct MaskedBce {
  const T* x;
  const T* target;
  T* loss;
  T* there;

  template <int W>
  CANON_HD void at(std::int64_t i) const {
    const Lanes<T, W> v = load<W>(x + i), t = load<W>(target + i), none{};
    store<W>(loss + i, t == t ? softplus<W, T>(v) - t * v : none);
    store<W>(there + i, t == t ? none + T(1) : none);
  }
};

/// The mean over those that are there, and 1 / their number for the way back.
template <typename T>
struct MaskedMean {
  const T* loss;
  const T* there;
  std::int64_t blocks;
  T* mean;
  T* inverse;

  CANON_HD void operator()(std::int64_t) const {
    T sum = 0, count = 0;
    for (std::int64_t i = 0; i < blocks; ++i) {
      sum += loss[i];
      count += there[i];
    }
    inverse[0] = count > T(0) ? T(1) / count : T(0);
    mean[0] = sum * inverse[0];
  }
};

template <typename T>
struct MaskedBceBack {
  const T* x;
  const T* target;
  const T* dy;      ///< one number
  const T* inverse; ///< one number
  T* dx;
  bool add;

  template <int W>
  CANON_HD void at(std::int64_t i) const {
    const Lanes<T, W> t = load<W>(target + i), none{};
    const Lanes<T, W> slope = (sigmoid<W, T>(load<W>(x + i)) - t) * (dy[0] * inverse[0]);
    put<W>(dx + i, t == t ? slope : none, add);
  }
};

} // namespace canon::nn::kernel
