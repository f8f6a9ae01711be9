#include "model/input.hpp"

#include "autograd/arithmetic.hpp"
#include "autograd/noise.hpp"
#include "device/error.hpp"

namespace canon::nn {
namespace {

template <typename T>
Var features_of(Tape<T>& tape, const GraphBatch<T>& batch, std::int64_t width) {
  if (batch.features().columns != width)
    throw ArgumentError("node features: expected " + std::to_string(width) + " columns, got " +
                        std::to_string(batch.features().columns));
  return tape.constant(batch.features());
}

/// "node_type", "node_type1", "node_type2", ...
std::string numbered(const std::string& name, std::size_t i) {
  return i == 0 ? name : name + std::to_string(i);
}

Start table_start(const ModelOptions& options, std::int64_t rows, std::int64_t width) {
  if (options.table_start == TableStart::xavier) return xavier_start(rows, width);
  return {Start::Kind::normal, 1.0};
}

/// x + y where x may not be there yet
template <typename T>
Var plus(Tape<T>& tape, Var x, Var y) {
  return x.exists() ? add(tape, x, y) : y;
}

} // namespace

template <typename T>
NodeFeatures<T>::NodeFeatures(Parameters<T>& parameters, const ModelOptions& options,
                              std::int64_t width)
    : features_(options.features) {
  for (const std::int64_t size : options.node_types.sizes())
    tables_.emplace_back(parameters, numbered("node_type", tables_.size()), size, width,
                         table_start(options, size, width));
  if (features_ > 0) linear_.emplace_back(parameters, "node_features", features_, width);
  if (!any()) throw ArgumentError("model: expected nodes with features, types or noise");
}

template <typename T>
Var NodeFeatures<T>::operator()(Tape<T>& tape, const GraphBatch<T>& batch) const {
  Var h;
  for (std::size_t i = 0; i < tables_.size(); ++i)
    h = plus(tape, h, tables_[i](tape, batch.node_type(static_cast<int>(i), tables_[i].rows())));
  if (!linear_.empty()) h = plus(tape, h, linear_[0](tape, features_of(tape, batch, features_)));
  return h;
}

template <typename T>
PickedRows NodeFeatures<T>::picked(Tape<T>& tape, const GraphBatch<T>& batch) const {
  if (tables_.size() != 1 || !linear_.empty()) return {(*this)(tape, batch)};
  return {tables_[0].all(tape), batch.node_type(0, tables_[0].rows())};
}

template <typename T>
EdgeFeatures<T>::EdgeFeatures(Parameters<T>& parameters, const ModelOptions& options,
                              std::int64_t width)
    : typed_(!options.edge_types.none()) {
  for (const std::int64_t size : options.edge_types.sizes())
    tables_.emplace_back(parameters, numbered("edge_type", tables_.size()), size, width,
                         table_start(options, size, width));
  if (!typed_) // of pairs, and of edges
    tables_.emplace_back(parameters, "edge", 2, width, table_start(options, 2, width));
}

template <typename T>
Var EdgeFeatures<T>::operator()(Tape<T>& tape, const GraphBatch<T>& batch) const {
  if (!typed_) {
    const Var row = tables_[0].row(tape, 1);
    const Var zero = tape.make(batch.edges().edges, tape.columns(row));
    fill_zero(tape.backend(), tape.value(zero).data,
              static_cast<std::size_t>(tape.value(zero).size()) * sizeof(T));
    return add_bias(tape, zero, row);
  }
  Var e;
  for (std::size_t i = 0; i < tables_.size(); ++i)
    e = plus(tape, e, tables_[i](tape, batch.edge_type(static_cast<int>(i), tables_[i].rows())));
  return e;
}

template <typename T>
PickedRows EdgeFeatures<T>::picked(Tape<T>& tape, const GraphBatch<T>& batch) const {
  if (tables_.size() != 1 || !typed_) return {(*this)(tape, batch)};
  return {tables_[0].all(tape), batch.edge_type(0, tables_[0].rows())};
}

template <typename T>
Var EdgeFeatures<T>::absent(Tape<T>& tape) const {
  Var e;
  for (const Embedding<T>& table : tables_)
    e = plus(tape, e, table.row(tape, 0));
  return e;
}

template <typename T>
NodeInput<T>::NodeInput(Parameters<T>& parameters, const ModelOptions& options)
    : width_(options.hidden), noise_(options.noise) {
  if (noise_ < 0 || noise_ > width_)
    throw ArgumentError("noise: expected 0 to " + std::to_string(width_) + " columns, got " +
                        std::to_string(noise_));
  const std::int64_t learnt = width_ - noise_;
  if (learnt == 0) return;
  features_ = std::make_unique<NodeFeatures<T>>(parameters, options, learnt);
  encoder_ = make_encoder(parameters, options);
  if (encoder_ == nullptr) return;
  project_.emplace_back(parameters, "encoding", encoder_->width(), learnt);
  if (options.join == Join::mix) mix_.emplace_back(parameters, "mix", 2 * learnt, learnt);
}

template <typename T>
Var NodeInput<T>::operator()(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const {
  if (features_ == nullptr) return random_normal(tape, batch.nodes(), noise_, pass.seed);
  Var h = (*features_)(tape, batch);
  if (encoder_ != nullptr) {
    const Var p = project_[0](tape, (*encoder_)(tape, batch, pass));
    h = mix_.empty() ? add(tape, h, p)
                     : mix_[0](tape, concat_columns(tape, std::vector<Var>{h, p}));
  }
  if (noise_ == 0) return h;
  return concat_columns(tape,
                        std::vector<Var>{h, random_normal(tape, batch.nodes(), noise_, pass.seed)});
}

template <typename T>
PickedRows NodeInput<T>::picked(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const {
  if (features_ == nullptr || encoder_ != nullptr || noise_ > 0)
    return {(*this)(tape, batch, pass)};
  return features_->picked(tape, batch);
}

template <typename T>
PlainInput<T>::PlainInput(Parameters<T>& parameters, const ModelOptions& options)
    : tables_(options.node_types.sizes()), features_(options.features), noise_(options.noise),
      width_(features_ + noise_), encoder_(make_encoder(parameters, options)) {
  for (const std::int64_t size : tables_)
    width_ += size;
  if (encoder_ != nullptr) width_ += encoder_->width();
  if (width_ < 1) throw ArgumentError("model: expected nodes with features, types or noise");
}

template <typename T>
Var PlainInput<T>::operator()(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const {
  std::vector<Var> parts;
  for (std::size_t i = 0; i < tables_.size(); ++i)
    parts.push_back(one_hot(tape, batch.node_type(static_cast<int>(i), tables_[i])));
  if (features_ > 0) parts.push_back(features_of(tape, batch, features_));
  if (encoder_ != nullptr) parts.push_back((*encoder_)(tape, batch, pass));
  if (noise_ > 0) parts.push_back(random_normal(tape, batch.nodes(), noise_, pass.seed));
  return parts.size() == 1 ? parts[0] : concat_columns(tape, parts);
}

template class NodeFeatures<float>;
template class NodeFeatures<double>;
template class EdgeFeatures<float>;
template class EdgeFeatures<double>;
template class NodeInput<float>;
template class NodeInput<double>;
template class PlainInput<float>;
template class PlainInput<double>;

} // namespace canon::nn
