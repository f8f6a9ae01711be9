#pragma once

#include "report/table.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace canon::lab {

struct Point {
  double x = 0.0;
  double y = 0.0;
  std::optional<Interval> interval = {}; ///< of y; an error bar, or the edges of a band

  friend bool operator==(const Point&, const Point&) = default;
};

enum class Mark {
  points,
  line,
  line_points,
  curve, ///< dashed and grey: a reference
  bars,  ///< of a histogram; as wide as the nearest two points are apart
  band   ///< shaded between the ends of the intervals
};

struct Series {
  std::string title; ///< in the legend; empty: not there
  Mark mark = Mark::line_points;
  std::vector<Point> points = {};
  /// Series of the same number have the same colour (a band and its line); by default the order.
  std::optional<std::size_t> colour = {};

  friend bool operator==(const Series&, const Series&) = default;
};

struct Axis {
  std::string label;
  bool log = false;
  std::optional<double> least = {}, most = {};
  std::vector<std::pair<double, std::string>> ticks = {}; ///< instead of gnuplot's own

  friend bool operator==(const Axis&, const Axis&) = default;
};

/// A plot without any word on how it is drawn. Points that are not finite, or not positive on a
/// logarithmic axis, are left out.
struct Plot {
  std::string name; ///< of its svg file: letters, digits and dashes
  std::string title;
  std::string caption;
  Axis x, y;
  std::vector<Series> series;

  friend bool operator==(const Plot&, const Plot&) = default;
};

[[nodiscard]] Json plot_json(const Plot& plot);
[[nodiscard]] Plot plot_of(const Json& json);

/// What gnuplot is told, data and all; the svg goes to its standard output.
[[nodiscard]] std::string gnuplot_script(const Plot& plot);

} // namespace canon::lab
