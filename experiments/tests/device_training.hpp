#pragma once

#include "model/paper_settings.hpp"
#include "model/zoo.hpp"
#include "molecule.hpp"
#include "train/session.hpp"

#include <cmath>
#include <memory>

namespace canon::nn::test {

/// Of all that is drawn here.
inline constexpr std::uint64_t training_seed = 7;

/// The rows of the paper's table for ZINC.
inline std::vector<const PaperSetting*> zinc_rows() {
  std::vector<const PaperSetting*> all;
  for (const PaperSetting& setting : paper_settings())
    if (setting.benchmark == Benchmark::zinc && setting.printed) all.push_back(&setting);
  return all;
}

/// The graph with its nodes in reverse order: the same to a network, but every sum over nodes or
/// edges is rounded otherwise.
inline GraphSample reversed(const GraphSample& from) {
  GraphSample to = from;
  const auto width = static_cast<std::size_t>(from.encoding_width);
  const auto nodes = static_cast<std::size_t>(from.nodes);
  for (std::size_t v = 0; v < nodes; ++v) {
    const std::size_t place = nodes - 1 - v;
    to.node_type[place] = from.node_type[v];
    for (std::size_t c = 0; c < width; ++c)
      to.encoding[place * width + c] = from.encoding[v * width + c];
  }
  for (std::vector<int>* ends : {&to.tail, &to.head})
    for (int& v : *ends)
      v = from.nodes - 1 - v;
  return to;
}

/// Every number one step of its precision up or down.
inline std::vector<double> moved(const std::vector<double>& values, int draw) {
  Rng rng = trial_rng(training_seed, 1000U + static_cast<unsigned>(draw));
  std::vector<double> result = values;
  for (double& value : result)
    value = std::nextafter(value, uniform_below(rng, 2) == 0 ? -HUGE_VAL : HUGE_VAL);
  return result;
}

/// The training of a row on six graphs, three per batch: `values` are its parameters on the CPU,
/// and where they begin on a device.
template <typename T>
struct Training {
  Pool pool;
  std::vector<GraphSample> samples;
  lab::TrainOptions options;
  std::unique_ptr<Model<T>> model;
  std::unique_ptr<lab::Session<T>> session;
  std::vector<T> values, gradient;

  Training(Backend backend, const PaperSetting& setting, double clip_norm,
           bool reverse_nodes = false)
      : pool(backend) {
    Rng rng = trial_rng(training_seed, 0);
    lab::Split split;
    for (std::size_t g = 0; g < 2 * batch; ++g) {
      const GraphSample drawn = molecule(rng, static_cast<int>(setting.options.encoding));
      samples.push_back(reverse_nodes ? reversed(drawn) : drawn);
      split.train.push_back(g);
    }
    options.loss = lab::Loss::l1;
    options.score = lab::Score::mae;
    options.batch_size = batch;
    options.clip_norm = clip_norm;
    model = make_model<T>(setting.options);
    model->parameters().place(pool, 1);
    session = std::make_unique<lab::Session<T>>(*model, pool, samples, split, options);
    values = session->start();
    gradient.resize(values.size());
  }

  /// The loss of the step, there and back; the batches follow each other.
  double pass(int step) {
    const double loss =
        session->step(values.data(), (static_cast<std::size_t>(step) % 2) * batch, gradient.data());
    if (session->on_device()) model->parameters().read_gradient(gradient.data());
    return loss;
  }

  /// Adam's step after it.
  void move() {
    if (session->on_device())
      session->move(session->rate());
    else
      lab::adam_step(session->adam(), options.adam, session->rate(), values.data(), gradient.data(),
                     values.size());
  }

private:
  static constexpr std::size_t batch = 3;
};

} // namespace canon::nn::test
