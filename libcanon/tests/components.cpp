#define BOOST_TEST_MODULE components
#include <canon/components.hpp>
#include <canon/encoding.hpp>
#include <canon/generate.hpp>
#include <canon/verify.hpp>

#include <boost/test/unit_test.hpp>

using namespace canon;

namespace {

CanonicalSpectrum at_level(const Graph& g, Level level) {
  CanonizeOptions options;
  options.level = level;
  return canonize_components(g, GraphOperator::lazy_adjacency, {}, options);
}

std::size_t unsettled(const CanonicalSpectrum& c) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < c.outcomes.size(); ++i)
    if (c.outcomes[i].verdict != Verdict::unique) count += c.spectrum.spaces[i].dimension;
  return count;
}

// Arms of lengths 1, 2 and 3: the smallest tree without an automorphism.
const Graph asymmetric = make_graph(7, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {2, 6}});

} // namespace

BOOST_AUTO_TEST_CASE(the_result_is_a_spectrum_of_the_whole_graph) {
  Rng rng = trial_rng(1, 0);
  for (const Graph& g :
       {disjoint_union(path_graph(4), cycle_graph(5)), disjoint_union(asymmetric, asymmetric),
        disjoint_union(Graph(3), star_graph(4)), erdos_renyi(30, 0.05, rng), Graph{}, Graph(1)}) {
    const CanonicalSpectrum c = at_level(g, Level::label);
    const Spectrum whole = solve_spectrum(g, GraphOperator::lazy_adjacency);
    BOOST_TEST(c.spectrum.complete);
    BOOST_REQUIRE_EQUAL(c.spectrum.spaces.size(), whole.spaces.size());
    for (std::size_t i = 0; i < whole.spaces.size(); ++i)
      BOOST_TEST(c.spectrum.spaces[i].dimension == whole.spaces[i].dimension);
    BOOST_TEST(residual(c.spectrum, dense_operator(g, GraphOperator::lazy_adjacency)) < 1e-12);
    BOOST_TEST(orthonormality_error(c.spectrum.vectors) < 1e-12);
    BOOST_TEST(unsettled(c) == 0U);
  }
}

BOOST_AUTO_TEST_CASE(every_column_lives_on_one_component) {
  const Graph g = disjoint_union(asymmetric, path_graph(4));
  const CanonicalSpectrum c = at_level(g, Level::label);
  for (arma::uword j = 0; j < c.spectrum.vectors.n_cols; ++j) {
    const double left = arma::norm(c.spectrum.vectors.col(j).head(7));
    const double right = arma::norm(c.spectrum.vectors.col(j).tail(4));
    BOOST_TEST(std::min(left, right) == 0.0);
  }
}

BOOST_AUTO_TEST_CASE(different_components_stay_equivariant_equal_ones_do_not) {
  // asymmetric has no automorphism: all its vectors are settled, and so are those of the union with
  // a different component; two copies of it are exchanged by an automorphism.
  Rng rng = trial_rng(2, 0);
  const Graph other = with_random_weights(asymmetric, 1.0, 2.0, rng);
  BOOST_TEST(unsettled(at_level(disjoint_union(asymmetric, other), Level::joint)) == 0U);
  const Graph twice = disjoint_union(asymmetric, asymmetric);
  BOOST_TEST(unsettled(at_level(twice, Level::joint)) == 14U);
  const CanonicalSpectrum c = at_level(twice, Level::label);
  for (const Outcome& o : c.outcomes)
    BOOST_TEST((o.guarantee() == Guarantee::up_to_automorphism));
}

BOOST_AUTO_TEST_CASE(relabelled_copies_agree) {
  const Graph g = disjoint_union(disjoint_union(asymmetric, path_graph(3)), asymmetric);
  EncodingOptions options;
  options.k = 17;
  options.by_component = true;
  options.canonize.level = Level::label;
  const Encoding base = encode(g, options);
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Rng rng = trial_rng(3, seed);
    const VertexMap place = random_permutation(17, rng);
    const Encoding e = encode(relabel(g, place), options);
    // Up to automorphism: the same rows, in whatever order.
    std::vector<bool> used(17, false);
    for (Vertex v = 0; v < 17; ++v) {
      bool found = false;
      for (Vertex w = 0; w < 17 && !found; ++w)
        if (!used[w] && arma::abs(base.features.row(v) - e.features.row(w)).max() < 1e-9)
          found = used[w] = true;
      BOOST_TEST_CONTEXT("seed " << seed << ", vertex " << v) {
        BOOST_TEST(found);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_connected_graph_is_treated_as_ever) {
  EncodingOptions options;
  const Encoding whole = encode(asymmetric, options);
  options.by_component = true;
  BOOST_TEST(arma::abs(whole.features - encode(asymmetric, options).features).max() == 0.0);
}

BOOST_AUTO_TEST_CASE(a_space_too_large_to_hold_comes_in_part) {
  const Graph isolated(10000);
  SpectrumOptions wanted;
  wanted.k = 8;
  wanted.partial = true;
  for (const Level level : {Level::map, Level::label}) {
    CanonizeOptions options;
    options.level = level;
    const CanonicalSpectrum s =
        canonize_components(isolated, GraphOperator::lazy_adjacency, wanted, options);
    BOOST_REQUIRE_EQUAL(s.outcomes.size(), 1U);
    BOOST_TEST(s.spectrum.spaces[0].dimension == 10000U);
    BOOST_TEST(s.spectrum.spaces[0].held() == 8U);
    BOOST_TEST(s.spectrum.vectors.n_cols == 8U);
    BOOST_TEST(orthonormality_error(s.spectrum.vectors) < 1e-14);
    BOOST_CHECK(s.outcomes[0].verdict ==
                (level == Level::map ? Verdict::too_few_axis_classes : Verdict::unique));
  }
}
