#include "dataset/planar_formula.hpp"

#include "dataset/planar.hpp"

#include <canon/error.hpp>

#include <algorithm>
#include <cstdlib>

namespace canon::lab {
namespace {

/// Variables 0..variables-1 and clauses after them, edges one by one as long as it stays planar.
class PlanarIncidence {
public:
  PlanarIncidence(std::size_t variables, std::size_t clauses)
      : variables_(variables), graph_(variables + clauses) {}

  bool join(Vertex variable, Vertex clause) {
    if (edge(variable, clause, graph_).second) return false;
    add_edge(variable, clause, graph_);
    if (is_planar(graph_)) return true;
    remove_edge(variable, clause, graph_);
    return false;
  }

  /// Raises every degree to two; false if a vertex finds no further partner.
  bool pair_up(Rng& rng) {
    for (int round = 0; round < 2; ++round)
      for (const std::size_t v : random_permutation(num_vertices(graph_), rng))
        if (degree(v, graph_) < 2 && !join_anywhere(v, rng)) return false;
    return true;
  }

  /// Up to `count` further edges. A clause is drawn by its width, so that a few grow wide.
  void grow(std::size_t count, Rng& rng) {
    const std::size_t patience = 20 * count;
    for (std::size_t tries = 0; tries < patience && count > 0; ++tries) {
      const auto all = edges(graph_);
      const auto drawn =
          std::next(all.first, static_cast<std::ptrdiff_t>(uniform_below(rng, num_edges(graph_))));
      const Vertex clause = std::max(source(*drawn, graph_), target(*drawn, graph_));
      if (join(uniform_below(rng, variables_), clause)) --count;
    }
  }

  [[nodiscard]] Formula with_random_signs(Rng& rng) const {
    Formula formula;
    formula.variables = variables_;
    for (Vertex c = variables_; c < num_vertices(graph_); ++c) {
      Clause clause;
      for (Vertex v = 0; v < variables_; ++v) {
        if (!edge(v, c, graph_).second) continue;
        const auto literal = static_cast<Literal>(v + 1);
        clause.push_back((rng() >> 63U) != 0 ? -literal : literal);
      }
      formula.clauses.push_back(std::move(clause));
    }
    return formula;
  }

private:
  bool join_anywhere(Vertex v, Rng& rng) {
    const bool is_variable = v < variables_;
    const std::size_t others = is_variable ? num_vertices(graph_) - variables_ : variables_;
    for (const std::size_t i : random_permutation(others, rng))
      if (is_variable ? join(v, variables_ + i) : join(i, v)) return true;
    return false;
  }

  std::size_t variables_;
  Graph graph_;
};

/// Variables and clauses of a formula, without signs.
Graph incidence(const Formula& formula) {
  std::vector<Edge> edges;
  for (std::size_t c = 0; c < formula.clauses.size(); ++c)
    for (const Literal literal : formula.clauses[c])
      edges.push_back(
          {static_cast<Vertex>(std::abs(std::int64_t{literal}) - 1), formula.variables + c});
  return make_graph(formula.variables + formula.clauses.size(), edges);
}

void check(const PlanarFormulaOptions& options) {
  if (options.small < 6 || options.large < options.small || options.large > 200)
    throw ArgumentError("random_planar_formula: expected 6 <= small <= large <= 200");
  if (!(options.share_of_large >= 0.0 && options.share_of_large <= 1.0))
    throw ArgumentError("random_planar_formula: expected 0 <= share_of_large <= 1");
}

} // namespace

Formula split_wide_clauses(Formula formula, std::size_t widest, Rng& rng) {
  if (widest < 3) throw ArgumentError("split_wide_clauses: expected widest >= 3");
  for (std::size_t c = 0; c < formula.clauses.size();) {
    const std::size_t width = formula.clauses[c].size();
    if (width <= widest) {
      ++c;
      continue;
    }
    const auto rotations = planar_rotations(incidence(formula));
    if (!rotations) throw ArgumentError("split_wide_clauses: the formula is not planar");
    const std::vector<Vertex>& around = (*rotations)[formula.variables + c];
    const std::size_t start = uniform_below(rng, width);
    const std::size_t taken = 2 + uniform_below(rng, std::min(widest - 1, width - 2) - 1);
    const auto link = static_cast<Literal>(++formula.variables);
    Clause one{link}, other{-link};
    for (std::size_t i = 0; i < width; ++i) {
      const auto variable = static_cast<Literal>(around[(start + i) % width] + 1);
      const bool positive = std::find(formula.clauses[c].begin(), formula.clauses[c].end(),
                                      variable) != formula.clauses[c].end();
      (i < taken ? one : other).push_back(positive ? variable : -variable);
    }
    formula.clauses[c] = std::move(one);
    formula.clauses.push_back(std::move(other)); // still too wide, maybe: its turn comes
  }
  return formula;
}

Formula random_planar_formula(const PlanarFormulaOptions& options, Rng& rng) {
  check(options);
  const std::size_t size = uniform01(rng) < options.share_of_large ? options.large : options.small;
  for (;;) {
    const std::size_t clauses = size * 5 / 12 + uniform_below(rng, 2);
    PlanarIncidence incidence(size - clauses, clauses);
    if (!incidence.pair_up(rng)) continue;
    incidence.grow(uniform_below(rng, size / 2), rng);
    return split_wide_clauses(incidence.with_random_signs(rng), options.widest, rng);
  }
}

} // namespace canon::lab
