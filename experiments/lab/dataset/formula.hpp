#pragma once

#include <canon/graph.hpp>

#include <cstdint>
#include <vector>

namespace canon::lab {

/// A variable v >= 1 or its negation -v, as in DIMACS files.
using Literal = std::int32_t;
using Clause = std::vector<Literal>;

/// A conjunction of disjunctions over the variables 1..variables.
struct Formula {
  std::size_t variables = 0;
  std::vector<Clause> clauses;
};

/// The vertex labels of a formula's graph.
inline constexpr std::int64_t clause_type = 0, literal_type = 1;

/// What each vertex represents; variable v has the entries v-1.
struct FormulaVertices {
  std::vector<Vertex> positive, negative, clause;
};

/// Positive literals, negative literals, clauses.
[[nodiscard]] FormulaVertices clauses_last(const Formula& formula);
/// Positive literals, clauses, negative literals.
[[nodiscard]] FormulaVertices clauses_between(const Formula& formula);

/// Every literal is joined to its negation and every clause to its literals. Throws ArgumentError
/// if a literal names no variable, or occurs twice in a clause.
[[nodiscard]] Graph formula_graph(const Formula& formula, const FormulaVertices& vertices);

/// The formula that a graph encodes, up to the names of variables and which of two literals is the
/// positive one. Throws ArgumentError if it is no encoding of one.
[[nodiscard]] Formula formula_of(const Graph& graph);

/// True if two clauses have the same literals.
[[nodiscard]] bool has_duplicate_clauses(const Formula& formula);

} // namespace canon::lab
