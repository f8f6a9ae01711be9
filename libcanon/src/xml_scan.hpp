#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace canon {

/// What is to be known of a GraphML text before Boost parses it.
struct XmlScan {
  std::size_t graph_line = 0; ///< of the <graph>
  std::size_t nodes = 0;      ///< how many <node>s
};

/// Boost's parser recurses with the depth of the elements, does not compare closing tags, stops at
/// a zero byte, and its GraphML reader passes over second graphs and hyperedges. All that is
/// refused here, with the line. Depth is limited to 64.
[[nodiscard]] XmlScan scan_graphml(const std::string& file, std::string_view text);

} // namespace canon
