#pragma once

#include "base/value_classes.hpp"

#include <armadillo>

#include <cstddef>
#include <vector>

namespace canon {

/// |P e_i| = the norm of row i of U (n x d, orthonormal columns). P itself is never formed.
void axis_lengths(const double* columns, std::size_t n, std::size_t d,
                  std::vector<double>& lengths);

/// The sums b_i of the axes of class i in the d coordinates of the space: column i of `sums`
/// becomes U^T b_i. The paper's summary vectors are x_i = b_i + c (1,...,1), and the sum of all b_i
/// is (1,...,1). Reuses the memory of `sums`.
void class_coordinates(const arma::mat& basis, const AxisClasses& classes, arma::mat& sums);

} // namespace canon
