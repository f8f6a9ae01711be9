#include "cli/json.hpp"

namespace canon::tool {

std::string json_string(std::string_view text) {
  constexpr std::string_view hex = "0123456789abcdef";
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      (result += '\\') += c;
    } else if (byte < 0x20) {
      result += "\\u00";
      (result += hex[byte / 16]) += hex[byte % 16];
    } else {
      result += c;
    }
  }
  return result + '"';
}

} // namespace canon::tool
