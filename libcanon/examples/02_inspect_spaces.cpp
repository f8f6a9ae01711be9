// Eigenspaces with their verdicts and margins: what is canonical, what is not, and how safely.
#include <canon/canonize.hpp>
#include <canon/generate.hpp>

#include <cstdio>
#include <string>

namespace {

/// Prints every space and returns how many eigenvectors are settled.
std::size_t inspect(const char* name, const canon::Graph& graph) {
  canon::Spectrum s = canon::solve_spectrum(graph, canon::GraphOperator::normalised_adjacency);
  const std::vector<canon::Outcome> outcomes = canon::canonize(s).outcomes;
  std::printf("%s\n  eigenvalue  dim  verdict                   safety\n", name);
  std::size_t settled = 0;
  for (std::size_t i = 0; i < s.spaces.size(); ++i) {
    const bool unique = outcomes[i].verdict == canon::Verdict::unique;
    if (unique) settled += s.spaces[i].dimension;
    // The safety is a factor: 100 means that every comparison could have been off a hundredfold.
    std::printf("  %10.4f  %3zu  %-24s  %.2g\n", s.spaces[i].eigenvalue, s.spaces[i].dimension,
                std::string(canon::name(outcomes[i].verdict)).c_str(), outcomes[i].margin.safety());
  }
  return settled;
}

} // namespace

int main() {
  // A path is its own mirror image: every second vector changes sign with it and stays unsettled.
  const std::size_t path = inspect("path on 6 vertices", canon::path_graph(6));
  // One edge more, and no vertex is like another: everything is settled.
  const std::size_t broken =
      inspect("the same with the edge 1-3",
              canon::make_graph(6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {1, 3}}));
  // Three leaves all alike: no axis distinguishes two directions of their space.
  const std::size_t star = inspect("star with 3 leaves", canon::star_graph(3));
  return path == 3 && broken == 6 && star == 2 ? 0 : 1;
}
