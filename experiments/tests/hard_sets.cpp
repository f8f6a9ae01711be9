// The sets of hard graphs: what makes them hard, and what is said of files that are not in order.
#define BOOST_TEST_MODULE hard_sets
#include "dataset/hard_set.hpp"
#include "dataset/strongly_regular.hpp"
#include "workplace.hpp"

#include <canon/colour_refinement.hpp>
#include <canon/error.hpp>
#include <canon/generate.hpp>
#include <canon/graph_io.hpp>
#include <canon/symmetry.hpp>

#include <boost/test/unit_test.hpp>

#include <set>

using namespace canon;
using namespace canon::lab;

namespace {

const HardSet& set_of(const HardSets& data, const std::string& name) {
  for (const HardSet& set : data.sets)
    if (set.name == name) return set;
  throw std::runtime_error("no set " + name);
}

void write(const std::filesystem::path& path, const std::vector<Graph>& graphs) {
  const auto writer = graph_writer(path, GraphFormat::graph6);
  for (const Graph& graph : graphs) {
    GraphRecord record;
    record.graph = graph;
    writer->write(record);
  }
  writer->finish();
}

Graph without_first_edge(const Graph& graph) {
  std::vector<Edge> edges = sorted_edges(graph);
  edges.erase(edges.begin());
  return make_graph(boost::num_vertices(graph), edges);
}

} // namespace

BOOST_AUTO_TEST_CASE(parameters_of_strongly_regular_graphs) {
  BOOST_TEST((strongly_regular(petersen_graph()) == StronglyRegular{10, 3, 0, 1}));
  BOOST_TEST((strongly_regular(rook_graph(4, 4)) == StronglyRegular{16, 6, 2, 2}));
  BOOST_TEST((strongly_regular(cycle_graph(5)) == StronglyRegular{5, 2, 0, 1}));
  BOOST_TEST(!strongly_regular(cycle_graph(6)).has_value()); // regular, but two kinds of non-edges
  BOOST_TEST(!strongly_regular(path_graph(4)).has_value());
  BOOST_TEST(!strongly_regular(complete_graph(5)).has_value());
  BOOST_TEST(!strongly_regular(make_graph(3, std::vector<Edge>{})).has_value());
  BOOST_TEST(!strongly_regular(without_first_edge(rook_graph(4, 4))).has_value());
}

BOOST_AUTO_TEST_CASE(families_of_strongly_regular_graphs) {
  std::set<StronglyRegular> parameters;
  for (const StronglyRegularFamily& family : strongly_regular_families()) {
    BOOST_TEST_CONTEXT(text(family.parameters)) {
      BOOST_TEST(parameters.insert(family.parameters).second);
      BOOST_TEST(family.graphs.size() >= 2U);
      for (std::size_t i = 0; i < family.graphs.size(); ++i) {
        BOOST_TEST((strongly_regular(family.graphs[i]) == family.parameters));
        for (std::size_t j = 0; j < i; ++j)
          BOOST_TEST(!isomorphic(family.graphs[i], family.graphs[j]));
      }
    }
  }
  // Rook and Shrikhande; T(8) and the graphs of Chang; the five groups of order 8.
  for (const StronglyRegular known :
       {StronglyRegular{16, 6, 2, 2}, StronglyRegular{28, 12, 6, 4}, StronglyRegular{64, 21, 8, 6}})
    BOOST_TEST(parameters.contains(known), text(known));
}

BOOST_AUTO_TEST_CASE(generated_sets) {
  const HardSets data = generate_hard_sets({.seed = 3, .exp_pairs = 4, .cfi_vertices = 60});
  BOOST_TEST(set_of(data, "exp").pairs() == 4U);
  BOOST_TEST(set_of(data, "cexp").pairs() == 4U);
  for (const HardSet& set : data.sets)
    for (std::size_t g = 0; g < set.groups.size(); ++g)
      for (const auto& [a, b] : set.groups[g].pairs) {
        const Graph &first = set.groups[g].graphs[a], &second = set.groups[g].graphs[b];
        BOOST_TEST_CONTEXT(set.name << ", group " << g << ", seed 3") {
          BOOST_TEST(!isomorphic(first, second));
          // Half of CEXP's pairs are easy, all others are hard.
          BOOST_TEST(colour_refinement_equal(first, second) == (set.name != "cexp" || g < 2));
        }
      }
  const auto [least, most] = set_of(data, "cfi").vertices();
  BOOST_TEST(least == 16U);
  BOOST_TEST(most <= 60U);
  BOOST_TEST(set_of(data, "cfi").checksum() != set_of(data, "srg").checksum());
}

BOOST_AUTO_TEST_CASE(files_in_order) {
  const Workplace place;
  write(place / "brec.g6", {cycle_graph(6), disjoint_union(cycle_graph(3), cycle_graph(3)),
                            rook_graph(4, 4), shrikhande_graph()});
  std::ofstream(place / "brec-categories.txt") << "regular\nstrongly_regular\n";
  Rng rng = trial_rng(0, 0);
  const Graph skip = circulant_graph(11, {1, 2}), other = circulant_graph(11, {1, 3});
  write(place / "csl.g6", {skip, relabel(skip, random_permutation(11, rng)), other});
  const HardSets data = read_hard_sets(place.path());
  BOOST_TEST(data.sets.size() == 3U);
  BOOST_TEST(set_of(data, "brec-regular").pairs() == 1U);
  BOOST_TEST(set_of(data, "brec-strongly-regular").graphs() == 2U);
  BOOST_TEST(set_of(data, "csl").graphs() == (isomorphic(skip, other) ? 1U : 2U));
}

BOOST_AUTO_TEST_CASE(damage_is_said) {
  const Workplace place;
  write(place / "sr25.g6",
        {rook_graph(4, 4), without_first_edge(rook_graph(4, 4)), shrikhande_graph()});
  const HardSets data = read_hard_sets(place.path());
  BOOST_TEST(set_of(data, "sr25").graphs() == 2U);
  BOOST_TEST(set_of(data, "sr25").pairs() == 1U);
  BOOST_REQUIRE(data.notes.size() == 1U);
  BOOST_TEST((data.notes[0].find("line 2 (47 edges)") != std::string::npos), data.notes[0]);
  BOOST_TEST((data.notes[0].find("(16, 6, 2, 2)") != std::string::npos), data.notes[0]);
  // A pair that is none.
  write(place / "brec.g6", {cycle_graph(6), cycle_graph(6)});
  BOOST_CHECK_THROW((void)read_hard_sets(place.path()), ReadError); // no categories
  std::ofstream(place / "brec-categories.txt") << "basic\n";
  const HardSets same = read_hard_sets(place.path());
  BOOST_TEST(set_of(same, "brec-basic").pairs() == 0U);
  BOOST_TEST((same.notes[0].find("pair 1 are isomorphic") != std::string::npos));
  std::ofstream(place / "brec-categories.txt") << "basic\nbasic\n";
  BOOST_CHECK_THROW((void)read_hard_sets(place.path()), ParseError);
  std::ofstream(place / "brec-categories.txt") << "nothing\n";
  BOOST_CHECK_THROW((void)read_hard_sets(place.path()), ParseError);
  BOOST_CHECK_THROW((void)read_hard_sets(Workplace().path()), ReadError);
}
