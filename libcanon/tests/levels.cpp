// The levels beyond MAP: each settles a superset of the one before, `orbit` reaches the limit of
// what any equivariant rule can do, `label` settles everything.
#define BOOST_TEST_MODULE levels
#include <canon/canonize.hpp>
#include <canon/encoding.hpp>
#include <canon/error.hpp>
#include <canon/generate.hpp>
#include <canon/verify.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <numeric>

using namespace canon;

namespace {

const std::vector<Level> chain{Level::map, Level::search, Level::joint, Level::orbit, Level::label};

std::vector<VertexMap> all_automorphisms(const Graph& g) {
  VertexMap map(num_vertices(g));
  std::iota(map.begin(), map.end(), Vertex{0});
  std::vector<VertexMap> found;
  do {
    if (is_automorphism(g, map)) found.push_back(map);
  } while (std::next_permutation(map.begin(), map.end()));
  return found;
}

/// Whether every automorphism leaves every vector of the space alone: by definition the spaces for
/// which an equivariant basis exists.
bool acts_trivially(const Spectrum& s, const Eigenspace& space,
                    const std::vector<VertexMap>& automorphisms) {
  for (const VertexMap& map : automorphisms)
    for (std::size_t j = space.first; j < space.first + space.dimension; ++j)
      for (Vertex v = 0; v < s.size(); ++v)
        if (std::abs(s.vectors(map[v], j) - s.vectors(v, j)) > 1e-7) return false;
  return true;
}

} // namespace

BOOST_AUTO_TEST_CASE(orbit_reaches_the_equivariant_limit_on_all_994_graphs) {
  std::size_t graphs = 0, vectors = 0;
  std::vector<std::size_t> left(chain.size(), 0);
  for (std::size_t n = 3; n <= 7; ++n)
    for (const Graph& g : connected_graphs(n)) {
      ++graphs;
      vectors += n;
      const std::vector<VertexMap> automorphisms = all_automorphisms(g);
      const Spectrum base = solve_spectrum(g, GraphOperator::normalised_adjacency);
      std::vector<bool> settled_before(base.spaces.size(), false);
      for (std::size_t l = 0; l < chain.size(); ++l) {
        CanonizeOptions options;
        options.level = chain[l];
        Spectrum s = base;
        const Canonization c = canonize(s, g, options);
        for (std::size_t i = 0; i < s.spaces.size(); ++i) {
          const bool settled = c.outcomes[i].verdict == Verdict::unique;
          if (!settled) left[l] += s.spaces[i].dimension;
          BOOST_REQUIRE(settled || !settled_before[i]); // a superset of the level before
          settled_before[i] = settled;
          if (chain[l] == Level::orbit)
            BOOST_REQUIRE_EQUAL(settled, acts_trivially(base, s.spaces[i], automorphisms));
          if (chain[l] == Level::label) BOOST_REQUIRE(settled);
          if (c.outcomes[i].level == Level::label) {
            // The witness: why nothing stronger can be promised here.
            BOOST_REQUIRE(c.symmetry);
            BOOST_REQUIRE(moving_automorphism(s, s.spaces[i], c.symmetry->generators));
          }
        }
        BOOST_REQUIRE_LT(orthonormality_error(s.vectors), 1e-12);
        BOOST_REQUIRE_LT(residual(s, dense_operator(g, GraphOperator::normalised_adjacency)),
                         1e-12);
      }
    }
  BOOST_TEST(graphs == 994U);
  for (std::size_t l = 0; l < chain.size(); ++l)
    BOOST_TEST_MESSAGE(name(chain[l])
                       << " leaves " << left[l] << " of " << vectors << " vectors ("
                       << 100.0 * static_cast<double>(left[l]) / static_cast<double>(vectors)
                       << " %)");
  BOOST_TEST(std::is_sorted(left.rbegin(), left.rend()));
  BOOST_TEST(left.back() == 0U);
}

BOOST_AUTO_TEST_CASE(rook_and_shrikhande_get_different_encodings_their_copies_the_same) {
  EncodingOptions options;
  options.k = 16;
  options.canonize.level = Level::label;
  // What a permutation-invariant model can see of graph and encoding: the multiset of the triples
  // (row, row, adjacent or not). Rounded here only to be compared as text-free numbers.
  const auto fingerprint = [&](const Graph& g) {
    const Encoding e = encode(g, options);
    std::vector<std::vector<double>> pairs;
    for (Vertex u = 0; u < 16; ++u)
      for (Vertex v = 0; v < 16; ++v) {
        std::vector<double> row;
        for (arma::uword j = 0; j < 16; ++j) {
          row.push_back(e.features(u, j));
          row.push_back(e.features(v, j));
        }
        row.push_back(edge(u, v, g).second ? 1.0 : 0.0);
        pairs.push_back(row);
      }
    return pairs;
  };
  // Equal as multisets up to rounding: every member of one has a near twin in the other.
  const auto same = [](std::vector<std::vector<double>> a, std::vector<std::vector<double>> b) {
    for (const auto& x : a) {
      const auto twin = std::find_if(b.begin(), b.end(), [&](const auto& y) {
        for (std::size_t i = 0; i < x.size(); ++i)
          if (std::abs(x[i] - y[i]) > 1e-9) return false;
        return true;
      });
      if (twin == b.end()) return false;
      b.erase(twin);
    }
    return b.empty();
  };
  const Graph rook = rook_graph(4, 4), shrikhande = shrikhande_graph();
  BOOST_TEST(!same(fingerprint(rook), fingerprint(shrikhande)));
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng = trial_rng(1, seed);
    for (const Graph& g : {rook, shrikhande})
      BOOST_TEST(same(fingerprint(g), fingerprint(relabel(g, random_permutation(16, rng)))));
  }
}

BOOST_AUTO_TEST_CASE(labels_take_part_from_joint_on) {
  Graph ring = cycle_graph(6);
  ring[0].label = 7; // a reflection is left
  CanonizeOptions options;
  const auto unsettled = [&](Level level, bool labels) {
    options.level = level;
    options.labels = labels;
    Spectrum s = solve_spectrum(ring, GraphOperator::lazy_adjacency);
    std::size_t count = 0;
    const Canonization c = canonize(s, ring, options);
    for (std::size_t i = 0; i < c.outcomes.size(); ++i)
      if (c.outcomes[i].verdict != Verdict::unique) count += s.spaces[i].dimension;
    return count;
  };
  BOOST_TEST(unsettled(Level::search, true) == 5U);
  BOOST_TEST(unsettled(Level::joint, false) == 5U);
  BOOST_TEST(unsettled(Level::joint, true) == 4U); // the alternating vector is settled
  ring[1].label = 8;                               // nothing is left
  BOOST_TEST(unsettled(Level::joint, true) == 0U);
  BOOST_TEST(unsettled(Level::label, false) == 0U);
}

BOOST_AUTO_TEST_CASE(a_bounded_search_says_that_it_gave_up) {
  CanonizeOptions options;
  options.level = Level::label;
  options.max_nodes = 3;
  const Graph plane = projective_plane_graph(5);
  Spectrum s = solve_spectrum(plane, GraphOperator::lazy_adjacency);
  const arma::mat before = s.vectors;
  const Canonization c = canonize(s, plane, options);
  BOOST_REQUIRE(c.symmetry);
  BOOST_TEST(!c.symmetry->complete);
  std::size_t gave_up = 0;
  for (std::size_t i = 0; i < c.outcomes.size(); ++i)
    if (c.outcomes[i].verdict == Verdict::gave_up) {
      ++gave_up;
      const auto last = s.spaces[i].first + s.spaces[i].dimension - 1;
      BOOST_TEST(
          arma::abs(before.cols(s.spaces[i].first, last) - s.vectors.cols(s.spaces[i].first, last))
              .max() == 0.0);
    }
  BOOST_TEST(gave_up > 0U);
}

BOOST_AUTO_TEST_CASE(a_graph_that_map_settles_pays_for_no_labelling) {
  Rng rng = trial_rng(3, 0);
  CanonizeOptions options;
  options.level = Level::label;
  std::size_t without = 0;
  for (int i = 0; i < 20; ++i) {
    const Graph g = erdos_renyi(40, 0.3, rng);
    Spectrum s = solve_spectrum(g, GraphOperator::lazy_adjacency);
    if (!canonize(s, g, options).symmetry) ++without;
  }
  BOOST_TEST(without >= 19U);
}

BOOST_AUTO_TEST_CASE(the_graph_is_needed_and_must_fit) {
  CanonizeOptions options;
  options.level = Level::orbit;
  Spectrum s = solve_spectrum(path_graph(4), GraphOperator::lazy_adjacency);
  BOOST_CHECK_THROW((void)canonize(s, options), ArgumentError);
  BOOST_CHECK_THROW((void)canonize(s, path_graph(5), options), ArgumentError);
}
