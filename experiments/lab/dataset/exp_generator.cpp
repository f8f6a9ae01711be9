#include "dataset/exp_generator.hpp"

#include "dataset/exp_core.hpp"
#include "dataset/planar.hpp"

#include <canon/error.hpp>
#include <canon/pipeline.hpp>
#include <canon/symmetry.hpp>

#include <optional>
#include <set>
#include <string>

namespace canon::lab {
namespace {

constexpr std::size_t most_draws = 1000;

/// A random formula that fits into EXP, as a graph.
Graph random_extension(const PlanarFormulaOptions& options, Rng& rng, SatSolver& solver) {
  for (std::size_t draw = 0; draw < most_draws; ++draw) {
    const Formula formula = random_planar_formula(options, rng);
    if (has_duplicate_clauses(formula)) continue;
    Graph graph = formula_graph(formula, clauses_between(formula));
    if (is_planar(graph) && solver.satisfiable(formula)) return graph;
  }
  throw SolverError("EXP: no planar satisfiable formula in " + std::to_string(most_draws) +
                    " draws");
}

struct Candidate {
  ExpPair pair;
  std::vector<std::size_t> form; ///< equal exactly for isomorphic formulas
};

/// The types of the vertices and the ends of the edges, after canonical labelling.
std::vector<std::size_t> canonical_form(const Graph& graph) {
  const Symmetry s = find_symmetry(graph);
  if (!s.complete) throw SolverError("EXP: the search for a canonical labelling gave up");
  const Graph canonical = relabel(graph, s.labelling);
  std::vector<std::size_t> form = {num_vertices(graph)};
  for (Vertex v = 0; v < num_vertices(graph); ++v)
    form.push_back(static_cast<std::size_t>(canonical[v].label));
  for (const Edge& e : sorted_edges(canonical))
    form.insert(form.end(), {e.u, e.v});
  return form;
}

/// One solver a thread: it costs more to make than to ask.
SatSolver& thread_solver() {
  thread_local SatSolver solver;
  return solver;
}

Candidate draw_candidate(const ExpGeneratorOptions& options, Rng& rng, SatSolver& solver) {
  const std::size_t length = options.core_lengths[uniform_below(rng, options.core_lengths.size())];
  const Graph extension = random_extension(options.formula, rng, solver);
  const auto with_core = [&](bool satisfiable) {
    const ExpCore core = exp_core(length, satisfiable);
    return disjoint_union(extension, formula_graph(core.formula, core.vertices));
  };
  Candidate candidate{{with_core(true), with_core(false)}, canonical_form(extension)};
  const ExpPairCheck check = check_pair(candidate.pair, solver);
  if (!check.holds())
    throw SolverError("EXP: a generated pair failed its check: " + check.failure());
  return candidate;
}

void check_options(const ExpGeneratorOptions& options) {
  if (options.core_lengths.empty())
    throw ArgumentError("EXP: expected at least one core length, got none");
  for (const std::size_t length : options.core_lengths)
    (void)exp_core(length, true);
}

/// A pair, and the generator to draw another one from.
struct Job {
  std::optional<Candidate> candidate;
  std::optional<Rng> rng;
};

} // namespace

ExpPair random_exp_pair(const ExpGeneratorOptions& options, Rng& rng, SatSolver& solver) {
  check_options(options);
  return draw_candidate(options, rng, solver).pair;
}

ExpDataset generate_exp(const ExpGeneratorOptions& options, std::size_t threads,
                        const std::function<void()>& done) {
  check_options(options);
  ExpDataset data;
  std::set<std::vector<std::size_t>> known;
  std::size_t made = 0;
  ordered_pipeline<std::size_t, Job>(
      threads, [&](std::size_t& index) { return (index = made++) < options.pairs; },
      [&](std::size_t index, std::size_t) {
        Job job;
        job.rng = trial_rng(options.seed, index);
        job.candidate = draw_candidate(options, *job.rng, thread_solver());
        return job;
      },
      [&](Job& job, std::size_t) {
        // Pairs arrive in order, so that whatever comes second is drawn again, by any thread.
        std::size_t draws = 0;
        while (!known.insert(job.candidate->form).second) {
          if (++draws == most_draws)
            throw SolverError("EXP: no new formula in " + std::to_string(most_draws) +
                              " draws after " + std::to_string(data.pairs()) + " pairs");
          job.candidate = draw_candidate(options, *job.rng, thread_solver());
        }
        data.add(std::move(job.candidate->pair));
        if (done) done();
      });
  return data;
}

} // namespace canon::lab
