#pragma once

#include <canon/graph_operator.hpp>
#include <canon/random.hpp>

#include <armadillo>

#include <cstddef>
#include <string_view>
#include <vector>

namespace canon::lab {

/// Parameters of the graph families (canon/generate.hpp) beside n and p.
struct EnsembleOptions {
  GraphOperator op = GraphOperator::adjacency; ///< of graphs; the paper's appendix speaks of A
  std::size_t degree = 3;                      ///< d of random-regular
  std::size_t edges_per_vertex = 2;            ///< m of barabasi-albert
  std::size_t neighbours = 4;                  ///< k of watts-strogatz
};

/// A kind of random symmetric matrix, by its name on the command line. The name of a graph ensemble
/// is that of its family in canon/generate.hpp, followed by what is added to it.
struct Ensemble {
  std::string_view name;
  std::string_view stream;      ///< seeds the trials; stays when the name changes
  std::string_view what;        ///< one line
  std::string_view probability; ///< what p is to it; empty where there is none
  bool centred;                 ///< entries of mean 0, as the theorems on eigenvectors want them
  /// ArgumentError outside the domain of the generator.
  arma::mat (*draw)(std::size_t n, double p, const EnsembleOptions& options, Rng& rng);
};

[[nodiscard]] const std::vector<Ensemble>& all_ensembles();
/// Null where there is none of that name.
[[nodiscard]] const Ensemble* ensemble_by_name(std::string_view name);

} // namespace canon::lab
