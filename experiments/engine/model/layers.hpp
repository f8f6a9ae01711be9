#pragma once

#include "autograd/activation.hpp"
#include "autograd/batch_norm.hpp"
#include "autograd/linear.hpp"
#include "autograd/segment.hpp"
#include "model/parameters.hpp"

#include <string>
#include <vector>

/// The pieces that architectures are made of. Each adds its parameters when it is built and lays
/// its operations on a tape when it is called.
namespace canon::nn {

/// What is said of one pass: whether statistics move and dropout drops, and the dropout's seed.
struct Pass {
  bool training = true;
  std::uint64_t seed = 0;
};

/// x W + b, both initialised by linear_start(), or as given.
template <typename T>
class Linear {
public:
  Linear(Parameters<T>& parameters, const std::string& name, std::int64_t in, std::int64_t out,
         bool bias = true);
  Linear(Parameters<T>& parameters, const std::string& name, std::int64_t in, std::int64_t out,
         Start weight, Start bias);
  Var operator()(Tape<T>& tape, Var x) const;
  /// relu(x W + b), with a bias
  Var then_relu(Tape<T>& tape, Var x) const;
  Var weight(Tape<T>& tape) const;
  /// None if it has none.
  Var bias(Tape<T>& tape) const;

private:
  const Parameters<T>* parameters_;
  int weight_, bias_ = -1;
};

/// Rows of a table, initialised as N(0, 1) by default.
template <typename T>
class Embedding {
public:
  Embedding(Parameters<T>& parameters, const std::string& name, std::int64_t rows,
            std::int64_t width, Start start = {Start::Kind::normal, 1.0});
  [[nodiscard]] std::int64_t rows() const { return rows_; }
  Var operator()(Tape<T>& tape, const Pick& pick) const;
  /// The whole table.
  Var all(Tape<T>& tape) const;
  /// One row of the table, 1 x width.
  Var row(Tape<T>& tape, std::int64_t which) const;

private:
  const Parameters<T>* parameters_;
  std::int64_t rows_;
  int table_;
};

template <typename T>
class BatchNorm {
public:
  BatchNorm(Parameters<T>& parameters, const std::string& name, std::int64_t width);
  Var operator()(Tape<T>& tape, Var x, const Pass& pass, bool relu = false,
                 Var residual = {}) const;
  NormVars<T> vars(Tape<T>& tape) const;

private:
  const Parameters<T>* parameters_;
  int gamma_, beta_, mean_, variance_;
};

/// Of each row, with the 1e-6 of the paper's synthetic experiment.
template <typename T>
class LayerNorm {
public:
  LayerNorm(Parameters<T>& parameters, const std::string& name, std::int64_t width);
  Var operator()(Tape<T>& tape, Var x) const;

private:
  const Parameters<T>* parameters_;
  int gamma_, beta_;
};

/// Linear maps of `blocks` parts of a row, side by side.
template <typename T>
class BlockLinear {
public:
  BlockLinear(Parameters<T>& parameters, const std::string& name, std::int64_t blocks,
              std::int64_t in, std::int64_t out, Start start);
  Var operator()(Tape<T>& tape, Var x) const;

private:
  const Parameters<T>* parameters_;
  std::int64_t blocks_;
  int weight_;
};

/// Linear - ReLU - ... - Linear through the given widths.
template <typename T>
class Mlp {
public:
  Mlp(Parameters<T>& parameters, const std::string& name, const std::vector<std::int64_t>& widths);
  Var operator()(Tape<T>& tape, Var x) const;
  /// With a ReLU at the end too.
  Var then_relu(Tape<T>& tape, Var x) const;

private:
  std::vector<Linear<T>> layers_;
};

/// Linear - ReLU - batch norm - dropout - ... - Linear through the given widths.
template <typename T>
class NormedMlp {
public:
  NormedMlp(Parameters<T>& parameters, const std::string& name,
            const std::vector<std::int64_t>& widths, double dropout = 0.0);
  Var operator()(Tape<T>& tape, Var x, const Pass& pass) const;
  /// Its parts, for operations that do more than it at once.
  [[nodiscard]] const Linear<T>& layer(std::size_t i) const { return layers_[i]; }
  [[nodiscard]] const BatchNorm<T>& norm(std::size_t i) const { return norms_[i]; }

private:
  double dropout_;
  std::vector<Linear<T>> layers_;
  std::vector<BatchNorm<T>> norms_;
};

} // namespace canon::nn
