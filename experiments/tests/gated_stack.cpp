#define BOOST_TEST_MODULE gated_stack
#include "autograd/gated_stack.hpp"

#include "autograd/gated.hpp"
#include "autograd/graph_blocks.hpp"
#include "autograd/linear.hpp"
#include "autograd/segment.hpp"
#include "device/error.hpp"
#include "stack_world.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <vector>

/// Walked by blocks of graphs, the layers must give what their operations give one after the other:
/// results, all gradients and running statistics, at widths that are padded in every way, on
/// batches with nodes and whole blocks without edges; the same bits on any number of threads.
namespace {

using namespace canon;
using namespace canon::nn;
using namespace canon::nn::test;

struct Setting {
  std::vector<std::int64_t> widths; ///< of the input and of each layer's output
  bool picked, training, residual;
};

template <typename T>
class Run : public StackRun<T> {
public:
  Run(Pool& pool, const GraphBatch<T>& batch, const Setting& setting, bool together)
      : StackRun<T>(pool), batch_(batch), setting_(setting) {
    const std::int64_t in = setting.widths.front(), n = batch.nodes(), m = batch.edges().edges;
    const Var h = this->leaf(setting.picked ? node_types : n, in),
              e = this->leaf(setting.picked ? edge_types : m, in);
    std::vector<GatedLayer<T>> layers;
    for (std::size_t l = 0; l + 1 < setting.widths.size(); ++l) {
      const std::int64_t from = setting.widths[l], out = setting.widths[l + 1];
      const Var node = this->leaf(from, 4 * out), node_bias = this->leaf(1, 4 * out),
                edge = this->leaf(from, out), edge_bias = this->leaf(1, out);
      const NormVars<T> node_norm = this->norm(out), edge_norm = this->norm(out);
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
    this->go_back(y);
  }

private:
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
  Tape<T>& tape_ = this->tape();
};

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
        check_by_blocks<Run<double>>(batch, setting);
      }
}

BOOST_AUTO_TEST_CASE(the_same_bits_on_any_number_of_threads) {
  for (const Batch& batch : batches())
    for (const Setting& setting : settings())
      check_threads<Run<float>>(batch, setting);
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
