#include "train/adam.hpp"

#include <algorithm>
#include <cmath>

namespace canon::lab {
namespace {

/// Threads share the work by blocks that do not depend on how many they are: the end of a loop may
/// be rounded otherwise than its middle.
constexpr std::size_t block = 16384;

template <typename T>
struct Step {
  nn::kernel::AdamFactors<T> by;

  // The order of the operations is PyTorch's, for the same rounding.
  void run(T* __restrict x, const T* __restrict gradient, T* __restrict mean, T* __restrict square,
           std::size_t count) const {
    const auto [keep1, keep2, decay, root, epsilon, rate, unscaled] = by;
    for (std::size_t i = 0; i < count; ++i) {
      const T g = gradient[i] + decay * x[i];
      mean[i] += keep1 * (g - mean[i]);
      square[i] = (T(1) - keep2) * square[i] + keep2 * g * g;
      x[i] += -rate * mean[i] / (std::sqrt(square[i]) / root + epsilon);
    }
  }
};

} // namespace

template <typename T>
nn::kernel::AdamFactors<T> next_factors(AdamState<T>& state, const AdamOptions& options,
                                        double rate) {
  const auto t = static_cast<double>(++state.steps);
  const double correction1 = 1.0 - std::pow(options.beta1, t);
  const double correction2 = 1.0 - std::pow(options.beta2, t);
  return {static_cast<T>(1.0 - options.beta1),
          static_cast<T>(1.0 - options.beta2),
          static_cast<T>(options.weight_decay),
          static_cast<T>(std::sqrt(correction2)),
          static_cast<T>(options.epsilon),
          static_cast<T>(rate / correction1),
          T(1)};
}

template <typename T>
void adam_step(AdamState<T>& state, const AdamOptions& options, double rate, T* x,
               const T* gradient, std::size_t count) {
  state.mean.resize(count);
  state.square.resize(count);
  const Step<T> step{next_factors(state, options, rate)};
  const auto blocks = static_cast<std::int64_t>((count + block - 1) / block);
#pragma omp parallel for schedule(static) if (blocks >= 4)
  for (std::int64_t b = 0; b < blocks; ++b) {
    const std::size_t first = static_cast<std::size_t>(b) * block;
    step.run(x + first, gradient + first, state.mean.data() + first, state.square.data() + first,
             std::min(block, count - first));
  }
}

template <typename T>
double norm_of(const T* values, std::size_t count) {
  constexpr std::size_t lanes = 8; // partial sums that do not wait for each other
  double sums[lanes] = {};
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes)
    for (std::size_t j = 0; j < lanes; ++j)
      sums[j] += static_cast<double>(values[i + j]) * static_cast<double>(values[i + j]);
  for (; i < count; ++i)
    sums[0] += static_cast<double>(values[i]) * static_cast<double>(values[i]);
  double sum = 0.0;
  for (const double part : sums)
    sum += part;
  return std::sqrt(sum);
}

double clip_scale(double norm, double limit) {
  return limit > 0.0 ? std::min(1.0, limit / (norm + 1e-6)) : 1.0;
}

template <typename T>
void clip(T* values, std::size_t count, double norm, double limit) {
  const double scale = clip_scale(norm, limit);
  if (scale >= 1.0) return;
  for (std::size_t i = 0; i < count; ++i)
    values[i] *= static_cast<T>(scale);
}

template nn::kernel::AdamFactors<float> next_factors(AdamState<float>&, const AdamOptions&, double);
template nn::kernel::AdamFactors<double> next_factors(AdamState<double>&, const AdamOptions&,
                                                      double);
template void adam_step(AdamState<float>&, const AdamOptions&, double, float*, const float*,
                        std::size_t);
template void adam_step(AdamState<double>&, const AdamOptions&, double, double*, const double*,
                        std::size_t);
template double norm_of(const float*, std::size_t);
template double norm_of(const double*, std::size_t);
template void clip(float*, std::size_t, double, double);
template void clip(double*, std::size_t, double, double);

} // namespace canon::lab
