#pragma once

#include "model/zoo.hpp"
#include "test_files.hpp" // of libcanon/tests
#include "train/options.hpp"

#include <canon/error.hpp>
#include <canon/random.hpp>

#include <memory>
#include <string>
#include <vector>

namespace canon::lab {

using canon::contents;
using canon::Workplace;

} // namespace canon::lab

/// Small tasks that a small model learns in a second, for the tests of training.
namespace canon::lab::toy {

/// Random connected graphs with nodes of two types. The target is the mean over the nodes of the
/// share of their neighbours that are of type 1; the label says whether it is above a half. With
/// `nodes` given the graphs are rings of that many, so that all batches are of one size.
inline std::vector<nn::GraphSample> graphs(std::size_t count, std::uint64_t seed, int nodes = 0) {
  std::vector<nn::GraphSample> samples;
  for (std::size_t g = 0; g < count; ++g) {
    Rng rng = trial_rng(seed, g);
    nn::GraphSample sample;
    sample.nodes = nodes > 0 ? nodes : 4 + static_cast<int>(uniform_below(rng, 6));
    sample.node_types = sample.edge_types = 1;
    const double share = uniform01(rng);
    for (int i = 0; i < sample.nodes; ++i)
      sample.node_type.push_back(uniform01(rng) < share ? 1 : 0);
    for (int a = 0; a < sample.nodes; ++a)
      for (int b = a + 1; b < sample.nodes; ++b) {
        const bool ring = b == a + 1 || (a == 0 && b == sample.nodes - 1);
        if (!ring && (nodes > 0 || uniform01(rng) > 0.3)) continue;
        sample.tail.insert(sample.tail.end(), {a, b});
        sample.head.insert(sample.head.end(), {b, a});
        sample.edge_type.insert(sample.edge_type.end(), {0, 0});
      }
    const auto size = static_cast<std::size_t>(sample.nodes);
    std::vector<double> ones(size), degree(size);
    for (std::size_t e = 0; e < sample.head.size(); ++e) {
      const auto head = static_cast<std::size_t>(sample.head[e]);
      ones[head] += sample.node_type[static_cast<std::size_t>(sample.tail[e])];
      degree[head] += 1.0;
    }
    double sum = 0.0;
    for (std::size_t i = 0; i < size; ++i)
      sum += ones[i] / degree[i];
    sample.target = {sum / static_cast<double>(size)};
    sample.label = sample.target[0] > 0.5 ? 1 : 0;
    samples.push_back(std::move(sample));
  }
  return samples;
}

inline Split split(std::size_t count) {
  Split split;
  for (std::size_t i = 0; i < count; ++i)
    (i % 5 == 3 ? split.valid : i % 5 == 4 ? split.test : split.train).push_back(i);
  return split;
}

template <typename T = float>
std::unique_ptr<nn::Model<T>> model(std::int64_t outputs = 1,
                                    nn::HeadKind head = nn::HeadKind::halving) {
  nn::ModelOptions options;
  options.model = "gated_gcn";
  options.node_types = 2;
  options.edge_types = 1;
  options.hidden = options.out = 12;
  options.layers = 2;
  options.outputs = outputs;
  options.head = head;
  return nn::make_model<T>(options);
}

inline TrainOptions options(int epochs) {
  TrainOptions options;
  options.model = "toy";
  options.loss = Loss::l1;
  options.score = Score::mae;
  options.batch_size = 16;
  options.epochs = epochs;
  options.seed = 7;
  options.adam.rate = 0.01;
  options.adam.weight_decay = 1e-4;
  options.checkpoint_seconds = 0.0;
  return options;
}

/// Runs it; what it said when it threw an Error.
template <typename Run>
std::string complaint(const Run& run) {
  try {
    run();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

} // namespace canon::lab::toy
