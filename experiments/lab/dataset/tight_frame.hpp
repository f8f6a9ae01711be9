#pragma once

#include <canon/random.hpp>

#include <armadillo>

#include <cstddef>
#include <optional>

namespace canon::lab {

// A centred tight frame: n rows in R^d whose n x d matrix U has U^T U = I and U^T 1 = 0, that is a
// basis of a d-dimensional space of vectors that sum to zero. The lengths of its rows belong to the
// space: turning the basis does not change them.

/// Uniformly random. d >= 1 and n >= d + 1, else ArgumentError.
[[nodiscard]] arma::mat random_tight_frame(std::size_t n, std::size_t d, Rng& rng);

[[nodiscard]] arma::vec row_lengths(const arma::mat& rows);

/// Rows and columns for which frames of the same lengths can differ by more than a rotation: of the
/// n (d - 1) directions in which rows can move without a change of length, U^T U = I and
/// U^T 1 = 0 and the rotations take d (d + 1) - 1.
[[nodiscard]] constexpr bool lengths_leave_freedom(std::size_t n, std::size_t d) {
  return n * (d - 1) >= d * (d + 1);
}

/// A random one with the given lengths of rows, up to 1e-13; nothing where the search ends
/// elsewhere, so that the caller draws again. By alternating projections between the tight frames
/// and the matrices with those lengths (Tropp, Dhillon, Heath and Strohmer 2005).
[[nodiscard]] std::optional<arma::mat> tight_frame_with(const arma::vec& lengths, std::size_t d,
                                                        Rng& rng);

} // namespace canon::lab
