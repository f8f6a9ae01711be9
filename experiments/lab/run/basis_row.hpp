#pragma once

#include "batch/graph_sample.hpp"
#include "dataset/basis_isomorphism.hpp"
#include "model/options.hpp"
#include "run/config.hpp"
#include "train/options.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace canon::lab {

/// One row of the basis-isomorphism table.
struct BasisRow {
  std::string name, title;
  enum class Basis { presented, map, complete } basis = Basis::presented;
  std::vector<std::int64_t> hidden; ///< of several the one that does best on the validation split
  std::vector<double> rates;
  nn::ModelOptions model;
  TrainOptions train;
  double test_share = 0.1, valid_share = 0.1;
  std::optional<double> paper, paper_deviation;
};

[[nodiscard]] BasisRow basis_row(const Config& config, const std::string& name, std::size_t classes,
                                 std::size_t columns);

[[nodiscard]] constexpr std::string_view name(BasisRow::Basis basis) {
  switch (basis) {
  case BasisRow::Basis::presented:
    return "presented";
  case BasisRow::Basis::map:
    return "map";
  case BasisRow::Basis::complete:
    return "complete";
  }
  return {};
}

/// The instances with the basis that the row is given as their positional encoding.
[[nodiscard]] std::vector<nn::GraphSample> basis_samples(const BasisIsomorphism& data,
                                                         BasisRow::Basis basis);

} // namespace canon::lab
