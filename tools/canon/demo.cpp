#include "canon/commands.hpp"
#include "canon/options.hpp"
#include "cli/command_line.hpp"

#include <canon/base/text_table.hpp>
#include <canon/generate.hpp>

#include <iostream>

namespace canon::tool {
namespace {

struct Named {
  std::string name;
  Graph graph;
};

/// The smallest graph but one whose space of dimension 2 (eigenvalue -1/2 of the normalised
/// adjacency) has a unique basis.
Graph small_canonizable() {
  return make_graph(7, {{0, 1}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {3, 4}, {3, 6}, {4, 5}});
}

/// The 14 heavy atoms of C8H10N4O2: a pyrimidine ring (0-5) and an imidazole ring (2-3, 6-8) with
/// two oxygens (9, 10) and three methyl groups (11-13).
Graph caffeine() {
  return make_graph(14, {{0, 1},
                         {1, 2},
                         {2, 3},
                         {3, 4},
                         {4, 5},
                         {5, 0},
                         {2, 6},
                         {6, 7},
                         {7, 8},
                         {8, 3},
                         {1, 9},
                         {5, 10},
                         {0, 11},
                         {4, 12},
                         {6, 13}});
}

std::vector<Named> named_graphs() {
  // Draws on which the levels differ: most random graphs are settled by the first.
  Rng rng = trial_rng(1, 0), searched = trial_rng(0, 38), joined = trial_rng(0, 2990);
  return {{"path 8", path_graph(8)},
          {"cycle 8", cycle_graph(8)},
          {"star 6", star_graph(6)},
          {"grid 3 x 4", grid_graph(3, 4)},
          {"grid 4 x 4", grid_graph(4, 4)},
          {"complete 6", complete_graph(6)},
          {"complete bipartite 3, 4", complete_bipartite_graph(3, 4)},
          {"hypercube 4", hypercube_graph(4)},
          {"Petersen", petersen_graph()},
          {"Paley 13", paley_graph(13)},
          {"rook 4 x 4", rook_graph(4, 4)},
          {"Shrikhande", shrikhande_graph()},
          {"random tree 20", random_tree(20, rng)},
          {"Erdos-Renyi 20, 0.3", erdos_renyi(20, 0.3, rng)},
          {"random tree 14", random_tree(14, searched)},
          {"3-regular 12", random_regular(12, 3, joined)},
          {"seven vertices", small_canonizable()},
          {"caffeine", caffeine()}};
}

std::vector<Level> levels_shown() {
  const auto levels = values<Level>();
  return {levels.begin() + 1, levels.end()}; // all but none
}

std::vector<std::string> table_row(const Named& named, GraphOperator op,
                                   const std::vector<Level>& levels) {
  const Spectrum spectrum = canon::solve_spectrum(named.graph, op);
  std::size_t multiple = 0;
  for (const Eigenspace& space : spectrum.spaces)
    multiple += space.dimension > 1 ? 1 : 0;
  std::vector<std::string> row = {named.name, std::to_string(num_vertices(named.graph)),
                                  std::to_string(num_edges(named.graph)),
                                  std::to_string(spectrum.spaces.size()), std::to_string(multiple)};
  for (const Level level : levels) {
    CanonizeOptions options;
    options.level = level;
    Spectrum copy = spectrum;
    const std::vector<Outcome> outcomes = canonize(copy, named.graph, options).outcomes;
    std::size_t settled = 0;
    for (std::size_t s = 0; s < outcomes.size(); ++s)
      if (outcomes[s].verdict == Verdict::unique) settled += copy.spaces[s].dimension;
    row.push_back(percent(settled, spectrum.eigenvalues.n_elem));
  }
  return row;
}

} // namespace

int run_demo(const Words& words) {
  CommandLine line("canon demo [OPTION]...",
                   "Canonizes a set of named graphs at every level and prints how much of each "
                   "spectrum is settled.\n",
                   {"canon demo", "canon demo --operator laplacian"});
  line.group("Options");
  line.enum_option("operator", "NAME", "", GraphOperator::lazy_adjacency);
  if (!line.parse(words)) return exit_ok;
  const GraphOperator op = operator_option(line);

  const std::vector<Level> levels = levels_shown();
  std::vector<std::string> header = {"<graph", "n", "m", "spaces", "multiple"};
  for (const Level level : levels)
    header.push_back(std::string(name(level)) + " %");
  TextTable table(header);
  for (const Named& named : named_graphs())
    table.row(table_row(named, op, levels));
  std::cout
      << "Eigenvectors of the " << name(op)
      << " whose sign or basis is settled, in per cent, level by level\n\n"
      << table.str()
      << "\nmultiple: eigenspaces of dimension > 1. Up to orbit a settled basis moves with the "
         "vertices\n(node-wise equivariant) and orbit is the limit of that; label settles the "
         "rest up to an\nautomorphism of the graph. canon inspect shows every space.\n";
  return exit_ok;
}

} // namespace canon::tool
