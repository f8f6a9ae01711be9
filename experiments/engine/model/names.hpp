#pragma once

#include "device/error.hpp"

#include <string>
#include <utility>
#include <vector>

namespace canon::nn {

/// The value that goes by a name; ArgumentError with all names for another one.
template <typename Value>
Value by_name(const std::string& what, const std::string& name,
              const std::vector<std::pair<std::string, Value>>& known) {
  std::string names;
  for (const auto& [known_name, value] : known) {
    if (known_name == name) return value;
    names += (names.empty() ? "" : ", ") + known_name;
  }
  throw ArgumentError(what + ": expected one of " + names + ", got \"" + name + "\"");
}

} // namespace canon::nn
