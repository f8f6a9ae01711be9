#pragma once

#include <canon/export.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace canon CANON_API {

/// An enumeration with a constexpr function name(value) beside it: a switch over its enumerators,
/// 0, 1, 2, ... without a gap, that returns an empty text for any other number. That switch is the
/// only list of the enumerators; a new one without a name is a warning of the compiler.
///
///     canon::name(canon::Level::joint)      // "joint"
///     canon::parse<canon::Level>("joint")   // Level::joint, or nothing for an unknown word
///     for (canon::Level level : canon::values<canon::Level>()) std::cout << level << "\n";
template <typename Enum>
concept NamedEnum = std::is_enum_v<Enum> && requires(Enum value) {
  { name(value) } -> std::same_as<std::string_view>;
};

/// All enumerators, in the order of their declaration.
template <NamedEnum Enum>
[[nodiscard]] constexpr auto values() {
  constexpr std::size_t count = [] {
    std::size_t i = 0;
    while (!name(static_cast<Enum>(i)).empty())
      ++i;
    return i;
  }();
  std::array<Enum, count> all{};
  for (std::size_t i = 0; i < count; ++i)
    all[i] = static_cast<Enum>(i);
  return all;
}

/// The same word with underscores read as dashes and "normalized" as "normalised".
[[nodiscard]] std::string spelling(std::string_view word);

/// The enumerator of this name, in any spelling; nothing if there is none.
template <NamedEnum Enum>
[[nodiscard]] std::optional<Enum> parse(std::string_view text) {
  const std::string wanted = spelling(text);
  for (const Enum value : values<Enum>())
    if (spelling(name(value)) == wanted) return value;
  return std::nullopt;
}

/// The names of all enumerators.
template <NamedEnum Enum>
[[nodiscard]] std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const Enum value : values<Enum>())
    all.emplace_back(name(value));
  return all;
}

template <NamedEnum Enum>
std::ostream& operator<<(std::ostream& out, Enum value) {
  return out << name(value);
}

/// The name nearest to a mistyped one; empty if none is near enough to have been meant.
[[nodiscard]] std::string nearest_name(const std::string& typed,
                                       const std::vector<std::string>& names);

} // namespace canon
