#pragma once

#include <canon/spectrum.hpp>

#include <armadillo>

namespace canon {

/// All eigenpairs of a symmetric matrix by LAPACK's dsyevr, ascending; false if it fails. Armadillo
/// offers dsyev and dsyevd only. `matrix` is destroyed.
[[nodiscard]] bool mrrr_eig_sym(arma::vec& values, arma::mat& vectors, arma::mat& matrix);

/// Makes the columns within each space orthonormal, for solvers that do not promise it: MRRR has
/// been seen to leave 0.005 of one vector of a double eigenvalue in the other. The span stays.
/// SolverError if they are close to dependent.
void orthonormalise_spaces(Spectrum& spectrum);

} // namespace canon
