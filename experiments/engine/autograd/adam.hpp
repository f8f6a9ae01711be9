#pragma once

#include "device/pool.hpp"
#include "kernels/adam.hpp"

namespace canon::nn {

/// Adam where the parameters are: on a device neither gradients nor parameters travel. For example
///
///     BackendAdam<float> adam(pool, parameters.size());
///     const auto [loss, norm] = adam.look(tape.value(loss).data, gradient);
///     adam.step(factors, gradient, values);
template <typename T>
class BackendAdam {
public:
  /// Of `count` parameters; the averages begin as 0.
  BackendAdam(Pool& pool, std::size_t count);

  /// The averages, `count` numbers each, from and to the host.
  void set(const std::vector<T>& mean, const std::vector<T>& square);
  void get(std::vector<T>& mean, std::vector<T>& square) const;

  struct Seen {
    double loss, norm;
  };
  /// The loss (one number on the backend) and the Euclidean norm of the gradient: waits for both.
  [[nodiscard]] Seen look(const T* loss, const T* gradient) const;
  void step(const kernel::AdamFactors<T>& factors, const T* gradient, T* values);

private:
  Pool* pool_;
  std::int64_t count_;
  Array<T> mean_, square_;
  Array<double> partial_, seen_;
};

} // namespace canon::nn
