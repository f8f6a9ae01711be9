#pragma once

#include <string>

namespace canon::lab {

/// The paper whose results the pages stand beside: one paragraph with a link.
[[nodiscard]] std::string paper_html();

/// The terms that occur in `words`, each explained in a sentence; nothing if there are none. A term
/// occurs where it stands as a whole word, in this spelling.
[[nodiscard]] std::string glossary_html(const std::string& words);

} // namespace canon::lab
