#include "run/basis_row.hpp"

#include "dataset/samples.hpp"

namespace canon::lab {

BasisRow basis_row(const Config& config, const std::string& name, std::size_t classes,
                   std::size_t columns) {
  BasisRow row;
  row.name = name;
  row.title = config.text(name, "title");
  row.basis = config.word<BasisRow::Basis>(name, "basis");
  for (const double width : config.reals(name, "hidden"))
    row.hidden.push_back(static_cast<std::int64_t>(width));
  row.rates = config.reals(name, "rate");

  nn::ModelOptions& model = row.model;
  model.model = "deepsets";
  model.encoder = config.word<nn::EncoderKind>(name, "encoder");
  model.node_types = nn::Tables(std::vector<std::int64_t>());
  model.edge_types = nn::Tables(std::vector<std::int64_t>());
  model.encoding = static_cast<std::int64_t>(columns);
  model.encoder_hidden = 10;
  model.outputs = static_cast<std::int64_t>(classes);
  model.activation = nn::Activation::leaky_relu;
  model.norm = nn::NormKind::layer;
  model.pool = nn::Pooling::mean;
  model.head = nn::HeadKind::linear;

  TrainOptions& train = row.train;
  train.what = name;
  train.loss = Loss::cross_entropy;
  train.score = Score::accuracy;
  train.batch_size = static_cast<std::size_t>(config.whole(name, "batch", 1));
  train.epochs = config.whole(name, "epochs", 1);
  train.test_every = train.epochs;
  train.adam.weight_decay = config.real(name, "weight_decay");
  train.plateau.on = true;
  train.plateau.factor = config.real(name, "plateau_factor");
  train.plateau.patience = config.whole(name, "plateau_patience");
  if (config.given(name, "stop_rate")) train.stop_rate = config.real(name, "stop_rate");
  row.test_share = config.real(name, "test_share");
  row.valid_share = config.real(name, "valid_share");
  if (config.given(name, "paper")) row.paper = config.real(name, "paper");
  if (config.given(name, "paper_deviation"))
    row.paper_deviation = config.real(name, "paper_deviation");
  return row;
}

std::vector<nn::GraphSample> basis_samples(const BasisIsomorphism& data, BasisRow::Basis basis) {
  std::vector<nn::GraphSample> samples;
  for (const BasisInstance& instance : data.instances) {
    const Rows& rows = basis == BasisRow::Basis::presented ? instance.presented
                       : basis == BasisRow::Basis::map     ? instance.map
                                                           : instance.complete;
    nn::GraphSample sample = sample_of(instance.graph);
    sample.nodes = static_cast<int>(rows.count()); // the published variant has no graph
    sample.encoding_width = static_cast<int>(rows.columns);
    sample.encoding = rows.values;
    sample.label = static_cast<int>(instance.label);
    samples.push_back(std::move(sample));
  }
  return samples;
}

} // namespace canon::lab
