#pragma once

#include <canon/graph_operator.hpp>
#include <canon/random.hpp>

#include <armadillo>

#include <cstddef>
#include <string_view>
#include <vector>

namespace canon::lab {

/// What the ensembles without a probability, and Watts and Strogatz's, are made of.
struct EnsembleOptions {
  GraphOperator op = GraphOperator::adjacency; ///< of graphs; the paper's appendix speaks of A
  std::size_t degree = 3;                      ///< of random regular graphs
  std::size_t attached = 2;                    ///< edges a new vertex brings (Barabasi, Albert)
  std::size_t neighbours = 4;                  ///< on the ring of Watts and Strogatz
};

/// A kind of random symmetric matrix, by its name on the command line.
struct Ensemble {
  std::string_view name;
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
