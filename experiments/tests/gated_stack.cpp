#define BOOST_TEST_MODULE gated_stack
#include "autograd/gated_stack.hpp"

#include "autograd/gated.hpp"
#include "autograd/graph_blocks.hpp"
#include "autograd/linear.hpp"
#include "autograd/segment.hpp"
#include "batch/graph_batch.hpp"
#include "device/error.hpp"
#include "drawn.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <vector>

/// Walked by blocks of graphs, the layers must give what their operations give one after the other:
/// results, all gradients and running statistics, at widths that are padded in every way, on
/// batches with nodes and whole blocks without edges; the same bits on any number of threads.
namespace {

using namespace canon;
using namespace canon::nn;
using canon::nn::test::drawn;

constexpr std::uint64_t seed = 20240616;
constexpr int node_types = 5, edge_types = 3;

/// A path, or nodes alone; every third edge is left out in one direction.
GraphSample graph(int nodes, bool edges, std::uint64_t which) {
  Rng rng = trial_rng(seed, which);
  const auto below = [&](int n) {
    return static_cast<int>(uniform_below(rng, static_cast<std::uint64_t>(n)));
  };
  GraphSample sample;
  sample.nodes = nodes;
  sample.node_types = sample.edge_types = 1;
  for (int v = 0; v < nodes; ++v)
    sample.node_type.push_back(below(node_types));
  const auto join = [&](int u, int v) {
    sample.tail.push_back(u);
    sample.head.push_back(v);
    sample.edge_type.push_back(below(edge_types));
  };
  for (int v = 1; edges && v < nodes; ++v) {
    join(v - 1, v);
    if (v % 3 != 0) join(v, v - 1);
  }
  return sample;
}

struct Batch {
  std::string name;
  std::vector<GraphSample> samples;
};

std::vector<Batch> batches() {
  Batch many{"many", {}}, bare{"a block without edges", {}}, one{"one small graph", {}},
      large{"a graph too large for a block", {}};
  for (int g = 0; g < 40; ++g)
    many.samples.push_back(graph(1 + (7 * g) % 31, g % 4 != 1, static_cast<std::uint64_t>(g)));
  for (int g = 0; g < 6; ++g) {
    bare.samples.push_back(graph(100, g == 2, 50));
    large.samples.push_back(graph(g == 3 ? 500 : 20, true, 60));
  }
  one.samples.push_back(graph(3, true, 70));
  return {many, bare, one, large};
}

struct Setting {
  std::vector<std::int64_t> widths; ///< of the input and of each layer's output
  bool picked, training, residual;
};

/// A run's numbers: the result, the running statistics, the gradients of all that is trained.
template <typename T>
using Numbers = std::vector<std::vector<T>>;

template <typename T>
class Run {
public:
  Run(Pool& pool, const GraphBatch<T>& batch, const Setting& setting, bool together)
      : batch_(batch), setting_(setting), tape_(pool) {
    const std::int64_t in = setting.widths.front(), n = batch.nodes(), m = batch.edges().edges;
    const Var h = leaf(setting.picked ? node_types : n, in),
              e = leaf(setting.picked ? edge_types : m, in);
    std::vector<GatedLayer<T>> layers;
    states_.reserve(4 * setting.widths.size());
    for (std::size_t l = 0; l + 1 < setting.widths.size(); ++l) {
      const std::int64_t from = setting.widths[l], out = setting.widths[l + 1];
      const Var node = leaf(from, 4 * out), node_bias = leaf(1, 4 * out), edge = leaf(from, out),
                edge_bias = leaf(1, out);
      const NormVars<T> node_norm = norm(out), edge_norm = norm(out);
      layers.push_back({node, node_bias, edge, edge_bias, node_norm, edge_norm,
                        setting.residual && from == out});
    }
    PickedRows nodes{h}, edges{e};
    if (setting.picked) {
      nodes.pick = batch.node_type(0, node_types);
      edges.pick = batch.edge_type(0, edge_types);
    }
    const Var y = together ? gated_stack(tape_, nodes, edges, batch.edges(), batch.graph_nodes(),
                                         layers, {.training = setting.training})
                           : one_by_one(nodes, edges, layers);
    numbers_.emplace_back(tape_.value(y).data, tape_.value(y).data + tape_.value(y).size());
    const std::vector<T> arriving = drawn<T>(tape_.value(y).size(), seed, 999);
    tape_.backward({{y, arriving.data()}});
    for (const std::vector<T>& state : states_)
      numbers_.push_back(state);
    for (const std::vector<T>& gradient : gradients_)
      numbers_.push_back(gradient);
  }
  [[nodiscard]] const Numbers<T>& numbers() const { return numbers_; }

private:
  Var leaf(std::int64_t rows, std::int64_t columns) {
    values_.push_back(drawn<T>(rows * columns, seed, 100 + values_.size()));
    gradients_.push_back(drawn<T>(rows * columns, seed, 200 + values_.size())); // is added to
    return tape_.leaf({values_.back().data(), rows, columns},
                      {gradients_.back().data(), rows, columns});
  }
  NormVars<T> norm(std::int64_t out) {
    const Var gamma = leaf(1, out), beta = leaf(1, out);
    states_.push_back(drawn<T>(out, seed, 300));
    T* const mean = states_.back().data();
    states_.push_back(drawn<T>(out, seed, 301));
    for (T& variance : states_.back())
      variance = T(0.5) + std::abs(variance);
    return {gamma, beta, {mean, states_.back().data()}};
  }
  Var one_by_one(const PickedRows& nodes, const PickedRows& edges,
                 const std::vector<GatedLayer<T>>& layers) {
    Var h = nodes.picked() ? gather(tape_, nodes.rows, nodes.pick) : nodes.rows;
    Var e = edges.picked() ? gather(tape_, edges.rows, edges.pick) : edges.rows;
    for (const GatedLayer<T>& layer : layers) {
      const Gated gated =
          gated_sum(tape_, linear(tape_, h, layer.node_weight, layer.node_bias),
                    linear(tape_, e, layer.edge_weight, layer.edge_bias), batch_.edges());
      const NormOptions options{setting_.training, true};
      const auto& [gamma, beta, running] = layer.node_norm;
      h = batch_norm(tape_, gated.nodes, gamma, beta, running, options, layer.residual ? h : Var{});
      const auto& own = layer.edge_norm;
      e = batch_norm(tape_, gated.edges, own.gamma, own.beta, own.running, options,
                     layer.residual ? e : Var{});
    }
    return h;
  }

  const GraphBatch<T>& batch_;
  Setting setting_;
  std::vector<std::vector<T>> values_, gradients_, states_;
  Numbers<T> numbers_;
  Tape<T> tape_;
};

template <typename T>
Numbers<T> run(const Batch& batch, const Setting& setting, bool together) {
  Pool pool(Backend::cpu);
  std::vector<const GraphSample*> pointers;
  for (const GraphSample& sample : batch.samples)
    pointers.push_back(&sample);
  const GraphBatch<T> graphs(pool, pointers);
  return Run<T>(pool, graphs, setting, together).numbers();
}

std::vector<Setting> settings() {
  std::vector<Setting> all;
  for (const std::vector<std::int64_t>& widths : std::vector<std::vector<std::int64_t>>{
           {1, 1}, {3, 3, 5}, {8, 8, 8}, {17, 17, 16, 16}, {78, 78, 69}, {100, 100}})
    for (const bool picked : {false, true})
      for (const bool training : {true, false})
        all.push_back({widths, picked, training, widths.front() != 8});
  return all;
}

} // namespace

BOOST_AUTO_TEST_CASE(by_blocks_as_one_operation_after_the_other) {
  for (const Batch& batch : batches())
    for (const Setting& setting : settings())
      BOOST_TEST_CONTEXT(batch.name << ", " << setting.widths.size() - 1 << " layers of "
                                    << setting.widths.back() << ", picked " << setting.picked
                                    << ", training " << setting.training << ", seed " << seed) {
        const Numbers<double> got = run<double>(batch, setting, true),
                              expected = run<double>(batch, setting, false);
        BOOST_REQUIRE(got.size() == expected.size());
        for (std::size_t i = 0; i < got.size(); ++i) {
          BOOST_REQUIRE(got[i].size() == expected[i].size());
          double off = 0.0, size = 1.0;
          for (std::size_t j = 0; j < got[i].size(); ++j) {
            off = std::max(off, std::abs(got[i][j] - expected[i][j]));
            size = std::max(size, std::abs(expected[i][j]));
          }
          BOOST_TEST(off <= 1e-11 * size, "matrix " << i << ": off by " << off << " of " << size);
        }
      }
}

BOOST_AUTO_TEST_CASE(the_same_bits_on_any_number_of_threads) {
  for (const Batch& batch : batches())
    for (const Setting& setting : settings()) {
      use_threads(1);
      const Numbers<float> expected = run<float>(batch, setting, true);
      for (const int count : {2, 3, 8}) {
        use_threads(count);
        BOOST_TEST((run<float>(batch, setting, true) == expected),
                   batch.name << " on " << count << " threads, seed " << seed);
      }
      use_threads(0);
    }
}

BOOST_AUTO_TEST_CASE(blocks_hold_whole_graphs_and_parts_whole_blocks) {
  for (const Batch& batch : batches()) {
    Pool pool(Backend::cpu);
    std::vector<const GraphSample*> pointers;
    for (const GraphSample& sample : batch.samples)
      pointers.push_back(&sample);
    const GraphBatch<float> graphs(pool, pointers);
    for (const std::int64_t nodes : {1, 30, 96, 100000})
      for (const std::int64_t parts : {1, 3, 8}) {
        const GraphBlocks blocks =
            cut_into_blocks(graphs.edges(), graphs.graph_nodes(), nodes, parts);
        BOOST_TEST(blocks.node.front() == 0);
        BOOST_TEST(blocks.node.back() == graphs.nodes());
        BOOST_TEST(blocks.edge.back() == graphs.edges().edges);
        BOOST_TEST(blocks.part.front() == 0);
        BOOST_TEST(blocks.part.back() == blocks.count());
        BOOST_TEST(blocks.parts() <= parts);
        for (std::size_t p = 1; p < blocks.part.size(); ++p)
          BOOST_TEST(blocks.part[p] > blocks.part[p - 1]);
        int graph = 0;
        for (std::size_t b = 0; b + 1 < blocks.node.size(); ++b) {
          BOOST_TEST(blocks.node[b + 1] > blocks.node[b]);
          while (graphs.graph_nodes().offset[graph] < blocks.node[b])
            ++graph;
          BOOST_TEST(graphs.graph_nodes().offset[graph] == blocks.node[b]);
          for (int e = blocks.edge[b]; e < blocks.edge[b + 1]; ++e)
            for (const int end : {graphs.edges().tail[e], graphs.edges().head[e]})
              BOOST_TEST((end >= blocks.node[b] && end < blocks.node[b + 1]));
        }
      }
  }
}

BOOST_AUTO_TEST_CASE(shapes_that_do_not_fit_are_named) {
  Pool pool(Backend::cpu);
  const GraphSample sample = graph(4, true, 1);
  const GraphBatch<float> batch(pool, {&sample});
  Tape<float> tape(pool);
  const auto zeros = [&](std::int64_t rows, std::int64_t columns) {
    return tape.make(rows, columns);
  };
  std::vector<float> state(4);
  const NormVars<float> norm{zeros(1, 2), zeros(1, 2), {state.data(), state.data() + 2}};
  const GatedLayer<float> good{zeros(2, 8), zeros(1, 8), zeros(2, 2), zeros(1, 2),
                               norm,        norm,        true};
  const std::int64_t m = batch.edges().edges;
  const auto refused = [&](const GatedLayer<float>& layer, std::int64_t nodes, std::int64_t edges,
                           const std::string& word) {
    const auto says = [&](const ArgumentError& error) {
      return std::string(error.what()).find(word) != std::string::npos;
    };
    BOOST_CHECK_EXCEPTION((void)gated_stack(tape, {zeros(nodes, 2)}, {zeros(edges, 2)},
                                            batch.edges(), batch.graph_nodes(), std::vector{layer},
                                            GatedOptions{}),
                          ArgumentError, says);
  };
  refused(good, 5, m, "nodes");
  refused(good, 4, m + 1, "edges");
  GatedLayer<float> wrong = good;
  wrong.node_weight = zeros(2, 6);
  refused(wrong, 4, m, "weight of the nodes");
  wrong = good;
  wrong.edge_bias = zeros(1, 3);
  refused(wrong, 4, m, "bias of the edges");
  wrong = good;
  wrong.edge_norm.gamma = zeros(1, 3);
  refused(wrong, 4, m, "gamma");
}
