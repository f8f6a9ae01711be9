#pragma once

#include <cstdint>
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

/// The update policy for ensmallen's SGD that takes that step. `state` outlives it. Some names here
/// and in other files of this room are ensmallen's and mlpack's.
template <typename T>
class AdamPolicy {
public:
  AdamPolicy(AdamState<T>& state, const AdamOptions& options) : state_(&state), options_(options) {}

  template <typename MatType, typename GradType>
  class Policy {
  public:
    Policy(AdamPolicy& parent, std::size_t, std::size_t) : parent_(&parent) {}

    void Update(MatType& x, double rate, const GradType& gradient) {
      adam_step(*parent_->state_, parent_->options_, rate, x.memptr(), gradient.memptr(), x.n_elem);
    }

  private:
    AdamPolicy* parent_;
  };

private:
  AdamState<T>* state_;
  AdamOptions options_;
};

/// The Euclidean norm, summed in double in an order of its own.
template <typename T>
[[nodiscard]] double norm_of(const T* values, std::size_t count);

/// Scales to the norm `limit` what has more, as PyTorch's clip_grad_norm_; `norm` is norm_of() it.
template <typename T>
void clip(T* values, std::size_t count, double norm, double limit);

} // namespace canon::lab
