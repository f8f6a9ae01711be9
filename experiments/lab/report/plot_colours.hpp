#pragma once

#include <array>
#include <cstddef>
#include <string>

namespace canon::lab {

/// A colour on white and the one that replaces it on a dark ground.
struct Ink {
  const char *light, *dark;
};

// Okabe and Ito's colours, which colour-blind readers can distinguish; the darker ones first, for
// print. Point types and dashes differ as well, so that grey print still distinguishes them.
inline constexpr std::array series_inks = {Ink{"#0072b2", "#4aa8e8"}, Ink{"#d55e00", "#ff8a3d"},
                                           Ink{"#009e73", "#35c99b"}, Ink{"#aa4499", "#e08ad2"},
                                           Ink{"#e69f00", "#f2b632"}, Ink{"#56b4e9", "#9bd4f7"},
                                           Ink{"#444444", "#c4c4c4"}, Ink{"#882255", "#e3709f"}};

inline constexpr Ink text_ink = {"#222222", "#dddddd"}, axis_ink = {"#555555", "#a0a0a0"},
                     grid_ink = {"#dcdcdc", "#3b3f45"}, reference_ink = {"#777777", "#9a9a9a"};

[[nodiscard]] inline const char* series_colour(std::size_t colour) {
  return series_inks[colour % series_inks.size()].light;
}

/// The pattern of a plain line, lengths of dashes and gaps: lines that lie on each other both show.
[[nodiscard]] inline const char* series_dash(std::size_t colour) {
  constexpr std::array dashes = {"", "9,4", "3,3", "9,3,3,3"};
  return dashes[colour % dashes.size()];
}

/// CSS that exchanges the inks of every svg in the dark; colours are attributes as `#rrggbb`.
[[nodiscard]] std::string dark_rules();

} // namespace canon::lab
