#pragma once

#include <canon/spectrum.hpp>

#include <algorithm>
#include <cmath>
#include <ostream>

namespace canon::checks {

/// How good spectra are, at worst, as such and against LAPACK's (dsyevd).
struct SpectrumErrors {
  double residual = 0.0;       ///< |A u - lambda u| over the scale
  double orthonormality = 0.0; ///< max |U^T U - I|
  double eigenvalues = 0.0;    ///< against LAPACK's, over the scale
  double projectors = 0.0;     ///< of multiple eigenspaces: the sine of the angle to LAPACK's
  /// The same times gap over scale: what is left when the conditioning is taken out, by which
  /// LAPACK's own space is off.
  double conditioned = 0.0;
  std::size_t matrices = 0, multiple = 0;
  std::size_t cut_differently = 0; ///< spectra with other eigenspaces than LAPACK's

  void add(const Spectrum& s, const arma::mat& matrix, EigenvalueOrder order) {
    SpectrumOptions dense;
    dense.solver = Solver::dense;
    dense.tolerance = s.tolerance;
    const Spectrum reference = solve_spectrum(matrix, order, dense);
    ++matrices;
    residual = std::max(residual, canon::residual(s, matrix));
    orthonormality = std::max(orthonormality, orthonormality_error(s.vectors));
    eigenvalues = std::max(eigenvalues, arma::abs(s.eigenvalues - reference.eigenvalues).max() /
                                            reference.scale);
    const auto same = [](const Eigenspace& a, const Eigenspace& b) {
      return a.first == b.first && a.dimension == b.dimension;
    };
    if (!std::equal(s.spaces.begin(), s.spaces.end(), reference.spaces.begin(),
                    reference.spaces.end(), same)) {
      ++cut_differently;
      return;
    }
    for (const Eigenspace& space : reference.spaces) {
      if (space.dimension == 1 || !std::isfinite(space.gap)) continue;
      ++multiple;
      const arma::span columns(space.first, space.first + space.dimension - 1);
      const arma::mat u = s.vectors.cols(columns.a, columns.b);
      const arma::mat w = reference.vectors.cols(columns.a, columns.b);
      const double sine = arma::abs(u - w * (w.t() * u)).max();
      projectors = std::max(projectors, sine);
      conditioned = std::max(conditioned, sine * std::min(1.0, space.gap / reference.scale));
    }
  }

  void join(const SpectrumErrors& other) {
    residual = std::max(residual, other.residual);
    orthonormality = std::max(orthonormality, other.orthonormality);
    eigenvalues = std::max(eigenvalues, other.eigenvalues);
    projectors = std::max(projectors, other.projectors);
    conditioned = std::max(conditioned, other.conditioned);
    matrices += other.matrices;
    multiple += other.multiple;
    cut_differently += other.cut_differently;
  }

  friend std::ostream& operator<<(std::ostream& out, const SpectrumErrors& e) {
    return out << e.matrices << " matrices, " << e.multiple << " multiple eigenspaces: residual "
               << e.residual << ", orthonormality " << e.orthonormality << ", eigenvalues "
               << e.eigenvalues << ", projectors " << e.projectors << " (times gap over scale "
               << e.conditioned << "), cut differently " << e.cut_differently;
  }
};

} // namespace canon::checks
