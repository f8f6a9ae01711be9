#pragma once

#include <cstddef>

namespace canon::lab {

/// LAPACK's dsyevd on the lower triangle, as numpy and torch call it: Armadillo reads the upper
/// one, and the rounding errors are others. `matrix` (n x n) becomes the vectors, column by column;
/// `values` (n) ascend. False if it did not converge.
[[nodiscard]] bool lower_eig_sym(std::size_t n, double* matrix, double* values);

} // namespace canon::lab
