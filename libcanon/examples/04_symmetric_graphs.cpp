// A graph with symmetry: what each level settles, what the settled basis promises, and the witness
// that nothing stronger can be had.
#include <canon/canonize.hpp>
#include <canon/generate.hpp>

#include <cstdio>
#include <string>

int main() {
  const canon::Graph graph = canon::petersen_graph();
  const canon::Spectrum solved = canon::solve_spectrum(graph, canon::GraphOperator::adjacency);

  for (const canon::Level level : canon::values<canon::Level>()) {
    canon::Spectrum s = solved;
    const auto outcomes = canon::canonize(s, graph, {.level = level}).outcomes;
    std::printf("%-7s", std::string(canon::name(level)).c_str());
    for (std::size_t i = 0; i < outcomes.size(); ++i)
      std::printf("  %+.0f (dim %zu): %-18s", s.spaces[i].eigenvalue, s.spaces[i].dimension,
                  std::string(canon::name(outcomes[i].guarantee())).c_str());
    std::printf("\n");
  }

  // At level label every space has a basis, unique up to automorphism.
  canon::Spectrum s = solved;
  const canon::Canonization done = canon::canonize(s, graph, {.level = canon::Level::label});
  for (const canon::Outcome& outcome : done.outcomes)
    if (outcome.verdict != canon::Verdict::unique) return 1;

  // Why not equivariant: this automorphism keeps the graph but moves the basis of dimension 5.
  const canon::VertexMap* witness =
      canon::moving_automorphism(s, s.spaces[1], done.symmetry->generators);
  if (witness == nullptr) return 1;
  const canon::VertexMap& map = *witness;
  std::printf("witness:");
  for (std::size_t v = 0; v < map.size(); ++v)
    if (map[v] != v) std::printf(" %zu->%zu", v, map[v]);
  std::printf("\n");
  // is_automorphism looks at the graph alone: a check that does not trust the search.
  return canon::is_automorphism(graph, map) ? 0 : 1;
}
