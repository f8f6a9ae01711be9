#pragma once

#include "model/options.hpp"
#include "run/config.hpp"
#include "study/distinction.hpp"
#include "train/paired_comparison.hpp"

#include <optional>
#include <string>
#include <vector>

namespace canon::lab {

/// One row of the expressivity tables: what the settings say of it.
struct ExpressivityRow {
  std::string name, title;
  DistinctionOptions distinction; ///< level, columns and relabellings count for trained rows, too
  std::optional<nn::ModelOptions> model; ///< nothing: fixed random features; its width is open
  ComparisonOptions comparison;
  bool quick = true;

  [[nodiscard]] bool trained() const { return model.has_value(); }
};

/// ArgumentError for settings that make no sense.
[[nodiscard]] ExpressivityRow expressivity_row(const Config& config, const std::string& name);

/// "8" or "all" as a number of columns; ArgumentError otherwise, naming `what`.
[[nodiscard]] std::size_t columns_of(const std::string& word, const std::string& what);
[[nodiscard]] std::string columns_text(std::size_t columns);

} // namespace canon::lab
