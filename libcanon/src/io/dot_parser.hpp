#pragma once

#include "io/listed_graph.hpp"

#include <string>
#include <string_view>

namespace canon {

/// The graph of a DOT document, in time and memory proportional to its length. Boost.Graph's parser
/// is not used for reading: it copies every default to every vertex and the members of a graph to
/// every subgraph, and silently drops what it does not understand. Attributes other than "label"
/// and "weight" are passed over, "strict" as well. Braces nest at most 64 deep, and joined
/// subgraphs give at most a million edges: a short text could ask for the square of its length.
[[nodiscard]] ListedGraph parse_dot(const std::string& file, std::string_view text);

} // namespace canon
