#include "pictures/svg.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace canon::pictures {
namespace {

std::string number(double value) {
  const long tenths = robust_round(10.0 * value);
  std::string text = tenths < 0 ? "-" : "";
  text += std::to_string(std::labs(tenths) / 10);
  if (tenths % 10 != 0) text += "." + std::to_string(std::labs(tenths) % 10);
  return text;
}

std::string attribute(const char* name, double value) {
  return std::string(" ") + name + "=\"" + number(value) + "\"";
}

} // namespace

long robust_round(double value) {
  const double below = std::floor(value);
  if (std::abs(value - below - 0.5) < 1e-6)
    throw std::runtime_error("a picture: expected numbers off the edges of rounding, got " +
                             std::to_string(value));
  return std::lround(value);
}

Svg::Svg(double width, double height) {
  body_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + number(width) + " " +
          number(height) + "\"" + attribute("width", width) + attribute("height", height) +
          " font-family=\"Helvetica, Arial, 'Liberation Sans', sans-serif\">\n";
  box({0, 0}, width, height, "#ffffff"); // pages may be dark
}

void Svg::line(Point a, Point b, const std::string& colour, double thickness) {
  body_ += "<line" + attribute("x1", a.x) + attribute("y1", a.y) + attribute("x2", b.x) +
           attribute("y2", b.y) + " stroke=\"" + colour + "\"" +
           attribute("stroke-width", thickness) + "/>\n";
}

void Svg::disc(Point centre, double radius, const std::string& fill) {
  body_ += "<circle" + attribute("cx", centre.x) + attribute("cy", centre.y) +
           attribute("r", radius) + " fill=\"" + fill + "\" stroke=\"#444444\"/>\n";
}

void Svg::box(Point corner, double width, double height, const std::string& fill) {
  body_ += "<rect" + attribute("x", corner.x) + attribute("y", corner.y) +
           attribute("width", width) + attribute("height", height) + " fill=\"" + fill + "\"/>\n";
}

void Svg::text(Point at, const std::string& words, double size, const std::string& anchor,
               const std::string& style) {
  body_ += "<text" + attribute("x", at.x) + attribute("y", at.y) + attribute("font-size", size) +
           " text-anchor=\"" + anchor + "\"" + (style.empty() ? "" : " " + style) + ">" + words +
           "</text>\n";
}

std::string diverging_colour(int step) {
  constexpr std::array<double, 3> white{247, 247, 247}, blue{33, 92, 168}, orange{200, 88, 0};
  const std::array<double, 3>& end = step < 0 ? blue : orange;
  const double t = std::abs(step) / static_cast<double>(colour_steps);
  std::array<int, 3> c{};
  for (std::size_t i = 0; i < 3; ++i)
    c[i] = static_cast<int>(std::lround(white[i] + t * (end[i] - white[i])));
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "#%02x%02x%02x", c[0] & 255, c[1] & 255, c[2] & 255);
  return text.data();
}

int colour_step(double value, double scale) {
  return static_cast<int>(robust_round(colour_steps * value / scale));
}

std::string ink_on(int step) {
  return std::abs(step) > (step < 0 ? 6 : 8) ? "#ffffff" : "#000000";
}

} // namespace canon::pictures
