#include "train/data_check.hpp"

#include <canon/error.hpp>

#include <cmath>

namespace canon::lab {
namespace {

template <typename Each>
void for_all(const Split& split, const Each& each) {
  for (const std::vector<std::size_t>* set : {&split.train, &split.valid, &split.test})
    for (const std::size_t i : *set)
      each(i);
}

std::string graph(std::size_t i) {
  return "graph " + std::to_string(i);
}

void expect(bool holds, const std::string& what) {
  if (!holds) throw ArgumentError(what);
}

void same(const std::string& who, const char* what, std::size_t got, std::size_t expected) {
  expect(got == expected, who + ": expected " + std::to_string(expected) + " " + what +
                              " as in the others, got " + std::to_string(got));
}

void check_alike(const nn::GraphSample& first, const nn::GraphSample& other,
                 const std::string& who) {
  const auto count = [](int value) { return static_cast<std::size_t>(value); };
  same(who, "integer node features", count(other.node_types), count(first.node_types));
  same(who, "integer edge features", count(other.edge_types), count(first.edge_types));
  same(who, "real node features", count(other.width), count(first.width));
  same(who, "columns of the positional encoding", count(other.encoding_width),
       count(first.encoding_width));
  same(who, "eigenvalues", other.eigenvalues.size(), first.eigenvalues.size());
  same(who, "targets", other.target.size(), first.target.size());
}

void check_target(const nn::GraphSample& sample, const std::string& who, Loss loss,
                  std::int64_t outputs) {
  if (loss == Loss::cross_entropy) {
    expect(sample.label >= 0 && sample.label < outputs, who + ": expected a label in [0, " +
                                                            std::to_string(outputs) + "), got " +
                                                            std::to_string(sample.label));
    return;
  }
  expect(static_cast<std::int64_t>(sample.target.size()) == outputs,
         who + ": expected " + std::to_string(outputs) + " targets, one an output, got " +
             std::to_string(sample.target.size()));
  for (const double target : sample.target) {
    if (loss == Loss::l1)
      expect(std::isfinite(target), who + ": expected finite targets");
    else
      expect(std::isnan(target) || target == 0.0 || target == 1.0,
             who + ": expected targets 0, 1 or none, got " + std::to_string(target));
  }
}

} // namespace

void check(const TrainOptions& options) {
  expect(options.batch_size >= 1, "expected a batch size >= 1");
  expect(options.epochs >= 1, "expected at least one epoch, got " + std::to_string(options.epochs));
  expect(options.test_every >= 1, "expected test_every >= 1");
  const auto in = [](double value, double least, double below, const char* what) {
    expect(value >= least && value < below,
           std::string("expected ") + what + " in [" + std::to_string(least) + ", " +
               std::to_string(below) + "), got " + std::to_string(value));
  };
  expect(options.adam.rate > 0.0 && std::isfinite(options.adam.rate),
         "expected a learning rate > 0, got " + std::to_string(options.adam.rate));
  in(options.adam.beta1, 0.0, 1.0, "beta1");
  in(options.adam.beta2, 0.0, 1.0, "beta2");
  expect(options.adam.weight_decay >= 0.0, "expected a weight decay >= 0");
  expect(options.clip_norm >= 0.0, "expected a norm to clip at >= 0");
  if (options.plateau.on) in(options.plateau.factor, 0.0, 1.0, "the factor of the schedule");
}

void check(const std::vector<nn::GraphSample>& samples, const Split& split) {
  expect(!split.train.empty(), "expected at least one graph to train on");
  for_all(split, [&](std::size_t i) {
    expect(i < samples.size(), "expected places of graphs below " + std::to_string(samples.size()) +
                                   ", got " + std::to_string(i));
    check(samples[i], graph(i));
    check_alike(samples[split.train.front()], samples[i], graph(i));
  });
}

void check_targets(const std::vector<nn::GraphSample>& samples, const Split& split, Loss loss,
                   std::int64_t outputs) {
  for_all(split, [&](std::size_t i) { check_target(samples[i], graph(i), loss, outputs); });
}

} // namespace canon::lab
