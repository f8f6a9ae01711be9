#include "run/expressivity_units.hpp"

#include "dataset/samples.hpp"
#include "train/job_queue.hpp"

#include <canon/encoding.hpp>
#include <canon/random.hpp>

#include <algorithm>
#include <cmath>
#include <ctime>

namespace canon::lab {
namespace {

/// Of the thread that calls: other work on the machine does not count.
double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Copies of graphs, encoded: the columns times the root of n, so that they are of order one, then
/// a column per vertex label where there are labels.
class Copies {
public:
  Copies(const ExpressivityRow& row, std::size_t columns, std::int64_t labels)
      : labels_(static_cast<std::size_t>(labels)) {
    encoding_.k = columns;
    encoding_.canonize.level = row.distinction.level;
  }

  [[nodiscard]] std::size_t width() const { return encoding_.k + labels_; }

  /// `count` times a copy of `a` and one of `b`.
  [[nodiscard]] std::vector<nn::GraphSample> alternating(const Graph& a, const Graph& b,
                                                         std::size_t count, Rng& rng) const {
    std::vector<Graph> graphs;
    for (std::size_t i = 0; i < count; ++i)
      for (const Graph* graph : {&a, &b})
        graphs.push_back(relabel(*graph, random_permutation(boost::num_vertices(*graph), rng)));
    std::vector<const Graph*> places;
    for (const Graph& graph : graphs)
      places.push_back(&graph);
    const std::vector<Encoding> encodings = encode(places, encoding_);
    std::vector<nn::GraphSample> samples;
    for (std::size_t i = 0; i < graphs.size(); ++i)
      samples.push_back(sample(graphs[i], encodings[i]));
    return samples;
  }

private:
  [[nodiscard]] nn::GraphSample sample(const Graph& graph, const Encoding& encoding) const {
    nn::GraphSample result = sample_of(graph);
    const std::size_t n = boost::num_vertices(graph);
    const double scale = std::sqrt(static_cast<double>(n));
    result.width = static_cast<int>(width());
    for (Vertex v = 0; v < n; ++v) {
      for (std::size_t j = 0; j < encoding_.k; ++j)
        result.features.push_back(scale * encoding.features(v, j));
      for (std::size_t label = 0; label < labels_; ++label)
        result.features.push_back(static_cast<std::size_t>(graph[v].label) == label ? 1.0 : 0.0);
    }
    return result;
  }

  std::size_t labels_;
  EncodingOptions encoding_;
};

/// 0 of graphs without labels; labels are small numbers here (the two types of EXP).
std::int64_t label_count(const Graph& a, const Graph& b) {
  std::int64_t most = 0;
  for (const Graph* graph : {&a, &b})
    for (Vertex v = 0; v < boost::num_vertices(*graph); ++v)
      most = std::max(most, (*graph)[v].label);
  return most > 0 ? most + 1 : 0;
}

Comparison compare_pair(const RunOptions& options, const ExpressivityRow& row,
                        const ExpressivityUnit& unit, const GraphGroup& group) {
  const auto [first, second] = group.pairs[unit.pair];
  const Graph &a = group.graphs[first], &b = group.graphs[second];
  const std::size_t n = std::max(boost::num_vertices(a), boost::num_vertices(b));
  const std::size_t wanted = row.distinction.columns[unit.columns];
  const Copies copies(row, wanted == DistinctionOptions::all_columns ? n : std::min(wanted, n),
                      label_count(a, b));
  Rng rng = trial_rng(options.seed, (static_cast<std::uint64_t>(unit.group) << 16U) + unit.pair);
  const std::size_t count = row.distinction.relabellings;
  const std::vector<nn::GraphSample> pair = copies.alternating(a, b, count, rng);
  const Graph& one = uniform_below(rng, 2) == 0 ? a : b;
  const std::vector<nn::GraphSample> same = copies.alternating(one, one, count, rng);
  nn::ModelOptions model = *row.model;
  model.features = static_cast<std::int64_t>(copies.width());
  ComparisonOptions comparison = row.comparison;
  comparison.seed = rng();
  const std::vector<nn::GraphSample> fresh = copies.alternating(a, b, count, rng);
  return compare(model, options.backend, pair, same, fresh, comparison);
}

void run_unit(const RunOptions& options, const ExpressivityRow& row, const ExpressivityUnit& unit,
              const HardSet& set, ExpressivityOutcomes& outcomes) {
  const GraphGroup& group = set.groups[unit.group];
  const std::string key = key_of(unit, row, set.name);
  const double start = processor_seconds();
  if (row.trained()) {
    const Comparison found = compare_pair(options, row, unit, group);
    outcomes.add(key, found, processor_seconds() - start);
    return;
  }
  DistinctionOptions how = row.distinction;
  how.seed = options.seed;
  const std::vector<ColumnsDistinction> found = distinguish(group, how, unit.group);
  outcomes.add(key, found, processor_seconds() - start);
}

} // namespace

std::vector<ExpressivityUnit> units_of(const std::vector<ExpressivityRow>& rows, std::size_t row,
                                       const std::vector<HardSet>& sets) {
  std::vector<ExpressivityUnit> units;
  const std::size_t choices =
      rows[row].trained() ? rows[row].distinction.columns.size() : std::size_t{1};
  for (std::size_t set = 0; set < sets.size(); ++set)
    for (std::size_t columns = 0; columns < choices; ++columns)
      for (std::size_t group = 0; group < sets[set].groups.size(); ++group) {
        const std::size_t pairs =
            rows[row].trained() ? sets[set].groups[group].pairs.size() : std::size_t{1};
        for (std::size_t pair = 0; pair < pairs; ++pair)
          units.push_back({row, set, group, columns, pair});
      }
  return units;
}

void run_units(const RunOptions& options, const std::vector<ExpressivityRow>& rows,
               const std::vector<HardSet>& sets, ExpressivityOutcomes& outcomes) {
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const ExpressivityRow& row = rows[r];
    std::vector<ExpressivityUnit> units = units_of(rows, r, sets);
    const std::size_t all = units.size();
    std::erase_if(units, [&](const ExpressivityUnit& unit) {
      return outcomes.has(key_of(unit, row, sets[unit.set].name));
    });
    const std::string noun = row.trained() ? "pair" : "group";
    options.progress->say(
        "expressivity, " + row.title + ": " + std::to_string(all) + " " + noun + "s" +
        (units.size() < all ? ", of which " + std::to_string(all - units.size()) + " are done"
                            : ""));
    ProgressScope progress(*options.progress, units.size(), noun);
    if (units.empty()) continue;
    JobQueue queue(static_cast<int>(options.threads), options.backend, units.size());
    queue.run([&](std::size_t i) {
      run_unit(options, row, units[i], sets[units[i].set], outcomes);
      progress.tick();
    });
  }
}

} // namespace canon::lab
