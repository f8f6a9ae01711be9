// Node features for EXP.
#define BOOST_TEST_MODULE rse
#include "dataset/rse.hpp"

#include "dataset/exp_generator.hpp"

#include <canon/pipeline.hpp>
#include <canon/spectrum.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>

using namespace canon;
using namespace canon::lab;

namespace {

struct UseOneBlasThread {
  UseOneBlasThread() { use_one_blas_thread(); }
};

ExpDataset some_pairs() {
  ExpGeneratorOptions options;
  options.pairs = 8;
  options.seed = 11;
  return generate_exp(options, 1);
}

/// What a permutation-invariant model without edges sees: the rows of one graph, in any order.
bool same_rows(const NodeFeatures& a, const NodeFeatures& b, std::size_t graph, double tolerance) {
  std::vector<bool> taken(b.offsets[graph + 1] - b.offsets[graph], false);
  for (std::size_t i = a.offsets[graph]; i < a.offsets[graph + 1]; ++i) {
    bool found = false;
    for (std::size_t j = 0; j < taken.size() && !found; ++j) {
      const auto x = a.rows.row(i), y = b.rows.row(b.offsets[graph] + j);
      found = !taken[j] && std::equal(x.begin(), x.end(), y.begin(), [&](double s, double t) {
        return std::abs(s - t) <= tolerance;
      });
      if (found) taken[j] = true;
    }
    if (!found) return false;
  }
  return true;
}

} // namespace

BOOST_TEST_GLOBAL_FIXTURE(UseOneBlasThread);

BOOST_AUTO_TEST_CASE(shapes_types_and_padding) {
  const ExpDataset data = some_pairs();
  EncodingOptions options = rse_encoding();
  options.k = 60; // more than the smallest graphs have
  for (const Level level : {Level::none, Level::map, Level::label}) {
    options.canonize.level = level;
    const NodeFeatures f = rse_features(data.graphs, options, 1);
    BOOST_TEST(f.rows.columns == 62U);
    BOOST_REQUIRE(f.offsets.size() == data.size() + 1);
    BOOST_TEST(f.rows.count() == f.offsets.back());
    bool padded = false;
    for (std::size_t g = 0; g < data.size(); ++g) {
      const std::size_t n = num_vertices(data.graphs[g]);
      BOOST_TEST(f.offsets[g + 1] - f.offsets[g] == n);
      for (Vertex v = 0; v < n; ++v) {
        const auto row = f.rows.row(f.offsets[g] + v);
        BOOST_TEST(row[static_cast<std::size_t>(data.graphs[g][v].label)] == 1.0);
        BOOST_TEST(row[0] + row[1] == 1.0);
        for (std::size_t j = n; j < 60; ++j) {
          BOOST_TEST(row[2 + j] == 0.0);
          padded = true;
        }
      }
    }
    BOOST_TEST(padded);
    if (level == Level::none) BOOST_TEST(f.settled == 0U);
    if (level == Level::label) BOOST_TEST(f.unsettled == 0U);
    if (level == Level::map) BOOST_TEST((f.settled > 0U && f.unsettled > 0U));
  }
}

BOOST_AUTO_TEST_CASE(all_columns_together_give_the_operator_back) {
  // U Lambda U^T: the sum of products of two rows is the entry of I + D^-1/2 A D^-1/2.
  const ExpDataset data = some_pairs();
  EncodingOptions options = rse_encoding();
  options.k = 80;
  for (const Level level : {Level::none, Level::map, Level::label})
    for (const bool by_component : {false, true}) {
      options.canonize.level = level;
      options.by_component = by_component;
      const NodeFeatures f = rse_features(data.graphs, options, 2);
      for (std::size_t g = 0; g < 4; ++g) {
        const arma::mat m = dense_operator(data.graphs[g], GraphOperator::lazy_adjacency);
        double worst = 0.0;
        for (std::size_t u = 0; u < m.n_rows; ++u)
          for (std::size_t v = 0; v < m.n_rows; ++v) {
            const auto x = f.rows.row(f.offsets[g] + u), y = f.rows.row(f.offsets[g] + v);
            double sum = 0.0;
            for (std::size_t j = 2; j < x.size(); ++j)
              sum += x[j] * y[j];
            worst = std::max(worst, std::abs(sum - m(u, v)));
          }
        BOOST_TEST(worst < 1e-10);
      }
    }
}

BOOST_AUTO_TEST_CASE(complete_features_survive_renaming_others_do_not) {
  const ExpDataset data = some_pairs();
  ExpDataset shuffled = data;
  shuffle_nodes(shuffled, 5);
  EncodingOptions options = rse_encoding();
  for (const bool by_component : {false, true})
    for (const AxisOrder order : values<AxisOrder>())
      for (const Level level : {Level::none, Level::map, Level::label}) {
        options.canonize.level = level;
        options.canonize.axis_order = order;
        options.by_component = by_component;
        const NodeFeatures a = rse_features(data.graphs, options, 1),
                           b = rse_features(shuffled.graphs, options, 2);
        std::size_t agreeing = 0;
        for (std::size_t g = 0; g < data.size(); ++g)
          agreeing += same_rows(a, b, g, 1e-8) ? 1 : 0;
        BOOST_TEST_CONTEXT(name(level)
                           << ", " << name(order) << (by_component ? ", by component" : "")) {
          if (level == Level::label)
            BOOST_TEST(agreeing == data.size());
          else
            BOOST_TEST(agreeing < data.size());
        }
      }
}

BOOST_AUTO_TEST_CASE(threads_change_nothing) {
  const ExpDataset data = some_pairs();
  EncodingOptions options = rse_encoding();
  options.canonize.level = Level::label;
  const NodeFeatures one = rse_features(data.graphs, options, 1),
                     three = rse_features(data.graphs, options, 3);
  BOOST_TEST((one.rows.values == three.rows.values));
  BOOST_TEST((one.offsets == three.offsets));
  std::size_t told = 0;
  (void)rse_features(data.graphs, options, 2, [&] { ++told; });
  BOOST_TEST(told == data.size());
}

BOOST_AUTO_TEST_CASE(no_graphs_give_no_rows) {
  const NodeFeatures none = rse_features({}, rse_encoding(), 2);
  BOOST_TEST(none.rows.count() == 0U);
  BOOST_TEST((none.offsets == std::vector<std::size_t>{0}));
}
