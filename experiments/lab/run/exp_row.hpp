#pragma once

#include "dataset/rse.hpp"
#include "model/options.hpp"
#include "run/config.hpp"
#include "train/options.hpp"

#include <optional>

namespace canon::lab {

/// One row of the EXP table: what the settings say of it, ready to be trained.
struct ExpRow {
  std::string name, title;
  std::optional<EncodingOptions> rse; ///< nothing: node types only
  nn::ModelOptions model;
  TrainOptions train;
  std::optional<double> paper, paper_deviation; ///< per cent
};

[[nodiscard]] ExpRow exp_row(const Config& config, const std::string& name);

} // namespace canon::lab
