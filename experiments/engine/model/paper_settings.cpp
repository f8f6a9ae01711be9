#include "model/paper_settings.hpp"

#include "device/error.hpp"

#include <limits>

namespace canon::nn {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

/// Mean of log(degree + 1) over the atoms of the training sets, by mean_log_degree(); of MOLTOX21
/// those molecules of more than 5 atoms that the published program keeps. MOLPCBA does not scale.
constexpr double zinc_log_degree = 1.12058504, tox21_log_degree = 1.07832630;

struct Size {
  int layers;
  std::int64_t hidden, out;
  double dropout = 0.0;
};

/// The network of a benchmark without an encoding.
ModelOptions network(Benchmark benchmark, const std::string& model, const Size& size) {
  ModelOptions options; // the tables of ZINC are the defaults
  options.model = model;
  options.layers = size.layers;
  options.hidden = size.hidden;
  options.out = size.out;
  options.dropout = size.dropout;
  options.pool = model == "gated_gcn" ? Pooling::mean : Pooling::sum;
  options.log_degree = zinc_log_degree;
  if (benchmark == Benchmark::zinc) return options;
  // Of OGB when the paper was written: chirality has had a fifth value since.
  options.node_types = {119, 4, 12, 12, 10, 6, 6, 2, 2};
  options.edge_types = {5, 6, 2};
  options.table_start = TableStart::xavier;
  options.log_degree = tox21_log_degree;
  options.outputs = benchmark == Benchmark::moltox21 ? 12 : 128;
  options.graph_norm = model == "gated_gcn";
  if (model != "pna") return options;
  options.towers = 0;
  options.edge_width = benchmark == Benchmark::moltox21 ? 50 : 16;
  options.head_dropout = benchmark == Benchmark::moltox21 ? 0.1 : 0.0;
  if (benchmark == Benchmark::molpcba) {
    options.aggregators = {PnaAggregator::mean, PnaAggregator::sum, PnaAggregator::max};
    options.scalers = {PnaScaler::identity};
  }
  return options;
}

/// k columns, each times one coin per batch, added after a linear map.
ModelOptions with_random_signs(ModelOptions options, std::int64_t k) {
  options.encoder = EncoderKind::random_sign_batch;
  options.encoding = k;
  options.join = Join::add;
  return options;
}

/// k columns through a GIN as wide as the network; its dropouts have the network's rate.
ModelOptions with_gin(ModelOptions options, EncoderKind encoder, std::int64_t k, int layers) {
  options.encoder = encoder;
  options.encoding = k;
  options.encoder_hidden = options.hidden;
  options.encoder_layers = layers;
  options.encoder_dropout = options.dropout;
  return options;
}

/// SignNet as Lim et al. published it: 8 columns, 4 numbers of each side by side.
ModelOptions with_signnet(ModelOptions options, EncoderKind encoder, Join join) {
  options = with_gin(std::move(options), encoder, 8, 8);
  options.encoder_out = 4;
  options.encoder_columns = EncoderColumns::side_by_side;
  options.join = join;
  return options;
}

class Rows {
public:
  void begin(Benchmark benchmark, const std::string& prefix, const std::string& model) {
    benchmark_ = benchmark;
    prefix_ = prefix;
    model_ = model;
  }

  void add(const std::string& row, const std::string& encoding, const ModelOptions& options,
           std::int64_t parameters, std::int64_t thousands, double score, double deviation) {
    all_.push_back({benchmark_, prefix_ + "-" + row, model_, encoding, options, parameters,
                    thousands, score, deviation, true});
  }

  /// The row "map" with all its variants.
  void add_map(const ModelOptions& network, std::int64_t k, int layers, std::int64_t parameters,
               std::int64_t thousands, double score, double deviation) {
    add("map", "MAP", with_gin(network, EncoderKind::map, k, layers), parameters, thousands, score,
        deviation);
    const PaperSetting map = all_.back();
    if (network.model == "san" || network.model == "graphit") {
      PaperSetting& published = variant(map, "map-published", "MAP (complete graph)");
      published.options.encoder_graph = EncoderGraph::complete;
      published.score = score;
      published.deviation = deviation;
    }
    variant(map, "joint", "joint");
    variant(map, "complete", "complete");
    if (benchmark_ == Benchmark::molpcba && network.model == "gated_gcn")
      variant(map, "signnet", "SignNet").options.encoder = EncoderKind::signnet;
  }

  [[nodiscard]] std::vector<PaperSetting> take() { return std::move(all_); }

private:
  PaperSetting& variant(PaperSetting like, const std::string& row, const std::string& encoding) {
    like.row = prefix_ + "-" + row;
    like.encoding = encoding;
    like.score = like.deviation = nothing;
    like.printed = false;
    all_.push_back(std::move(like));
    return all_.back();
  }

  Benchmark benchmark_ = Benchmark::zinc;
  std::string prefix_, model_;
  std::vector<PaperSetting> all_;
};

void add_zinc(Rows& rows) {
  const auto net = [](const std::string& model, int layers, std::int64_t hidden, std::int64_t out) {
    return network(Benchmark::zinc, model, {layers, hidden, out});
  };
  rows.begin(Benchmark::zinc, "gatedgcn", "GatedGCN");
  const ModelOptions gated = net("gated_gcn", 16, 78, 78), narrow = net("gated_gcn", 16, 68, 68);
  rows.add("none", "None", gated, 504'309, 504, .251, .009);
  rows.add("lappe-rs", "LapPE + RS", with_random_signs(gated, 8), 505'011, 505, .202, .006);
  rows.add("signnet-phi", "SignNet (phi(v) only)",
           with_signnet(narrow, EncoderKind::signnet_one, Join::mix), 494'815, 495, .148, .007);
  rows.add("signnet", "SignNet", with_signnet(narrow, EncoderKind::signnet, Join::mix), 494'815,
           495, .121, .005);
  rows.add_map(net("gated_gcn", 16, 69, 67), 8, 6, 485'519, 486, .120, .002);
  rows.begin(Benchmark::zinc, "pna", "PNA");
  const ModelOptions pna = net("pna", 16, 70, 70);
  rows.add("none", "None", pna, 369'235, 369, .141, .004);
  rows.add("lappe-rs", "LapPE + RS", with_random_signs(net("pna", 16, 80, 80), 8), 474'401, 474,
           .132, .010);
  rows.add("signnet", "SignNet", with_signnet(pna, EncoderKind::signnet, Join::add), 475'647, 476,
           .105, .007);
  rows.add_map(pna, 8, 6, 462'203, 462, .101, .005);
  rows.begin(Benchmark::zinc, "san", "SAN");
  rows.add("none", "None", net("san", 10, 64, 64), 501'314, 501, .181, .004);
  rows.add_map(net("san", 10, 40, 40), 16, 6, 229'698, 230, .170, .012);
  rows.begin(Benchmark::zinc, "graphit", "GraphiT");
  rows.add("none", "None", net("graphit", 10, 64, 64), 501'313, 501, .181, .006);
  rows.add_map(net("graphit", 10, 48, 48), 16, 6, 328'865, 329, .160, .006);
}

void add_moltox21(Rows& rows) {
  const auto net = [](const std::string& model, const Size& size) {
    return network(Benchmark::moltox21, model, size);
  };
  rows.begin(Benchmark::moltox21, "gatedgcn", "GatedGCN");
  const ModelOptions gated = net("gated_gcn", {8, 154, 154, 0.4});
  rows.add("none", "None", gated, 1'003'739, 1004, .772, .006);
  rows.add("lappe-rs", "LapPE + RS", with_random_signs(gated, 3), 1'004'355, 1004, .774, .007);
  rows.add_map(net("gated_gcn", {8, 150, 150, 0.21}), 3, 8, 1'504'696, 1505, .784, .005);
  rows.begin(Benchmark::moltox21, "pna", "PNA");
  rows.add("none", "None", net("pna", {8, 206, 206, 0.4}), 5'244'849, 5245, .755, .008);
  rows.add_map(net("pna", {8, 115, 113, 0.4}), 16, 7, 1'950'993, 1951, .761, .002);
  rows.begin(Benchmark::moltox21, "san", "SAN");
  rows.add("none", "None", net("san", {10, 88, 88, 0.5}), 957'871, 958, .744, .007);
  rows.add_map(net("san", {10, 88, 88, 0.5}), 12, 8, 1'152'011, 1152, .766, .007);
  rows.begin(Benchmark::moltox21, "graphit", "GraphiT");
  rows.add("none", "None", net("graphit", {10, 88, 88, 0.5}), 957'870, 958, .743, .003);
  rows.add_map(net("graphit", {10, 64, 64, 0.5}), 16, 6, 590'476, 590, .769, .011);
}

void add_molpcba(Rows& rows) {
  const auto net = [](const std::string& model, const Size& size) {
    return network(Benchmark::molpcba, model, size);
  };
  rows.begin(Benchmark::molpcba, "gatedgcn", "GatedGCN");
  const ModelOptions gated = net("gated_gcn", {8, 154, 154, 0.1});
  rows.add("none", "None", gated, 1'008'263, 1008, .262, .001);
  rows.add("lappe-rs", "LapPE + RS", with_random_signs(gated, 3), 1'008'879, 1009, .266, .002);
  rows.add_map(net("gated_gcn", {8, 200, 200, 0.1}), 3, 8, 2'658'481, 2658, .268, .002);
  rows.begin(Benchmark::molpcba, "pna", "PNA");
  rows.add("none", "None", net("pna", {4, 510, 510, 0.2}), 6'550'839, 6551, .279, .003);
  rows.add_map(net("pna", {4, 304, 304, 0.2}), 16, 8, 4'611'956, 4612, .281, .003);
}

} // namespace

std::string_view name(Benchmark benchmark) {
  switch (benchmark) {
  case Benchmark::zinc:
    return "zinc";
  case Benchmark::moltox21:
    return "moltox21";
  case Benchmark::molpcba:
    break;
  }
  return "molpcba";
}

const std::vector<PaperSetting>& paper_settings() {
  static const std::vector<PaperSetting> settings = [] {
    Rows rows;
    add_zinc(rows);
    add_moltox21(rows);
    add_molpcba(rows);
    return rows.take();
  }();
  return settings;
}

const PaperSetting& paper_setting(Benchmark benchmark, const std::string& row) {
  std::string names;
  for (const PaperSetting& setting : paper_settings()) {
    if (setting.benchmark != benchmark) continue;
    if (setting.row == row) return setting;
    names += (names.empty() ? "" : ", ") + setting.row;
  }
  throw ArgumentError("row of " + std::string(name(benchmark)) + ": expected one of " + names +
                      ", got \"" + row + "\"");
}

std::vector<std::string> paper_rows(Benchmark benchmark) {
  std::vector<std::string> rows;
  for (const PaperSetting& setting : paper_settings())
    if (setting.benchmark == benchmark) rows.push_back(setting.row);
  return rows;
}

} // namespace canon::nn
