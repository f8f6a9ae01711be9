#define BOOST_TEST_MODULE gnuplot
#include "report/gnuplot.hpp"

#include "report/plot_colours.hpp"
#include "workplace.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstdlib>
#include <regex>
#include <set>

using namespace canon::lab;

namespace {

bool have_gnuplot() {
  const bool here = !find_program("gnuplot").empty();
  if (!here) BOOST_TEST_MESSAGE("skipped: no gnuplot on PATH");
  return here;
}

/// The name wherever a plot can have one.
Plot plot_of_name(const std::string& name) {
  Plot plot;
  plot.name = "a-plot";
  plot.title = name;
  plot.x.label = plot.y.label = name;
  plot.x.ticks = {{0.0, name}, {1.0, "other"}, {2.0, name}};
  plot.series.push_back({name, Mark::bars, {{0.0, 1.0}, {1.0, 2.0}, {2.0, 1.5}}});
  plot.series.push_back({name, Mark::line_points, {{0.0, 2.0}, {2.0, 1.0}}});
  return plot;
}

/// As gnuplot writes it: only what XML demands is escaped.
std::string in_xml(const std::string& text) {
  std::string result;
  for (const char c : text)
    result += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
  return result;
}

/// A plot with a legend of many long entries.
Plot crowded_plot() {
  Plot plot;
  plot.name = "crowded";
  plot.title = "Many curves";
  plot.x.label = plot.y.label =
      "a label that is a good deal longer than the axis it belongs to, or so";
  for (int i = 0; i < 9; ++i)
    plot.series.push_back({"a series with a title of many words, number " + std::to_string(i),
                           Mark::line,
                           {{0.0, 1.0 * i}, {10.0, 2.0 * i}}});
  return plot;
}

/// The extent of the lines of the grid: that of the plot within its axes.
struct Extent {
  double width = 0.0, height = 0.0;
};
Extent grid_of(const std::string& svg) {
  static const std::regex line(R"(class="gridline"\s+d='M([\d.]+),([\d.]+) L([\d.]+),([\d.]+))");
  Extent extent;
  for (std::sregex_iterator it(svg.begin(), svg.end(), line), end; it != end; ++it) {
    const auto at = [&](std::size_t i) { return std::stod((*it)[i]); };
    extent.width = std::max(extent.width, std::abs(at(3) - at(1)));
    extent.height = std::max(extent.height, std::abs(at(4) - at(2)));
  }
  return extent;
}

Extent canvas_of(const std::string& svg) {
  static const std::regex box(R"re(viewBox="0 0 (\d+) (\d+)")re");
  std::smatch found;
  BOOST_REQUIRE(std::regex_search(svg, found, box));
  return {std::stod(found[1]), std::stod(found[2])};
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size())
    ++found;
  return found;
}

} // namespace

BOOST_AUTO_TEST_CASE(any_name_is_drawn_as_it_is) {
  if (!have_gnuplot()) return;
  for (const std::string name : {"plain",
                                 "'first",
                                 "''",
                                 "la'st'",
                                 "a'b",
                                 "%",
                                 "100%",
                                 "50 % of",
                                 "%g",
                                 "%s%n",
                                 "%%",
                                 "a\"b",
                                 "\\",
                                 "a\\n\\",
                                 "`false`",
                                 "$(false)",
                                 "a`b",
                                 "{a}_b^c",
                                 "@a~b",
                                 "#note",
                                 "a;exit",
                                 "<b>&amp;",
                                 "\xc3\xa9t\xc3\xa9",
                                 "' noenhanced; system 'false'"}) {
    const Drawing drawing = draw(plot_of_name(name));
    BOOST_TEST_CONTEXT("name " << name << ", said " << drawing.missing) {
      BOOST_TEST(drawing.missing == "");
      // The title, two labels, two ticks, two entries of the legend.
      BOOST_TEST(count(drawing.svg, ">" + in_xml(name) + "</tspan>") +
                     count(drawing.svg, ">" + in_xml(name) + "</text>") ==
                 7U);
    }
  }
  BOOST_TEST(draw(plot_of_name("control \n\t\x01 characters")).missing == "");
}

BOOST_AUTO_TEST_CASE(nothing_is_left_in_the_temporary_folder) {
  if (!have_gnuplot()) return;
  const Workplace place;
  ::setenv("TMPDIR", place.path().c_str(), 1);
  BOOST_TEST(draw(plot_of_name("plain")).missing == "");
  BOOST_TEST(place.files() == 0U);
  ::setenv("TMPDIR", (place / "none").c_str(), 1);
  const Drawing drawing = draw(plot_of_name("plain"));
  BOOST_TEST(drawing.svg == "");
  BOOST_TEST(drawing.missing.find("TMPDIR") != std::string::npos);
  ::unsetenv("TMPDIR");
}

BOOST_AUTO_TEST_CASE(the_axes_have_more_than_half_of_the_drawing) {
  if (!have_gnuplot()) return;
  const Plot plot = crowded_plot();
  for (const Frame frame : {Frame::page, Frame::alone}) {
    const std::string svg = draw(plot, frame).svg;
    const Extent canvas = canvas_of(svg), grid = grid_of(svg);
    BOOST_TEST(grid.height > 0.5 * canvas.height);
    BOOST_TEST(grid.width > 0.5 * (frame == Frame::page ? canvas.width : 560.0));
    // The legend is part of the file that stands alone; on a page it is text.
    BOOST_TEST(count(svg, "number 8</tspan>") + count(svg, "number 8</text>") ==
               (frame == Frame::alone ? 1U : 0U));
    // A label that is too long stands on two lines.
    BOOST_TEST(count(svg, plot.x.label) == 0U);
    BOOST_TEST(count(svg, "belongs to, or so") == 2U);
  }
}

BOOST_AUTO_TEST_CASE(sizes_without_an_observation_are_drawn_as_bounds) {
  Plot plot;
  plot.name = "bounds";
  plot.x = {"n", true, 5.0, 2000.0, {}};
  plot.y = {"share", true, {}, {}, {}};
  plot.series = {
      {"seen", Mark::line_points, {{10, 0.1, Interval{0.05, 0.2}}, {100, 0.03, {}, true}}, {}},
      {"never", Mark::line_points, {{10, 0.03, {}, true}, {100, 0.03, {}, true}}, {}}};
  const std::string script = gnuplot_script(plot);
  BOOST_TEST(count(script, "$bound0 << EOD") == 1U);
  BOOST_TEST(count(script, "$bound1 << EOD") == 1U);
  BOOST_TEST(count(script, "$data1 << EOD") == 0U); // nothing was measured
  BOOST_TEST(count(script, bound_title) == 1U);
  if (!have_gnuplot()) return;
  const std::string svg = draw(plot).svg;
  // Three bounds and the legend's; equal ones stand side by side.
  static const std::regex triangle(R"(xlink:href='#gpPt9' transform='translate\(([\d.]+),)");
  std::set<std::string> places;
  for (std::sregex_iterator it(svg.begin(), svg.end(), triangle), end; it != end; ++it)
    places.insert((*it)[1]);
  BOOST_TEST(places.size() == 4U);
  BOOST_TEST(count(svg, ">never</tspan>") + count(svg, ">never</text>") == 1U);

  plot.series[0].points.pop_back();
  plot.series.pop_back();
  BOOST_TEST(count(gnuplot_script(plot), bound_title) == 0U);
}

BOOST_AUTO_TEST_CASE(colours_follow_the_dark_mode) {
  if (!have_gnuplot()) return;
  const std::string svg = draw(crowded_plot()).svg;
  BOOST_TEST(count(svg, "rgb(") == 0U);
  BOOST_TEST(count(svg, "@media (prefers-color-scheme: dark)") >= 1U);
  static const std::regex ink(R"re((?:stroke|fill|color)=['"](#[0-9a-f]{6})['"])re");
  const std::string rules = dark_rules();
  for (std::sregex_iterator it(svg.begin(), svg.end(), ink), end; it != end; ++it)
    BOOST_TEST(count(rules, "[stroke=\"" + (*it)[1].str() + "\"]") == 1U,
               (*it)[1].str() << " has no colour for the dark");
  // A page has the rules once, not with every drawing.
  BOOST_TEST(count(inline_svg(svg, "one"), "<style") == 0U);
}
