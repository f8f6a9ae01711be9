#include "sign_rules.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace canon {
namespace {

int direction_of(double value) {
  return value > 0.0 ? 1 : -1;
}

/// Everything that the first axis class needs, in one pass without a sort.
struct Extremes {
  double first = 0.0;  ///< largest |u_i|
  double second = 0.0; ///< second largest, equal to `first` where it occurs twice
  double largest = 0.0, smallest = 0.0;
  double sum = 0.0;
};

Extremes extremes(const double* u, std::size_t n) {
  // Four independent lanes: the chains of max, min and add would otherwise wait for each other.
  constexpr std::size_t lanes = 4;
  std::array<Extremes, lanes> lane;
  const auto take = [](Extremes& e, double x) {
    const double a = std::abs(x);
    const double loser = a < e.first ? a : e.first;
    e.second = loser > e.second ? loser : e.second;
    e.first = a > e.first ? a : e.first;
    e.largest = x > e.largest ? x : e.largest;
    e.smallest = x < e.smallest ? x : e.smallest;
    e.sum += x;
  };
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes)
    for (std::size_t l = 0; l < lanes; ++l)
      take(lane[l], u[i + l]);
  for (; i < n; ++i)
    take(lane[0], u[i]);
  Extremes all = lane[0];
  for (std::size_t l = 1; l < lanes; ++l) {
    all.second = std::max({all.second, lane[l].second, std::min(all.first, lane[l].first)});
    all.first = std::max(all.first, lane[l].first);
    all.largest = std::max(all.largest, lane[l].largest);
    all.smallest = std::min(all.smallest, lane[l].smallest);
    all.sum += lane[l].sum;
  }
  return all;
}

void sort_by_modulus(const double* u, std::size_t n, std::vector<double>& sorted) {
  sorted.assign(u, u + n);
  std::sort(sorted.begin(), sorted.end(),
            [](double a, double b) { return std::abs(a) > std::abs(b); });
}

/// The first axis class where several entries share the largest modulus, found without a sort.
struct FirstClass {
  double sum = 0.0;  ///< of its entries
  double low = 0.0;  ///< smallest modulus in it
  double next = 0.0; ///< largest modulus outside
};

FirstClass first_class(const double* u, std::size_t n, double first, double tolerance) {
  FirstClass c{0.0, first, 0.0};
  for (std::size_t i = 0; i < n; ++i) {
    const double a = std::abs(u[i]);
    if (first - a <= tolerance) {
      c.sum += u[i];
      c.low = a < c.low ? a : c.low;
    } else {
      c.next = a > c.next ? a : c.next;
    }
  }
  return c;
}

/// Algorithm 1. |P e_i| = |u_i|, so the classes are runs of equal modulus.
SignDecision map_sign(const double* u, std::size_t n, const CanonizeOptions& options,
                      std::vector<double>& scratch) {
  SignDecision decision;
  const Tolerance& tolerance = options.tolerance;
  const Extremes e = extremes(u, n);
  const double shift = options.c * e.sum;

  // Nearly always the first class is a single axis and decides.
  if (const double gap = e.first - e.second; n == 1 || gap > tolerance.length) {
    const double dot = (e.largest >= -e.smallest ? e.largest : e.smallest) + shift;
    if (std::abs(dot) > tolerance.zero) {
      if (n > 1) decision.margin.observe(gap, tolerance.length);
      decision.margin.observe(std::abs(dot), tolerance.zero);
      decision.direction = direction_of(dot);
      return decision;
    }
  }

  // Symmetric graphs have twins: a few equal entries lead, and mostly do not cancel. The class ends
  // at its first gap; only where that is not plain to see is it left to the sort.
  if (const FirstClass c = first_class(u, n, e.first, tolerance.length);
      c.low - c.next > tolerance.length && std::abs(c.sum + shift) > tolerance.zero) {
    decision.margin.observe(c.low - c.next, tolerance.length);
    decision.margin.observe(e.first - c.low, tolerance.length);
    decision.margin.observe(std::abs(c.sum + shift), tolerance.zero);
    decision.direction = direction_of(c.sum + shift);
    return decision;
  }

  sort_by_modulus(u, n, scratch);
  for (std::size_t i = 0; i < n;) {
    double sum = scratch[i];
    std::size_t end = i + 1;
    for (; end < n; ++end) {
      const double gap = std::abs(scratch[end - 1]) - std::abs(scratch[end]);
      decision.margin.observe(gap, tolerance.length);
      if (gap > tolerance.length) break;
      sum += scratch[end];
    }
    const double dot = sum + shift;
    decision.margin.observe(std::abs(dot), tolerance.zero);
    if (std::abs(dot) > tolerance.zero) {
      decision.direction = direction_of(dot);
      return decision;
    }
    i = end;
  }
  return decision;
}

/// Algorithm 8. Entries are divided by the largest modulus, so that no power that matters can
/// underflow; the theorem bounds the exponent by n.
SignDecision odd_power_sign(const double* u, std::size_t n, const Tolerance& tolerance,
                            std::vector<double>& scratch) {
  SignDecision decision;
  const double largest = extremes(u, n).first;
  scratch.resize(2 * n);
  double* const base = scratch.data();
  double* const power = base + n;
  for (std::size_t i = 0; i < n; ++i)
    power[i] = base[i] = u[i] / largest;
  for (std::size_t h = 1; h <= n; h += 2) {
    double sum = 0.0;
    for (std::size_t i = 0; i < n; ++i)
      sum += power[i];
    decision.margin.observe(std::abs(sum), tolerance.zero);
    if (std::abs(sum) > tolerance.zero) {
      decision.direction = direction_of(sum);
      return decision;
    }
    for (std::size_t i = 0; i < n; ++i)
      power[i] *= base[i] * base[i];
  }
  return decision;
}

SignDecision largest_norm_sign(const double* u, std::size_t n, const Tolerance& tolerance) {
  double positive = 0.0, negative = 0.0;
  for (std::size_t i = 0; i < n; ++i)
    (u[i] > 0.0 ? positive : negative) += u[i] * u[i];
  const double difference = std::sqrt(positive) - std::sqrt(negative);
  SignDecision decision;
  decision.margin.observe(std::abs(difference), tolerance.length);
  if (std::abs(difference) > tolerance.length) decision.direction = direction_of(difference);
  return decision;
}

SignDecision largest_entry_sign(const double* u, std::size_t n, const Tolerance& tolerance) {
  const Extremes e = extremes(u, n);
  const double difference = e.largest + e.smallest;
  SignDecision decision;
  decision.margin.observe(std::abs(difference), tolerance.length);
  if (std::abs(difference) > tolerance.length) decision.direction = direction_of(difference);
  return decision;
}

} // namespace

SignDecision decide_sign(const double* u, std::size_t n, const CanonizeOptions& options,
                         std::vector<double>& scratch) {
  switch (options.sign_rule) {
  case SignRule::map:
    return map_sign(u, n, options, scratch);
  case SignRule::odd_power:
    return odd_power_sign(u, n, options.tolerance, scratch);
  case SignRule::largest_norm:
    return largest_norm_sign(u, n, options.tolerance);
  case SignRule::largest_entry:
    return largest_entry_sign(u, n, options.tolerance);
  }
  return {};
}

Outcome settle_sign(double* u, std::size_t n, const CanonizeOptions& options,
                    std::vector<double>& scratch) {
  const SignDecision decision = decide_sign(u, n, options, scratch);
  if (decision.direction < 0)
    for (std::size_t i = 0; i < n; ++i)
      u[i] = -u[i];
  if (decision.direction == 0) return {Verdict::sign_undetermined, Level::none, decision.margin};
  return {Verdict::unique, Level::map, decision.margin};
}

Outcome canonize_sign(double* u, std::size_t n, const CanonizeOptions& options) {
  std::vector<double> scratch;
  return settle_sign(u, n, options, scratch);
}

Outcome canonize_sign(arma::vec& u, const CanonizeOptions& options) {
  return canonize_sign(u.memptr(), u.n_elem, options);
}

} // namespace canon
