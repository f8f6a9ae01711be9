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
  bool bound =
      false; ///< nothing was observed here: y is an upper bound, drawn as a hollow triangle

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

/// Whether a point of the series can be shown on the axes of the plot.
[[nodiscard]] bool is_drawn(const Series& series, const Plot& plot);
/// Whether an upper bound is among the points shown.
[[nodiscard]] bool has_bounds(const Plot& plot);
/// What the legend says of them.
inline constexpr const char* bound_title = "none seen: upper 95 % bound";

/// Where a drawing is used: by itself, with title and legend beside the axes; or on a page, which
/// sets both as text of its own.
enum class Frame { alone, page };

/// The script for gnuplot, data included; the svg goes to its standard output.
[[nodiscard]] std::string gnuplot_script(const Plot& plot, Frame frame = Frame::alone);

} // namespace canon::lab
