#include "model/encoder.hpp"

#include "autograd/noise.hpp"
#include "device/error.hpp"
#include "model/encoder_gin.hpp"
#include "model/encoder_mlp.hpp"

#include <functional>

namespace canon::nn {
namespace {

template <typename T>
class PlainEncoder : public Encoder<T> {
public:
  explicit PlainEncoder(std::int64_t columns) : columns_(columns) {}
  Var operator()(Tape<T>& tape, const GraphBatch<T>& batch, const Pass&) const override {
    return tape.constant(encoding_of(batch, columns_));
  }
  [[nodiscard]] std::int64_t width() const override { return columns_; }

private:
  std::int64_t columns_;
};

template <typename T>
class RandomSignEncoder : public Encoder<T> {
public:
  /// Coins for every graph, or one per column for all graphs of a batch.
  RandomSignEncoder(std::int64_t columns, bool by_graph) : columns_(columns), by_graph_(by_graph) {}
  Var operator()(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const override {
    const Matrix<const T> encoding = encoding_of(batch, columns_);
    if (!pass.training) return tape.constant(encoding);
    return by_graph_ ? random_signs(tape, encoding, batch.graph_nodes(), pass.seed)
                     : random_signs(tape, encoding, pass.seed);
  }
  [[nodiscard]] std::int64_t width() const override { return columns_; }

private:
  std::int64_t columns_;
  bool by_graph_;
};

} // namespace

template <typename T>
Matrix<const T> encoding_of(const GraphBatch<T>& batch, std::int64_t width) {
  if (batch.encoding().columns != width)
    throw ArgumentError("positional encoding: expected " + std::to_string(width) +
                        " columns, got " + std::to_string(batch.encoding().columns));
  return batch.encoding();
}

template <typename T>
std::unique_ptr<Encoder<T>> make_encoder(Parameters<T>& parameters, const ModelOptions& options) {
  const std::int64_t k = options.encoding;
  if (options.encoder != EncoderKind::none && k < 1)
    throw ArgumentError("encoder " + std::string(name(options.encoder)) +
                        ": expected at least 1 column of the positional encoding, got " +
                        std::to_string(k));
  switch (options.encoder) {
  case EncoderKind::none:
    return nullptr;
  case EncoderKind::lappe:
    return std::make_unique<PlainEncoder<T>>(k);
  case EncoderKind::random_sign:
    return std::make_unique<RandomSignEncoder<T>>(k, true);
  case EncoderKind::random_sign_batch:
    return std::make_unique<RandomSignEncoder<T>>(k, false);
  case EncoderKind::signnet:
    return std::make_unique<GinEncoder<T>>(parameters, options, true);
  case EncoderKind::signnet_one:
  case EncoderKind::map:
    return std::make_unique<GinEncoder<T>>(parameters, options, false);
  case EncoderKind::signnet_mlp:
    return std::make_unique<MlpEncoder<T>>(parameters, options);
  }
  return nullptr;
}

#define CANON_INSTANTIATE(T)                                                                       \
  template Matrix<const T> encoding_of(const GraphBatch<T>&, std::int64_t);                        \
  template std::unique_ptr<Encoder<T>> make_encoder(Parameters<T>&, const ModelOptions&);
CANON_INSTANTIATE(float)
CANON_INSTANTIATE(double)
#undef CANON_INSTANTIATE

} // namespace canon::nn
