#include "dataset/formula.hpp"

#include <canon/error.hpp>

#include <boost/range/iterator_range.hpp>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>

namespace canon::lab {
namespace {

std::vector<Vertex> run_of(std::size_t count, Vertex& next) {
  std::vector<Vertex> result(count);
  std::iota(result.begin(), result.end(), next);
  next += count;
  return result;
}

Vertex vertex_of(Literal literal, const Formula& formula, const FormulaVertices& vertices) {
  const auto variable = static_cast<std::size_t>(std::abs(std::int64_t{literal}));
  if (variable < 1 || variable > formula.variables)
    throw ArgumentError("formula: expected literals of the variables 1.." +
                        std::to_string(formula.variables) + ", got " + std::to_string(literal));
  return (literal > 0 ? vertices.positive : vertices.negative)[variable - 1];
}

} // namespace

FormulaVertices clauses_last(const Formula& formula) {
  FormulaVertices result;
  Vertex next = 0;
  result.positive = run_of(formula.variables, next);
  result.negative = run_of(formula.variables, next);
  result.clause = run_of(formula.clauses.size(), next);
  return result;
}

FormulaVertices clauses_between(const Formula& formula) {
  FormulaVertices result;
  Vertex next = 0;
  result.positive = run_of(formula.variables, next);
  result.clause = run_of(formula.clauses.size(), next);
  result.negative = run_of(formula.variables, next);
  return result;
}

Graph formula_graph(const Formula& formula, const FormulaVertices& vertices) {
  std::vector<Edge> edges;
  for (std::size_t v = 0; v < formula.variables; ++v)
    edges.push_back({vertices.positive[v], vertices.negative[v]});
  for (std::size_t c = 0; c < formula.clauses.size(); ++c)
    for (const Literal literal : formula.clauses[c])
      edges.push_back({vertices.clause[c], vertex_of(literal, formula, vertices)});
  Graph graph = make_graph(2 * formula.variables + formula.clauses.size(), edges);
  for (std::size_t v = 0; v < formula.variables; ++v)
    graph[vertices.positive[v]].label = graph[vertices.negative[v]].label = literal_type;
  for (const Vertex c : vertices.clause)
    graph[c].label = clause_type;
  return graph;
}

Formula formula_of(const Graph& graph) {
  const auto refuse = [](Vertex v, const std::string& what) {
    throw ArgumentError("no encoding of a formula: vertex " + std::to_string(v) + " " + what);
  };
  const std::size_t n = num_vertices(graph);
  Formula formula;
  std::vector<Literal> literal(n, 0);
  for (Vertex v = 0; v < n; ++v) {
    if (graph[v].label == clause_type) continue;
    if (graph[v].label != literal_type)
      refuse(v, "has type " + std::to_string(graph[v].label) + ", expected 0 or 1");
    std::size_t negations = 0;
    Vertex negation = v;
    for (const Vertex w : boost::make_iterator_range(adjacent_vertices(v, graph)))
      if (graph[w].label == literal_type) {
        ++negations;
        negation = w;
      }
    if (negations != 1 || negation == v)
      refuse(v, "is a literal joined to " + std::to_string(negations) +
                    " literals, expected its negation alone");
    if (literal[v] != 0) continue;
    literal[v] = static_cast<Literal>(++formula.variables);
    literal[negation] = -literal[v];
  }
  for (Vertex v = 0; v < n; ++v) {
    if (graph[v].label != clause_type) continue;
    Clause clause;
    for (const Vertex w : boost::make_iterator_range(adjacent_vertices(v, graph))) {
      if (graph[w].label != literal_type)
        refuse(v, "is a clause joined to the clause " + std::to_string(w));
      clause.push_back(literal[w]);
    }
    formula.clauses.push_back(std::move(clause));
  }
  return formula;
}

bool has_duplicate_clauses(const Formula& formula) {
  std::vector<Clause> clauses = formula.clauses;
  for (Clause& clause : clauses)
    std::sort(clause.begin(), clause.end());
  std::sort(clauses.begin(), clauses.end());
  return std::adjacent_find(clauses.begin(), clauses.end()) != clauses.end();
}

} // namespace canon::lab
