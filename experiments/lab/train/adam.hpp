#pragma once

#include "autograd/adam.hpp"

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace canon::lab {

struct AdamOptions {
  double rate = 1e-3;
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
  double weight_decay = 0.0; ///< L2: this times the parameters is added to the gradient
};

/// What Adam remembers between steps.
template <typename T>
struct AdamState {
  std::uint64_t steps = 0;
  std::vector<T> mean, square; ///< moving averages of the gradient and of its square
};

/// One step with the rate at hand, as PyTorch's Adam(weight_decay) takes it:
///   x -= rate / (1 - beta1^t) * mean / (sqrt(square / (1 - beta2^t)) + epsilon)
/// ensmallen's AdamUpdate adds epsilon to sqrt(square) itself, so that it is larger by a factor of
/// 1 / sqrt(1 - beta2^t), 31 in the first step; and it keeps its averages to itself, so that no
/// checkpoint could have them.
template <typename T>
void adam_step(AdamState<T>& state, const AdamOptions& options, double rate, T* x,
               const T* gradient, std::size_t count);

/// What that step multiplies with, the steps counted as it does; the gradient is not scaled.
template <typename T>
[[nodiscard]] nn::kernel::AdamFactors<T> next_factors(AdamState<T>& state,
                                                      const AdamOptions& options, double rate);

/// The update policy for ensmallen's SGD that takes that step, or calls `elsewhere` with the rate
/// if the parameters are on a device. `state` outlives it. Some names here and in other files of
/// this room are ensmallen's and mlpack's.
template <typename T>
class AdamPolicy {
public:
  AdamPolicy(AdamState<T>& state, const AdamOptions& options,
             std::function<void(double)> elsewhere = {})
      : state_(&state), options_(options), elsewhere_(std::move(elsewhere)) {}

  template <typename MatType, typename GradType>
  class Policy {
  public:
    Policy(AdamPolicy& parent, std::size_t, std::size_t) : parent_(&parent) {}

    void Update(MatType& x, double rate, const GradType& gradient) {
      if (parent_->elsewhere_)
        parent_->elsewhere_(rate);
      else
        adam_step(*parent_->state_, parent_->options_, rate, x.memptr(), gradient.memptr(),
                  x.n_elem);
    }

  private:
    AdamPolicy* parent_;
  };

private:
  AdamState<T>* state_;
  AdamOptions options_;
  std::function<void(double)> elsewhere_;
};

/// The Euclidean norm, summed in double in an order of its own.
template <typename T>
[[nodiscard]] double norm_of(const T* values, std::size_t count);

/// What a gradient is multiplied with to have at most the norm `limit`, as PyTorch's
/// clip_grad_norm_; 1 if `limit` is 0.
[[nodiscard]] double clip_scale(double norm, double limit);

/// Scales to the norm `limit` what has more; `norm` is norm_of() it.
template <typename T>
void clip(T* values, std::size_t count, double norm, double limit);

} // namespace canon::lab
