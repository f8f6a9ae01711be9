#pragma once

#include "model/options.hpp"

#include <string>
#include <vector>

namespace canon::nn {

/// A row of the paper's table of ZINC with its model.
struct PaperSetting {
  std::string model, encoding; ///< as the paper writes them
  ModelOptions options;
  std::int64_t parameters; ///< as the paper gives them, rounded to thousands
};

/// The rows of the paper's table of ZINC, with the widths and depths of its appendix. The appendix
/// leaves open, and settled here by the benchmarks that it says it follows (LSPE, SignNet): heads,
/// towers, the width of PNA's edges, pooling, and how the encoding joins the node's features.
[[nodiscard]] const std::vector<PaperSetting>& paper_settings();

} // namespace canon::nn
