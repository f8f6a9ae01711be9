#include "canonize/sign_rules.hpp"

#include <canon/error.hpp>
#include <canon/option_ranges.hpp>

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
  double sum = 0.0;
};

Extremes extremes(const double* u, std::size_t n) {
  // Four independent lanes: the chains of max and add would otherwise wait for each other.
  constexpr std::size_t lanes = 4;
  std::array<Extremes, lanes> lane;
  const auto take = [](Extremes& e, double x) {
    const double a = std::abs(x);
    const double loser = a < e.first ? a : e.first;
    e.second = loser > e.second ? loser : e.second;
    e.first = a > e.first ? a : e.first;
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
    all.sum += lane[l].sum;
  }
  return all;
}

/// The first entry of this modulus; 0 if no entry has it, as in an empty vector.
double entry_of_modulus(const double* u, std::size_t n, double modulus) {
  const double* const end = u + n;
  const double* const found =
      std::find_if(u, end, [&](double x) { return std::abs(x) == modulus; });
  return found == end ? 0.0 : *found;
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
  double size = 0.0;
};

FirstClass first_class(const double* u, std::size_t n, double first, double tolerance) {
  FirstClass c{0.0, first, 0.0, 0.0};
  for (std::size_t i = 0; i < n; ++i) {
    const double a = std::abs(u[i]);
    if (first - a <= tolerance) {
      c.sum += u[i];
      c.low = a < c.low ? a : c.low;
      c.size += 1.0;
    } else {
      c.next = a > c.next ? a : c.next;
    }
  }
  return c;
}

/// A value compared with a tolerance, which is off by `growth` times the error of the vector.
void compare(double value, double tolerance, double growth, SignDecision& decision) {
  decision.room = std::min(decision.room, std::abs(value - tolerance) / growth);
}

/// Algorithm 1. |P e_i| = |u_i|, so the classes are runs of equal modulus.
class MapSign {
public:
  MapSign(const double* u, std::size_t n, const CanonizeOptions& options)
      : u_(u), n_(n), tolerance_(options.tolerance), extremes_(extremes(u, n)),
        shift_(options.c * extremes_.sum),
        shift_length_(std::abs(options.c) * std::sqrt(static_cast<double>(n))) {}

  SignDecision decide(std::vector<double>& scratch) {
    if (!decided_by_largest() && !decided_by_first_class()) walk_classes(scratch);
    return decision_;
  }

private:
  void compare_gap(double gap) { compare(gap, tolerance_.length, 2.0, decision_); }

  /// u x for a class whose sum of axes has the length `length`: |x| is at most that plus |c| times
  /// the root of n. True if the product decides.
  bool decided_by(double product, double length) {
    const double value = std::abs(product);
    compare(value, tolerance_.zero, length + shift_length_, decision_);
    if (value > tolerance_.zero) decision_.direction = direction_of(product);
    return decision_.direction != 0;
  }

  /// Nearly always the first class is a single axis and decides.
  bool decided_by_largest() {
    const Extremes& e = extremes_;
    const double gap = e.first - e.second;
    if (n_ > 1 && gap <= tolerance_.length) return false;
    const double product = entry_of_modulus(u_, n_, e.first) + shift_;
    if (std::abs(product) <= tolerance_.zero) return false;
    if (n_ > 1) compare_gap(gap);
    return decided_by(product, 1.0);
  }

  /// Symmetric graphs have twins: a few equal entries lead, and mostly do not cancel. The class
  /// ends at its first gap; only where that is not plain to see is it left to the sort.
  bool decided_by_first_class() {
    const FirstClass c = first_class(u_, n_, extremes_.first, tolerance_.length);
    if (c.low - c.next <= tolerance_.length || std::abs(c.sum + shift_) <= tolerance_.zero)
      return false;
    compare_gap(c.low - c.next);
    compare_gap(extremes_.first - c.low);
    return decided_by(c.sum + shift_, std::sqrt(c.size));
  }

  void walk_classes(std::vector<double>& scratch) {
    sort_by_modulus(u_, n_, scratch);
    for (std::size_t i = 0; i < n_;) {
      double sum = scratch[i];
      std::size_t end = i + 1;
      for (; end < n_; ++end) {
        const double gap = std::abs(scratch[end - 1]) - std::abs(scratch[end]);
        compare_gap(gap);
        if (gap > tolerance_.length) break;
        sum += scratch[end];
      }
      if (decided_by(sum + shift_, std::sqrt(static_cast<double>(end - i)))) return;
      i = end;
    }
  }

  const double* u_;
  std::size_t n_;
  const Tolerance& tolerance_;
  Extremes extremes_;
  double shift_, shift_length_;
  SignDecision decision_;
};

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
  // Of the entries and of the largest modulus itself.
  const double growth = 2.0 * std::sqrt(static_cast<double>(n)) / largest;
  for (std::size_t h = 1; h <= n; h += 2) {
    double sum = 0.0;
    for (std::size_t i = 0; i < n; ++i)
      sum += power[i];
    compare(std::abs(sum), tolerance.zero, static_cast<double>(h) * growth, decision);
    if (std::abs(sum) > tolerance.zero) {
      decision.direction = direction_of(sum);
      return decision;
    }
    for (std::size_t i = 0; i < n; ++i)
      power[i] *= base[i] * base[i];
  }
  return decision;
}

/// The larger of two lengths or entries wins, if they differ.
SignDecision sign_of_difference(double difference, const Tolerance& tolerance) {
  SignDecision decision;
  compare(std::abs(difference), tolerance.length, 2.0, decision);
  if (std::abs(difference) > tolerance.length) decision.direction = direction_of(difference);
  return decision;
}

SignDecision largest_norm_sign(const double* u, std::size_t n, const Tolerance& tolerance) {
  double positive = 0.0, negative = 0.0;
  for (std::size_t i = 0; i < n; ++i)
    (u[i] > 0.0 ? positive : negative) += u[i] * u[i];
  return sign_of_difference(std::sqrt(positive) - std::sqrt(negative), tolerance);
}

SignDecision largest_entry_sign(const double* u, std::size_t n, const Tolerance& tolerance) {
  if (n == 0) return {};
  const auto [smallest, largest] = std::minmax_element(u, u + n);
  return sign_of_difference(std::max(*largest, 0.0) + std::min(*smallest, 0.0), tolerance);
}

SignDecision own_sign(std::span<const double> u, const OwnSignRule& rule,
                      const Tolerance& tolerance) {
  SignDecision decision;
  const double value = rule.value(u);
  if (!std::isfinite(value))
    throw ArgumentError(
        "canonize: the sign rule of one's own returned a number that is not finite");
  compare(std::abs(value), tolerance.zero, rule.lipschitz, decision);
  if (std::abs(value) > tolerance.zero) decision.direction = direction_of(value);
  return decision;
}

} // namespace

SignDecision decide_sign(const double* u, std::size_t n, const CanonizeOptions& options,
                         std::vector<double>& scratch) {
  if (options.own_sign) return own_sign({u, n}, *options.own_sign, options.tolerance);
  switch (options.sign_rule) {
  case SignRule::map:
    return MapSign(u, n, options).decide(scratch);
  case SignRule::odd_power:
    return odd_power_sign(u, n, options.tolerance, scratch);
  case SignRule::largest_norm:
    return largest_norm_sign(u, n, options.tolerance);
  case SignRule::largest_entry:
    return largest_entry_sign(u, n, options.tolerance);
  }
  return {};
}

Outcome settle_sign(double* u, std::size_t n, const CanonizeOptions& options, double error,
                    std::vector<double>& scratch) {
  const SignDecision decision = decide_sign(u, n, options, scratch);
  if (decision.direction < 0)
    for (std::size_t i = 0; i < n; ++i)
      u[i] = -u[i];
  Outcome outcome;
  outcome.margin.allow(error, decision.room);
  if (decision.direction == 0) return outcome;
  outcome.verdict = Verdict::unique;
  outcome.level = Level::map;
  outcome.error = error;
  outcome.margin.promise(error);
  return outcome;
}

Outcome canonize_sign(std::span<double> u, const CanonizeOptions& options, double error) {
  require_ranges(options);
  std::vector<double> scratch;
  return settle_sign(u.data(), u.size(), options, error + rounding_error(u.size()), scratch);
}

Outcome canonize_sign(arma::vec& u, const CanonizeOptions& options, double error) {
  return canonize_sign(std::span<double>(u.memptr(), u.n_elem), options, error);
}

} // namespace canon
