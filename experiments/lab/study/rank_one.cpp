#include "study/rank_one.hpp"

#include <canon/error.hpp>
#include <canon/random_matrix.hpp>
#include <canon/spectrum.hpp>

#include <algorithm>
#include <cmath>

namespace canon::lab {
namespace {

double sine(double cosine) {
  return std::sqrt(std::max(0.0, 1.0 - cosine * cosine));
}

} // namespace

RankOneChange rank_one_change(std::size_t n, double p, Rng& rng) {
  if (n == 0) throw ArgumentError("rank_one_change: expected n > 0");
  const arma::mat plain = symmetric_bernoulli_matrix(n, p, rng);
  const Spectrum with = solve_spectrum(plain + p, EigenvalueOrder::descending);
  RankOneChange change;
  const double size = static_cast<double>(n);
  change.shift = with.eigenvalues[0] - p * size;
  // The difference of the vectors and not of squared cosines: the angle is small.
  const double along = arma::accu(with.vectors.col(0)) / std::sqrt(size);
  change.top_sine = arma::norm(with.vectors.col(0) - along / std::sqrt(size));
  if (n == 1) return change;

  // Eigenvalues interlace: that of column j lies between those of columns j-1 and j of B.
  const Spectrum without = solve_spectrum(plain, EigenvalueOrder::descending);
  std::vector<double> sines;
  for (std::size_t j = 1; j < n; ++j) {
    const double before = arma::dot(with.vectors.col(j), without.vectors.col(j - 1));
    const double after = arma::dot(with.vectors.col(j), without.vectors.col(j));
    sines.push_back(sine(std::max(std::abs(before), std::abs(after))));
  }
  const auto middle = sines.begin() + static_cast<std::ptrdiff_t>(sines.size() / 2);
  std::nth_element(sines.begin(), middle, sines.end());
  change.bulk_sine = *middle;
  return change;
}

} // namespace canon::lab
