#include "report/page.hpp"
#include "report/page_parts.hpp"
#include "report/plot_colours.hpp"

#include <array>

namespace canon::lab {
namespace {

// The point types of gnuplot_script.cpp in the same order, around the middle of a sample.
constexpr std::array shapes = {"<circle cx=\"14\" cy=\"6\" r=\"3.6\"",
                               "<rect x=\"10.6\" y=\"2.6\" width=\"6.8\" height=\"6.8\"",
                               "<path d=\"M14,1.4 L9.6,8.8 H18.4 z\"",
                               "<path d=\"M14,1.2 L18.8,6 L14,10.8 L9.2,6 z\"",
                               "<path d=\"M14,10.6 L18.3,7.5 L16.7,2.4 L11.3,2.4 L9.7,7.5 z\""};
constexpr std::array hollow_shapes = {shapes[0], shapes[1], shapes[2]};
constexpr const char* bound_shape = "<path d=\"M14,10.6 L9.6,3.2 H18.4 z\"";

std::string attribute(const char* name, const std::string& value) {
  return std::string(" ") + name + "=\"" + value + "\"";
}

std::string hollow(const char* shape, const std::string& colour) {
  return shape + attribute("fill", "none") + attribute("stroke", colour) +
         attribute("stroke-width", "1.6") + "/>";
}

std::string symbol(std::size_t colour) {
  const std::size_t kind = colour % (shapes.size() + hollow_shapes.size());
  if (kind >= shapes.size())
    return hollow(hollow_shapes[kind - shapes.size()], series_colour(colour));
  return shapes[kind] + attribute("fill", series_colour(colour)) + "/>";
}

std::string line(const std::string& colour, const std::string& dash) {
  return "<path d=\"M0,6 H28\"" + attribute("fill", "none") + attribute("stroke", colour) +
         attribute("stroke-width", "2") +
         (dash.empty() ? "" : attribute("stroke-dasharray", dash)) + "/>";
}

std::string area(const std::string& colour, const char* opacity) {
  return "<rect x=\"3\" y=\"1\" width=\"22\" height=\"10\"" + attribute("fill", colour) +
         attribute("fill-opacity", opacity) + "/>";
}

std::string sample(Mark mark, std::size_t colour) {
  const std::string own = series_colour(colour);
  switch (mark) {
  case Mark::points:
    return symbol(colour);
  case Mark::line:
    return line(own, series_dash(colour));
  case Mark::line_points:
    return line(own, "") + symbol(colour);
  case Mark::curve:
    return line(reference_ink.light, "6,4");
  case Mark::bars:
    return area(own, "0.5");
  case Mark::band:
    return area(own, "0.25");
  }
  return {};
}

std::string entry(const std::string& mark, const std::string& title) {
  return "<li><svg class=\"sample\" viewBox=\"0 0 28 12\" aria-hidden=\"true\">" + mark + "</svg>" +
         html_escaped(title) + "</li>\n";
}

} // namespace

std::string legend_html(const Plot& plot) {
  std::string text;
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const Series& series = plot.series[i];
    if (!series.title.empty() && is_drawn(series, plot))
      text += entry(sample(series.mark, series.colour.value_or(i)), series.title);
  }
  if (has_bounds(plot)) text += entry(hollow(bound_shape, text_ink.light), bound_title);
  return text.empty() ? text : "<ul class=\"legend\">\n" + text + "</ul>\n";
}

} // namespace canon::lab
