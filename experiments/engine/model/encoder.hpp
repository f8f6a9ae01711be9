#pragma once

#include "batch/graph_batch.hpp"
#include "model/layers.hpp"
#include "model/options.hpp"

#include <memory>

namespace canon::nn {

/// What becomes of the positional encoding before it meets the node's features.
template <typename T>
class Encoder {
public:
  virtual ~Encoder() = default;
  /// nodes x width()
  virtual Var operator()(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const = 0;
  [[nodiscard]] virtual std::int64_t width() const = 0;
};

/// By options.encoder:
///   none          no encoder (null)
///   lappe         the columns as they are
///   random_sign   in training each column of each graph times a random sign
///   random_sign_batch   the same with one sign per column for the whole batch, as published
///   signnet       phi(v) + phi(-v) of each column by a shared GIN, summed, then an MLP
///   signnet_one   the same with phi(v) only
///   map           a plain GNN on canonical columns: the network of signnet_one
///   signnet_mlp   phi(v) + phi(-v) by an MLP on single numbers, side by side, then a linear map
/// ArgumentError without columns to encode.
template <typename T>
std::unique_ptr<Encoder<T>> make_encoder(Parameters<T>& parameters, const ModelOptions& options);

/// The batch's encoding; ArgumentError if it has not `width` columns.
template <typename T>
Matrix<const T> encoding_of(const GraphBatch<T>& batch, std::int64_t width);

} // namespace canon::nn
