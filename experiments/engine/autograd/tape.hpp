#pragma once

#include "device/matrix.hpp"
#include "device/pool.hpp"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <vector>

namespace canon::nn {

/// A matrix on a tape.
struct Var {
  std::int32_t id = -1;
  [[nodiscard]] bool exists() const { return id >= 0; }
};

/// The values of one pass forward and how to go back. Every operation appends its result and a
/// function that turns the result's gradient into its arguments'. Gradients come into being when
/// they are first written, and memory goes back to the pool as soon as the way back has passed it.
///
/// The rules for an operation (each in autograd/*.cpp): check shapes and throw ArgumentError; make
/// the result; launch; if anything wants a gradient, record(). In the function: write_grad() of
/// each argument that wants_grad(), storing into it or adding to it as told.
template <typename T>
class Tape {
public:
  /// A gradient to be written: `add` says whether there is something to keep.
  struct Target {
    Matrix<T> to;
    bool add;
  };

  explicit Tape(Pool& pool) : pool_(&pool) {}
  Tape(const Tape&) = delete;
  Tape& operator=(const Tape&) = delete;
  ~Tape() { clear(); }

  /// Someone else's matrix, without a gradient.
  Var constant(Matrix<const T> value);
  /// Someone else's matrix and gradient; the latter is added to.
  Var leaf(Matrix<const T> value, Matrix<T> gradient);
  /// A new one, not initialised.
  Var make(std::int64_t rows, std::int64_t columns);

  /// Says that nobody will read the value of `var` on the way back but those who are told of it, so
  /// that its memory may serve for the next result.
  void allow_reuse(Var var) { node(var).reusable = true; }
  /// A new one of the shape of `from`, in the memory of `from` if that was allowed: each element
  /// may be read before, and only before, it is written.
  Var make_from(Var from);

  [[nodiscard]] Matrix<T> value(Var var) const { return node(var).value; }
  [[nodiscard]] std::int64_t rows(Var var) const { return node(var).value.rows; }
  [[nodiscard]] std::int64_t columns(Var var) const { return node(var).value.columns; }

  /// Whether anything that the operation on these made can be trained; false in evaluation.
  [[nodiscard]] bool wants_grad(Var var) const { return node(var).wants_grad; }
  /// `results` were made from `arguments`: they want a gradient if one of those does, and then
  /// `back` is called once at least one of the results has one.
  void record(std::initializer_list<Var> results, std::initializer_list<Var> arguments,
              std::function<void(Tape&)> back);
  void record(std::initializer_list<Var> results, const std::vector<Var>& arguments,
              std::function<void(Tape&)> back);

  // For use in `back`:
  [[nodiscard]] bool has_grad(Var var) const { return node(var).has_grad; }
  [[nodiscard]] Matrix<T> grad(Var var) const { return node(var).gradient; }
  [[nodiscard]] Target write_grad(Var var);
  /// Adds the gradient of `from` to that of `to`, of the same size; hands over the memory if `to`
  /// has none yet. The last thing done with `from`.
  void hand_grad(Var from, Var to);

  /// Memory for the way back: kept until then, or until clear().
  [[nodiscard]] T* keep(std::int64_t count);

  /// From the 1 x 1 `loss` to every leaf.
  void backward(Var loss);
  /// From results whose gradients are known, each different and of its matrix's size.
  struct Seed {
    Var of;
    const T* gradient;
  };
  void backward(const std::vector<Seed>& seeds);
  /// Forgets everything; all memory goes back to the pool.
  void clear();

  /// In evaluation nothing is recorded.
  void set_recording(bool on) { recording_ = on; }
  [[nodiscard]] Pool& pool() const { return *pool_; }
  [[nodiscard]] Backend backend() const { return pool_->backend(); }

  /// A number that differs from operation to operation and is the same in every run.
  [[nodiscard]] std::uint64_t next_number() { return number_++; }

private:
  struct Node {
    Matrix<T> value, gradient;
    bool wants_grad = false, has_grad = false;
    bool owns_value = false, owns_gradient = false, reusable = false;
  };
  struct Step {
    std::vector<Var> results;
    std::function<void(Tape&)> back;
  };

  [[nodiscard]] Node& node(Var var) { return nodes_[static_cast<std::size_t>(var.id)]; }
  [[nodiscard]] const Node& node(Var var) const { return nodes_[static_cast<std::size_t>(var.id)]; }
  Var add_node(const Node& node);
  void record_step(std::initializer_list<Var> results, const Var* arguments, std::size_t count,
                   std::function<void(Tape&)> back);
  void go_back(Var kept);
  void drop_value(Node& node);
  void drop_gradient(Node& node);

  Pool* pool_;
  std::vector<Node> nodes_;
  std::vector<Step> steps_;
  std::vector<Matrix<T>> kept_;
  bool recording_ = true;
  std::uint64_t number_ = 0;
};

} // namespace canon::nn
