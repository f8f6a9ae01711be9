#pragma once

#include "io/listed_graph.hpp"

#include <string>
#include <string_view>

namespace canon {

/// The one graph of a GraphML document, in one pass. Boost.Graph's reader is not used for reading:
/// it takes what is not XML, drops <data> without a <key>, hyperedges and nested graphs silently,
/// and holds the document as a tree.
[[nodiscard]] ListedGraph parse_graphml(const std::string& file, std::string_view text);

} // namespace canon
