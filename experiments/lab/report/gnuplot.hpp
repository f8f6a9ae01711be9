#pragma once

#include "report/plot.hpp"

#include <filesystem>
#include <string>

namespace canon::lab {

/// A program of this name on PATH; empty if there is none.
[[nodiscard]] std::filesystem::path find_program(const std::string& name);

/// What became of a plot: the svg, or why there is none, in one line.
struct Drawing {
  std::string svg;
  std::string missing;
};

/// Runs gnuplot. Never throws for want of it: a study is worth its numbers without pictures.
/// The colours of the svg follow the reader's light or dark mode.
[[nodiscard]] Drawing draw(const Plot& plot, Frame frame = Frame::alone);

/// The svg as a part of an html page that holds others: no xml head and no style (the
/// page has dark_rules() once), and ids that are its own.
[[nodiscard]] std::string inline_svg(const std::string& svg, const std::string& name);

} // namespace canon::lab
