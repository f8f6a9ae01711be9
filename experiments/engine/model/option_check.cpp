#include "model/option_check.hpp"

#include "device/error.hpp"

#include <algorithm>

namespace canon::nn {
namespace {

using Names = std::vector<std::string>;

void check_ranges(const ModelOptions& options) {
  const auto positive = [&](std::int64_t value, const char* what) {
    if (value < 1)
      throw ArgumentError(options.model + ": expected " + what + " >= 1, got " +
                          std::to_string(value));
  };
  positive(options.layers, "layers");
  positive(options.hidden, "hidden");
  positive(options.out, "out");
  positive(options.outputs, "outputs");
  const auto share = [&](double value, const char* what) {
    if (!(value >= 0.0 && value < 1.0))
      throw ArgumentError(options.model + ": expected " + what + " in [0, 1), got " +
                          std::to_string(value));
  };
  share(options.dropout, "a dropout");
  share(options.head_dropout, "a head_dropout");
  share(options.encoder_dropout, "an encoder_dropout");
  if (options.encoder_out < 0)
    throw ArgumentError(options.model + ": expected encoder_out >= 0, got " +
                        std::to_string(options.encoder_out));
}

} // namespace

void check_options(const ModelOptions& options) {
  check_ranges(options);
  const ModelOptions defaults;
  const Names with_tables{"gcn",        "gin", "gated_gcn", "pna",
                          "graph_conv", "san", "graphit",   "1-2-3-gcn-l"};
  // If it is set, `chosen` (a model, an encoder, a head) must be one of those that honour it.
  const auto honoured = [&](bool set, const char* option, const char* by, const std::string& chosen,
                            const Names& those) {
    if (!set || std::find(those.begin(), those.end(), chosen) != those.end()) return;
    std::string names;
    for (const std::string& name : those)
      names += (names.empty() ? "" : ", ") + name;
    throw ArgumentError(std::string(option) + ": the " + by + " " + chosen +
                        " does not honour it, expected one of " + names);
  };
  honoured(options.dropout != 0.0, "dropout", "model", options.model,
           {"deepsets", "mlp", "gcn", "gin", "gated_gcn", "pna", "san", "graphit"});
  // The published architectures fix these three.
  const Names open{"linear", "deepsets", "mlp", "gcn", "gin", "graph_conv", "3-gcn", "1-2-3-gcn-l"};
  honoured(options.activation != defaults.activation, "activation", "model", options.model, open);
  honoured(options.norm == NormKind::none, "norm = none", "model", options.model, open);
  honoured(options.norm == NormKind::layer, "norm = layer", "model", options.model,
           {"linear", "deepsets", "mlp", "gcn", "gin"});
  honoured(options.residual != defaults.residual, "residual", "model", options.model, {"gcn"});
  honoured(options.graph_norm, "graph_norm", "model", options.model, {"gated_gcn"});
  honoured(options.aggregators != defaults.aggregators, "aggregators", "model", options.model,
           {"pna"});
  honoured(options.scalers != defaults.scalers, "scalers", "model", options.model, {"pna"});
  honoured(options.towers == 0, "towers = 0", "model", options.model, {"pna"});
  honoured(options.table_start != defaults.table_start, "table_start", "model", options.model,
           with_tables);
  honoured(options.head_dropout != 0.0, "head_dropout", "head", std::string(name(options.head)),
           {"halving"});
  const std::string encoder(name(options.encoder));
  const Names by_gin{"signnet", "signnet_one", "map"};
  honoured(options.encoder_out != 0, "encoder_out", "encoder", encoder, by_gin);
  honoured(options.encoder_columns != defaults.encoder_columns, "encoder_columns", "encoder",
           encoder, by_gin);
  honoured(options.encoder_graph != defaults.encoder_graph, "encoder_graph", "encoder", encoder,
           by_gin);
  honoured(options.encoder_dropout != 0.0, "encoder_dropout", "encoder", encoder, by_gin);
}

} // namespace canon::nn
