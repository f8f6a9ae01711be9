#pragma once

#include "autograd/gated_stack.hpp"
#include "model/encoder.hpp"

/// What enters the first layer.
namespace canon::nn {

/// Sum of the embeddings of all integer features and of a linear map of the real ones, if there are
/// any. Edges have no real features; edges without any feature share one learnt row.
template <typename T>
class NodeFeatures {
public:
  NodeFeatures(Parameters<T>& parameters, const ModelOptions& options, std::int64_t width);
  [[nodiscard]] bool any() const { return !tables_.empty() || !linear_.empty(); }
  Var operator()(Tape<T>& tape, const GraphBatch<T>& batch) const;
  /// The same, as rows of a table where it is no more than that.
  PickedRows picked(Tape<T>& tape, const GraphBatch<T>& batch) const;

private:
  std::int64_t features_;
  std::vector<Embedding<T>> tables_;
  std::vector<Linear<T>> linear_; ///< one or none
};

template <typename T>
class EdgeFeatures {
public:
  EdgeFeatures(Parameters<T>& parameters, const ModelOptions& options, std::int64_t width);
  /// edges x width
  Var operator()(Tape<T>& tape, const GraphBatch<T>& batch) const;
  /// The same, as rows of a table where it is no more than that.
  PickedRows picked(Tape<T>& tape, const GraphBatch<T>& batch) const;
  /// 1 x width: of a pair that is no edge, all of whose integer features are 0
  Var absent(Tape<T>& tape) const;

private:
  bool typed_;
  std::vector<Embedding<T>> tables_;
};

/// nodes x width: the node's features and its encoding, joined. The last `noise` columns are drawn
/// anew in every pass, in evaluation too; with noise = width nothing else is there.
///   add   h + P p
///   mix   M [h | P p]
template <typename T>
class NodeInput {
public:
  NodeInput(Parameters<T>& parameters, const ModelOptions& options);
  Var operator()(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const;
  /// The same, as rows of a table where it is no more than that.
  PickedRows picked(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const;

private:
  std::int64_t width_, noise_;
  std::unique_ptr<NodeFeatures<T>> features_; ///< null if all is noise
  std::unique_ptr<Encoder<T>> encoder_;       ///< or null
  std::vector<Linear<T>> project_, mix_;      ///< one or none each
};

/// For set models: integer features as rows of zeros and a one, the real features, the encoding and
/// the noise, side by side as they are.
template <typename T>
class PlainInput {
public:
  PlainInput(Parameters<T>& parameters, const ModelOptions& options);
  [[nodiscard]] std::int64_t width() const { return width_; }
  Var operator()(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const;

private:
  std::vector<std::int64_t> tables_;
  std::int64_t features_, noise_, width_;
  std::unique_ptr<Encoder<T>> encoder_;
};

} // namespace canon::nn
