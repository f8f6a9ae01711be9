#include "report/plot.hpp"

#include <canon/base/text_table.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string_view>

namespace canon::lab {
namespace {

// Okabe and Ito's colours, told apart by colour-blind readers; the darker ones first, for print.
// Point types and dashes differ as well, so that grey print still tells.
constexpr std::array colours = {"#0072B2", "#D55E00", "#009E73", "#AA4499",
                                "#E69F00", "#56B4E9", "#444444", "#882255"};
constexpr std::array point_types = {7, 5, 9, 11, 13, 6, 4, 8};

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

bool has_error_bars(const Series& series) {
  return series.mark != Mark::band &&
         std::any_of(series.points.begin(), series.points.end(),
                     [](const Point& p) { return p.interval.has_value(); });
}

/// One line a point: x y low high width. The ends that a logarithmic axis cannot show are the
/// point's own.
std::string block(const Series& series, const Plot& plot, std::size_t index) {
  std::string text = "$data" + std::to_string(index) + " << EOD\n";
  const double width = series.mark == Mark::bars ? bar_width(series) : 0.0;
  for (const Point& p : series.points) {
    if (!shown(p.x, plot.x) || !shown(p.y, plot.y)) continue;
    const Interval ends = p.interval.value_or(Interval{p.y, p.y});
    text += number(p.x) + " " + number(p.y);
    for (const double end : {ends.low, ends.high})
      text += " " + number(shown(end, plot.y) ? end : p.y);
    text += " " + number(width) + "\n";
  }
  return text + "EOD\n";
}

bool is_empty(const std::string& block) {
  return std::count(block.begin(), block.end(), '\n') <= 2;
}

std::string axis_lines(const char* which, const Axis& axis) {
  const std::string letter(which);
  const char* const nearer = letter == "x" ? " offset 0,0.5" : "";
  std::string text = "set " + letter + "label " + literal(axis.label) + nearer + " noenhanced\n";
  if (axis.log) text += "set logscale " + letter + "\nset format " + letter + " '10^{%L}'\n";
  text += "set " + letter + "range [" + (axis.least ? number(*axis.least) : "*") + ":" +
          (axis.most ? number(*axis.most) : "*") + "]\n";
  if (axis.ticks.empty()) return text;
  std::string ticks;
  for (const auto& [place, label] : axis.ticks)
    ticks += (ticks.empty() ? "" : ", ") + tick_literal(label) + " " + number(place);
  return text + "set " + letter + "tics (" + ticks + ") noenhanced\n";
}

std::string style(const Series& series, std::size_t colour) {
  const std::string rgb = std::string(" lc rgb '") + colours[colour % colours.size()] + "'";
  const std::string point =
      " pt " + std::to_string(point_types[colour % point_types.size()]) + " ps 0.7";
  switch (series.mark) {
  case Mark::points:
    return "with points" + point + rgb;
  case Mark::line:
    return "with lines lw 2" + rgb;
  case Mark::line_points:
    return "with linespoints lw 1.8" + point + rgb;
  case Mark::curve:
    return "with lines lw 1.6 dt 2 lc rgb '#777777'";
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
      if (!shown(p.x, plot.x) || !shown(p.y, plot.y)) continue;
      low = std::min(low, p.x);
      high = std::max(high, p.x);
    }
  if (!(low < high)) return axis;
  const double room = std::pow(high / low, 0.03);
  if (!axis.least) axis.least = low / room;
  if (!axis.most) axis.most = high * room;
  return axis;
}

} // namespace

std::string gnuplot_script(const Plot& plot) {
  std::string text =
      "set terminal svg size 620,430 dynamic enhanced font 'sans-serif,16' "
      "linewidth 1 butt solid name " +
      literal(identifier(plot.name)) +
      "\nset encoding utf8\n"
      "set border 3 lc rgb '#555555'\n"
      "set tics nomirror out scale 0.6 textcolor rgb '#222222'\n"
      "set grid xtics ytics lw 0.7 lc rgb '#dddddd'\n"
      "set errorbars small\n"
      "set key below center horizontal noenhanced samplen 2 spacing 1.1 textcolor rgb "
      "'#222222'\n"
      "set title " +
      literal(plot.title) + " noenhanced\n" + axis_lines("x", tight(plot.x, plot)) +
      axis_lines("y", plot.y);
  std::array<std::string, 3> layers; // bands and bars, then reference curves, then the rest
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const Series& series = plot.series[i];
    const std::string data = block(series, plot, i);
    if (is_empty(data)) continue;
    text += data;
    const std::size_t colour = series.colour.value_or(i);
    const std::string source = "$data" + std::to_string(i) + " using ";
    std::string& layer = layers[layer_of(series.mark)];
    if (has_error_bars(series))
      layer += ", " + source + "1:2:3:4 with yerrorbars notitle pt 0 lw 1.2 lc rgb '" +
               colours[colour % colours.size()] + "'";
    layer += ", " + source + columns(series.mark) + " " +
             (series.title.empty() ? "notitle " : "title " + literal(series.title) + " ") +
             style(series, colour);
  }
  const std::string all = layers[0] + layers[1] + layers[2];
  // gnuplot refuses to draw nothing at all; a page with one plot less helps nobody.
  if (all.empty()) return text + "set xrange [0:1]\nset yrange [0:1]\nplot NaN notitle\n";
  return text + "plot " + all.substr(2) + "\n";
}

} // namespace canon::lab
