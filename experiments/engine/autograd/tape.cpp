#include "autograd/tape.hpp"

#include "device/error.hpp"
#include "device/launch.hpp"
#include "kernels/elementwise.hpp"

namespace canon::nn {

template <typename T>
Var Tape<T>::add_node(const Node& node) {
  nodes_.push_back(node);
  return {static_cast<std::int32_t>(nodes_.size() - 1)};
}

template <typename T>
Var Tape<T>::constant(Matrix<const T> value) {
  Node node;
  node.value = {const_cast<T*>(value.data), value.rows, value.columns}; // never written through
  return add_node(node);
}

template <typename T>
Var Tape<T>::leaf(Matrix<const T> value, Matrix<T> gradient) {
  Node node;
  node.value = {const_cast<T*>(value.data), value.rows, value.columns};
  node.gradient = gradient;
  node.wants_grad = recording_;
  node.has_grad = true;
  return add_node(node);
}

template <typename T>
Var Tape<T>::make(std::int64_t rows, std::int64_t columns) {
  Node node;
  node.value = {static_cast<T*>(pool_->take(static_cast<std::size_t>(rows * columns) * sizeof(T))),
                rows, columns};
  node.owns_value = true;
  return add_node(node);
}

template <typename T>
Var Tape<T>::make_from(Var from) {
  Node& source = node(from);
  if (!source.reusable || !source.owns_value) return make(source.value.rows, source.value.columns);
  Node result;
  result.value = source.value;
  result.owns_value = true;
  source.owns_value = source.reusable = false;
  return add_node(result);
}

template <typename T>
void Tape<T>::record(std::initializer_list<Var> results, std::initializer_list<Var> arguments,
                     std::function<void(Tape&)> back) {
  record_step(results, arguments.begin(), arguments.size(), std::move(back));
}

template <typename T>
void Tape<T>::record(std::initializer_list<Var> results, const std::vector<Var>& arguments,
                     std::function<void(Tape&)> back) {
  record_step(results, arguments.data(), arguments.size(), std::move(back));
}

template <typename T>
void Tape<T>::record_step(std::initializer_list<Var> results, const Var* arguments,
                          std::size_t count, std::function<void(Tape&)> back) {
  if (!recording_) return;
  bool wanted = false;
  for (std::size_t i = 0; i < count; ++i)
    wanted = wanted || (arguments[i].exists() && wants_grad(arguments[i]));
  if (!wanted) return;
  for (const Var result : results)
    node(result).wants_grad = true;
  steps_.push_back({results, std::move(back)});
}

template <typename T>
typename Tape<T>::Target Tape<T>::write_grad(Var var) {
  Node& target = node(var);
  const bool add = target.has_grad;
  if (!add) {
    target.gradient = target.value;
    target.gradient.data =
        static_cast<T*>(pool_->take(static_cast<std::size_t>(target.value.size()) * sizeof(T)));
    target.owns_gradient = target.has_grad = true;
  }
  return {target.gradient, add};
}

template <typename T>
void Tape<T>::hand_grad(Var from, Var to) {
  Node& source = node(from);
  Node& target = node(to);
  if (!target.has_grad && source.owns_gradient) {
    target.gradient = target.value; // the shape; `from` may be another view of the same numbers
    target.gradient.data = source.gradient.data;
    target.has_grad = target.owns_gradient = true;
    source.has_grad = source.owns_gradient = false;
    return;
  }
  const Target out = write_grad(to);
  for_each_element<T>(backend(), source.gradient.size(),
                      kernel::Copy<T>{source.gradient.data, out.to.data, out.add});
}

template <typename T>
T* Tape<T>::keep(std::int64_t count) {
  kept_.push_back(
      {static_cast<T*>(pool_->take(static_cast<std::size_t>(count) * sizeof(T))), 1, count});
  return kept_.back().data;
}

template <typename T>
void Tape<T>::drop_value(Node& node) {
  if (node.owns_value)
    pool_->give(node.value.data, static_cast<std::size_t>(node.value.size()) * sizeof(T));
  node.owns_value = false;
}

template <typename T>
void Tape<T>::drop_gradient(Node& node) {
  if (node.owns_gradient)
    pool_->give(node.gradient.data, static_cast<std::size_t>(node.gradient.size()) * sizeof(T));
  node.owns_gradient = node.has_grad = false;
}

template <typename T>
void Tape<T>::backward(Var loss) {
  if (rows(loss) != 1 || columns(loss) != 1) throw ArgumentError("backward: expected a 1 x 1 loss");
  if (!wants_grad(loss)) return;
  const Target seed = write_grad(loss);
  for_each_element<T>(backend(), 1, kernel::Fill<T>{seed.to.data, T(1)});
  go_back(loss);
}

template <typename T>
void Tape<T>::backward(const std::vector<Seed>& seeds) {
  for (const Seed& seed : seeds) {
    if (!wants_grad(seed.of)) continue;
    const Target to = write_grad(seed.of);
    for_each_element<T>(backend(), to.to.size(),
                        kernel::Copy<T>{seed.gradient, to.to.data, to.add});
  }
  go_back({});
}

template <typename T>
void Tape<T>::go_back(Var kept) {
  while (!steps_.empty()) {
    const Step step = std::move(steps_.back());
    steps_.pop_back();
    bool reached = false;
    for (const Var result : step.results)
      reached = reached || has_grad(result);
    if (reached) step.back(*this);
    for (const Var result : step.results) {
      drop_gradient(node(result));
      // Whoever read this value on the way forward has been passed; the loss is still to be read.
      if (result.id != kept.id) drop_value(node(result));
    }
  }
}

template <typename T>
void Tape<T>::clear() {
  for (Node& node : nodes_) {
    drop_value(node);
    drop_gradient(node);
  }
  for (const Matrix<T>& block : kept_)
    pool_->give(block.data, static_cast<std::size_t>(block.size()) * sizeof(T));
  nodes_.clear();
  steps_.clear();
  kept_.clear();
  number_ = 0;
}

template class Tape<float>;
template class Tape<double>;

} // namespace canon::nn
