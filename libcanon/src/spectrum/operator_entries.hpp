#pragma once

#include "lanes/lane_solver.hpp"

#include <canon/graph_operator.hpp>

#include <vector>

namespace canon {

/// Every operator is diag(a) + s D^-1/2 A D^-1/2 for some diagonal a, sign s and scaling: one walk
/// over the edges serves all six, dense and sparse. Its memory can be used for the next graph.
struct OperatorForm {
  std::vector<double> diagonal; ///< what is added to the scaled adjacency matrix
  std::vector<double> scale;    ///< D^-1/2 (all ones where nothing is normalised)
  double sign = 1.0;
  std::vector<double> degrees, degrees_in_units; ///< what the scaling is made of
};

/// The operator of a graph of less than 2^31 vertices as a list, one entry for an edge and its
/// mirror image: what a solver in lanes builds its matrices from, without the dense matrix in
/// between. Reuses the memory of `form` and `entries`. Throws as dense_operator().
void operator_entries(const Graph& graph, GraphOperator op, OperatorForm& form,
                      std::vector<LaneEntry>& entries);

} // namespace canon
