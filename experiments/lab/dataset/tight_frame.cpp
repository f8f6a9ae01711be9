#include "dataset/tight_frame.hpp"

#include <canon/error.hpp>
#include <canon/random_matrix.hpp>
#include <canon/spectrum.hpp>

#include <string>

namespace canon::lab {
namespace {

constexpr double tolerance = 1e-13;
constexpr int most_steps = 5000; // small frames need some hundred, large ones fifty

/// The centred tight frame nearest to `rows`: without their mean, the orthogonal polar factor.
/// Nothing where LAPACK gives up.
std::optional<arma::mat> nearest_tight_frame(arma::mat rows) {
  rows.each_row() -= arma::mean(rows, 0).eval();
  arma::mat left, right;
  arma::vec values;
  if (!arma::svd_econ(left, values, right, rows)) return std::nullopt;
  return left * right.t();
}

} // namespace

arma::mat random_tight_frame(std::size_t n, std::size_t d, Rng& rng) {
  if (d < 1 || n < d + 1)
    throw ArgumentError("random_tight_frame: expected d >= 1 and n >= d + 1, got d = " +
                        std::to_string(d) + ", n = " + std::to_string(n));
  // The eigenvectors of a GOE matrix are a uniformly random orthonormal basis.
  return arma::mat(arma::null(arma::mat(1, n, arma::fill::ones))) *
         solve_spectrum(goe_matrix(n - 1, rng), EigenvalueOrder::descending).vectors.head_cols(d);
}

arma::vec row_lengths(const arma::mat& rows) {
  return arma::sqrt(arma::sum(arma::square(rows), 1));
}

std::optional<arma::mat> tight_frame_with(const arma::vec& lengths, std::size_t d, Rng& rng) {
  std::optional<arma::mat> frame = random_tight_frame(lengths.n_elem, d, rng);
  for (int step = 0; frame && step < most_steps; ++step) {
    const arma::vec now = row_lengths(*frame);
    if (arma::abs(now - lengths).max() <= tolerance) return frame;
    if (!(now.min() > 0.0)) return std::nullopt; // a row without direction
    frame->each_col() %= lengths / now;
    frame = nearest_tight_frame(std::move(*frame));
  }
  return std::nullopt;
}

} // namespace canon::lab
