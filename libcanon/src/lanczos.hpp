#pragma once

#include <canon/spectrum.hpp>

namespace canon {

/// The k leading eigenpairs of a sparse operator in whole eigenspaces, component by component (so
/// that a disconnected graph never asks Lanczos for copies of one eigenvalue), each component
/// checked by deflation for copies that Lanczos missed. SolverError if it does not converge.
[[nodiscard]] Spectrum lanczos_spectrum(const Graph& graph, GraphOperator op, std::size_t k,
                                        const Tolerance& tolerance);

/// Makes the columns within each space orthonormal, for solvers that do not promise it: MRRR has
/// been seen to leave 0.005 of one vector of a double eigenvalue in the other. The span stays.
/// SolverError if they are close to dependent.
void orthonormalise_spaces(Spectrum& spectrum);

} // namespace canon
