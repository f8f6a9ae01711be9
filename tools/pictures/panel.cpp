#include "pictures/panel.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace canon::pictures {
namespace {

Point place(const Panel& panel, std::size_t v) {
  return {panel.centre.x + panel.edge * panel.layout[v].x,
          panel.centre.y + panel.edge * panel.layout[v].y};
}

void draw_edges(Svg& svg, const Panel& panel) {
  for (const Edge& e : sorted_edges(panel.graph))
    svg.line(place(panel, e.u), place(panel, e.v), "#777777", 2);
}

void draw_vertex(Svg& svg, const Panel& panel, std::size_t v, const std::string& number,
                 const std::string& fill, const std::string& ink) {
  const Point at = place(panel, v);
  svg.disc(at, panel.radius, fill);
  svg.text({at.x, at.y + 4}, number, 11, "middle", "fill=\"" + ink + "\"");
}

} // namespace

void draw_values(Svg& svg, const Panel& panel, const arma::vec& values, double scale) {
  draw_edges(svg, panel);
  for (std::size_t v = 0; v < panel.layout.size(); ++v) {
    const int step = colour_step(values(v), scale);
    draw_vertex(svg, panel, v, std::to_string(v), diverging_colour(step), ink_on(step));
  }
}

void draw_orbits(Svg& svg, const Panel& panel, const std::vector<std::uint32_t>& orbit) {
  // Okabe and Ito's palette without its greys: chosen for all kinds of colour vision.
  constexpr std::array colours = {"#e69f00", "#56b4e9", "#009e73", "#f0e442",
                                  "#cc79a7", "#d55e00", "#0072b2"};
  draw_edges(svg, panel);
  std::vector<std::size_t> shared; // orbits of several vertices, in their order
  for (std::size_t o = 0; o < orbit.size(); ++o)
    if (std::count(orbit.begin(), orbit.end(), o) > 1) shared.push_back(o);
  for (std::size_t v = 0; v < orbit.size(); ++v) {
    const auto found = std::find(shared.begin(), shared.end(), orbit[v]);
    const auto index = static_cast<std::size_t>(found - shared.begin());
    draw_vertex(svg, panel, v, std::to_string(orbit[v]),
                found == shared.end() ? "#eeeeee" : colours[index % colours.size()], "#000000");
  }
}

void draw_legend(Svg& svg, Point centre, double scale) {
  constexpr double width = 12, height = 14;
  const double left = centre.x - width * (colour_steps + 0.5);
  for (int step = -colour_steps; step <= colour_steps; ++step)
    svg.box({left + width * (step + colour_steps), centre.y - height}, width, height,
            diverging_colour(step));
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%.2f", scale);
  svg.text({left, centre.y + 16}, std::string("−") + text.data(), 12);
  svg.text({centre.x, centre.y + 16}, "0", 12);
  svg.text({left + width * (2 * colour_steps + 1), centre.y + 16}, std::string("+") + text.data(),
           12);
}

} // namespace canon::pictures
