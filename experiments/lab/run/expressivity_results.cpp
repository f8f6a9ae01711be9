#include "run/expressivity_report.hpp"
#include "run/expressivity_units.hpp"

namespace canon::lab {

/// The paper states q d^T S^-1 d > threshold (its equation for T^2); its program leaves out q, the
/// number of copies. So both are counted.
void ComparisonTally::add(const Comparison& comparison, std::size_t copies) {
  const double limit = t_square_threshold / static_cast<double>(copies);
  ++pairs;
  const bool reliable = comparison.reliability < t_square_threshold;
  const bool reliable_by_the_text = comparison.reliability < limit;
  if (!reliable) ++unreliable;
  if (!reliable_by_the_text) ++unreliable_by_the_text;
  if (reliable && comparison.difference > t_square_threshold) ++distinguished;
  if (reliable && comparison.fresh > t_square_threshold) ++fresh;
  if (reliable_by_the_text && comparison.difference > limit) ++by_the_text;
}

ComparisonTally& ComparisonTally::operator+=(const ComparisonTally& other) {
  pairs += other.pairs;
  distinguished += other.distinguished;
  by_the_text += other.by_the_text;
  fresh += other.fresh;
  unreliable += other.unreliable;
  unreliable_by_the_text += other.unreliable_by_the_text;
  return *this;
}

ExpressivityResults sum_up(std::vector<ExpressivityRow> rows, HardSets data,
                           const ExpressivityOutcomes& outcomes) {
  ExpressivityResults results{std::move(rows), std::move(data), false, {}, {}, {}};
  const std::size_t sets = results.data.sets.size();
  for (std::size_t r = 0; r < results.rows.size(); ++r) {
    const ExpressivityRow& row = results.rows[r];
    const std::size_t choices = row.distinction.columns.size();
    std::vector<std::vector<ColumnsDistinction>> seen(row.trained() ? 0 : sets,
                                                      std::vector<ColumnsDistinction>(choices));
    std::vector<std::vector<ComparisonTally>> trained(row.trained() ? sets : 0,
                                                      std::vector<ComparisonTally>(choices));
    double seconds = 0.0;
    for (const ExpressivityUnit& unit : units_of(results.rows, r, results.data.sets)) {
      const std::string key = key_of(unit, row, results.data.sets[unit.set].name);
      seconds += outcomes.seconds(key);
      if (row.trained()) {
        trained[unit.set][unit.columns].add(outcomes.comparison(key), row.distinction.relabellings);
        continue;
      }
      const std::vector<ColumnsDistinction> found = outcomes.distinctions(key);
      for (std::size_t c = 0; c < choices; ++c)
        seen[unit.set][c] += found.at(c);
    }
    results.seen.push_back(std::move(seen));
    results.trained.push_back(std::move(trained));
    results.seconds.push_back(seconds);
  }
  return results;
}

} // namespace canon::lab
