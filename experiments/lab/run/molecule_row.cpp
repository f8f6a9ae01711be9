#include "run/molecule_row.hpp"

#include "model/zoo.hpp"

#include <canon/error.hpp>

#include <algorithm>
#include <cmath>

namespace canon::lab {
namespace {

/// `published` is the k of the paper's row.
std::optional<MoleculeEncoding> encoding_of(const Config& config, const std::string& name,
                                            std::int64_t published) {
  const std::string columns = config.text(name, "columns");
  const auto k = config.given(name, "k") ? static_cast<std::size_t>(config.whole(name, "k", 1))
                                         : static_cast<std::size_t>(published);
  if (columns == "none") return std::nullopt;
  if (columns == "lappe") return lappe_encoding(k);
  if (columns != "map" && columns != "map-unit")
    throw ArgumentError("[" + name + "] columns: expected none, lappe, map or map-unit, got '" +
                        columns + "'");
  MoleculeEncoding encoding = map_encoding(k, config.word<Level>(name, "level"));
  if (columns == "map-unit") encoding.options.columns = EncodingColumns::unit;
  encoding.own_signs = config.given(name, "own_signs") && config.yes(name, "own_signs");
  encoding.own_bases = config.given(name, "own_bases") && config.yes(name, "own_bases");
  return encoding;
}

void set_training(TrainOptions& train, const Config& config, const std::string& name,
                  const MoleculeBenchmark& benchmark) {
  train.what = name;
  train.loss = benchmark.loss;
  train.score = benchmark.score;
  train.batch_size = static_cast<std::size_t>(config.whole(name, "batch", 1));
  train.epochs = config.whole(name, "epochs", 1);
  train.adam.rate = config.real(name, "rate");
  train.adam.weight_decay = config.real(name, "weight_decay");
  train.plateau.on = true;
  train.plateau.factor = config.real(name, "factor");
  train.plateau.patience = config.whole(name, "patience");
  train.stop_rate = config.real(name, "min_rate");
  train.batch_means = true; // as published
}

bool has_row(nn::Benchmark benchmark, const std::string& row) {
  const std::vector<std::string> rows = nn::paper_rows(benchmark);
  return std::find(rows.begin(), rows.end(), row) != rows.end();
}

/// The number of the settings; else that of the paper's row; else that of the same network with
/// MAP, the only canonization the paper has.
void set_paper(MoleculeRow& row, const Config& config, const nn::PaperSetting& setting) {
  if (config.given(row.name, "paper")) {
    row.paper = config.real(row.name, "paper");
    row.paper_deviation = config.real(row.name, "paper_deviation");
    return;
  }
  if (config.given(row.name, "model")) return; // another network than the row's own
  const auto take = [&](const nn::PaperSetting& from) {
    row.paper = from.score;
    row.paper_deviation = from.deviation;
  };
  if (setting.printed) row.paper_parameters = setting.thousands;
  if (std::isfinite(setting.score)) {
    take(setting);
    if (setting.row.ends_with("-map") && has_row(setting.benchmark, setting.row + "-published"))
      row.paper_note = "paper: encoder on the complete graph";
    return;
  }
  const std::string map = setting.row.substr(0, setting.row.find('-')) + "-map";
  if (!has_row(setting.benchmark, map)) return;
  take(nn::paper_setting(setting.benchmark, map));
  row.paper_note = "paper: MAP";
}

} // namespace

MoleculeRow molecule_row(const Config& config, const std::string& name,
                         const MoleculeBenchmark& benchmark) {
  MoleculeRow row;
  row.name = name;
  row.title = config.text(name, "title");
  const std::string network = config.given(name, "model") ? config.text(name, "model") : name;
  const nn::PaperSetting& setting = nn::paper_setting(benchmark.models, network);
  row.model = setting.options;
  row.encoding = encoding_of(config, name, setting.options.encoding);
  row.model.encoding = row.encoding ? static_cast<std::int64_t>(row.encoding->options.width()) : 0;
  if (!row.encoding) row.model.encoder = nn::EncoderKind::none;
  set_training(row.train, config, name, benchmark);
  set_paper(row, config, setting);
  for (const double seed : config.reals(name, "seeds"))
    row.seeds.push_back(static_cast<std::uint64_t>(seed));
  (void)nn::make_model<float>(row.model);
  return row;
}

void make_quick(MoleculeRow& row, const Config& config, bool made_up) {
  const bool longer = made_up && config.given(row.name, "generated_epochs");
  row.train.epochs = std::min(
      row.train.epochs, config.whole(row.name, longer ? "generated_epochs" : "quick_epochs", 1));
  if (!made_up) return;
  row.model.layers = std::min(row.model.layers, config.whole(row.name, "quick_layers", 1));
  row.train.batch_size = static_cast<std::size_t>(config.whole(row.name, "quick_batch", 1));
}

} // namespace canon::lab
