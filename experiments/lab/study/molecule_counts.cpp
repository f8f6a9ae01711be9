#include "study/molecule_counts.hpp"

#include <algorithm>

namespace canon::lab {
namespace {

std::size_t count_equal_norms(const Spectrum& spectrum) {
  CanonizeOptions options;
  options.sign_rule = SignRule::largest_norm;
  std::size_t count = 0;
  for (const Eigenspace& space : spectrum.spaces) {
    if (space.dimension > 1) continue;
    arma::vec u = spectrum.vectors.col(space.first);
    if (canonize_sign(u, options).verdict == Verdict::sign_undetermined) ++count;
  }
  return count;
}

SettledBy settled_by_level(const Graph& graph, Spectrum spectrum, CanonizeOptions options) {
  options.level = Level::label;
  SettledBy settled = {};
  const std::vector<Outcome> outcomes = canonize(spectrum, graph, options).outcomes;
  for (std::size_t s = 0; s < outcomes.size(); ++s)
    if (outcomes[s].verdict == Verdict::unique)
      settled[static_cast<std::size_t>(outcomes[s].level)] += spectrum.spaces[s].dimension;
  return settled;
}

void add(Violations& all, const Violations& more) {
  all.simple += more.simple;
  all.assumption1 += more.assumption1;
  all.multiple += more.multiple;
  all.assumption2 += more.assumption2;
  all.assumption3 += more.assumption3;
  all.doubtful += more.doubtful;
}

void count_large(const Graph& graph, const Spectrum& spectrum, double c, MoleculeCounts& counts) {
  CanonizeOptions options;
  options.c = c;
  Spectrum canonized = spectrum;
  const std::vector<Outcome> outcomes = canonize(canonized, options).outcomes;
  counts.large_graphs = 1;
  counts.large_vectors = spectrum.size();
  counts.violations = count_violations(spectrum, outcomes);
  counts.sign_graphs = counts.violations.assumption1 > 0 ? 1 : 0;
  for (std::size_t s = 0; s < outcomes.size(); ++s)
    if (spectrum.spaces[s].dimension > 1 && outcomes[s].verdict != Verdict::unique)
      counts.lost_vectors += spectrum.spaces[s].dimension;
  options.labels = false;
  counts.settled = settled_by_level(graph, spectrum, options);
  options.labels = true;
  counts.labelled =
      is_labelled(graph) ? settled_by_level(graph, spectrum, options) : counts.settled;
}

} // namespace

void MoleculeCounts::join(const MoleculeCounts& other) {
  graphs += other.graphs;
  nodes += other.nodes;
  edges += other.edges;
  simple += other.simple;
  equal_norm += other.equal_norm;
  for (const auto& [multiplicity, count] : other.multiplicities)
    multiplicities[multiplicity] += count;
  large_graphs += other.large_graphs;
  large_vectors += other.large_vectors;
  add(violations, other.violations);
  sign_graphs += other.sign_graphs;
  lost_vectors += other.lost_vectors;
  for (std::size_t i = 0; i < settled.size(); ++i) {
    settled[i] += other.settled[i];
    labelled[i] += other.labelled[i];
  }
}

MoleculeCounts count_molecule(const Graph& graph, const Spectrum& spectrum,
                              const MoleculeOptions& options) {
  MoleculeCounts counts;
  counts.graphs = 1;
  counts.nodes = spectrum.size();
  counts.edges = num_edges(graph);
  for (const Eigenspace& space : spectrum.spaces)
    ++counts.multiplicities[space.dimension];
  if (const auto found = counts.multiplicities.find(1); found != counts.multiplicities.end())
    counts.simple = found->second;
  counts.equal_norm = count_equal_norms(spectrum);
  if (spectrum.size() >= options.min_nodes) count_large(graph, spectrum, options.c, counts);
  return counts;
}

} // namespace canon::lab
