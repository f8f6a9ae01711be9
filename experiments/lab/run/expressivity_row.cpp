#include "run/expressivity_row.hpp"

#include "model/zoo.hpp"

#include <canon/error.hpp>

#include <charconv>
#include <sstream>

namespace canon::lab {
namespace {

nn::ModelOptions model_of(const Config& config, const std::string& name) {
  nn::ModelOptions model;
  model.model = config.text(name, "model");
  model.node_types = nn::Tables(std::vector<std::int64_t>());
  model.edge_types = nn::Tables(std::vector<std::int64_t>());
  model.hidden = model.out = config.whole(name, "hidden", 1);
  model.layers = config.whole(name, "layers", 1);
  model.outputs = config.whole(name, "outputs", 1);
  model.pool = config.word<nn::Pooling>(name, "pool");
  model.norm = config.word<nn::NormKind>(name, "norm");
  model.head = nn::HeadKind::linear;
  model.activation = config.word<nn::Activation>(name, "activation");
  return model;
}

ComparisonOptions comparison_of(const Config& config, const std::string& name) {
  ComparisonOptions options;
  options.batch = static_cast<std::size_t>(config.whole(name, "batch", 2));
  options.epochs = config.whole(name, "epochs", 0);
  options.adam.rate = config.real(name, "rate");
  options.adam.weight_decay = config.real(name, "weight_decay");
  options.margin = config.real(name, "margin");
  options.loss_limit = config.real(name, "loss_limit");
  options.epsilon = config.real(name, "epsilon");
  return options;
}

} // namespace

std::size_t columns_of(const std::string& word, const std::string& what) {
  if (word == "all") return DistinctionOptions::all_columns;
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || value == 0 || value > 100'000)
    throw ArgumentError(what + ": expected a number of columns or all, got '" + word + "'");
  return value;
}

std::string columns_text(std::size_t columns) {
  return columns == DistinctionOptions::all_columns ? "all" : std::to_string(columns);
}

ExpressivityRow expressivity_row(const Config& config, const std::string& name) {
  ExpressivityRow row;
  row.name = name;
  row.title = config.text(name, "title");
  row.distinction.level = config.word<Level>(name, "level");
  row.distinction.columns.clear();
  std::istringstream words(config.text(name, "columns"));
  for (std::string word; words >> word;)
    row.distinction.columns.push_back(columns_of(word, "[" + name + "] columns"));
  if (row.distinction.columns.empty())
    throw ArgumentError("[" + name + "] columns: expected a number of columns or all");
  row.distinction.relabellings = static_cast<std::size_t>(config.whole(name, "relabellings", 2));
  row.distinction.tolerance = config.real(name, "tolerance");
  row.quick = config.yes(name, "quick");
  if (!config.given(name, "model")) return row;
  row.comparison = comparison_of(config, name);
  row.model = model_of(config, name);
  nn::ModelOptions some = *row.model;
  some.features = 1;
  (void)nn::make_model<float>(some); // says what does not fit
  return row;
}

} // namespace canon::lab
