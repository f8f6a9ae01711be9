#pragma once

#include <optional>
#include <vector>

namespace canon::lab {

/// y = e^intercept x^exponent, with the standard error of the exponent.
struct PowerLaw {
  double exponent = 0.0, error = 0.0, intercept = 0.0;
  /// Pearson's chi-squared over the degrees of freedom: far above 1 where no power law fits. The
  /// error has been widened by its root if it is above 1. NaN with two points only.
  double misfit = 0.0;
  std::size_t points = 0;
};

/// A measured y > 0 with the standard error of log y (> 0).
struct LogPoint {
  double x = 0.0, y = 0.0, log_error = 0.0;
};

/// Weighted least squares of log y on log x. Nothing with fewer than two different x.
[[nodiscard]] std::optional<PowerLaw> fit_power_law(const std::vector<LogPoint>& points);

/// `hits` of `trials` at x; effective sizes need not be whole.
struct SharePoint {
  double x = 0.0, hits = 0.0, trials = 0.0;
};

/// A share that falls as a power of x: the binomial model with a logarithmic link, by maximum
/// likelihood. Points without a hit count too, which logarithms of shares would leave out. Nothing
/// if there is no hit at all, no miss at all, or fewer than two different x with trials.
[[nodiscard]] std::optional<PowerLaw> fit_share_power_law(const std::vector<SharePoint>& points);

} // namespace canon::lab
