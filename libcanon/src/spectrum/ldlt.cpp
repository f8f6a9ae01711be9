#include "spectrum/ldlt.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace canon {
namespace {

constexpr auto none = static_cast<std::size_t>(-1);

} // namespace

SparseLdlt::SparseLdlt(const arma::sp_mat& matrix, std::vector<arma::uword> order)
    : matrix_(matrix), order_(std::move(order)), place_(order_.size()),
      parent_(order_.size(), none), start_(order_.size() + 1, 0), pivot_(order_.size()),
      scratch_(order_.size()) {
  const std::size_t n = order_.size();
  for (std::size_t i = 0; i < n; ++i)
    place_[order_[i]] = i;
  std::vector<std::size_t> seen(n, none), count(n, 0);
  for (std::size_t k = 0; k < n; ++k) {
    seen[k] = k;
    std::size_t length = 0;
    for (arma::uword p = matrix_.col_ptrs[order_[k]]; p < matrix_.col_ptrs[order_[k] + 1]; ++p)
      for (std::size_t i = place_[matrix_.row_indices[p]]; i < k && seen[i] != k; i = parent_[i]) {
        if (parent_[i] == none) parent_[i] = k;
        ++count[i];
        ++length;
        seen[i] = k;
      }
    longest_row_ = std::max(longest_row_, length);
  }
  for (std::size_t i = 0; i < n; ++i)
    start_[i + 1] = start_[i] + count[i];
  row_.resize(start_[n]);
  entry_.resize(start_[n]);
}

bool SparseLdlt::factor(double shift) {
  const std::size_t n = order_.size();
  std::vector<double>& y = scratch_;
  std::fill(y.begin(), y.end(), 0.0);
  std::vector<std::size_t> seen(n, none), pattern(n), made(start_.begin(), start_.end() - 1);
  positive_ = 0;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t top = n;
    seen[k] = k;
    for (arma::uword p = matrix_.col_ptrs[order_[k]]; p < matrix_.col_ptrs[order_[k] + 1]; ++p) {
      std::size_t i = place_[matrix_.row_indices[p]];
      if (i > k) continue;
      y[i] += matrix_.values[p];
      std::size_t length = 0;
      for (; seen[i] != k; i = parent_[i]) {
        pattern[length++] = i;
        seen[i] = k;
      }
      while (length > 0)
        pattern[--top] = pattern[--length];
    }
    double pivot = y[k] - shift;
    y[k] = 0.0;
    for (; top < n; ++top) {
      const std::size_t i = pattern[top];
      const double yi = y[i];
      y[i] = 0.0;
      for (std::size_t p = start_[i]; p < made[i]; ++p)
        y[row_[p]] -= entry_[p] * yi;
      const double l = yi / pivot_[i];
      pivot -= l * yi;
      row_[made[i]] = k;
      entry_[made[i]++] = l;
    }
    if (!(std::abs(pivot) > std::numeric_limits<double>::min()) || !std::isfinite(pivot))
      return false;
    pivot_[k] = pivot;
    positive_ += pivot > 0.0 ? 1 : 0;
  }
  bound_error(shift);
  return true;
}

/// The largest row sum of |L| |D| |L^T|.
void SparseLdlt::bound_error(double shift) {
  const std::size_t n = order_.size();
  std::vector<double> sums(n);
  for (std::size_t j = 0; j < n; ++j) {
    double sum = 1.0;
    for (std::size_t p = start_[j]; p < start_[j + 1]; ++p)
      sum += std::abs(entry_[p]);
    scratch_[j] = sum * std::abs(pivot_[j]);
    sums[j] = scratch_[j];
  }
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t p = start_[j]; p < start_[j + 1]; ++p)
      sums[row_[p]] += std::abs(entry_[p]) * scratch_[j];
  const double largest = n == 0 ? 0.0 : *std::max_element(sums.begin(), sums.end());
  error_ = std::numeric_limits<double>::epsilon() *
           (static_cast<double>(longest_row_ + 2) * largest + std::abs(shift));
}

void SparseLdlt::solve(double* x) const {
  const std::size_t n = order_.size();
  std::vector<double>& y = scratch_;
  for (std::size_t i = 0; i < n; ++i)
    y[i] = x[order_[i]];
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t p = start_[j]; p < start_[j + 1]; ++p)
      y[row_[p]] -= entry_[p] * y[j];
  for (std::size_t j = n; j-- > 0;) {
    double sum = y[j] / pivot_[j];
    for (std::size_t p = start_[j]; p < start_[j + 1]; ++p)
      sum -= entry_[p] * y[row_[p]];
    y[j] = sum;
  }
  for (std::size_t i = 0; i < n; ++i)
    x[order_[i]] = y[i];
}

} // namespace canon
