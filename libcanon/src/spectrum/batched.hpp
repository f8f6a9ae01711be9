#pragma once

#include <canon/spectrum.hpp>

#include <armadillo>

#include <cstddef>
#include <span>

namespace canon {

/// Whether solve_spectrum() of n vertices is to be done in lanes: Solver::batched, not empty and
/// not above its limit.
[[nodiscard]] bool wants_lanes(std::size_t n, const SpectrumOptions& options);

/// One spectrum alone in its lane. It has the bits that solve_spectra() gives it among others.
[[nodiscard]] Spectrum solve_in_lanes(const Graph& graph, GraphOperator op,
                                      const SpectrumOptions& options);
/// The matrix is known to be square, finite and symmetric.
[[nodiscard]] Spectrum solve_in_lanes(const arma::mat& matrix, EigenvalueOrder order,
                                      const SpectrumOptions& options);

/// solve_spectra() of matrices that gives up after so many sweeps per eigenvalue (by default 30, as
/// LAPACK; two or three are the rule), and leaves them to LAPACK.
BatchCounts solve_spectra_within(std::size_t sweeps, std::span<const arma::mat> matrices,
                                 EigenvalueOrder order, const SpectrumOptions& options,
                                 const TakeSpectrum& take);

/// Scale and spaces of a spectrum whose eigenvalues are there, sorted; it is not empty.
/// ArgumentError if they are beyond the largest double.
void complete_spectrum(Spectrum& spectrum, const Tolerance& tolerance);

} // namespace canon
