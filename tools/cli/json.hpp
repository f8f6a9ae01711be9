#pragma once

#include <canon/base/text_table.hpp>

#include <concepts>
#include <string>
#include <string_view>

namespace canon::tool {

/// Text of JSON values. Numbers are the shortest that read back to the same double ("2", "1e-04";
/// nlohmann_json would print "2.0", "0.0001"); what JSON has no number for (NaN, infinity) is null.
[[nodiscard]] inline std::string json_number(double value) {
  return exact_number(value);
}
[[nodiscard]] std::string json_string(std::string_view text);

/// One object, its members in the order in which they were added.
class JsonObject {
public:
  JsonObject& raw(std::string_view key, std::string_view value) {
    text_ += (text_.size() == 1 ? "" : ",") + json_string(key) + ":";
    text_ += value;
    return *this;
  }
  template <std::integral Number>
  JsonObject& add(std::string_view key, Number value) {
    return raw(key, std::to_string(value));
  }
  JsonObject& add(std::string_view key, double value) { return raw(key, json_number(value)); }
  JsonObject& add(std::string_view key, std::string_view value) {
    return raw(key, json_string(value));
  }
  [[nodiscard]] std::string str() const { return text_ + "}"; }

private:
  std::string text_ = "{";
};

} // namespace canon::tool
