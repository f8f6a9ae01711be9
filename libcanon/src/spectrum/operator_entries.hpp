#pragma once

#include "lanes/lane_solver.hpp"

#include <canon/graph_operator.hpp>

#include <vector>

namespace canon {

/// The operator of a graph of less than 2^31 vertices as a list, one entry for an edge and its
/// mirror image: what a solver in lanes builds its matrices from, without the dense matrix in
/// between. Throws as dense_operator().
void operator_entries(const Graph& graph, GraphOperator op, std::vector<LaneEntry>& entries);

} // namespace canon
