#define BOOST_TEST_MODULE gin_stack
#include "autograd/gin_stack.hpp"

#include "autograd/linear.hpp"
#include "autograd/neighbours.hpp"
#include "device/error.hpp"
#include "stack_world.hpp"

#include <boost/test/unit_test.hpp>

/// Walked by blocks of graphs, the layers must give what their operations give one after the other,
/// as in gated_stack.cpp; and the same bits on any number of threads.
namespace {

using namespace canon;
using namespace canon::nn;
using namespace canon::nn::test;

struct Setting {
  std::int64_t channels;
  std::vector<std::int64_t> widths; ///< of the input, and of each layer inside and at its end
  bool training;
};

template <typename T>
class Run : public StackRun<T> {
public:
  Run(Pool& pool, const GraphBatch<T>& batch, const Setting& setting, bool together)
      : StackRun<T>(pool) {
    const Var x = this->leaf(batch.nodes() * setting.channels, setting.widths.front());
    std::vector<GinLayer<T>> layers;
    for (std::size_t i = 0; i + 2 < setting.widths.size(); i += 2) {
      const std::int64_t in = setting.widths[i], hidden = setting.widths[i + 1],
                         out = setting.widths[i + 2];
      GinLayer<T> layer;
      if (i > 0) layer.before = this->norm(in);
      layer.first_weight = this->leaf(in, hidden);
      layer.first_bias = this->leaf(1, hidden);
      layer.between = this->norm(hidden);
      layer.second_weight = this->leaf(hidden, out);
      layer.second_bias = this->leaf(1, out);
      layers.push_back(layer);
    }
    Tape<T>& tape = this->tape();
    if (together) {
      this->go_back(gin_stack(tape, x, batch.edges(), batch.graph_nodes(), layers,
                              {.channels = setting.channels, .training = setting.training}));
      return;
    }
    const auto norm = [&](Var y, const NormVars<T>& vars) {
      return batch_norm(tape, y, vars.gamma, vars.beta, vars.running, {setting.training, false});
    };
    Var y = x;
    for (std::size_t i = 0; i < layers.size(); ++i) {
      const GinLayer<T>& layer = layers[i];
      if (i > 0) y = norm(y, layer.before);
      y = neighbour_sum(tape, y, batch.edges(), Neighbours::sum, T(1), setting.channels);
      y = norm(linear_relu(tape, y, layer.first_weight, layer.first_bias), layer.between);
      y = linear(tape, y, layer.second_weight, layer.second_bias);
    }
    this->go_back(y);
  }
};

std::vector<Setting> settings() {
  std::vector<Setting> all;
  for (const bool training : {true, false}) {
    all.push_back({1, {1, 1, 1}, training});
    all.push_back({3, {2, 5, 4, 5, 3}, training});
    all.push_back({8, {1, 17, 17, 17, 17, 17, 4}, training});
    all.push_back({16, {1, 68, 69, 70, 4}, training});
    all.push_back({2, {3, 100, 100, 100, 8}, training}); // too wide for blocks in double
  }
  return all;
}

} // namespace

BOOST_AUTO_TEST_CASE(by_blocks_as_one_operation_after_the_other) {
  for (const Batch& batch : batches())
    for (const Setting& setting : settings())
      BOOST_TEST_CONTEXT(batch.name << ", " << setting.channels << " channels, "
                                    << setting.widths.size() / 2 << " layers of "
                                    << setting.widths[1] << ", training " << setting.training
                                    << ", seed " << seed) {
        check_by_blocks<Run<double>>(batch, setting);
      }
}

BOOST_AUTO_TEST_CASE(the_same_bits_on_any_number_of_threads) {
  for (const Batch& batch : batches())
    for (const Setting& setting : settings())
      check_threads<Run<float>>(batch, setting);
}

BOOST_AUTO_TEST_CASE(shapes_that_do_not_fit_are_named) {
  Pool pool(Backend::cpu);
  const GraphSample sample = graph(4, true, 1);
  const GraphBatch<float> batch(pool, {&sample});
  Tape<float> tape(pool);
  std::vector<float> state(6);
  const NormVars<float> norm{tape.make(1, 3), tape.make(1, 3), {state.data(), state.data() + 3}};
  const GinLayer<float> good{{},   tape.make(2, 3), tape.make(1, 3),
                             norm, tape.make(3, 2), tape.make(1, 2)};
  const auto refused = [&](const std::vector<GinLayer<float>>& layers, std::int64_t rows,
                           const std::string& word) {
    BOOST_CHECK_EXCEPTION((void)gin_stack(tape, tape.make(rows, 2), batch.edges(),
                                          batch.graph_nodes(), layers, GinOptions{.channels = 2}),
                          ArgumentError, [&](const ArgumentError& error) {
                            return std::string(error.what()).find(word) != std::string::npos;
                          });
  };
  refused({}, 8, "at least one layer");
  refused({good}, 7, "rows");
  GinLayer<float> wrong = good;
  wrong.first_weight = tape.make(3, 3);
  refused({wrong}, 8, "first weight");
  wrong = good;
  wrong.second_bias = tape.make(1, 3);
  refused({wrong}, 8, "second bias");
  wrong = good;
  wrong.before = norm; // of 3 columns where 2 enter
  refused({good, wrong}, 8, "gamma");
}
