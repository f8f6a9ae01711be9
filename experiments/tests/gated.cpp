#define BOOST_TEST_MODULE gated
#include "autograd/gated.hpp"

#include "autograd/linear.hpp"
#include "batch/graph_batch.hpp"
#include "drawn.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <vector>

/// The columns of a gated sum do not know of each other, so a wide one must equal its columns one
/// by one, which take the scalar way through every kernel: at widths that end in a whole vector, in
/// part of one and in less than one, in place and not, at nodes of more edges than a kernel keeps.
namespace {

using namespace canon;
using namespace canon::nn;
using canon::nn::test::drawn;

constexpr std::uint64_t seed = 20240615;

/// A star of 9 leaves, a triangle and a single node.
GraphSample graph() {
  GraphSample sample;
  sample.nodes = 14;
  const auto join = [&](int u, int v) {
    sample.tail.insert(sample.tail.end(), {u, v});
    sample.head.insert(sample.head.end(), {v, u});
  };
  for (int leaf = 1; leaf < 10; ++leaf)
    join(0, leaf);
  join(10, 11);
  join(11, 12);
  join(12, 10);
  return sample;
}

template <typename T>
std::vector<T> column(const std::vector<T>& from, std::int64_t columns, std::int64_t first,
                      std::int64_t step) {
  std::vector<T> taken;
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(from.size()) / columns; ++i)
    for (std::int64_t j = first; j < columns; j += step)
      taken.push_back(from[static_cast<std::size_t>(i * columns + j)]);
  return taken;
}

template <typename T>
struct Pass {
  std::vector<T> node, edge;                ///< n x 4d, m x d
  std::vector<T> d_nodes, d_edges;          ///< what arrives: n x d, m x d
  std::vector<T> out, gate, d_node, d_edge; ///< results

  void run(Pool& pool, const EdgeIndex& index, std::int64_t d, bool in_place) {
    const std::int64_t n = index.nodes, m = index.edges;
    d_node.assign(node.size(), T(0));
    d_edge.assign(edge.size(), T(0));
    Tape<T> tape(pool);
    const Var x = tape.leaf({node.data(), n, 4 * d}, {d_node.data(), n, 4 * d});
    Var e = tape.leaf({edge.data(), m, d}, {d_edge.data(), m, d});
    std::vector<T> one(static_cast<std::size_t>(d * d), T(0));
    for (std::int64_t i = 0; i < d; ++i)
      one[static_cast<std::size_t>(i * d + i)] = T(1);
    // A linear layer allows its memory to be taken; the identity changes no bit.
    if (in_place) e = linear(tape, e, tape.constant({one.data(), d, d}), Var{});
    const T* const memory = tape.value(e).data;
    const Gated gated = gated_sum(tape, x, e, index);
    BOOST_TEST((tape.value(gated.edges).data == memory) == in_place);
    out.assign(tape.value(gated.nodes).data, tape.value(gated.nodes).data + n * d);
    gate.assign(tape.value(gated.edges).data, tape.value(gated.edges).data + m * d);
    tape.backward({{gated.nodes, d_nodes.data()}, {gated.edges, d_edges.data()}});
  }
};

template <typename T>
void check(std::int64_t d, bool in_place) {
  Pool pool(Backend::cpu);
  const GraphSample sample = graph();
  const GraphBatch<T> batch(pool, {&sample});
  const EdgeIndex index = batch.edges();
  const std::int64_t n = index.nodes, m = index.edges;
  Pass<T> wide{drawn<T>(n * 4 * d, seed, 0, 2.0),
               drawn<T>(m * d, seed, 1, 2.0),
               drawn<T>(n * d, seed, 2, 2.0),
               drawn<T>(m * d, seed, 3, 2.0),
               {},
               {},
               {},
               {}};
  wide.run(pool, index, d, in_place);
  const T eps = std::numeric_limits<T>::epsilon();
  const auto compare = [&](const std::vector<T>& got, const std::vector<T>& expected) {
    BOOST_REQUIRE(got.size() == expected.size());
    T off = 0;
    for (std::size_t i = 0; i < got.size(); ++i)
      off = std::max(off, std::abs(got[i] - expected[i]));
    BOOST_TEST(off <= 64 * eps); // sums of at most nine terms of a few units
  };
  for (std::int64_t c = 0; c < d; ++c)
    BOOST_TEST_CONTEXT("column " << c) {
      Pass<T> narrow{column(wide.node, 4 * d, c, d),
                     column(wide.edge, d, c, d),
                     column(wide.d_nodes, d, c, d),
                     column(wide.d_edges, d, c, d),
                     {},
                     {},
                     {},
                     {}};
      narrow.run(pool, index, 1, false);
      compare(column(wide.out, d, c, d), narrow.out);
      compare(column(wide.gate, d, c, d), narrow.gate);
      compare(column(wide.d_node, 4 * d, c, d), narrow.d_node);
      compare(column(wide.d_edge, d, c, d), narrow.d_edge);
    }
}

} // namespace

BOOST_AUTO_TEST_CASE(a_wide_sum_is_its_columns_one_by_one) {
  for (const std::int64_t d : {1, 2, 7, 8, 9, 14, 16, 17, 20, 31, 33, 78})
    for (const bool in_place : {false, true})
      BOOST_TEST_CONTEXT("width " << d << (in_place ? ", in place" : "") << ", seed " << seed) {
        check<float>(d, in_place);
        check<double>(d, in_place);
      }
}
