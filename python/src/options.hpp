#pragma once

#include "arrays.hpp"

#include <canon/encoding.hpp>
#include <canon/error.hpp>
#include <canon/graph_io.hpp>
#include <canon/names.hpp>

#include <string>

namespace canon::python {

/// All options of the package: the encoding, and the rules for what a graph may be.
struct Options {
  EncodingOptions encoding;
  ReadOptions rules;
};

/// The enumerator of this name; ArgumentError that lists the names otherwise.
template <NamedEnum Enum>
[[nodiscard]] Enum enumerator(const char* option, const std::string& word) {
  if (const auto value = parse<Enum>(word)) return *value;
  std::string text = std::string(option) + ": expected ";
  const std::vector<std::string> all = names<Enum>();
  for (std::size_t i = 0; i < all.size(); ++i)
    text += (i == 0 ? "" : i + 1 == all.size() ? " or " : ", ") + all[i];
  text += ", got '" + word + "'";
  if (const std::string near = nearest_name(word, all); !near.empty())
    text += " (did you mean '" + near + "'?)";
  throw ArgumentError(text);
}

/// A number of columns as the caller gave it: 1 to 1,000,000.
[[nodiscard]] std::size_t checked_columns(std::int64_t k);
/// The same of any object: all columns for None, ArgumentError for what is no integer.
[[nodiscard]] std::size_t wanted_columns(nb::handle k);

} // namespace canon::python
