#pragma once

#include "kernels/kinds.hpp"
#include "kernels/math.hpp"

/// Principal neighbourhood aggregation: the messages into a node by mean, max, min and standard
/// deviation, each as it is, amplified by log(degree + 1) / delta and attenuated by the inverse. A
/// row is one tower of one node: [h | 4 aggregates | 4 amplified | 4 attenuated], 13 w numbers.
namespace canon::nn::kernel {

CANON_HD inline double pna_amplify(int degree, double delta) {
  return degree > 0 ? std::log(degree + 1.0) / delta : 0.0;
}
CANON_HD inline double pna_attenuate(int degree, double delta) {
  return degree > 0 ? delta / std::log(degree + 1.0) : 0.0;
}

template <typename T>
struct PnaForward {
  const T* h;        ///< nodes x (towers w)
  const T* message;  ///< edges x (towers w)
  const int* offset; ///< nodes + 1
  std::int64_t towers, w;
  T delta, eps;
  T* y; ///< (nodes towers) x 13 w

  template <int W>
  CANON_HD void at(std::int64_t row, std::int64_t column) const {
    const std::int64_t v = row / towers, d = towers * w, c = row % towers * w + column;
    const int degree = offset[v + 1] - offset[v];
    T* const to = y + row * pna_parts * w + column;
    store<W>(to, load<W>(h + v * d + c));
    Lanes<T, W> mean{}, most{}, least{}, deviation{};
    if (degree > 0) {
      most = least = load<W>(message + offset[v] * d + c);
      for (int e = offset[v]; e < offset[v + 1]; ++e) {
        const Lanes<T, W> m = load<W>(message + e * d + c);
        mean += m;
        most = larger<W, T>(m, most);
        least = smaller<W, T>(m, least);
      }
      mean = mean / static_cast<T>(degree);
      for (int e = offset[v]; e < offset[v + 1]; ++e) {
        const Lanes<T, W> off = load<W>(message + e * d + c) - mean;
        deviation += off * off;
      }
      deviation = square_root<W, T>(deviation / static_cast<T>(degree) + eps);
    }
    const T scales[3] = {T(1), static_cast<T>(pna_amplify(degree, delta)),
                         static_cast<T>(pna_attenuate(degree, delta))};
    for (int s = 0; s < 3; ++s) {
      T* const part = to + (1 + 4 * s) * w;
      store<W>(part, mean * scales[s]);
      store<W>(part + w, most * scales[s]);
      store<W>(part + 2 * w, least * scales[s]);
      store<W>(part + 3 * w, deviation * scales[s]);
    }
  }
};

/// Each node writes the gradients of the messages into it and of its own h. Of equal extremes the
/// first gets all.
template <typename T>
struct PnaBackward {
  const T* message;
  const T* y;
  const T* dy;
  const int* offset;
  std::int64_t towers, w;
  T delta;
  T* dh; ///< may be null
  bool add_h;
  T* d_message; ///< may be null
  bool add_message;

  template <int W>
  CANON_HD void at(std::int64_t row, std::int64_t column) const {
    const std::int64_t v = row / towers, d = towers * w, c = row % towers * w + column;
    const int degree = offset[v + 1] - offset[v];
    const T* const from = dy + row * pna_parts * w + column;
    const T* const value = y + row * pna_parts * w + column;
    if (dh != nullptr) put<W>(dh + v * d + c, load<W>(from), add_h);
    if (d_message == nullptr || degree == 0) return;
    const T scales[3] = {T(1), static_cast<T>(pna_amplify(degree, delta)),
                         static_cast<T>(pna_attenuate(degree, delta))};
    Lanes<T, W> d_mean{}, d_most{}, d_least{}, d_deviation{};
    for (int s = 0; s < 3; ++s) {
      const T* const part = from + (1 + 4 * s) * w;
      d_mean += scales[s] * load<W>(part);
      d_most += scales[s] * load<W>(part + w);
      d_least += scales[s] * load<W>(part + 2 * w);
      d_deviation += scales[s] * load<W>(part + 3 * w);
    }
    const Lanes<T, W> mean = load<W>(value + w), most = load<W>(value + 2 * w),
                      least = load<W>(value + 3 * w), deviation = load<W>(value + 4 * w);
    const auto count = static_cast<T>(degree);
    for (int e = offset[v]; e < offset[v + 1]; ++e) {
      const Lanes<T, W> m = load<W>(message + e * d + c);
      const Lanes<T, W> to_most = m == most ? d_most : Lanes<T, W>{};
      const Lanes<T, W> to_least = m == least ? d_least : Lanes<T, W>{};
      d_most -= to_most; // given away
      d_least -= to_least;
      const Lanes<T, W> g =
          (d_mean + d_deviation * (m - mean) / deviation) / count + to_most + to_least;
      put<W>(d_message + e * d + c, g, add_message);
    }
  }
};

} // namespace canon::nn::kernel
