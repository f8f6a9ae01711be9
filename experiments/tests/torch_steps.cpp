#define BOOST_TEST_MODULE torch_steps
#include "autograd/loss.hpp"
#include "lcg.hpp"
#include "model/zoo.hpp"
#include "train/adam.hpp"

#include <canon/names.hpp>

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

/// One training step of every architecture of the paper's tables against PyTorch, in double: the
/// loss, all gradients, and the loss after a step of Adam. Options, losses and gradients stand in
/// fixtures/torch_steps.json; weights and data follow from the rules of fixtures/torch_steps.py,
/// which made it.

using namespace canon::nn;
using canon::test::Lcg;
using nlohmann::json;

namespace {

json fixture() {
  const auto path = std::filesystem::path(CANON_FIXTURES) / "torch_steps.json";
  std::ifstream file(path);
  if (!file) throw std::runtime_error("expected " + path.string());
  return json::parse(file);
}

std::vector<std::string> case_names() {
  std::vector<std::string> names;
  const json all = fixture();
  for (const auto& [name, value] : all.items())
    if (value.is_object()) names.push_back(name);
  return names;
}

ModelOptions options_of(json from) {
  ModelOptions options;
  const auto take = [&](const char* name, auto& to) {
    if (!from.contains(name)) return;
    to = from.at(name).get<std::remove_reference_t<decltype(to)>>();
    from.erase(name);
  };
  const auto take_word = [&]<typename Enum>(const char* name, Enum& to) {
    std::string word(canon::nn::name(to));
    take(name, word);
    to = canon::parse<Enum>(word).value();
  };
  const auto take_words = [&]<typename Enum>(const char* name, std::vector<Enum>& to) {
    std::vector<std::string> words;
    take(name, words);
    if (!words.empty()) to.clear();
    for (const std::string& word : words)
      to.push_back(canon::parse<Enum>(word).value());
  };
  std::vector<std::int64_t> nodes, edges;
  take("node_types", nodes);
  take("edge_types", edges);
  options.node_types = Tables(nodes);
  options.edge_types = Tables(edges);
  take("model", options.model);
  take_word("encoder", options.encoder);
  take("encoding", options.encoding);
  take("hidden", options.hidden);
  take("out", options.out);
  take("layers", options.layers);
  take("outputs", options.outputs);
  take_word("join", options.join);
  take_word("pool", options.pool);
  take("encoder_hidden", options.encoder_hidden);
  take("encoder_layers", options.encoder_layers);
  take("encoder_out", options.encoder_out);
  take_word("encoder_columns", options.encoder_columns);
  take_word("encoder_graph", options.encoder_graph);
  take("graph_norm", options.graph_norm);
  take("heads", options.heads);
  take("towers", options.towers);
  take("edge_width", options.edge_width);
  take("log_degree", options.log_degree);
  take_words("aggregators", options.aggregators);
  take_words("scalers", options.scalers);
  BOOST_REQUIRE_MESSAGE(from.empty(), "options that this test does not know: " + from.dump());
  return options;
}

std::vector<GraphSample> graphs(const ModelOptions& options) {
  Lcg rng(7);
  std::vector<GraphSample> result;
  for (int g = 0; g < 6; ++g) {
    GraphSample sample;
    sample.nodes = 6 + rng.below(6);
    const auto pairs = canon::test::tree_with_two_more(rng, sample.nodes);
    sample.nodes += g > 0 ? 1 : 0; // without an edge
    sample.edge_types = static_cast<int>(options.edge_types.sizes().size());
    sample.node_types = static_cast<int>(options.node_types.sizes().size());
    for (const auto& [a, b] : pairs) {
      std::vector<int> types;
      for (const std::int64_t rows : options.edge_types.sizes())
        types.push_back(rng.below(static_cast<int>(rows)));
      sample.tail.insert(sample.tail.end(), {a, b});
      sample.head.insert(sample.head.end(), {b, a});
      for (int way = 0; way < 2; ++way)
        sample.edge_type.insert(sample.edge_type.end(), types.begin(), types.end());
    }
    for (int v = 0; v < sample.nodes; ++v)
      for (const std::int64_t rows : options.node_types.sizes())
        sample.node_type.push_back(rng.below(static_cast<int>(rows)));
    sample.encoding_width = static_cast<int>(options.encoding);
    for (int i = 0; i < sample.nodes * sample.encoding_width; ++i)
      sample.encoding.push_back(rng.below(1000) / 500.0 - 1);
    for (std::int64_t i = 0; i < options.outputs; ++i) {
      constexpr double classes[] = {0.0, 1.0, std::numeric_limits<double>::quiet_NaN()};
      sample.target.push_back(options.outputs == 1 ? rng.below(1000) / 100.0 - 5
                                                   : classes[rng.below(3)]);
    }
    result.push_back(sample);
  }
  return result;
}

/// Numbers that follow from the parameter's name.
double wave(const std::string& name, std::int64_t i, double shift) {
  int phase = 0;
  for (const char letter : name)
    phase = (31 * phase + letter) % 10007;
  return std::sin(0.1 * static_cast<double>((7 * i * i + 3 * i) % 1009) + 0.01 * phase + shift);
}

std::vector<double> start(const Parameters<double>& parameters) {
  std::vector<double> values(static_cast<std::size_t>(parameters.size()));
  for (const auto& entry : parameters.entries())
    for (std::int64_t i = 0; i < entry.rows * entry.columns; ++i) {
      const double rows = static_cast<double>(entry.rows);
      double value = wave(entry.name, i, 0.0) * (entry.rows > 1 ? 1 / std::sqrt(rows) : 0.1);
      if (entry.name.ends_with(".gamma")) value = 1.0 + 0.2 * wave(entry.name, i, 0.0);
      if (entry.name == "gamma") value = 0.1;
      values[static_cast<std::size_t>(entry.offset + i)] = value;
    }
  return values;
}

class Step {
public:
  explicit Step(const ModelOptions& options)
      : options_(options), pool_(Backend::cpu), samples_(graphs(options)),
        model_(make_model<double>(options)) {
    std::vector<const GraphSample*> pointers;
    for (const GraphSample& sample : samples_)
      pointers.push_back(&sample);
    batch_ = std::make_unique<GraphBatch<double>>(pool_, pointers);
    parameters().place(pool_, 0);
  }

  Parameters<double>& parameters() { return model_->parameters(); }

  double loss(std::vector<double>& gradient) {
    Tape<double> tape(pool_);
    parameters().clear_gradient();
    const Var out = model_->forward(tape, *batch_, {});
    const Var loss = options_.outputs > 1 ? masked_bce<double>(tape, out, batch_->targets())
                                          : l1_loss<double>(tape, out, batch_->targets());
    const double value = tape.value(loss).data[0];
    tape.backward(loss);
    gradient.resize(static_cast<std::size_t>(parameters().size()));
    parameters().read_gradient(gradient.data());
    return value;
  }

private:
  ModelOptions options_;
  Pool pool_;
  std::vector<GraphSample> samples_;
  std::unique_ptr<Model<double>> model_;
  std::unique_ptr<GraphBatch<double>> batch_;
};

constexpr double tolerance = 1e-12;

} // namespace

BOOST_DATA_TEST_CASE(one_step, boost::unit_test::data::make(case_names()), name) {
  const json expected = fixture().at(name);
  Step step(options_of(expected.at("options")));
  std::vector<double> values = start(step.parameters()), gradient;
  step.parameters().set_values(values.data());

  const auto relative = [](double got, const json& wanted) {
    return std::abs(got - wanted.get<double>()) / std::abs(wanted.get<double>());
  };
  const double first = relative(step.loss(gradient), expected.at("loss"));
  BOOST_TEST(first <= tolerance);

  const json& gradients = expected.at("gradients");
  BOOST_TEST(gradients.size() == step.parameters().entries().size());
  double largest = 0.0, worst = 0.0;
  for (const json& numbers : gradients)
    largest = std::max(largest, numbers.at(0).get<double>());
  for (const auto& entry : step.parameters().entries()) {
    BOOST_REQUIRE_MESSAGE(gradients.contains(entry.name), "PyTorch has no " + entry.name);
    double square = 0.0, along = 0.0;
    for (std::int64_t i = 0; i < entry.rows * entry.columns; ++i) {
      const double value = gradient[static_cast<std::size_t>(entry.offset + i)];
      square += value * value;
      along += value * wave(entry.name, i, 1.0);
    }
    // Relative to the largest gradient: that of a bias before a batch norm is 0 but for rounding.
    const json& numbers = gradients.at(entry.name);
    const double off = std::max(std::abs(std::sqrt(square) - numbers.at(0).get<double>()),
                                std::abs(along - numbers.at(1).get<double>())) /
                       largest;
    worst = std::max(worst, off);
    BOOST_TEST(off <= tolerance, name << ": gradient of " << entry.name << " is off by " << off);
  }

  canon::lab::AdamState<double> state;
  state.mean.resize(values.size());
  state.square.resize(values.size());
  canon::lab::AdamOptions adam;
  adam.weight_decay = 1e-3;
  canon::lab::adam_step(state, adam, 1e-3, values.data(), gradient.data(), values.size());
  step.parameters().set_values(values.data());
  const double after = relative(step.loss(gradient), expected.at("after"));
  BOOST_TEST(after <= tolerance);
  BOOST_TEST_MESSAGE(name << ": loss " << first << ", gradients " << worst << ", after Adam "
                          << after);
}
