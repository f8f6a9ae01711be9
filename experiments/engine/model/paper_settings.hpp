#pragma once

#include "model/options.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace canon::nn {

/// The data sets of the paper's tables of graph neural networks.
enum class Benchmark { zinc, moltox21, molpcba };
[[nodiscard]] std::string_view name(Benchmark benchmark);

/// A row of one of the three tables, or a variant of one, with its model.
struct PaperSetting {
  Benchmark benchmark;
  std::string row;             ///< "gatedgcn-map"
  std::string model, encoding; ///< as the paper writes them
  ModelOptions options;        ///< options.encoding is k; log_degree that of the published split
  std::int64_t parameters;     ///< of the published network, counted
  std::int64_t thousands;      ///< of them, as the paper prints them
  double score, deviation;     ///< as the paper prints them; NaN if it has none
  bool printed;                ///< a row of the paper's table; else a variant that it has not

  [[nodiscard]] std::string title() const { return model + " + " + encoding; }
};

/// All rows of the three tables with the published networks, and beside every row "map" the rows
/// "joint" and "complete" of the same network on other canonical forms. For SAN and GraphiT "map"
/// runs the encoder on bonds, as the paper describes it, and "map-published" on the complete graph,
/// as the published program does. MOLPCBA has "gatedgcn-signnet", the network of "map" with
/// phi(v) + phi(-v), for the comparison of times at equal size.
[[nodiscard]] const std::vector<PaperSetting>& paper_settings();

/// ArgumentError with the rows that the benchmark has for another name.
[[nodiscard]] const PaperSetting& paper_setting(Benchmark benchmark, const std::string& row);
[[nodiscard]] std::vector<std::string> paper_rows(Benchmark benchmark);

} // namespace canon::nn
