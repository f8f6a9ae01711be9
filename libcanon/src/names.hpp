#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace canon {

/// An enumeration and its names on the command line, in one table.
template <typename Enum, std::size_t N>
using Names = std::array<std::pair<Enum, std::string_view>, N>;

template <typename Enum, std::size_t N>
std::string_view name_of(const Names<Enum, N>& names, Enum value) {
  for (const auto& [key, name] : names)
    if (key == value) return name;
  return "?";
}

/// Underscores are read as dashes and the spelling "normalized" as "normalised".
template <typename Enum, std::size_t N>
std::optional<Enum> value_by_name(const Names<Enum, N>& names, std::string_view wanted) {
  std::string key(wanted);
  std::replace(key.begin(), key.end(), '_', '-');
  if (const auto z = key.find("normalized"); z != std::string::npos) key[z + 7] = 's';
  for (const auto& [value, name] : names)
    if (name == key) return value;
  return std::nullopt;
}

/// The values in the order of the table.
template <typename Enum, std::size_t N>
std::vector<Enum> values_of(const Names<Enum, N>& names) {
  std::vector<Enum> values;
  for (const auto& [value, name] : names)
    values.push_back(value);
  return values;
}

} // namespace canon
