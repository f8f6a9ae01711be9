#include "study/power_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace canon::lab {
namespace {

/// Normal equations of a straight line through weighted points.
struct Line {
  double w = 0.0, wx = 0.0, wxx = 0.0, wy = 0.0, wxy = 0.0;

  void add(double weight, double x, double y) {
    w += weight;
    wx += weight * x;
    wxx += weight * x * x;
    wy += weight * y;
    wxy += weight * x * y;
  }
  [[nodiscard]] double determinant() const { return w * wxx - wx * wx; }
  [[nodiscard]] double slope() const { return (w * wxy - wx * wy) / determinant(); }
  [[nodiscard]] double intercept() const { return (wxx * wy - wx * wxy) / determinant(); }
  [[nodiscard]] double slope_variance() const { return w / determinant(); }
};

PowerLaw finished(const Line& line, double slope, double intercept, double chi_squared,
                  std::size_t points) {
  PowerLaw law;
  law.exponent = slope;
  law.intercept = intercept;
  law.points = points;
  law.misfit = points > 2 ? chi_squared / static_cast<double>(points - 2)
                          : std::numeric_limits<double>::quiet_NaN();
  law.error = std::sqrt(line.slope_variance() * (law.misfit > 1.0 ? law.misfit : 1.0));
  return law;
}

template <typename Points>
bool one_place(const Points& points) {
  return std::all_of(points.begin(), points.end(),
                     [&](const auto& point) { return point.x == points.front().x; });
}

/// The binomial log-likelihood in (intercept, slope). It is concave: log(1 - e^t) is.
class ShareModel {
public:
  explicit ShareModel(const std::vector<SharePoint>& points) {
    for (const SharePoint& point : points)
      // Half a miss where there is none keeps the shares of the model below 1.
      samples_.push_back({std::log(point.x), point.hits, std::max(point.trials - point.hits, 0.5)});
  }

  [[nodiscard]] double likelihood(double intercept, double slope) const {
    double sum = 0.0;
    for (const Sample& s : samples_) {
      const double t = intercept + slope * s.x;
      if (t >= 0.0) return -std::numeric_limits<double>::infinity();
      sum += s.hits * t + s.misses * std::log(-std::expm1(t));
    }
    return sum;
  }

  /// The Newton step (by the expected information) and the equations it comes from.
  [[nodiscard]] Line newton(double intercept, double slope) const {
    Line line;
    for (const Sample& s : samples_) {
      const double t = intercept + slope * s.x;
      const double share = std::exp(t);
      const double weight = (s.hits + s.misses) * share / -std::expm1(t);
      const double score = s.hits - s.misses * share / -std::expm1(t);
      if (weight > 0.0) line.add(weight, s.x, score / weight);
    }
    return line;
  }

  [[nodiscard]] double chi_squared(double intercept, double slope) const {
    double sum = 0.0;
    for (const Sample& s : samples_) {
      const double share = std::exp(intercept + slope * s.x);
      const double trials = s.hits + s.misses;
      const double off = s.hits - trials * share;
      sum += off * off / (trials * share * (1.0 - share));
    }
    return sum;
  }

private:
  struct Sample {
    double x, hits, misses;
  };
  std::vector<Sample> samples_;
};

} // namespace

std::optional<PowerLaw> fit_power_law(const std::vector<LogPoint>& points) {
  if (points.size() < 2 || one_place(points)) return std::nullopt;
  Line line;
  for (const LogPoint& p : points)
    line.add(1.0 / (p.log_error * p.log_error), std::log(p.x), std::log(p.y));
  double chi_squared = 0.0;
  for (const LogPoint& p : points) {
    const double off =
        (std::log(p.y) - line.intercept() - line.slope() * std::log(p.x)) / p.log_error;
    chi_squared += off * off;
  }
  return finished(line, line.slope(), line.intercept(), chi_squared, points.size());
}

std::optional<PowerLaw> fit_share_power_law(const std::vector<SharePoint>& all) {
  std::vector<SharePoint> points;
  double hits = 0.0, trials = 0.0;
  for (const SharePoint& point : all)
    if (point.trials > 0.0) {
      points.push_back(point);
      hits += point.hits;
      trials += point.trials;
    }
  if (points.size() < 2 || one_place(points) || hits <= 0.0 || hits >= trials) return std::nullopt;
  const ShareModel model(points);
  double intercept = std::log(hits / trials), slope = 0.0;
  double here = model.likelihood(intercept, slope);
  for (int round = 0; round < 200; ++round) {
    const Line line = model.newton(intercept, slope);
    if (!(line.determinant() > 0.0)) return std::nullopt;
    double step = 1.0, there = here;
    for (; step > 1e-12; step *= 0.5) {
      there = model.likelihood(intercept + step * line.intercept(), slope + step * line.slope());
      if (there > here) break;
    }
    if (!(there > here)) break;
    intercept += step * line.intercept();
    slope += step * line.slope();
    const bool settled = there - here < 1e-12 * std::abs(here);
    here = there;
    if (settled) break;
  }
  return finished(model.newton(intercept, slope), slope, intercept,
                  model.chi_squared(intercept, slope), points.size());
}

} // namespace canon::lab
