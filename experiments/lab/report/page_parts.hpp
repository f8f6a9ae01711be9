#pragma once

#include "report/plot.hpp"

#include <string>

// Pieces of html that Page puts together.
namespace canon::lab {

/// The legend of a plot as a list of text, each entry behind a sample of its mark: it wraps where
/// a drawn one would be cut. Nothing if no series that is drawn has a title.
[[nodiscard]] std::string legend_html(const Plot& plot);

/// The paper that the pages compare with: one paragraph with a link.
[[nodiscard]] std::string paper_html();

/// The terms that occur in `words`, each explained in a sentence; nothing if there are none. A term
/// occurs where it is a whole word, in this spelling.
[[nodiscard]] std::string glossary_html(const std::string& words);

} // namespace canon::lab
