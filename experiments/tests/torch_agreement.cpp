#define BOOST_TEST_MODULE torch_agreement
#include "autograd/loss.hpp"
#include "lcg.hpp"
#include "model/zoo.hpp"
#include "train/adam.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

/// The losses of the first 20 steps against PyTorch's, from the same weights and data. Both sides
/// compute these by the rules of fixtures/torch_losses.py, which made fixtures/torch_losses.json.

using namespace canon::nn;

namespace {

std::vector<GraphSample> graphs(int count) {
  canon::test::Lcg rng(1);
  std::vector<GraphSample> result;
  for (int g = 0; g < count; ++g) {
    GraphSample sample;
    sample.nodes = 6 + rng.below(6);
    const auto pairs = canon::test::tree_with_two_more(rng, sample.nodes);
    sample.edge_types = sample.node_types = 1;
    for (const auto& [a, b] : pairs) {
      sample.tail.insert(sample.tail.end(), {a, b});
      sample.head.insert(sample.head.end(), {b, a});
      sample.edge_type.push_back(rng.below(3));
      sample.edge_type.push_back(rng.below(3));
    }
    for (int v = 0; v < sample.nodes; ++v)
      sample.node_type.push_back(rng.below(5));
    sample.width = 7;
    for (int i = 0; i < 7 * sample.nodes; ++i)
      sample.features.push_back(rng.below(1000) / 500.0 - 1);
    sample.target = {rng.below(1000) / 100.0 - 5};
    sample.label = rng.below(2);
    result.push_back(sample);
  }
  return result;
}

/// `names` in the order in which the script makes them.
template <typename T>
void set_weights(Parameters<T>& parameters, const std::vector<std::string>& names) {
  std::vector<T> values(static_cast<std::size_t>(parameters.size()));
  BOOST_REQUIRE(names.size() == parameters.entries().size());
  for (const auto& entry : parameters.entries()) {
    const auto found = std::find(names.begin(), names.end(), entry.name);
    BOOST_REQUIRE_MESSAGE(found != names.end(), "the script knows no parameter " + entry.name);
    const auto number = static_cast<double>(found - names.begin());
    const double scale = entry.rows > 1 ? 1.0 / std::sqrt(static_cast<double>(entry.rows)) : 0.1;
    for (std::int64_t i = 0; i < entry.rows * entry.columns; ++i) {
      double value = scale * std::sin(0.7 * static_cast<double>(i) + 1.3 * (number + 1));
      if (entry.name.ends_with(".gamma")) value = 1.0;
      if (entry.name.ends_with(".beta")) value = 0.0;
      values[static_cast<std::size_t>(entry.offset + i)] = static_cast<T>(value);
    }
  }
  parameters.set_values(values.data());
}

template <typename T>
std::vector<double> losses(const ModelOptions& options, const std::vector<std::string>& names,
                           const std::vector<GraphSample>& samples, bool classify, double rate,
                           double decay) {
  std::vector<const GraphSample*> pointers;
  for (const GraphSample& sample : samples)
    pointers.push_back(&sample);
  Pool pool(Backend::cpu);
  const GraphBatch<T> batch(pool, pointers);
  const auto model = make_model<T>(options);
  Parameters<T>& parameters = model->parameters();
  parameters.place(pool, 0);
  set_weights(parameters, names);
  canon::lab::AdamState<T> state;
  state.mean.resize(static_cast<std::size_t>(parameters.size()));
  state.square.resize(state.mean.size());
  canon::lab::AdamOptions adam;
  adam.weight_decay = decay;
  std::vector<T> values = parameters.values(), gradient(values.size());
  std::vector<double> result;
  for (int step = 0; step < 20; ++step) {
    Tape<T> tape(pool);
    parameters.clear_gradient();
    const Var out = model->forward(tape, batch, {});
    const Var loss = classify ? cross_entropy(tape, out, batch.labels(), batch.host_labels())
                              : l1_loss<T>(tape, out, batch.targets());
    tape.backward(loss);
    result.push_back(tape.value(loss).data[0]);
    parameters.read_gradient(gradient.data());
    canon::lab::adam_step(state, adam, rate, values.data(), gradient.data(), values.size());
    parameters.set_values(values.data());
  }
  return result;
}

std::vector<double> fixture(const std::string& name) {
  const auto path = std::filesystem::path(CANON_FIXTURES) / "torch_losses.json";
  std::ifstream file(path);
  BOOST_REQUIRE_MESSAGE(file, "expected " << path);
  return nlohmann::json::parse(file).at(name).get<std::vector<double>>();
}

/// In double the two differ by round-off, which 20 steps of Adam let grow; in float likewise.
void compare(const std::string& name, const std::vector<double>& ours, double tolerance) {
  const std::vector<double> theirs = fixture(name);
  BOOST_REQUIRE(ours.size() == theirs.size());
  double worst = 0.0;
  for (std::size_t i = 0; i < ours.size(); ++i)
    worst = std::max(worst, std::abs(ours[i] - theirs[i]) / std::abs(theirs[i]));
  BOOST_TEST_MESSAGE(name << ": largest relative difference " << worst);
  BOOST_TEST(worst <= tolerance);
}

ModelOptions gated_options() {
  ModelOptions options;
  options.node_types = 5;
  options.edge_types = 3;
  options.hidden = 12;
  options.out = 10;
  options.layers = 3;
  return options;
}

std::vector<std::string> gated_names() {
  std::vector<std::string> names = {"node_type.table", "edge_type.table"};
  const auto linear = [&](const std::string& name) {
    names.push_back(name + ".weight");
    names.push_back(name + ".bias");
  };
  for (int i = 0; i < 3; ++i)
    linear("head." + std::to_string(i));
  for (int i = 0; i < 3; ++i) {
    const std::string layer = "layer" + std::to_string(i);
    linear(layer + ".node");
    linear(layer + ".edge");
    for (const char* norm : {".node_norm", ".edge_norm"}) {
      names.push_back(layer + norm + ".gamma");
      names.push_back(layer + norm + ".beta");
    }
  }
  return names;
}

ModelOptions set_options() {
  ModelOptions options;
  options.model = "deepsets";
  options.node_types = Tables(std::vector<std::int64_t>());
  options.edge_types = Tables(std::vector<std::int64_t>());
  options.features = 7;
  options.hidden = 60;
  options.out = 76;
  options.outputs = 2;
  options.norm = NormKind::none;
  options.pool = Pooling::max;
  options.head = HeadKind::linear;
  return options;
}

const std::vector<std::string> set_names = {"layer0.weight", "layer0.bias",   "layer1.weight",
                                            "layer1.bias",   "head.0.weight", "head.0.bias"};

} // namespace

BOOST_AUTO_TEST_CASE(gated_gcn) {
  compare("gated_gcn", losses<double>(gated_options(), gated_names(), graphs(8), false, 1e-3, 0.0),
          1e-9);
  compare("gated_gcn", losses<float>(gated_options(), gated_names(), graphs(8), false, 1e-3, 0.0),
          1e-3);
}

BOOST_AUTO_TEST_CASE(deep_sets) {
  std::vector<GraphSample> samples = graphs(8);
  for (GraphSample& sample : samples) {
    sample.node_types = sample.edge_types = 0;
    sample.node_type.clear();
    sample.edge_type.clear();
  }
  compare("deep_sets", losses<double>(set_options(), set_names, samples, true, 0.002, 5e-4), 1e-9);
  compare("deep_sets", losses<float>(set_options(), set_names, samples, true, 0.002, 5e-4), 1e-3);
}
