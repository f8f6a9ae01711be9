#include "study/random_report.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string_view>

namespace canon::lab {
namespace {

Axis size_axis(const RandomResults& results) {
  Axis axis{"n", true, {}, {}, {}};
  std::vector<std::size_t> sizes;
  for (const RandomCell& cell : results.plan.cells)
    sizes.push_back(cell.n);
  const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  axis.least = static_cast<double>(*least) / 1.15;
  axis.most = static_cast<double>(*most) * 1.15;
  for (std::size_t n = 1; n <= *most; n *= 2)
    if (n >= *least) axis.ticks.emplace_back(static_cast<double>(n), std::to_string(n));
  return axis;
}

/// Curves that can be distinguished in one picture. The index page shows the first plots.
struct Group {
  const char *name, *title;
  std::vector<std::string_view> kinds;
};

const std::vector<Group>& groups() {
  static const std::vector<Group> all = {
      {"graphs",
       "Erdős–Rényi graphs",
       {"erdos-renyi", "erdos-renyi-loops", "erdos-renyi-weighted"}},
      {"structured",
       "other random graphs",
       {"random-regular", "barabasi-albert", "watts-strogatz", "random-tree"}},
      {"matrices", "matrices of mean 0", {"goe", "wigner", "four-moment", "bernoulli"}}};
  return all;
}

Plot violation_plot(const RandomResults& results, const Group& group, Failing what,
                    const std::string& name, const std::string& label) {
  Plot plot;
  plot.name = name + "-" + group.name;
  plot.title = label + ", " + group.title;
  plot.title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(label.front())));
  plot.caption = "With 95 % intervals. A hollow triangle marks a size at which none was seen: the "
                 "share lies below it, the upper end of the same interval.";
  plot.x = size_axis(results);
  plot.y = {label, true, {}, {}, {}};
  for (const RandomSeries& series : results.series(false)) {
    const std::string kind = results.first(series).kind();
    if (std::find(group.kinds.begin(), group.kinds.end(), kind) == group.kinds.end()) continue;
    Series curve{series.name, Mark::line_points, {}, {}};
    for (const std::size_t c : series.cells) {
      const ClusteredCount count = count_of(results.tallies[c], what);
      const double n = static_cast<double>(results.plan.cells[c].n);
      if (count.hits > 0)
        curve.points.push_back({n, count.share(), count.interval()});
      else if (count.units > 0)
        curve.points.push_back({n, count.interval().high, {}, true});
    }
    if (!curve.points.empty()) plot.series.push_back(std::move(curve));
  }
  return plot;
}

/// The density of N(0,1) in `count` points of [-reach, reach].
Series normal_curve(double reach, int count) {
  Series curve{"N(0,1)", Mark::curve, {}, {}};
  for (int i = 0; i <= count; ++i) {
    const double x = reach * (2.0 * i / count - 1.0);
    curve.points.push_back({x, 0.39894228040143270 * std::exp(-0.5 * x * x), {}});
  }
  return curve;
}

Plot histogram(const RandomResults& results, const RandomSeries& series, const std::string& name,
               const std::string& caption) {
  constexpr double reach = 3.0;
  constexpr std::size_t bars = 48;
  Plot plot;
  plot.name = name;
  plot.title = "√n u·ĵ, " + series.name + ", n = " + std::to_string(results.last(series).n);
  plot.caption = caption;
  plot.x = {"√n u·ĵ", false, -reach, reach, {}};
  plot.y = {"density", false, 0.0, {}, {}};
  Series curve{series.name, Mark::bars, {}, {}};
  const std::vector<double> density =
      results.tallies[series.cells.back()].projections.density(reach, bars);
  for (std::size_t i = 0; i < bars; ++i)
    curve.points.push_back(
        {reach * (2.0 * (static_cast<double>(i) + 0.5) / bars - 1.0), density[i], {}});
  plot.series = {std::move(curve), normal_curve(reach, 120)};
  return plot;
}

bool has_projections(const RandomResults& results, const RandomSeries& series) {
  return results.tallies[series.cells.back()].projections.samples() > 0;
}

Plot quantile_plot(const RandomResults& results, const std::vector<RandomSeries>& shown) {
  Plot plot;
  plot.name = "quantiles";
  plot.title = "Quantiles of √n u·ĵ at the largest n against those of N(0,1)";
  plot.caption = "On the dashed diagonal the distribution is N(0,1). Matrices of mean 0 lie on it; "
                 "graphs, whose leading vector takes ĵ, are flat.";
  plot.x = {"quantile of N(0,1)", false, -3.0, 3.0, {}};
  plot.y = {"quantile of √n u·ĵ", false, -3.2, 3.2, {}};
  plot.series.push_back({"N(0,1)", Mark::curve, {{-3.0, -3.0, {}}, {3.0, 3.0, {}}}, {}});
  for (const RandomSeries& series : shown) {
    Series curve{series.name, Mark::line, {}, {}};
    for (int i = -29; i <= 29; ++i) {
      const double z = 0.1 * i;
      curve.points.push_back(
          {z, results.tallies[series.cells.back()].projections.quantile(normal_cumulative(z)), {}});
    }
    plot.series.push_back(std::move(curve));
  }
  return plot;
}

Plot distance_plot(const RandomResults& results, const std::vector<RandomSeries>& shown) {
  Plot plot;
  plot.name = "distance";
  plot.title = "Kolmogorov–Smirnov distance of √n u·ĵ to N(0,1)";
  plot.caption =
      "The dashed line is what chance alone exceeds once in twenty (of the first curve's "
      "sample sizes).";
  plot.x = size_axis(results);
  plot.y = {"KS distance", true, {}, {}, {}};
  for (const RandomSeries& series : shown) {
    Series curve{series.name, Mark::line_points, {}, {}};
    Series chance{"chance, 5 %", Mark::curve, {}, {}};
    for (const std::size_t c : series.cells) {
      const NormalBins& bins = results.tallies[c].projections;
      const double n = static_cast<double>(results.plan.cells[c].n);
      if (bins.samples() == 0) continue;
      curve.points.push_back({n, bins.distance(), {}});
      chance.points.push_back({n, bins.critical_distance(), {}});
    }
    if (plot.series.empty()) plot.series.push_back(std::move(chance));
    plot.series.push_back(std::move(curve));
  }
  return plot;
}

Series angle_curve(const RandomResults& results, const RandomSeries& series,
                   double RankOneChange::*which) {
  Series curve{"p = " + series.name.substr(series.name.find('=') + 1), Mark::line_points, {}, {}};
  for (const std::size_t c : series.cells) {
    const Mean mean = mean_of(results.tallies[c].changes, which);
    curve.points.push_back(
        {static_cast<double>(results.plan.cells[c].n), mean.value,
         Interval{mean.value - 1.96 * mean.error, mean.value + 1.96 * mean.error}});
  }
  return curve;
}

} // namespace

std::vector<Plot> violation_plots(const RandomResults& results) {
  std::vector<Plot> plots;
  for (const Group& group : groups()) {
    plots.push_back(violation_plot(results, group, Failing::any, "any", "graphs with a violation"));
    plots.push_back(violation_plot(results, group, Failing::assumption1, "sign",
                                   "eigenvectors violating Assumption 1"));
    plots.push_back(violation_plot(results, group, Failing::simple_spectrum, "multiple",
                                   "spectra that are not simple"));
  }
  std::erase_if(plots, [](const Plot& plot) { return plot.series.empty(); });
  return plots;
}

std::vector<Plot> projection_plots(const RandomResults& results) {
  std::vector<RandomSeries> centred, graphs;
  for (const RandomSeries& series : results.series(false)) {
    const RandomCell& cell = results.first(series);
    if (!has_projections(results, series)) continue;
    if (cell.ensemble->centred) centred.push_back(series);
    if (cell.kind() == "erdos-renyi") graphs.push_back(series);
  }
  std::vector<Plot> plots;
  if (!centred.empty())
    plots.push_back(histogram(results, centred.back(), "histogram-matrices",
                              "A matrix of mean 0: the bars follow the dashed density of N(0,1)."));
  if (!graphs.empty())
    plots.push_back(histogram(results, graphs.back(), "histogram-graphs",
                              "A graph: the leading vector takes ĵ, the others are nearly "
                              "orthogonal to it."));
  std::vector<RandomSeries> shown = centred;
  shown.insert(shown.end(), graphs.begin(), graphs.end());
  if (shown.empty()) return plots;
  plots.push_back(quantile_plot(results, shown));
  plots.push_back(distance_plot(results, shown));
  return plots;
}

std::vector<Plot> rank_one_plots(const RandomResults& results) {
  const std::vector<RandomSeries> all = results.series(true);
  if (all.empty()) return {};
  Plot top, bulk;
  top.name = "angle-leading";
  top.title = "Leading vector of pJ + B against that of pJ";
  top.caption = "Dashed: 1/δ, the shape of the bound.";
  bulk.name = "angle-others";
  bulk.title = "The other vectors of pJ + B against the nearer of B";
  bulk.caption = "Median sine in a matrix, mean over the trials; 1 would be a right angle.";
  top.x = bulk.x = size_axis(results);
  top.y = {"sin of the angle", true, {}, {}, {}};
  bulk.y = {"median sin of the angle", false, 0.0, 1.0, {}};
  for (const RandomSeries& series : all) {
    Series bound{top.series.empty() ? "1/δ" : "", Mark::curve, {}, {}};
    for (const std::size_t c : series.cells)
      bound.points.push_back({static_cast<double>(results.plan.cells[c].n),
                              1.0 / signal_to_noise(results.plan.cells[c]),
                              {}});
    top.series.push_back(std::move(bound));
    top.series.push_back(angle_curve(results, series, &RankOneChange::top_sine));
    bulk.series.push_back(angle_curve(results, series, &RankOneChange::bulk_sine));
  }
  return {top, bulk};
}

} // namespace canon::lab
