#pragma once

#include <string>

namespace canon::pictures {

struct Point {
  double x = 0.0, y = 0.0;
};

/// A drawing whose bytes are the same on every machine: coordinates have one decimal, colours come
/// in steps, and a number so near the edge of a step that rounding noise could decide it throws.
class Svg {
public:
  Svg(double width, double height);

  void line(Point a, Point b, const std::string& colour, double thickness);
  void disc(Point centre, double radius, const std::string& fill);
  void box(Point corner, double width, double height, const std::string& fill);
  /// `anchor` is "start", "middle" or "end"; `style` further attributes.
  void text(Point at, const std::string& words, double size, const std::string& anchor = "middle",
            const std::string& style = "");

  [[nodiscard]] std::string str() const { return body_ + "</svg>\n"; }

private:
  std::string body_;
};

/// The integer nearest to `value`; throws where that is a matter of noise.
[[nodiscard]] long robust_round(double value);

inline constexpr int colour_steps = 12; ///< on each side of zero

/// Blue below zero, orange above, white at it: distinguishable with every kind of colour vision.
[[nodiscard]] std::string diverging_colour(int step);
/// `value` over `scale` as a step in -colour_steps..colour_steps.
[[nodiscard]] int colour_step(double value, double scale);
/// Black or white, whichever can be read on that step.
[[nodiscard]] std::string ink_on(int step);

} // namespace canon::pictures
