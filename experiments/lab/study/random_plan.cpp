#include "study/random_plan.hpp"

#include "dataset/checksum.hpp"

#include <canon/base/text_table.hpp>
#include <canon/error.hpp>
#include <canon/names.hpp>

#include <algorithm>
#include <cmath>

namespace canon::lab {
namespace {

constexpr std::string_view rank_one = "rank-one";
constexpr double chunk_seconds = 0.25;

/// Roughly what a trial takes on one core: only the shares of the cells depend on it.
double trial_seconds(const RandomCell& cell) {
  const double n = static_cast<double>(cell.n);
  const double once = 4e-6 + n * (1.2e-6 + n * (6e-8 + n * 1.3e-10));
  return cell.ensemble == nullptr ? 2.0 * once : once;
}

void check_probability(double p) {
  if (!(p >= 0.0 && p <= 1.0))
    throw ArgumentError("expected 0 <= p <= 1, got p = " + exact_number(p));
}

void check_kind(const std::string& kind) {
  if (kind == rank_one || ensemble_by_name(kind) != nullptr) return;
  std::vector<std::string> known;
  std::string list;
  for (const Ensemble& ensemble : all_ensembles()) {
    known.emplace_back(ensemble.name);
    list += known.back() + ", ";
  }
  known.emplace_back(rank_one);
  const std::string nearest = nearest_name(kind, known);
  throw ArgumentError("unknown ensemble '" + kind + "'" +
                      (nearest.empty() ? "" : " (did you mean '" + nearest + "'?)") +
                      "; there are " + list + std::string(rank_one));
}

/// The generators know their domains: one draw of each cell finds out before any work is done.
void check_cell(const RandomCell& cell, const EnsembleOptions& options) {
  if (cell.ensemble == nullptr) return;
  Rng rng = trial_rng(0, 0);
  (void)cell.ensemble->draw(cell.n, cell.p.value_or(0.0), options, rng);
}

template <typename Value>
std::vector<Value> sorted_once(std::vector<Value> values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

std::vector<std::optional<double>> probabilities_of(const std::string& kind,
                                                    const RandomGrid& grid) {
  const bool change = kind == rank_one;
  if (!change && ensemble_by_name(kind)->probability.empty()) return {std::nullopt};
  std::vector<std::optional<double>> result;
  for (const double p : sorted_once(grid.probabilities))
    // Without randomness there is nothing that pJ could change.
    if (!change || (p > 0.0 && p < 1.0)) result.emplace_back(p);
  return result;
}

std::string with_probability(const std::string& name, const std::optional<double>& p) {
  return p ? name + " p=" + exact_number(*p) : name;
}

} // namespace

std::string RandomCell::kind() const {
  return std::string(ensemble == nullptr ? rank_one : ensemble->name);
}

std::string RandomCell::series() const {
  return with_probability(kind(), p);
}

std::uint64_t RandomCell::seed(std::uint64_t of_the_study) const {
  const std::string stream(ensemble == nullptr ? rank_one : ensemble->stream);
  const std::string text = with_probability(stream, p) + " n=" + std::to_string(n);
  Checksum hash;
  hash.add(text.data(), text.size());
  return trial_rng(of_the_study, hash.value())();
}

RandomGrid quick_grid() {
  RandomGrid grid;
  grid.sizes = {8, 12, 16, 24, 32, 64, 128, 256, 512};
  grid.rank_one_sizes = {32, 64, 128, 256, 512};
  grid.probabilities = {0.1, 0.5};
  grid.seconds = 0.65;
  grid.least = 10;
  return grid;
}

RandomGrid full_grid() {
  RandomGrid grid;
  grid.sizes = {8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512, 1000};
  grid.rank_one_sizes = {32, 64, 128, 256, 512, 1000};
  grid.probabilities = {0.1, 0.3, 0.5};
  grid.seconds = 3.0;
  grid.most = 100'000;
  return grid;
}

RandomPlan make_plan(const RandomGrid& grid, const EnsembleOptions& options, std::uint64_t seed) {
  RandomPlan plan;
  plan.seed = seed;
  plan.options = options;
  std::vector<std::string> kinds = grid.kinds;
  if (kinds.empty()) {
    for (const Ensemble& ensemble : all_ensembles())
      kinds.emplace_back(ensemble.name);
    kinds.emplace_back(rank_one);
  }
  for (const std::string& kind : kinds)
    check_kind(kind);
  for (const double p : grid.probabilities)
    check_probability(p);
  for (auto kind = kinds.begin(); kind != kinds.end(); ++kind) {
    if (std::find(kinds.begin(), kind, *kind) != kind) continue;
    const Ensemble* ensemble = ensemble_by_name(*kind);
    for (const std::optional<double>& p : probabilities_of(*kind, grid))
      for (const std::size_t n :
           sorted_once(ensemble == nullptr ? grid.rank_one_sizes : grid.sizes)) {
        if (n == 0) throw ArgumentError("expected n > 0, got n = 0");
        RandomCell cell{ensemble, n, p, 0};
        cell.trials = grid.trials.value_or(std::clamp(
            static_cast<std::size_t>(grid.seconds / trial_seconds(cell)), grid.least, grid.most));
        check_cell(cell, options);
        plan.cells.push_back(cell);
      }
  }
  if (plan.cells.empty()) throw ArgumentError("the grid is empty: no ensemble, size or p");
  return plan;
}

Json plan_json(const RandomPlan& plan) {
  Json cells = Json::array();
  for (const RandomCell& cell : plan.cells) {
    Json one = {{"ensemble", cell.kind()}, {"n", cell.n}};
    if (cell.p) one["p"] = *cell.p;
    one["trials"] = cell.trials;
    cells.push_back(std::move(one));
  }
  return {{"operator", name(plan.options.op)},
          {"d", plan.options.degree},
          {"m", plan.options.edges_per_vertex},
          {"k", plan.options.neighbours},
          {"cells", std::move(cells)}};
}

std::vector<RandomChunk> make_chunks(const RandomPlan& plan) {
  std::vector<RandomChunk> chunks;
  for (std::size_t c = 0; c < plan.cells.size(); ++c) {
    const RandomCell& cell = plan.cells[c];
    const std::size_t most =
        std::max<std::size_t>(1, static_cast<std::size_t>(chunk_seconds / trial_seconds(cell)));
    for (std::size_t first = 0; first < cell.trials; first += most)
      chunks.push_back({c, first, std::min(most, cell.trials - first)});
  }
  return chunks;
}

} // namespace canon::lab
