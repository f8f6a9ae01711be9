#include "study/proportion.hpp"

#include <canon/error.hpp>

#include <boost/math/distributions/beta.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace canon::lab {
namespace {

void check(double hits, double trials, double confidence) {
  if (!(hits >= 0.0 && hits <= trials))
    throw ArgumentError("interval of a share: expected 0 <= hits <= trials");
  if (!(confidence > 0.0 && confidence < 1.0))
    throw ArgumentError("interval of a share: expected 0 < confidence < 1");
}

} // namespace

Interval clopper_pearson(double hits, double trials, double confidence) {
  check(hits, trials, confidence);
  if (trials == 0.0) return {0.0, 1.0};
  const double tail = 0.5 * (1.0 - confidence);
  using Beta = boost::math::beta_distribution<>;
  Interval result{0.0, 1.0};
  if (hits > 0.0) result.low = boost::math::quantile(Beta(hits, trials - hits + 1.0), tail);
  if (hits < trials)
    result.high =
        boost::math::quantile(boost::math::complement(Beta(hits + 1.0, trials - hits), tail));
  return result;
}

void ClusteredCount::add_cluster(std::size_t units_in_it, std::size_t hits_in_it) {
  join({1, units_in_it, hits_in_it, units_in_it * units_in_it, units_in_it * hits_in_it,
        hits_in_it * hits_in_it});
}

void ClusteredCount::join(const ClusteredCount& other) {
  clusters += other.clusters;
  units += other.units;
  hits += other.hits;
  units_units += other.units_units;
  units_hits += other.units_hits;
  hits_hits += other.hits_hits;
}

double ClusteredCount::share() const {
  if (units == 0) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(hits) / static_cast<double>(units);
}

double ClusteredCount::design_effect() const {
  if (hits == 0 || hits == units || clusters < 2) return 1.0;
  const double r = share();
  // The ratio estimator: residuals hits - r * units of the clusters have mean 0.
  const double squares = static_cast<double>(hits_hits) -
                         2.0 * r * static_cast<double>(units_hits) +
                         r * r * static_cast<double>(units_units);
  const double count = static_cast<double>(clusters);
  const double independent = static_cast<double>(units) * r * (1.0 - r);
  return std::max(1.0, squares * count / (count - 1.0) / independent);
}

Interval ClusteredCount::interval(double confidence) const {
  const double effect = design_effect();
  return clopper_pearson(static_cast<double>(hits) / effect, static_cast<double>(units) / effect,
                         confidence);
}

} // namespace canon::lab
