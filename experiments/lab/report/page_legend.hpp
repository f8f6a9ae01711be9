#pragma once

#include "report/plot.hpp"

#include <string>

namespace canon::lab {

/// The legend of a plot as a list of text, each entry behind a sample of its mark: it wraps where
/// a drawn one would be cut. Nothing if no series that is drawn has a title.
[[nodiscard]] std::string legend_html(const Plot& plot);

} // namespace canon::lab
