#include "run/exp_row.hpp"

namespace canon::lab {
namespace {

EncodingOptions rse_of(const Config& config, const std::string& name) {
  EncodingOptions rse = rse_encoding(static_cast<std::size_t>(config.whole(name, "k", 1)));
  rse.canonize.level = config.word<Level>(name, "level");
  rse.canonize.axis_order = config.word<AxisOrder>(name, "axis_order");
  rse.by_component = config.yes(name, "by_component");
  return rse;
}

/// What decides a model's input and its parameters, for a checkpoint to compare.
std::string identity_of(const ExpRow& row) {
  const std::string model = nn::describe(row.model);
  if (!row.rse) return model + "; types";
  return model + "; rse k=" + std::to_string(row.rse->k) +
         " level=" + std::string(name(row.rse->canonize.level)) +
         " axis_order=" + std::string(name(row.rse->canonize.axis_order)) +
         " by_component=" + (row.rse->by_component ? "yes" : "no");
}

} // namespace

ExpRow exp_row(const Config& config, const std::string& name) {
  ExpRow row;
  row.name = name;
  row.title = config.text(name, "title");
  const std::string features = config.text(name, "features");
  if (features != "rse" && features != "types")
    throw ArgumentError("[" + name + "] features: expected types or rse, got '" + features + "'");
  if (features == "rse") row.rse = rse_of(config, name);

  nn::ModelOptions& model = row.model;
  model.model = config.text(name, "model");
  model.node_types = row.rse ? nn::Tables(std::vector<std::int64_t>()) : nn::Tables(2);
  model.edge_types = nn::Tables(std::vector<std::int64_t>());
  model.features = row.rse ? static_cast<std::int64_t>(row.rse->k) + 2 : 0;
  model.hidden = config.whole(name, "hidden", 1);
  model.out = config.given(name, "out") ? config.whole(name, "out", 1) : model.hidden;
  if (config.given(name, "layers")) model.layers = config.whole(name, "layers", 1);
  model.outputs = 2;
  model.noise = config.whole(name, "noise");
  model.dropout = config.real(name, "dropout");
  model.pool = config.word<nn::Pooling>(name, "pool");
  model.head = config.word<nn::HeadKind>(name, "head");
  model.norm = config.word<nn::NormKind>(name, "norm");
  model.activation = config.word<nn::Activation>(name, "activation");

  TrainOptions& train = row.train;
  train.what = name;
  train.model = identity_of(row);
  train.loss = Loss::cross_entropy;
  train.score = Score::accuracy;
  train.batch_size = static_cast<std::size_t>(config.whole(name, "batch", 1));
  train.epochs = config.whole(name, "epochs", 1);
  train.test_every = config.whole(name, "test_every", 1);
  train.reshuffle = config.yes(name, "reshuffle");
  train.adam.rate = config.real(name, "rate");
  train.adam.weight_decay = config.real(name, "weight_decay");
  if (config.given(name, "paper")) row.paper = config.real(name, "paper");
  if (config.given(name, "paper_deviation"))
    row.paper_deviation = config.real(name, "paper_deviation");
  return row;
}

} // namespace canon::lab
