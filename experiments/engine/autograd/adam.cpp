#include "autograd/adam.hpp"

#include "device/error.hpp"
#include "device/launch.hpp"

namespace canon::nn {

template <typename T>
BackendAdam<T>::BackendAdam(Pool& pool, std::size_t count)
    : pool_(&pool), count_(static_cast<std::int64_t>(count)), mean_(pool, count),
      square_(pool, count),
      partial_(pool, static_cast<std::size_t>(kernel::SquareBlocks<T>::blocks(count_) *
                                              kernel::SquareBlocks<T>::columns)),
      seen_(pool, 2) {
  fill_zero(pool.backend(), mean_.data(), count * sizeof(T));
  fill_zero(pool.backend(), square_.data(), count * sizeof(T));
}

template <typename T>
void BackendAdam<T>::set(const std::vector<T>& mean, const std::vector<T>& square) {
  if (mean.size() != mean_.size() || square.size() != mean_.size())
    throw ArgumentError("Adam: expected averages of " + std::to_string(mean_.size()) +
                        " parameters, got " + std::to_string(mean.size()));
  copy_to_backend(pool_->backend(), mean_.data(), mean.data(), mean.size() * sizeof(T));
  copy_to_backend(pool_->backend(), square_.data(), square.data(), square.size() * sizeof(T));
}

template <typename T>
void BackendAdam<T>::get(std::vector<T>& mean, std::vector<T>& square) const {
  mean.resize(mean_.size());
  square.resize(mean_.size());
  copy_to_host(pool_->backend(), mean.data(), mean_.data(), mean.size() * sizeof(T));
  copy_to_host(pool_->backend(), square.data(), square_.data(), square.size() * sizeof(T));
}

template <typename T>
typename BackendAdam<T>::Seen BackendAdam<T>::look(const T* loss, const T* gradient) const {
  using Squares = kernel::SquareBlocks<T>;
  for_each_tile<double>(pool_->backend(), Squares::blocks(count_), Squares::columns,
                        Squares{gradient, count_, partial_.data()});
  for_each_row(pool_->backend(), 1,
               kernel::LossAndNorm<T>{partial_.data(), static_cast<std::int64_t>(partial_.size()),
                                      loss, seen_.data()});
  double values[2];
  copy_to_host(pool_->backend(), values, seen_.data(), sizeof values);
  return {values[0], values[1]};
}

template <typename T>
void BackendAdam<T>::step(const kernel::AdamFactors<T>& factors, const T* gradient, T* values) {
  for_each_element<T>(pool_->backend(), count_,
                      kernel::AdamStep<T>{factors, gradient, values, mean_.data(), square_.data()});
}

template class BackendAdam<float>;
template class BackendAdam<double>;

} // namespace canon::nn
