#include "model/paper_settings.hpp"

namespace canon::nn {
namespace {

/// The mean of log(degree + 1) over the atoms of ZINC's training set.
constexpr double zinc_log_degree = 1.1206;

/// k columns by the encoder of h3 and L2.
struct Encoding {
  std::string encoder = "none", join = "mix";
  std::int64_t columns = 0, hidden = 1;
  int layers = 1;
};

ModelOptions zinc(const std::string& model, int layers, std::int64_t hidden, std::int64_t out,
                  const Encoding& encoding) {
  ModelOptions options; // the tables of ZINC are the defaults
  options.model = model;
  options.layers = layers;
  options.hidden = hidden;
  options.out = out;
  options.pool = model == "gated_gcn" ? "mean" : "sum";
  options.log_degree = zinc_log_degree;
  options.encoder = encoding.encoder;
  options.join = encoding.join;
  options.encoding = encoding.columns;
  options.encoder_hidden = encoding.hidden;
  options.encoder_layers = encoding.layers;
  return options;
}

} // namespace

const std::vector<PaperSetting>& paper_settings() {
  // LapPE is added after a linear map. What SignNet or the GNN of MAP gives is concatenated and
  // mixed, but for PNA with SignNet, whose published network adds it.
  static const std::vector<PaperSetting> settings = {
      {"GatedGCN", "None", zinc("gated_gcn", 16, 78, 78, {}), 504'000},
      {"GatedGCN", "LapPE + RS", zinc("gated_gcn", 16, 78, 78, {"random_sign", "add", 8}), 505'000},
      {"GatedGCN", "SignNet (phi(v) only)",
       zinc("gated_gcn", 16, 67, 67, {"signnet_one", "mix", 8, 67, 8}), 495'000},
      {"GatedGCN", "SignNet", zinc("gated_gcn", 16, 67, 67, {"signnet", "mix", 8, 67, 8}), 495'000},
      {"GatedGCN", "MAP", zinc("gated_gcn", 16, 69, 67, {"map", "mix", 8, 69, 6}), 486'000},
      {"PNA", "None", zinc("pna", 16, 70, 70, {}), 369'000},
      {"PNA", "LapPE + RS", zinc("pna", 16, 80, 80, {"random_sign", "add", 8}), 474'000},
      {"PNA", "SignNet", zinc("pna", 16, 70, 70, {"signnet", "add", 8, 70, 8}), 476'000},
      {"PNA", "MAP", zinc("pna", 16, 70, 70, {"map", "mix", 8, 70, 6}), 462'000},
      {"SAN", "None", zinc("san", 10, 64, 64, {}), 501'000},
      {"SAN", "MAP", zinc("san", 10, 40, 40, {"map", "mix", 16, 40, 6}), 230'000},
      {"GraphiT", "None", zinc("graphit", 10, 64, 64, {}), 501'000},
      {"GraphiT", "MAP", zinc("graphit", 10, 48, 48, {"map", "mix", 16, 48, 6}), 329'000},
  };
  return settings;
}

} // namespace canon::nn
