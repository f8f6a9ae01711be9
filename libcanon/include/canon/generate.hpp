#pragma once

#include <canon/export.hpp>
#include <canon/graph.hpp>
#include <canon/random.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace canon CANON_API {

// Every generator throws ArgumentError for parameters outside its domain, which is stated here
// where it is not "any". All graphs are simple, unlabelled and of weight 1 unless said otherwise.

// Random graphs.

/// Every pair joined with probability p, in time O(n + edges). With `loops`, every (v,v) too.
[[nodiscard]] Graph erdos_renyi(std::size_t n, double p, Rng& rng, bool loops = false);
/// n * degree even, degree < n. Close to uniform over the labelled regular graphs.
[[nodiscard]] Graph random_regular(std::size_t n, std::size_t degree, Rng& rng);
/// 1 <= edges_per_vertex < n. Starts from a star; every later vertex is joined to
/// `edges_per_vertex` distinct earlier ones, drawn in proportion to their degree. Connected.
[[nodiscard]] Graph barabasi_albert(std::size_t n, std::size_t edges_per_vertex, Rng& rng);
/// `neighbours` even and < n: a ring in which every vertex is joined to its nearest `neighbours`;
/// then one end of each edge moves, with probability p, to a vertex drawn among those left free.
[[nodiscard]] Graph watts_strogatz(std::size_t n, std::size_t neighbours, double p, Rng& rng);
/// Vertices in blocks of the given sizes, in order; p is symmetric, one row and column a block,
/// and p[a][b] the probability of an edge between a vertex of block a and one of block b.
[[nodiscard]] Graph stochastic_block(const std::vector<std::size_t>& sizes,
                                     const std::vector<std::vector<double>>& p, Rng& rng);
/// n >= 1. Uniform over the n^(n-2) labelled trees (by their Pruefer codes).
[[nodiscard]] Graph random_tree(std::size_t n, Rng& rng);
/// The same vertices, edges and labels with independent weights, uniform in [low, high) without 0.
/// low < high, both finite. Equal graphs get equal weights, in whatever order they were built.
[[nodiscard]] Graph with_random_weights(const Graph& graph, double low, double high, Rng& rng);

// Named graphs. A size of 0 gives the graph without vertices, unless said otherwise.

[[nodiscard]] Graph path_graph(std::size_t n);
[[nodiscard]] Graph cycle_graph(std::size_t n); ///< n >= 3
/// Vertex (i, j) is called i * columns + j.
[[nodiscard]] Graph grid_graph(std::size_t rows, std::size_t columns);
[[nodiscard]] Graph star_graph(std::size_t leaves); ///< K_1,leaves; vertex 0 is the centre
[[nodiscard]] Graph complete_graph(std::size_t n);
[[nodiscard]] Graph complete_bipartite_graph(std::size_t a, std::size_t b);
/// dimension <= 20. Vertices whose numbers differ in one bit are joined; dimension 0 is one vertex.
[[nodiscard]] Graph hypercube_graph(std::size_t dimension);
/// Vertex i is joined to i + s and i - s (mod n) for every offset s; 1 <= s < n.
[[nodiscard]] Graph circulant_graph(std::size_t n, const std::vector<std::size_t>& offsets);
/// n >= 3, 1 <= k < n/2: an outer cycle 0..n-1, spokes i - n+i, inner edges n+i - n+(i+k mod n).
[[nodiscard]] Graph generalised_petersen_graph(std::size_t n, std::size_t k);
[[nodiscard]] Graph petersen_graph();
[[nodiscard]] Graph desargues_graph();
[[nodiscard]] Graph dodecahedron_graph();
[[nodiscard]] Graph icosahedron_graph();
[[nodiscard]] Graph heawood_graph();
/// Cells of a board, joined when in one row or one column; cell (i, j) is i * columns + j.
[[nodiscard]] Graph rook_graph(std::size_t rows, std::size_t columns);
/// The other strongly regular graph with the parameters (16,6,2,2) of rook_graph(4, 4).
[[nodiscard]] Graph shrikhande_graph();
/// q a prime or the square of a prime, q = 1 (mod 4): field elements whose difference is a square.
[[nodiscard]] Graph paley_graph(std::size_t q);
/// q a prime: the q^2+q+1 points of PG(2,q), then its as many lines, joined when incident.
[[nodiscard]] Graph projective_plane_graph(std::size_t q);

/// The Cai-Furer-Immerman graph over `base`, with the first `twists` of sorted_edges(base) twisted.
/// Base: connected, without loops, degrees between 2 and 8; twists <= edges. Two such graphs over
/// one base are isomorphic exactly if their twists are both even or both odd. A base vertex of
/// degree d becomes 2^(d-1) vertices.
[[nodiscard]] Graph cfi_graph(const Graph& base, std::size_t twists);
/// {untwisted, twisted once}: colour refinement cannot distinguish them, and they are not
/// isomorphic.
[[nodiscard]] std::pair<Graph, Graph> cfi_pair(const Graph& base);

/// One graph of every isomorphism class of connected graphs on n vertices, by number of edges;
/// 1 <= n <= 7. There are 1, 1, 2, 6, 21, 112, 853.
[[nodiscard]] std::vector<Graph> connected_graphs(std::size_t n);

/// A family by its name on the command line ("erdos-renyi", "cycle", ...) with numeric parameters
/// by name ("n", "p", "d", ...). Unknown family, unknown or missing parameter: ArgumentError that
/// lists what is expected.
struct Family {
  std::string name;
  std::vector<std::pair<std::string, std::string>> parameters; ///< name, meaning and default
  bool random = false;
};
[[nodiscard]] const std::vector<Family>& families();
/// Usually one graph; two for "cfi" (the pair), many for "connected".
[[nodiscard]] std::vector<Graph> generate_family(const std::string& family,
                                                 const std::map<std::string, double>& parameters,
                                                 Rng& rng);

} // namespace canon
