#include "dataset/exp_statistics.hpp"

#include "dataset/planar.hpp"

#include <canon/base/text_table.hpp>
#include <canon/pipeline.hpp>
#include <canon/spectrum.hpp>

#include <boost/range/iterator_range.hpp>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <optional>

namespace canon::lab {
namespace {

/// What is counted of one pair.
struct PairFacts {
  ExpPairCheck check;
  std::array<std::size_t, 2> planar{}, components{};
  double difference = 0.0;
  std::optional<std::size_t> first;
};

arma::vec eigenvalues(const Graph& graph) {
  return solve_spectrum(graph, GraphOperator::normalised_adjacency).eigenvalues;
}

PairFacts facts_of(const ExpPair& pair) {
  thread_local SatSolver solver;
  PairFacts facts;
  facts.check = check_pair(pair, solver);
  std::size_t side = 0;
  for (const Graph* graph : {&pair.satisfiable, &pair.unsatisfiable}) {
    facts.planar[side] = is_planar(*graph) ? 1 : 0;
    facts.components[side++] = number_components(*graph).count;
  }
  if (num_vertices(pair.satisfiable) != num_vertices(pair.unsatisfiable)) return facts;
  const arma::vec a = eigenvalues(pair.satisfiable), b = eigenvalues(pair.unsatisfiable);
  for (arma::uword i = 0; i < a.n_elem; ++i) {
    const double difference = std::abs(a[i] - b[i]);
    facts.difference = std::max(facts.difference, difference);
    if (!facts.first && difference > Tolerance{}.eigenvalue) facts.first = i + 1;
  }
  return facts;
}

void count_graph(const Graph& graph, ExpStatistics& s) {
  const std::size_t n = num_vertices(graph), m = num_edges(graph);
  s.vertices += n;
  s.edges += m;
  s.least_vertices = s.graphs == 0 ? n : std::min(s.least_vertices, n);
  s.most_vertices = std::max(s.most_vertices, n);
  s.least_edges = s.graphs == 0 ? m : std::min(s.least_edges, m);
  s.most_edges = std::max(s.most_edges, m);
  ++s.graphs;
  for (Vertex v = 0; v < n; ++v)
    ++(graph[v].label == literal_type ? s.literals : s.clauses);
  for (const auto e : boost::make_iterator_range(edges(graph))) {
    const bool negation = graph[source(e, graph)].label == graph[target(e, graph)].label;
    ++(negation ? s.negation_edges : s.clause_edges);
  }
}

void count_pair(const PairFacts& facts, std::size_t index, ExpStatistics& s) {
  ++s.pairs;
  for (std::size_t side = 0; side < 2; ++side) {
    s.planar += facts.planar[side];
    ++s.components[facts.components[side]];
  }
  s.labels_right += facts.check.labels_right ? 2 : 0;
  s.colours_agree += facts.check.colours_agree ? 1 : 0;
  s.distinct += facts.check.distinct ? 1 : 0;
  if (facts.first) {
    s.least_difference =
        s.spectra_differ == 0 ? facts.difference : std::min(s.least_difference, facts.difference);
    s.most_difference = std::max(s.most_difference, facts.difference);
    ++s.spectra_differ;
    ++s.first_difference[*facts.first];
  }
  if (!facts.check.holds())
    s.failures.push_back("pair " + std::to_string(index) + ": " + facts.check.failure());
}

std::string range(std::size_t least, std::size_t most, std::size_t sum, std::size_t count) {
  char text[80];
  std::snprintf(text, sizeof text, "%zu-%zu (mean %.1f)", least, most,
                count == 0 ? 0.0 : static_cast<double>(sum) / static_cast<double>(count));
  return text;
}

std::string histogram(const std::map<std::size_t, std::size_t>& counts) {
  std::string text;
  for (const auto& [value, count] : counts)
    text += (text.empty() ? "" : ", ") + std::to_string(value) + ": " + std::to_string(count);
  return text;
}

} // namespace

ExpStatistics exp_statistics(const ExpDataset& data, std::size_t threads,
                             const std::function<void()>& done) {
  ExpStatistics result;
  for (const Graph& graph : data.graphs)
    count_graph(graph, result);
  std::size_t next = 0;
  ordered_pipeline<std::size_t, PairFacts>(
      threads, [&](std::size_t& pair) { return (pair = next++) < data.pairs(); },
      [&](std::size_t pair, std::size_t) { return facts_of(data.pair(pair)); },
      [&](const PairFacts& facts, std::size_t index) {
        count_pair(facts, index, result);
        if (done) done();
      });
  return result;
}

const ExpStatistics& published_exp_statistics() {
  static const ExpStatistics published = [] {
    ExpStatistics s;
    s.graphs = s.planar = s.labels_right = 1200;
    s.pairs = s.colours_agree = s.distinct = s.spectra_differ = 600;
    s.vertices = 58442, s.least_vertices = 33, s.most_vertices = 73;
    s.edges = 72530, s.least_edges = 40, s.most_edges = 89;
    s.literals = 34212, s.clauses = 24230;
    s.clause_edges = 55424, s.negation_edges = 17106;
    s.components = {{2, 1168}, {3, 32}};
    s.least_difference = 0.0901, s.most_difference = 1.0 / 3.0;
    s.first_difference = {{3, 494}, {4, 89}, {5, 15}, {6, 2}};
    return s;
  }();
  return published;
}

std::string statistics_table(const std::vector<std::pair<std::string, ExpStatistics>>& columns) {
  std::vector<std::string> header = {"<"};
  for (const auto& column : columns)
    header.push_back("<" + column.first);
  TextTable table(header);
  const auto row = [&](const std::string& name, const auto& text) {
    std::vector<std::string> cells = {name};
    for (const auto& column : columns)
      cells.push_back(text(column.second));
    table.row(cells);
  };
  using S = ExpStatistics;
  const auto count = [&](const std::string& name, std::size_t S::*member) {
    row(name, [member](const S& s) { return std::to_string(s.*member); });
  };
  count("graphs", &S::graphs);
  count("pairs", &S::pairs);
  row("vertices per graph",
      [](const S& s) { return range(s.least_vertices, s.most_vertices, s.vertices, s.graphs); });
  row("edges per graph",
      [](const S& s) { return range(s.least_edges, s.most_edges, s.edges, s.graphs); });
  count("literals", &S::literals);
  count("clauses", &S::clauses);
  count("edges literal-clause", &S::clause_edges);
  count("edges literal-negation", &S::negation_edges);
  row("graphs by components", [](const S& s) { return histogram(s.components); });
  count("planar graphs", &S::planar);
  count("graphs labelled as the solver says", &S::labels_right);
  count("pairs equal under colour refinement", &S::colours_agree);
  count("pairs not isomorphic", &S::distinct);
  count("pairs with different spectra", &S::spectra_differ);
  row("largest difference of spectra", [](const S& s) {
    return short_number(s.least_difference, 2) + "-" + short_number(s.most_difference, 2);
  });
  row("pairs by first different eigenvalue",
      [](const S& s) { return histogram(s.first_difference); });
  return table.str();
}

} // namespace canon::lab
