#include "canonize/axis_classes.hpp"

#include <cmath>
#include <cstdint>

namespace canon {

void axis_lengths(const double* columns, std::size_t n, std::size_t d,
                  std::vector<double>& lengths) {
  lengths.assign(n, 0.0);
  for (std::size_t j = 0; j < d; ++j)
    for (std::size_t i = 0; i < n; ++i)
      lengths[i] += columns[j * n + i] * columns[j * n + i];
  for (double& length : lengths)
    length = std::sqrt(length);
}

void class_coordinates(const arma::mat& basis, const AxisClasses& classes, arma::mat& sums) {
  const std::size_t d = basis.n_cols;
  sums.set_size(d, classes.count());
  for (std::size_t j = 0; j < d; ++j) {
    const double* column = basis.colptr(j);
    for (std::size_t i = 0; i < classes.count(); ++i) {
      double sum = 0.0;
      for (std::uint32_t v : classes.members(i))
        sum += column[v];
      sums.at(j, i) = sum;
    }
  }
}

} // namespace canon
