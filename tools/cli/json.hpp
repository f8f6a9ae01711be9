#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace canon::tool {

/// Members in the order in which they are given.
using Json = nlohmann::ordered_json;

/// The value on one line. Doubles are the shortest text that reads back to the same ("2.0",
/// "1e-09"); what JSON has no number for (NaN, infinity) is null, and a byte that is not UTF-8 (of
/// a file name, of a graph's name) becomes U+FFFD instead of an error.
[[nodiscard]] inline std::string json_text(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace canon::tool
