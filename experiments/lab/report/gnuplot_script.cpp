#include "report/plot.hpp"
#include "report/plot_colours.hpp"

#include <canon/base/text_table.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string_view>

namespace canon::lab {
namespace {

constexpr std::array point_types = {7, 5, 9, 13, 15, 6, 4, 8};
constexpr int bound_type = 10; // a hollow triangle that points down

constexpr int width = 560, height = 400; // of the drawing on a page
constexpr double letter_width = 8.4;     // of 16 pixels' type, on the average

/// Letters, not bytes.
std::size_t letters(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

/// A string of gnuplot's. In double quotes, for its reader of single ones stops at a quote that is
/// the first character; whatever means something to gnuplot there (a backtick would run a command)
/// is given by its number. Characters that XML has no place for become spaces.
std::string literal(const std::string& text) {
  constexpr std::string_view special = "\"\\`'";
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      result += ' ';
    } else if (special.find(c) != std::string_view::npos) {
      std::array<char, 5> number{};
      std::snprintf(number.data(), number.size(), "\\%03o", static_cast<unsigned>(byte));
      result += number.data();
    } else {
      result += c;
    }
  }
  return result + '"';
}

/// The label of a tick, which gnuplot takes for a format.
std::string tick_literal(std::string text) {
  for (std::size_t at = 0; (at = text.find('%', at)) != std::string::npos; at += 2)
    text.insert(at, 1, '%');
  return literal(text);
}

/// gnuplot takes no dash in the name of an svg.
std::string identifier(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::string number(double value) {
  return exact_number(value);
}

bool shown(double value, const Axis& axis) {
  return std::isfinite(value) && (!axis.log || value > 0.0);
}

double bar_width(const Series& series) {
  std::vector<double> xs;
  for (const Point& p : series.points)
    xs.push_back(p.x);
  std::sort(xs.begin(), xs.end());
  double width = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i < xs.size(); ++i)
    if (xs[i] > xs[i - 1]) width = std::min(width, xs[i] - xs[i - 1]);
  return std::isfinite(width) ? 0.95 * width : 0.8;
}

bool shown(const Point& p, const Plot& plot) {
  return shown(p.x, plot.x) && shown(p.y, plot.y);
}

bool has_error_bars(const Series& series) {
  return series.mark != Mark::band &&
         std::any_of(series.points.begin(), series.points.end(),
                     [](const Point& p) { return p.interval.has_value(); });
}

bool has_bounds(const Series& series, const Plot& plot) {
  return std::any_of(series.points.begin(), series.points.end(),
                     [&](const Point& p) { return p.bound && shown(p, plot); });
}

bool has_measured(const Series& series, const Plot& plot) {
  return std::any_of(series.points.begin(), series.points.end(),
                     [&](const Point& p) { return !p.bound && shown(p, plot); });
}

/// One line per measured point: x y low high width. The ends that a logarithmic axis cannot show
/// are the point's own.
std::string block(const Series& series, const Plot& plot, const std::string& name) {
  std::string text = name + " << EOD\n";
  const double width = series.mark == Mark::bars ? bar_width(series) : 0.0;
  for (const Point& p : series.points) {
    if (p.bound || !shown(p, plot)) continue;
    const Interval ends = p.interval.value_or(Interval{p.y, p.y});
    text += number(p.x) + " " + number(p.y);
    for (const double end : {ends.low, ends.high})
      text += " " + number(shown(end, plot.y) ? end : p.y);
    text += " " + number(width) + "\n";
  }
  return text + "EOD\n";
}

/// The bounds of a series. Those of equal sample sizes are equal: the series are drawn in `slot`s
/// side by side, a hundredth of the axis each, so that none hides another.
std::string bound_block(const Series& series, const Plot& plot, const std::string& name,
                        double slot) {
  std::string text = name + " << EOD\n";
  const Axis& axis = plot.x;
  const bool ends = axis.least && axis.most && *axis.least < *axis.most;
  const double share = ends ? 0.012 * slot : 0.0;
  for (const Point& p : series.points) {
    if (!p.bound || !shown(p, plot)) continue;
    const double x = axis.log && share != 0.0 ? p.x * std::pow(*axis.most / *axis.least, share)
                     : share != 0.0           ? p.x + share * (*axis.most - *axis.least)
                                              : p.x;
    text += number(x) + " " + number(p.y) + "\n";
  }
  return text + "EOD\n";
}

/// The label in quotes, on two lines if it is longer than an axis of `room` letters.
std::string label_literal(const std::string& label, std::size_t room) {
  if (letters(label) <= room) return literal(label);
  std::size_t best = std::string::npos;
  const auto off_middle = [&](std::size_t at) {
    return at < label.size() / 2 ? label.size() / 2 - at : at - label.size() / 2;
  };
  for (std::size_t at = label.find(' '); at != std::string::npos; at = label.find(' ', at + 1))
    if (best == std::string::npos || off_middle(at) < off_middle(best)) best = at;
  if (best == std::string::npos) return literal(label);
  const std::string first = literal(label.substr(0, best)),
                    second = literal(label.substr(best + 1));
  return first.substr(0, first.size() - 1) + "\\n" + second.substr(1);
}

std::string axis_lines(const char* which, const Axis& axis) {
  const std::string letter(which);
  const bool across = letter == "x";
  // An axis takes about four fifths of its side.
  const double length = 0.8 * (across ? width : height);
  const auto room = static_cast<std::size_t>(length / letter_width);
  std::string text = "set " + letter + "label " + label_literal(axis.label, room) +
                     (across ? " offset 0,0.3" : "") + " noenhanced textcolor rgb '" +
                     text_ink.light + "'\n";
  if (axis.log) text += "set logscale " + letter + "\nset format " + letter + " '10^{%L}'\n";
  text += "set " + letter + "range [" + (axis.least ? number(*axis.least) : "*") + ":" +
          (axis.most ? number(*axis.most) : "*") + "]\n";
  if (axis.ticks.empty()) return text;
  std::string ticks;
  std::size_t used = 0;
  for (const auto& [place, label] : axis.ticks) {
    ticks += (ticks.empty() ? "" : ", ") + tick_literal(label) + " " + number(place);
    used += letters(label) + 1;
  }
  const char* const slanted = across && used > room ? " rotate by 35 right" : "";
  return text + "set " + letter + "tics (" + ticks + ")" + slanted + " noenhanced\n";
}

std::string style(const Series& series, std::size_t colour) {
  const std::string rgb = std::string(" lc rgb '") + series_colour(colour) + "'";
  const std::string dash = series_dash(colour);
  const std::string point =
      " pt " + std::to_string(point_types[colour % point_types.size()]) + " ps 0.7";
  switch (series.mark) {
  case Mark::points:
    return "with points" + point + rgb;
  case Mark::line:
    return "with lines lw 2.2" + (dash.empty() ? "" : " dt (" + dash + ")") + rgb;
  case Mark::line_points:
    return "with linespoints lw 1.8" + point + rgb;
  case Mark::curve:
    return std::string("with lines lw 1.6 dt (6,4) lc rgb '") + reference_ink.light + "'";
  case Mark::bars:
    return "with boxes" + rgb + " fs transparent solid 0.4 border" + rgb;
  case Mark::band:
    return "with filledcurves fs transparent solid 0.18 noborder" + rgb;
  }
  return {};
}

std::string columns(Mark mark) {
  if (mark == Mark::bars) return "1:2:5";
  return mark == Mark::band ? "1:3:4" : "1:2";
}

std::size_t layer_of(Mark mark) {
  if (mark == Mark::band || mark == Mark::bars) return 0;
  return mark == Mark::curve ? 1 : 2;
}

/// gnuplot would run a logarithmic axis on to the next power of ten.
Axis tight(Axis axis, const Plot& plot) {
  if (!axis.log) return axis;
  double low = std::numeric_limits<double>::infinity(), high = 0.0;
  for (const Series& series : plot.series)
    for (const Point& p : series.points) {
      if (!shown(p, plot)) continue;
      low = std::min(low, p.x);
      high = std::max(high, p.x);
    }
  if (!(low < high)) return axis;
  const double room = std::pow(high / low, 0.03);
  if (!axis.least) axis.least = low / room;
  if (!axis.most) axis.most = high * room;
  return axis;
}

/// Few whole numbers (epochs, counts), between which gnuplot would put ticks at halves.
bool has_few_whole_steps(const Plot& plot) {
  if (plot.x.log || !plot.x.ticks.empty()) return false;
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Series& series : plot.series)
    for (const Point& p : series.points) {
      if (!shown(p, plot)) continue;
      if (p.x != std::floor(p.x)) return false;
      low = std::min(low, p.x);
      high = std::max(high, p.x);
    }
  return low < high && high - low <= 8.0;
}

/// Widened for the legend, which is placed beside the axes and takes nothing from them.
int canvas_width(const Plot& plot, Frame frame) {
  if (frame == Frame::page) return width;
  std::size_t longest = has_bounds(plot) ? letters(bound_title) : 0;
  for (const Series& series : plot.series)
    if (is_drawn(series, plot)) longest = std::max(longest, letters(series.title));
  return longest == 0
             ? width
             : width + 70 + static_cast<int>(letter_width * 1.05 * static_cast<double>(longest));
}

/// With room for the title, and for every entry of the legend: gnuplot leaves out those that do not
/// fit beside the axes.
int canvas_height(const Plot& plot, Frame frame) {
  if (frame == Frame::page) return height;
  constexpr int fitting = 7, entry_height = 32;
  const auto entries = static_cast<int>(
      std::count_if(plot.series.begin(), plot.series.end(), [&](const Series& series) {
        return !series.title.empty() && is_drawn(series, plot);
      }));
  return height + 30 + entry_height * std::max(0, entries + (has_bounds(plot) ? 1 : 0) - fitting);
}

std::string head(const Plot& plot, Frame frame) {
  const auto rgb = [](const Ink& ink) { return std::string(" rgb '") + ink.light + "'"; };
  std::string text = "set terminal svg size " + std::to_string(canvas_width(plot, frame)) + "," +
                     std::to_string(canvas_height(plot, frame)) +
                     " dynamic enhanced font 'sans-serif,16' linewidth 1 butt dashed name " +
                     literal(identifier(plot.name)) + "\nset encoding utf8\nset border 3 lc" +
                     rgb(axis_ink) + "\nset tics nomirror out scale 0.6 textcolor" + rgb(text_ink) +
                     "\nset grid xtics ytics lt 1 dt 1 lw 0.7 lc" + rgb(grid_ink) +
                     "\nset errorbars small\n";
  if (frame == Frame::page) return text + "unset key\n";
  // Placed by hand: gnuplot's own place for it would squeeze the axes where titles are long.
  return text + "set rmargin at screen " + number((width - 16.0) / canvas_width(plot, frame)) +
         "\nset key at graph 1.02, graph 0.5 left center vertical Left reverse noenhanced "
         "samplen 2 spacing 1.2 "
         "textcolor" +
         rgb(text_ink) + "\nset title " + literal(plot.title) + " noenhanced textcolor" +
         rgb(text_ink) + "\n";
}

} // namespace

bool is_drawn(const Series& series, const Plot& plot) {
  return has_measured(series, plot) || has_bounds(series, plot);
}

bool has_bounds(const Plot& plot) {
  return std::any_of(plot.series.begin(), plot.series.end(),
                     [&](const Series& series) { return has_bounds(series, plot); });
}

std::string gnuplot_script(const Plot& plot, Frame frame) {
  const Axis x = tight(plot.x, plot);
  std::string text = head(plot, frame) + axis_lines("x", x) + axis_lines("y", plot.y);
  if (has_few_whole_steps(plot)) text += "set xtics 1\n";
  Plot placed = plot; // bounds are set side by side along the axis as it is drawn
  placed.x = x;
  const auto bounded = static_cast<double>(
      std::count_if(plot.series.begin(), plot.series.end(),
                    [&](const Series& series) { return has_bounds(series, plot); }));
  double slot = -0.5 * (bounded - 1.0);
  std::array<std::string, 3> layers; // bands and bars, then reference curves, then the rest
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const Series& series = plot.series[i];
    if (!is_drawn(series, plot)) continue;
    const std::size_t colour = series.colour.value_or(i);
    const std::string rgb = std::string(" lc rgb '") + series_colour(colour) + "'";
    const std::string source = "$data" + std::to_string(i);
    const std::string title =
        series.title.empty() ? " notitle " : " title " + literal(series.title) + " ";
    std::string& layer = layers[layer_of(series.mark)];
    if (has_bounds(series, plot)) {
      text += bound_block(series, placed, "$bound" + std::to_string(i), slot);
      slot += 1.0;
      layer += ", $bound" + std::to_string(i) + " using 1:2 notitle with points pt " +
               std::to_string(bound_type) + " ps 1.1 lw 1.8" + rgb;
    }
    if (!has_measured(series, plot)) {
      // No point of its own, but its bounds need a name.
      layer += ", NaN" + title + style(series, colour);
      continue;
    }
    text += block(series, plot, source);
    if (has_error_bars(series))
      layer += ", " + source + " using 1:2:3:4 with yerrorbars notitle pt 0 lw 1.2" + rgb;
    layer += ", " + source + " using " + columns(series.mark) + title + style(series, colour);
  }
  std::string all = layers[0] + layers[1] + layers[2];
  // gnuplot refuses to draw nothing at all; a page with one plot less helps nobody.
  if (all.empty()) return text + "set xrange [0:1]\nset yrange [0:1]\nplot NaN notitle\n";
  if (has_bounds(plot))
    all += ", NaN title " + literal(bound_title) + " with points pt " + std::to_string(bound_type) +
           " ps 1.1 lw 1.8 lc rgb '" + text_ink.light + "'";
  return text + "plot " + all.substr(2) + "\n";
}

} // namespace canon::lab
