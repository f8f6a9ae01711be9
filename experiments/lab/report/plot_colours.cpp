#include "report/plot_colours.hpp"

namespace canon::lab {

std::string dark_rules() {
  std::string text = "@media (prefers-color-scheme: dark) {\n";
  const auto exchange = [&](const Ink& ink) {
    for (const std::string attribute : {"stroke", "fill", "color"})
      text.append("svg [")
          .append(attribute)
          .append("=\"")
          .append(ink.light)
          .append("\"] { ")
          .append(attribute)
          .append(": ")
          .append(ink.dark)
          .append("; }\n");
  };
  for (const Ink& ink : series_inks)
    exchange(ink);
  for (const Ink& ink : {text_ink, axis_ink, grid_ink, reference_ink, Ink{"black", text_ink.dark}})
    exchange(ink);
  return text + "}\n";
}

} // namespace canon::lab
