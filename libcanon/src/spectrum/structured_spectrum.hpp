#pragma once

#include <canon/spectrum.hpp>

namespace canon {

/// The k leading eigenpairs of a sparse operator in whole eigenspaces, by the structure of the
/// graph where it has some: equal components are solved once, twins give their eigenvectors
/// without a solver, and what is left of a component is a matrix of its twin classes for
/// largest_pairs. SolverError if it does not converge or an eigenspace is too large.
[[nodiscard]] Spectrum structured_spectrum(const Graph& graph, GraphOperator op,
                                           EigenvalueOrder order, const SpectrumOptions& options);

} // namespace canon
