#pragma once

#include "dataset/hard_set.hpp"
#include "report/report.hpp"
#include "run/expressivity_outcomes.hpp"

#include <map>
#include <string>
#include <vector>

namespace canon::lab {

/// What BREC's protocol gave on some pairs.
struct ComparisonTally {
  std::size_t pairs = 0;
  std::size_t distinguished = 0; ///< by the program's test, and reliable by it
  std::size_t by_the_text = 0;   ///< by the test as the paper's text states it, and reliable by it
  std::size_t fresh = 0;         ///< by the program's test on copies that were not trained on
  std::size_t unreliable = 0;    ///< copies of one graph differ, by the program's test
  std::size_t unreliable_by_the_text = 0;

  void add(const Comparison& comparison, std::size_t copies);
  ComparisonTally& operator+=(const ComparisonTally& other);
};

/// The outcomes of a run, summed up by row, set and choice of columns.
struct ExpressivityResults {
  std::vector<ExpressivityRow> rows;
  HardSets data;
  bool quick = false;
  /// [row][set][columns]; of each row one of them
  std::vector<std::vector<std::vector<ColumnsDistinction>>> seen;
  std::vector<std::vector<std::vector<ComparisonTally>>> trained;
  std::vector<double> seconds; ///< of the processor, by row
};

[[nodiscard]] ExpressivityResults sum_up(std::vector<ExpressivityRow> rows, HardSets data,
                                         const ExpressivityOutcomes& outcomes);

/// Tables, plot and results of the record.
void fill_report(const ExpressivityResults& results, Report& report);

/// The first two tables, where there is something for them: pairs by set and level, and BREC beside
/// the published numbers of other models. Used by fill_report.
[[nodiscard]] Table summary_table(const ExpressivityResults& results);
[[nodiscard]] Table brec_table(const ExpressivityResults& results);

} // namespace canon::lab
