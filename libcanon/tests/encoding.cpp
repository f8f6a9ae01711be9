#define BOOST_TEST_MODULE encoding
#include <canon/encoding.hpp>
#include <canon/error.hpp>
#include <canon/generate.hpp>

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace canon;

namespace {

EncodingOptions with_k(std::size_t k) {
  EncodingOptions options;
  options.k = k;
  return options;
}

bool equal_bits(const arma::mat& a, const arma::mat& b) {
  return arma::size(a) == arma::size(b) && std::equal(a.begin(), a.end(), b.begin());
}

} // namespace

BOOST_AUTO_TEST_CASE(small_graphs_are_padded_and_say_so) {
  const Encoding one = encode(Graph(1), with_k(3));
  BOOST_TEST(one.padded == 2U);
  BOOST_TEST(one.features(0, 0) == 1.0);
  BOOST_TEST(one.features(0, 1) == 0.0);
  BOOST_TEST(std::isnan(one.eigenvalues[1]));
  BOOST_TEST(
      (one.settled == std::vector{Guarantee::equivariant, Guarantee::none, Guarantee::none}));

  const Encoding empty = encode(Graph{}, with_k(3));
  BOOST_TEST(empty.features.n_rows == 0U);
  BOOST_TEST(empty.features.n_cols == 3U);
  BOOST_TEST(empty.padded == 3U);
  BOOST_TEST(std::isnan(empty.eigenvalues[0]));

  EncodingOptions drop = with_k(4);
  drop.drop_trivial = true;
  BOOST_TEST(encode(path_graph(3), drop).padded == 2U);
  BOOST_TEST(encode(Graph(1), drop).padded == 4U);
  BOOST_CHECK_THROW((void)encode(path_graph(3), with_k(0)), ArgumentError);
}

BOOST_AUTO_TEST_CASE(the_first_k_columns_do_not_depend_on_k) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng = trial_rng(1, seed);
    const Graph g = random_tree(15, rng);
    const Encoding all = encode(g, with_k(15));
    for (std::size_t k = 1; k < 15; ++k) {
      const Encoding some = encode(g, with_k(k));
      for (std::size_t j = 0; j < k; ++j) {
        BOOST_REQUIRE_EQUAL(some.settled[j], all.settled[j]);
        BOOST_REQUIRE(equal_bits(some.features.col(j), all.features.col(j)));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(kinds_of_columns) {
  const Graph g = path_graph(6);
  EncodingOptions options = with_k(4);
  const Encoding unit = encode(g, options);
  options.columns = EncodingColumns::sqrt_eigenvalue;
  const Encoding root = encode(g, options);
  for (arma::uword j = 0; j < 4; ++j) {
    BOOST_TEST(std::abs(arma::norm(unit.features.col(j)) - 1.0) < 1e-12);
    BOOST_TEST(
        arma::abs(root.features.col(j) - std::sqrt(unit.eigenvalues[j]) * unit.features.col(j))
            .max() < 1e-14);
  }
  // U sqrt(Lambda) (U sqrt(Lambda))^T is the operator itself.
  options.k = 6;
  const Encoding whole = encode(g, options);
  BOOST_TEST(arma::abs(whole.features * whole.features.t() -
                       dense_operator(g, GraphOperator::lazy_adjacency))
                 .max() < 1e-12);
  options.columns = EncodingColumns::with_eigenvalues;
  options.k = 8;
  const Encoding pairs = encode(g, options);
  BOOST_TEST(pairs.features.n_cols == 16U);
  BOOST_TEST(arma::all(pairs.features.col(8) == pairs.eigenvalues[0]));
  BOOST_TEST(arma::all(pairs.features.col(15) == 0.0));
  options.columns = EncodingColumns::sqrt_eigenvalue;
  options.op = GraphOperator::adjacency;
  BOOST_CHECK_THROW((void)encode(g, options), ArgumentError);
}

BOOST_AUTO_TEST_CASE(roots_of_the_positive_part) {
  EncodingOptions options = with_k(6);
  options.op = GraphOperator::normalised_adjacency; // eigenvalues in [-1, 1]
  const Graph g = path_graph(6);
  const Encoding unit = encode(g, options);
  options.columns = EncodingColumns::sqrt_positive_part;
  const Encoding roots = encode(g, options);
  for (std::size_t j = 0; j < 6; ++j) {
    const double factor = std::sqrt(std::max(unit.eigenvalues[j], 0.0));
    BOOST_TEST(equal_bits(roots.features.col(j), factor * unit.features.col(j)));
    BOOST_TEST((roots.settled[j] == unit.settled[j]));
  }
  BOOST_TEST(arma::norm(roots.features.col(5)) == 0.0); // the eigenvalue is -1
}

BOOST_AUTO_TEST_CASE(the_first_column_left_out) {
  EncodingOptions all = with_k(5), less = with_k(4);
  less.drop_first = true;
  // Two components: the first space has two dimensions, is canonized whole and loses one column.
  for (const Graph& g : {path_graph(5), make_graph(5, std::vector<Edge>{{0, 1}, {2, 3}, {3, 4}})}) {
    const Encoding whole = encode(g, all), rest = encode(g, less);
    BOOST_TEST(equal_bits(rest.features, whole.features.cols(1, 4)));
    BOOST_TEST(rest.padded == 0U);
    for (std::size_t j = 0; j < 4; ++j)
      BOOST_TEST((rest.settled[j] == whole.settled[j + 1]));
  }
  BOOST_TEST(encode(Graph(1), less).padded == 4U);
  BOOST_TEST(encode(Graph{}, less).padded == 4U);
}

BOOST_AUTO_TEST_CASE(lappe_and_random_signs) {
  const Graph g = petersen_graph();
  EncodingOptions options = with_k(5);
  options.canonize.level = Level::none;
  const Encoding plain = encode(g, options);
  BOOST_TEST((plain.settled == std::vector(5, Guarantee::none)));

  options.random_signs = true;
  std::size_t flips = 0;
  for (std::uint64_t index = 0; index < 200; ++index) {
    const Encoding random = encode(g, options, index);
    BOOST_TEST(equal_bits(random.features, encode(g, options, index).features));
    for (arma::uword j = 0; j < 5; ++j) {
      const bool same = equal_bits(random.features.col(j), plain.features.col(j));
      BOOST_REQUIRE(same || equal_bits(random.features.col(j), -plain.features.col(j)));
      flips += same ? 0 : 1;
    }
  }
  BOOST_TEST(flips > 400U); // 1000 fair coins: five sigma is 79
  BOOST_TEST(flips < 600U);
}

BOOST_AUTO_TEST_CASE(equivariance_of_settled_columns) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Rng rng = trial_rng(2, seed);
    const Graph g = watts_strogatz(16, 4, 0.2, rng);
    for (GraphOperator op : values<GraphOperator>()) {
      EncodingOptions options = with_k(10);
      options.op = op;
      options.canonize.level = Level::joint;
      const std::vector<Vertex> place = random_permutation(16, rng);
      const Encoding a = encode(g, options), b = encode(relabel(g, place), options);
      BOOST_TEST_CONTEXT("seed " << seed << ", " << name(op)) {
        BOOST_REQUIRE((a.settled == b.settled));
        for (arma::uword j = 0; j < 10; ++j)
          for (Vertex v = 0; v < 16 && a.settled[j] == Guarantee::equivariant; ++v)
            BOOST_REQUIRE_SMALL(a.features(v, j) - b.features(place[v], j), 1e-8);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(names_of_values) {
  BOOST_TEST(parse<EncodingColumns>("sqrt-eigenvalue").value() == EncodingColumns::sqrt_eigenvalue);
  BOOST_TEST(parse<EncodingColumns>("sqrt-positive-part").value() ==
             EncodingColumns::sqrt_positive_part);
  BOOST_TEST(parse<EncodingColumns>("sqrt_eigenvalue").value() == EncodingColumns::sqrt_eigenvalue);
  BOOST_TEST(!parse<EncodingColumns>("cube"));
}
