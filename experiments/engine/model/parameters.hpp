#pragma once

#include "autograd/batch_norm.hpp"
#include "autograd/tape.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace canon::nn {

/// How a parameter begins.
struct Start {
  enum class Kind { constant, uniform, normal } kind = Kind::constant;
  double scale = 0.0; ///< the constant, the bound of U(-scale, scale), the standard deviation
};

/// U(-1/sqrt(in), 1/sqrt(in)), as PyTorch begins a linear map.
[[nodiscard]] Start linear_start(std::int64_t in);
/// U(-b, b) with b = gain sqrt(6 / (in + out)) (Glorot and Bengio).
[[nodiscard]] Start xavier_start(std::int64_t in, std::int64_t out, double gain = 1.0);

/// All numbers of a model in two flat arrays: the parameters, which the optimiser moves, with their
/// gradient beside them; and the state (running statistics), which it does not. Layers add theirs
/// when they are built; place() then draws them and puts them on the backend.
template <typename T>
class Parameters {
public:
  struct Entry {
    std::string name; ///< "layer3.node.weight"
    std::int64_t rows, columns, offset;
    Start start;
  };

  /// Numbers of the entry, for parameter() and state().
  int add(const std::string& name, std::int64_t rows, std::int64_t columns, Start start);
  int add_state(const std::string& name, std::int64_t columns, double value);

  /// The numbers drawn depend on the seed and on the entry's name only, not on the order of
  /// building.
  void place(Pool& pool, std::uint64_t seed);

  [[nodiscard]] std::int64_t size() const { return size_; }
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  [[nodiscard]] const std::vector<Entry>& state_entries() const { return state_entries_; }

  // To and from the host, whole.
  [[nodiscard]] std::vector<T> values() const;
  void set_values(const T* values);
  [[nodiscard]] std::vector<T> state() const;
  void set_state(const std::vector<T>& state);
  void read_gradient(T* to) const;
  void set_gradient(const T* from);
  void clear_gradient();

  // Where they are on the backend, `size()` numbers each.
  [[nodiscard]] T* values_data() const { return values_.data(); }
  [[nodiscard]] T* gradient_data() const { return gradient_.data(); }

  [[nodiscard]] Var on(Tape<T>& tape, int entry) const;
  /// One row of it alone.
  [[nodiscard]] Var row_on(Tape<T>& tape, int entry, std::int64_t row) const;
  [[nodiscard]] T* state_at(int entry) const;

private:
  std::vector<Entry> entries_, state_entries_;
  std::int64_t size_ = 0, state_size_ = 0;
  Pool* pool_ = nullptr;
  Array<T> values_, gradient_, state_;
};

} // namespace canon::nn
