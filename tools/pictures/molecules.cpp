#include "pictures/molecules.hpp"

namespace canon::pictures {
namespace {

Graph molecule(const std::vector<std::int64_t>& atoms, const std::vector<Edge>& bonds) {
  Graph graph = make_graph(atoms.size(), bonds);
  for (std::size_t v = 0; v < atoms.size(); ++v)
    graph[v].label = atoms[v];
  return graph;
}

constexpr std::int64_t aromatic = 4;

} // namespace

Graph caffeine() {
  // A pyrimidine ring (0-5), an imidazole ring (2, 3, 8, 7, 6), two oxygens, three methyl groups.
  return molecule({7, 6, 6, 6, 7, 6, 7, 6, 7, 8, 8, 6, 6, 6}, {{0, 1, 1, aromatic},
                                                               {1, 2, 1, aromatic},
                                                               {2, 3, 1, aromatic},
                                                               {3, 4, 1, aromatic},
                                                               {4, 5, 1, aromatic},
                                                               {5, 0, 1, aromatic},
                                                               {2, 6, 1, aromatic},
                                                               {6, 7, 1, aromatic},
                                                               {7, 8, 1, aromatic},
                                                               {8, 3, 1, aromatic},
                                                               {1, 9, 1, 2},
                                                               {5, 10, 1, 2},
                                                               {0, 11, 1, 1},
                                                               {4, 12, 1, 1},
                                                               {6, 13, 1, 1}});
}

Graph ibuprofen() {
  // Isobutyl (0-3), a benzene ring (4-9) joined at both ends, a propionic acid (10-14).
  return molecule({6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 8, 8}, {{0, 1, 1, 1},
                                                                  {1, 2, 1, 1},
                                                                  {1, 3, 1, 1},
                                                                  {3, 4, 1, 1},
                                                                  {4, 5, 1, aromatic},
                                                                  {5, 6, 1, aromatic},
                                                                  {6, 7, 1, aromatic},
                                                                  {7, 8, 1, aromatic},
                                                                  {8, 9, 1, aromatic},
                                                                  {9, 4, 1, aromatic},
                                                                  {7, 10, 1, 1},
                                                                  {10, 11, 1, 1},
                                                                  {10, 12, 1, 1},
                                                                  {12, 13, 1, 2},
                                                                  {12, 14, 1, 1}});
}

} // namespace canon::pictures
