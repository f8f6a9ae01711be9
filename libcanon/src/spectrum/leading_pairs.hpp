#pragma once

#include <canon/tolerance.hpp>

#include <armadillo>

#include <cstddef>
#include <limits>
#include <optional>

namespace canon {

/// Some eigenpairs of a symmetric matrix, largest first, with orthonormal vectors. Everything above
/// `bound` is among them.
struct Pairs {
  arma::vec values;
  arma::mat vectors;
  double bound = -std::numeric_limits<double>::infinity();
};

void sort_descending(Pairs& pairs);

/// What LAPACK takes on where Lanczos fails: rows of a matrix.
constexpr std::size_t dense_rescue = 6000;

/// By LAPACK; SolverError if it does not converge.
[[nodiscard]] Pairs all_pairs(const arma::sp_mat& matrix);

/// The first position >= k at which an eigenvalue is distinguished from the one before it, so that
/// the pairs before it are whole spaces; n_elem if no position is.
[[nodiscard]] std::size_t cut_beyond(const arma::vec& descending, std::size_t k, double cut);

/// Rayleigh-Ritz: the eigenpairs of the matrix compressed to the span of the columns, which need
/// not be orthonormal.
[[nodiscard]] Pairs ritz_pairs(const arma::sp_mat& matrix, const arma::mat& columns);

/// max over the pairs of |A u - lambda u|.
[[nodiscard]] double largest_residual(const arma::sp_mat& matrix, const Pairs& pairs);

/// The k largest eigenpairs in whole spaces (cut at tolerance.eigenvalue times the 1-norm) and a
/// few more, of the matrix of a connected graph: by LAPACK where it is small, by shift-invert where
/// its factors are sparse, else by filtered Lanczos. SolverError if none converges or the space
/// that holds the kth is too large.
[[nodiscard]] Pairs largest_pairs(const arma::sp_mat& matrix, std::size_t k,
                                  const Tolerance& tolerance);

/// Lanczos on (sigma - A)^-1, sigma just above the largest eigenvalue: a few steps however close
/// the leading eigenvalues are. That none was missed is proved by the inertia of A - tau for a tau
/// between the last wanted and the next eigenvalue. Nothing if the factors are not sparse, or not
/// exact enough for the proof. SolverError if the space that holds the kth is too large.
[[nodiscard]] std::optional<Pairs> inverse_pairs(const arma::sp_mat& matrix, std::size_t k,
                                                 const Tolerance& tolerance);

/// Implicitly restarted Lanczos on a Chebyshev polynomial of the matrix; the complement of what was
/// found is then searched for copies that one start vector does not see. SolverError if it does not
/// converge.
[[nodiscard]] Pairs filtered_pairs(const arma::sp_mat& matrix, std::size_t k,
                                   const Tolerance& tolerance);

} // namespace canon
