#include "cli/json.hpp"

#include <array>
#include <charconv>

namespace canon::tool {

std::string json_number(double value) {
  if (!std::isfinite(value)) return "null";
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

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
