#pragma once

#include "model/settings.hpp"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace canon::nn {

/// How many values each integer feature has; one number stands for one feature.
class Tables {
public:
  Tables(std::int64_t only) : sizes_{only} {} // NOLINT(google-explicit-constructor)
  Tables(std::initializer_list<std::int64_t> sizes) : sizes_(sizes) {}
  Tables(std::vector<std::int64_t> sizes) // NOLINT(google-explicit-constructor)
      : sizes_(std::move(sizes)) {}

  [[nodiscard]] const std::vector<std::int64_t>& sizes() const { return sizes_; }
  [[nodiscard]] bool none() const { return sizes_.empty(); }

private:
  std::vector<std::int64_t> sizes_;
};

/// All that can be said of a model, for every architecture; each reads what concerns it, and what
/// it would ignore is refused (option_check.hpp). `model` is a name of the registry in zoo.hpp. The
/// defaults are GatedGCN on ZINC.
struct ModelOptions {
  std::string model = "gated_gcn";
  EncoderKind encoder = EncoderKind::none; ///< of the positional encoding

  // What the data have.
  Tables node_types = 28, edge_types = 4;
  std::int64_t features = 0; ///< real numbers of a node
  std::int64_t encoding = 0; ///< columns of the positional encoding

  std::int64_t hidden = 78, out = 78; ///< width of the layers, and of the last one
  int layers = 16;
  std::int64_t outputs = 1;
  std::int64_t noise = 0; ///< so many of a node's input numbers are drawn anew in every pass

  Join join = Join::mix;
  Activation activation = Activation::relu;
  NormKind norm = NormKind::batch; ///< between layers where the architecture leaves it open
  Pooling pool = Pooling::mean;
  HeadKind head = HeadKind::halving;
  double dropout = 0.0;      ///< in the layers
  double head_dropout = 0.0; ///< before the first two maps of the head "halving"
  bool residual = true;      ///< where the architecture leaves it open
  TableStart table_start = TableStart::normal;

  // Of SignNet and the GNN in its place.
  std::int64_t encoder_hidden = 67;
  int encoder_layers = 6;
  std::int64_t encoder_out = 0; ///< width of phi's results; 0: encoder_hidden
  EncoderColumns encoder_columns = EncoderColumns::sum;
  EncoderGraph encoder_graph = EncoderGraph::bonds;
  double encoder_dropout = 0.0;

  bool graph_norm = false;      ///< of GatedGCN: rows times nodes^-1/2 before the batch norm
  std::int64_t heads = 8;       ///< of SAN and GraphiT
  std::int64_t towers = 5;      ///< of PNA; 0: one layer of its kind for OGB, see pna.hpp
  std::int64_t edge_width = 40; ///< of PNA
  double log_degree = 1.0;      ///< of PNA: mean of log(degree + 1) over the training set
  std::vector<PnaAggregator> aggregators{PnaAggregator::mean, PnaAggregator::max,
                                         PnaAggregator::min, PnaAggregator::deviation};
  std::vector<PnaScaler> scalers{PnaScaler::identity, PnaScaler::amplification,
                                 PnaScaler::attenuation};
};

/// All of them in one line, for a checkpoint to compare: a run resumes only with the same.
[[nodiscard]] std::string describe(const ModelOptions& options);

} // namespace canon::nn
