#include "model/parameters.hpp"

#include "device/error.hpp"

#include <canon/base/hash.hpp>

#include <cmath>
#include <numbers>

namespace canon::nn {
namespace {

/// splitmix64: a bijection of the counter, so that every number is at hand without the ones before.
std::uint64_t mix(std::uint64_t x) {
  return scatter(x + golden_step);
}

std::uint64_t hash_of(const std::string& name) {
  Fnv1a hash;
  hash.add(name);
  return hash.value();
}

/// In (0, 1).
double uniform(std::uint64_t key, std::uint64_t counter) {
  return (static_cast<double>(mix(key + counter) >> 11U) + 0.5) * 0x1.0p-53;
}

double draw(const Start& start, std::uint64_t key, std::uint64_t i) {
  switch (start.kind) {
  case Start::Kind::uniform:
    return start.scale * (2.0 * uniform(key, i) - 1.0);
  case Start::Kind::normal:
    return start.scale * std::sqrt(-2.0 * std::log(uniform(key, 2 * i))) *
           std::cos(2.0 * std::numbers::pi * uniform(key, 2 * i + 1));
  case Start::Kind::constant:
    break;
  }
  return start.scale;
}

template <typename T, typename Entry>
Array<T> drawn(Pool& pool, const std::vector<Entry>& entries, std::int64_t size,
               std::uint64_t seed) {
  std::vector<T> values(static_cast<std::size_t>(size));
  for (const Entry& entry : entries) {
    const std::uint64_t key = mix(seed ^ hash_of(entry.name));
    for (std::int64_t i = 0; i < entry.rows * entry.columns; ++i)
      values[static_cast<std::size_t>(entry.offset + i)] =
          static_cast<T>(draw(entry.start, key, static_cast<std::uint64_t>(i)));
  }
  return array_of(pool, values);
}

} // namespace

Start linear_start(std::int64_t in) {
  return {Start::Kind::uniform, 1.0 / std::sqrt(static_cast<double>(in))};
}

Start xavier_start(std::int64_t in, std::int64_t out, double gain) {
  return {Start::Kind::uniform, gain * std::sqrt(6.0 / static_cast<double>(in + out))};
}

template <typename T>
int Parameters<T>::add(const std::string& name, std::int64_t rows, std::int64_t columns,
                       Start start) {
  if (rows <= 0 || columns <= 0)
    throw ArgumentError("parameter " + name + ": expected a size >= 1, got " +
                        std::to_string(rows) + " x " + std::to_string(columns));
  entries_.push_back({name, rows, columns, size_, start});
  size_ += rows * columns;
  return static_cast<int>(entries_.size() - 1);
}

template <typename T>
int Parameters<T>::add_state(const std::string& name, std::int64_t columns, double value) {
  state_entries_.push_back({name, 1, columns, state_size_, Start{Start::Kind::constant, value}});
  state_size_ += columns;
  return static_cast<int>(state_entries_.size() - 1);
}

template <typename T>
void Parameters<T>::place(Pool& pool, std::uint64_t seed) {
  pool_ = &pool;
  values_ = drawn<T>(pool, entries_, size_, seed);
  state_ = drawn<T>(pool, state_entries_, state_size_, seed);
  gradient_ = Array<T>(pool, static_cast<std::size_t>(size_));
  clear_gradient();
}

template <typename T>
std::vector<T> Parameters<T>::values() const {
  std::vector<T> result(values_.size());
  copy_to_host(pool_->backend(), result.data(), values_.data(), result.size() * sizeof(T));
  return result;
}

template <typename T>
void Parameters<T>::set_values(const T* values) {
  copy_to_backend(pool_->backend(), values_.data(), values, values_.size() * sizeof(T));
}

template <typename T>
std::vector<T> Parameters<T>::state() const {
  std::vector<T> result(state_.size());
  copy_to_host(pool_->backend(), result.data(), state_.data(), result.size() * sizeof(T));
  return result;
}

template <typename T>
void Parameters<T>::set_state(const std::vector<T>& state) {
  if (state.size() != state_.size())
    throw ArgumentError("model state: expected " + std::to_string(state_.size()) +
                        " numbers, got " + std::to_string(state.size()));
  copy_to_backend(pool_->backend(), state_.data(), state.data(), state_.size() * sizeof(T));
}

template <typename T>
void Parameters<T>::read_gradient(T* to) const {
  copy_to_host(pool_->backend(), to, gradient_.data(), gradient_.size() * sizeof(T));
}

template <typename T>
void Parameters<T>::set_gradient(const T* from) {
  copy_to_backend(pool_->backend(), gradient_.data(), from, gradient_.size() * sizeof(T));
}

template <typename T>
void Parameters<T>::clear_gradient() {
  fill_zero(pool_->backend(), gradient_.data(), gradient_.size() * sizeof(T));
}

template <typename T>
Var Parameters<T>::on(Tape<T>& tape, int entry) const {
  const Entry& e = entries_[static_cast<std::size_t>(entry)];
  return tape.leaf({values_.data() + e.offset, e.rows, e.columns},
                   {gradient_.data() + e.offset, e.rows, e.columns});
}

template <typename T>
Var Parameters<T>::row_on(Tape<T>& tape, int entry, std::int64_t row) const {
  const Entry& e = entries_[static_cast<std::size_t>(entry)];
  const std::int64_t place = e.offset + row * e.columns;
  return tape.leaf({values_.data() + place, 1, e.columns},
                   {gradient_.data() + place, 1, e.columns});
}

template <typename T>
T* Parameters<T>::state_at(int entry) const {
  return state_.data() + state_entries_[static_cast<std::size_t>(entry)].offset;
}

template class Parameters<float>;
template class Parameters<double>;

} // namespace canon::nn
