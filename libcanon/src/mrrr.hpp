#pragma once

#include <armadillo>

namespace canon {

/// All eigenpairs of a symmetric matrix by LAPACK's dsyevr, ascending; false if it fails. Armadillo
/// offers dsyev and dsyevd only. `matrix` is destroyed.
[[nodiscard]] bool mrrr_eig_sym(arma::vec& values, arma::mat& vectors, arma::mat& matrix);

} // namespace canon
