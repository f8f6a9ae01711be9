#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace canon {

/// What is to be known of a DOT text before Boost parses it.
struct DotScan {
  bool directed = false;
  std::size_t line = 0;         ///< of the word graph or digraph
  std::vector<std::string> ids; ///< the vertices, in the order of their first appearance
  std::string text;             ///< the same graph, in the words that Boost understands
};

/// Boost's parser recurses with the depth of the braces, hands back the vertices sorted by name,
/// knows anonymous subgraphs only with the word "subgraph", forgets the ends of edges inside a
/// subgraph when that is joined, silently drops loops of a strict graph, and multiplies joined
/// subgraphs out. So the text is read once before it: braces nest at most 64 deep, joined subgraphs
/// give at most a million edges, "strict" is taken out, the words and vertices that Boost needs are
/// put in, and strings in angle brackets become quoted ones.
[[nodiscard]] DotScan scan_dot(const std::string& file, std::string_view text);

} // namespace canon
