#define BOOST_TEST_MODULE gnuplot
#include "report/gnuplot.hpp"

#include "workplace.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>

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
