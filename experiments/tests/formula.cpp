// Formulas, their graphs, planarity and the solver.
#define BOOST_TEST_MODULE formula
#include "dataset/exp_core.hpp"
#include "dataset/planar.hpp"
#include "dataset/planar_formula.hpp"
#include "dataset/sat.hpp"

#include <canon/error.hpp>
#include <canon/generate.hpp>
#include <canon/symmetry.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdlib>

using namespace canon;
using namespace canon::lab;

namespace {

/// By trying every assignment: an answer that owes nothing to the solver.
bool satisfiable_by_trying(const Formula& formula) {
  for (std::size_t bits = 0; bits < (std::size_t{1} << formula.variables); ++bits) {
    const auto holds = [&](Literal literal) {
      return (((bits >> (std::abs(literal) - 1)) & 1U) != 0) == (literal > 0);
    };
    const auto satisfied = [&](const Clause& clause) {
      return std::any_of(clause.begin(), clause.end(), holds);
    };
    if (std::all_of(formula.clauses.begin(), formula.clauses.end(), satisfied)) return true;
  }
  return false;
}

Formula random_formula(Rng& rng) {
  Formula formula;
  formula.variables = 3 + uniform_below(rng, 4);
  const std::size_t clauses = 4 * formula.variables + uniform_below(rng, 8);
  for (std::size_t c = 0; c < clauses; ++c) {
    Clause clause;
    for (const std::size_t v : random_permutation(formula.variables, rng)) {
      if (clause.size() == 3) break;
      const auto literal = static_cast<Literal>(v + 1);
      clause.push_back((rng() & 1U) != 0 ? literal : -literal);
    }
    formula.clauses.push_back(clause);
  }
  return formula;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_graph_by_hand) {
  // (x or not y) and (y)
  const Formula formula{2, {{1, -2}, {2}}};
  const Graph last = formula_graph(formula, clauses_last(formula));
  Graph expected = make_graph(6, {{0, 2}, {1, 3}, {4, 0}, {4, 3}, {5, 1}});
  for (Vertex v = 0; v < 4; ++v)
    expected[v].label = literal_type;
  BOOST_TEST(same_graph(last, expected));
  const Graph between = formula_graph(formula, clauses_between(formula));
  BOOST_TEST(same_graph(between, relabel(expected, {0, 1, 4, 5, 2, 3})));
}

BOOST_AUTO_TEST_CASE(a_graph_reads_back_to_its_formula) {
  for (std::uint64_t seed = 0; seed < 50; ++seed)
    BOOST_TEST_CONTEXT("seed " << seed) {
      Rng rng = trial_rng(seed, 0);
      const Formula formula = random_planar_formula({}, rng);
      const Graph graph = formula_graph(formula, clauses_between(formula));
      const Graph shuffled = relabel(graph, random_permutation(num_vertices(graph), rng));
      const Formula back = formula_of(shuffled);
      BOOST_TEST(back.variables == formula.variables);
      BOOST_TEST(isomorphic(formula_graph(back, clauses_last(back)), graph));
    }
}

BOOST_AUTO_TEST_CASE(what_encodes_no_formula_is_refused) {
  BOOST_CHECK_THROW((void)formula_of(path_graph(2)), ArgumentError); // clause beside clause
  Graph lonely = make_graph(1, {});
  lonely[0].label = literal_type;
  BOOST_CHECK_THROW((void)formula_of(lonely), ArgumentError);
  Graph three = path_graph(3);
  for (Vertex v = 0; v < 3; ++v)
    three[v].label = literal_type;
  BOOST_CHECK_THROW((void)formula_of(three), ArgumentError);
  Graph strange = path_graph(2);
  strange[0].label = 7;
  BOOST_CHECK_THROW((void)formula_of(strange), ArgumentError);
  const Formula wrong{1, {{2}}}, zero{1, {{0}}}, twice{1, {{1, 1}}};
  BOOST_CHECK_THROW((void)formula_graph(wrong, clauses_last(wrong)), ArgumentError);
  BOOST_CHECK_THROW((void)formula_graph(zero, clauses_last(zero)), ArgumentError);
  BOOST_CHECK_THROW((void)formula_graph(twice, clauses_last(twice)), ArgumentError);
  SatSolver solver;
  BOOST_CHECK_THROW((void)solver.satisfiable(wrong), ArgumentError);
  BOOST_CHECK_THROW((void)solver.satisfiable(zero), ArgumentError);
}

BOOST_AUTO_TEST_CASE(the_solver_agrees_with_trying_everything) {
  SatSolver solver;
  BOOST_TEST(solver.satisfiable({}));
  BOOST_TEST(!solver.satisfiable({1, {{}}}));
  BOOST_TEST(!solver.satisfiable({1, {{1}, {-1}}}));
  std::size_t yes = 0, no = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed)
    BOOST_TEST_CONTEXT("seed " << seed) {
      Rng rng = trial_rng(seed, 1);
      const Formula formula = random_formula(rng);
      const bool expected = satisfiable_by_trying(formula);
      ++(expected ? yes : no);
      BOOST_TEST(solver.satisfiable(formula) == expected);
    }
  BOOST_TEST(yes > 20U);
  BOOST_TEST(no > 20U);
}

BOOST_AUTO_TEST_CASE(cores_are_what_they_claim) {
  SatSolver solver;
  for (const std::size_t length : {4, 6, 8, 10, 12})
    BOOST_TEST_CONTEXT("length " << length) {
      for (const bool expected : {true, false}) {
        const ExpCore core = exp_core(length, expected);
        const Graph graph = formula_graph(core.formula, core.vertices);
        BOOST_TEST(num_vertices(graph) == 4 * length);
        BOOST_TEST(num_edges(graph) == 5 * length);
        BOOST_TEST(is_planar(graph));
        BOOST_TEST(solver.satisfiable(core.formula) == expected);
        BOOST_TEST(satisfiable_by_trying(core.formula) == expected);
        BOOST_TEST(!has_duplicate_clauses(core.formula));
      }
    }
  for (const std::size_t wrong : {0, 2, 5})
    BOOST_CHECK_THROW((void)exp_core(wrong, true), ArgumentError);
}

BOOST_AUTO_TEST_CASE(planarity_of_graphs_that_are_known) {
  BOOST_TEST(is_planar(dodecahedron_graph()));
  BOOST_TEST(is_planar(complete_graph(4)));
  BOOST_TEST(!is_planar(complete_graph(5)));
  BOOST_TEST(!is_planar(complete_bipartite_graph(3, 3)));
  BOOST_TEST(!is_planar(petersen_graph()));
  BOOST_TEST(!planar_rotations(petersen_graph()));
  // Euler: a connected drawing in the plane has n - m + faces = 2.
  const Graph g = icosahedron_graph();
  const auto around = planar_rotations(g);
  BOOST_REQUIRE(around);
  std::vector<std::pair<Vertex, Vertex>> darts;
  for (Vertex v = 0; v < 12; ++v)
    for (const Vertex w : (*around)[v])
      darts.emplace_back(v, w);
  BOOST_TEST(darts.size() == 60U);
  std::size_t faces = 0;
  while (!darts.empty()) {
    ++faces;
    auto [u, v] = darts.front();
    for (auto at = darts.begin(); at != darts.end();
         at = std::find(darts.begin(), darts.end(), std::pair(u, v))) {
      darts.erase(at);
      const auto& turn = (*around)[v];
      const auto back = std::find(turn.begin(), turn.end(), u) - turn.begin();
      u = std::exchange(v, turn[(static_cast<std::size_t>(back) + 1) % turn.size()]);
    }
  }
  BOOST_TEST(faces == 20U);
}

BOOST_AUTO_TEST_CASE(splitting_keeps_planarity_and_satisfiability) {
  SatSolver solver;
  for (std::uint64_t seed = 0; seed < 50; ++seed)
    BOOST_TEST_CONTEXT("seed " << seed) {
      Rng rng = trial_rng(seed, 2);
      // Two hubs over one row of variables: planar, and as wide as one likes.
      Formula formula{9, {{}, {}}};
      for (Literal v = 1; v <= 9; ++v)
        for (Clause& clause : formula.clauses)
          clause.push_back((rng() & 1U) != 0 ? v : -v);
      for (Literal v = 1; v <= 6; ++v) // tight, so that some are unsatisfiable
        formula.clauses.push_back({(rng() & 1U) != 0 ? v : -v});
      const Formula split = split_wide_clauses(formula, 4, rng);
      BOOST_TEST(split.variables > formula.variables);
      for (const Clause& clause : split.clauses)
        BOOST_TEST((clause.size() <= 4U && !clause.empty()));
      // Without signs, every variable a single vertex.
      std::vector<Edge> edges;
      for (std::size_t c = 0; c < split.clauses.size(); ++c)
        for (const Literal l : split.clauses[c])
          edges.push_back({static_cast<Vertex>(std::abs(l) - 1), split.variables + c});
      BOOST_TEST(is_planar(make_graph(split.variables + split.clauses.size(), edges)));
      BOOST_TEST(solver.satisfiable(split) == solver.satisfiable(formula));
    }
  Rng rng = trial_rng(0, 3);
  BOOST_CHECK_THROW((void)split_wide_clauses({}, 2, rng), ArgumentError);
  const Formula k33{4, {{1, 2, 3, 4}, {1, 2, 3, 4}, {1, 2, 3, 4}}};
  BOOST_CHECK_THROW((void)split_wide_clauses(k33, 3, rng), ArgumentError);
}

BOOST_AUTO_TEST_CASE(random_formulas_keep_to_their_options) {
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    BOOST_TEST_CONTEXT("seed " << seed) {
      Rng rng = trial_rng(seed, 4);
      const Formula formula = random_planar_formula({}, rng);
      std::vector<std::size_t> occurrences(formula.variables, 0);
      for (const Clause& clause : formula.clauses) {
        BOOST_TEST(clause.size() >= 2U);
        BOOST_TEST(clause.size() <= 5U);
        for (const Literal l : clause)
          ++occurrences[static_cast<std::size_t>(std::abs(l) - 1)];
      }
      for (const std::size_t count : occurrences)
        BOOST_TEST(count >= 2U);
    }
  Rng rng = trial_rng(0, 5);
  PlanarFormulaOptions wrong;
  wrong.small = 3;
  BOOST_CHECK_THROW((void)random_planar_formula(wrong, rng), ArgumentError);
  wrong = {};
  wrong.share_of_large = 2.0;
  BOOST_CHECK_THROW((void)random_planar_formula(wrong, rng), ArgumentError);
}
