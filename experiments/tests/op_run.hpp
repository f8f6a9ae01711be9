#pragma once

#include "op_cases.hpp"

#include <algorithm>
#include <cmath>

/// Lays one case of op_cases.hpp on a tape.
namespace canon::nn::test {

/// The numbers do not depend on the precision.
inline std::vector<double> drawn(const Input& input, Rng& rng) {
  const auto count = static_cast<std::size_t>(input.rows * input.columns);
  std::vector<double> values(count);
  if (!input.spaced) {
    for (double& value : values)
      value = draw(rng, input.low, input.high);
    return values;
  }
  const std::vector<std::size_t> place = random_permutation(count, rng);
  for (std::size_t i = 0; i < count; ++i) {
    const double cell =
        (static_cast<double>(place[i]) + draw(rng, 0.25, 0.75)) / static_cast<double>(count);
    values[i] = input.low + (input.high - input.low) * cell;
    if (std::abs(values[i]) < 0.01) values[i] += 0.0201;
  }
  return values;
}

/// A case with its inputs, and with the weights by which its results are summed to a loss.
template <typename T>
class CaseRun {
public:
  CaseRun(Pool& pool, const OpCase<T>& op, std::uint64_t seed)
      : pool_(&pool), op_(&op), tape_(pool), seed_(seed) {
    Rng rng = trial_rng(seed, 0);
    for (const Input& input : op.inputs) {
      const std::vector<double> values = drawn(input, rng);
      inputs_.emplace_back(values.begin(), values.end());
      on_backend_.push_back(array_of(pool, inputs_.back()));
      gradients_.emplace_back(pool, inputs_.back().size());
    }
  }

  [[nodiscard]] std::size_t inputs() const { return inputs_.size(); }
  [[nodiscard]] std::size_t size(std::size_t input) const { return inputs_[input].size(); }

  void nudge(std::size_t input, std::size_t at, T by) {
    std::vector<T> values = inputs_[input];
    values[at] += by;
    copy_to_backend(pool_->backend(), on_backend_[input].data(), values.data(),
                    values.size() * sizeof(T));
  }

  /// Moves every number of the inputs by up to a share of itself.
  void shake(double share) {
    Rng rng = trial_rng(seed_, 2);
    for (std::size_t input = 0; input < inputs_.size(); ++input) {
      for (T& value : inputs_[input])
        value += static_cast<T>(draw(rng, -share, share)) * value;
      copy_to_backend(pool_->backend(), on_backend_[input].data(), inputs_[input].data(),
                      inputs_[input].size() * sizeof(T));
    }
  }

  /// The results of a pass forward, each as it lies.
  std::vector<std::vector<T>> forward() {
    lay(false);
    return results();
  }

  /// Forward and back; the gradients are at hand afterwards.
  void step() {
    lay(true);
    if (weights_.empty()) draw_weights();
    std::vector<typename Tape<T>::Seed> seeds;
    for (std::size_t i = 0; i < outputs_.size(); ++i)
      seeds.push_back({outputs_[i], weights_on_backend_[i].data()});
    tape_.backward(seeds);
  }

  [[nodiscard]] double loss() {
    const std::vector<std::vector<T>> values = forward();
    if (weights_.empty()) draw_weights();
    double sum = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i)
      for (std::size_t j = 0; j < values[i].size(); ++j)
        sum += static_cast<double>(values[i][j]) * static_cast<double>(weights_[i][j]);
    return sum;
  }

  [[nodiscard]] std::vector<T> gradient(std::size_t input) const {
    std::vector<T> values(size(input));
    copy_to_host(pool_->backend(), values.data(), gradients_[input].data(),
                 values.size() * sizeof(T));
    return values;
  }

  /// Numbers that step() must at least read and write: the inputs and results, gradients that are
  /// set (the seeds) or set to 0 and added to (the leaves'), and what the way back reads again.
  [[nodiscard]] double traffic() const {
    double sum = op_->reread;
    for (const std::vector<T>& input : inputs_)
      sum += 4.0 * static_cast<double>(input.size());
    for (const std::vector<T>& weight : weights_)
      sum += 4.0 * static_cast<double>(weight.size());
    return sum;
  }

private:
  void lay(bool recording) {
    tape_.clear();
    tape_.set_recording(recording);
    std::vector<Var> x;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      const Input& input = op_->inputs[i];
      const Matrix<const T> value{on_backend_[i].data(), input.rows, input.columns};
      fill_zero(pool_->backend(), gradients_[i].data(), inputs_[i].size() * sizeof(T));
      x.push_back(input.trained
                      ? tape_.leaf(value, {gradients_[i].data(), input.rows, input.columns})
                      : tape_.constant(value));
    }
    outputs_ = op_->apply(tape_, x);
  }

  [[nodiscard]] std::vector<std::vector<T>> results() const {
    std::vector<std::vector<T>> all;
    for (const Var output : outputs_) {
      const Matrix<T> value = tape_.value(output);
      all.emplace_back(static_cast<std::size_t>(value.size()));
      copy_to_host(pool_->backend(), all.back().data(), value.data, all.back().size() * sizeof(T));
    }
    return all;
  }

  void draw_weights() {
    Rng rng = trial_rng(seed_, 1);
    for (const Var output : outputs_) {
      std::vector<T> values(static_cast<std::size_t>(tape_.value(output).size()));
      for (T& value : values)
        value = static_cast<T>(draw(rng, -1.0, 1.0));
      weights_on_backend_.push_back(array_of(*pool_, values));
      weights_.push_back(std::move(values));
    }
  }

  Pool* pool_;
  const OpCase<T>* op_;
  Tape<T> tape_;
  std::uint64_t seed_;
  std::vector<std::vector<T>> inputs_, weights_;
  std::vector<Array<T>> on_backend_, gradients_, weights_on_backend_;
  std::vector<Var> outputs_;
};

} // namespace canon::nn::test
