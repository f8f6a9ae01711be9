#pragma once

#include "kernels/kinds.hpp"
#include "kernels/math.hpp"

/// Principal neighbourhood aggregation: the messages into a node by mean, max, min, standard
/// deviation and sum, each as it is, amplified by log(degree + 1) / delta or attenuated by the
/// inverse, as chosen by PnaParts. A row is one tower of one node: [h | the aggregates of each
/// scaler], parts.count w numbers.
namespace canon::nn::kernel {

CANON_HD inline double pna_scale(PnaScaler scaler, int degree, double delta) {
  if (degree == 0) return 0.0;
  if (scaler == PnaScaler::identity) return 1.0;
  const double amplified = std::log(degree + 1.0) / delta;
  return scaler == PnaScaler::amplification ? amplified : 1.0 / amplified;
}

/// All aggregates of W columns of the messages into one node, at least one.
template <typename T, int W>
struct PnaMoments {
  Lanes<T, W> sum, mean, most, least, deviation;

  CANON_HD PnaMoments(const T* message, std::int64_t stride, int degree, T eps) {
    sum = Lanes<T, W>{};
    most = least = load<W>(message);
    for (int e = 0; e < degree; ++e) {
      const Lanes<T, W> m = load<W>(message + e * stride);
      sum += m;
      most = larger<W, T>(m, most);
      least = smaller<W, T>(m, least);
    }
    mean = sum / static_cast<T>(degree);
    Lanes<T, W> square{};
    for (int e = 0; e < degree; ++e) {
      const Lanes<T, W> off = load<W>(message + e * stride) - mean;
      square += off * off;
    }
    deviation = square_root<W, T>(square / static_cast<T>(degree) + eps);
  }

  [[nodiscard]] CANON_HD Lanes<T, W> get(PnaAggregator which) const {
    switch (which) {
    case PnaAggregator::max:
      return most;
    case PnaAggregator::min:
      return least;
    case PnaAggregator::deviation:
      return deviation;
    case PnaAggregator::sum:
      return sum;
    case PnaAggregator::mean:
      break;
    }
    return mean;
  }
};

template <typename T>
struct PnaForward {
  const T* h;        ///< nodes x (towers w)
  const T* message;  ///< edges x (towers w)
  const int* offset; ///< nodes + 1
  std::int64_t towers, w;
  PnaParts parts;
  T delta, eps;
  T* y; ///< (nodes towers) x (parts.count w)

  template <int W>
  CANON_HD void at(std::int64_t row, std::int64_t column) const {
    const std::int64_t v = row / towers, d = towers * w, c = row % towers * w + column;
    const int degree = offset[v + 1] - offset[v];
    T* to = y + row * parts.count * w + column;
    store<W>(to, load<W>(h + v * d + c));
    if (degree == 0) {
      for (int part = 1; part < parts.count; ++part)
        store<W>(to += w, Lanes<T, W>{});
      return;
    }
    const PnaMoments<T, W> moments(message + offset[v] * d + c, d, degree, eps);
    for (int s = 0; s < parts.scalers; ++s) {
      const T scale = static_cast<T>(pna_scale(parts.scaler[s], degree, delta));
      for (int a = 0; a < parts.aggregators; ++a)
        store<W>(to += w, moments.get(parts.aggregator[a]) * scale);
    }
  }
};

/// Each node writes the gradients of the messages into it and of its own h. Of equal extremes the
/// first gets all.
template <typename T>
struct PnaBackward {
  const T* message;
  const T* dy;
  const int* offset;
  std::int64_t towers, w;
  PnaParts parts;
  T delta, eps;
  T* dh; ///< may be null
  bool add_h;
  T* d_message; ///< may be null
  bool add_message;

  template <int W>
  CANON_HD void at(std::int64_t row, std::int64_t column) const {
    const std::int64_t v = row / towers, d = towers * w, c = row % towers * w + column;
    const int degree = offset[v + 1] - offset[v];
    const T* from = dy + row * parts.count * w + column;
    if (dh != nullptr) put<W>(dh + v * d + c, load<W>(from), add_h);
    if (d_message == nullptr || degree == 0) return;
    Lanes<T, W> d_sum{}, d_mean{}, d_most{}, d_least{}, d_deviation{};
    for (int s = 0; s < parts.scalers; ++s) {
      const T scale = static_cast<T>(pna_scale(parts.scaler[s], degree, delta));
      for (int a = 0; a < parts.aggregators; ++a) {
        const Lanes<T, W> g = scale * load<W>(from += w);
        switch (parts.aggregator[a]) {
        case PnaAggregator::mean:
          d_mean += g;
          break;
        case PnaAggregator::max:
          d_most += g;
          break;
        case PnaAggregator::min:
          d_least += g;
          break;
        case PnaAggregator::deviation:
          d_deviation += g;
          break;
        case PnaAggregator::sum:
          d_sum += g;
          break;
        }
      }
    }
    const T* const messages = message + offset[v] * d + c;
    const PnaMoments<T, W> moments(messages, d, degree, eps);
    const auto count = static_cast<T>(degree);
    const Lanes<T, W> every = d_sum + d_mean / count;
    const Lanes<T, W> by_distance = d_deviation / (moments.deviation * count);
    T* const to = d_message + offset[v] * d + c;
    for (int e = 0; e < degree; ++e) {
      const Lanes<T, W> m = load<W>(messages + e * d);
      const Lanes<T, W> to_most = m == moments.most ? d_most : Lanes<T, W>{};
      const Lanes<T, W> to_least = m == moments.least ? d_least : Lanes<T, W>{};
      d_most -= to_most; // given away
      d_least -= to_least;
      put<W>(to + e * d, every + by_distance * (m - moments.mean) + to_most + to_least,
             add_message);
    }
  }
};

} // namespace canon::nn::kernel
