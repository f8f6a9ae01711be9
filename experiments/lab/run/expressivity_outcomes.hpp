#pragma once

#include "report/journal.hpp"
#include "run/expressivity_row.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace canon::lab {

/// What is computed in one piece: a group of a set by fixed random features, or one of its pairs by
/// training with one choice of columns.
struct ExpressivityUnit {
  std::size_t row = 0, set = 0, group = 0; ///< places
  std::size_t columns = 0, pair = 0;       ///< of trained rows: places
};

/// The name of a unit in the journal: "gin-label/16/csl/0/44".
[[nodiscard]] std::string key_of(const ExpressivityUnit& unit, const ExpressivityRow& row,
                                 const std::string& set);

/// The units that are done, kept in a journal, so that a stopped run continues behind them.
class ExpressivityOutcomes {
public:
  /// With what the journal holds; JournalError if that is something else.
  explicit ExpressivityOutcomes(Journal& journal);

  [[nodiscard]] bool has(const std::string& key) const { return done_.contains(key); }
  [[nodiscard]] std::size_t size() const { return done_.size(); }
  /// May be called from any thread.
  void add(const std::string& key, const std::vector<ColumnsDistinction>& found, double seconds);
  void add(const std::string& key, const Comparison& found, double seconds);

  /// JournalError if the unit is of another kind.
  [[nodiscard]] std::vector<ColumnsDistinction> distinctions(const std::string& key) const;
  [[nodiscard]] Comparison comparison(const std::string& key) const;
  /// Of the processor.
  [[nodiscard]] double seconds(const std::string& key) const { return done_.at(key).seconds; }

private:
  struct Done {
    std::vector<double> values;
    double seconds = 0.0;
  };
  void add(const std::string& key, Done done);
  [[noreturn]] void refuse(const std::string& what) const;

  Journal& journal_;
  std::map<std::string, Done> done_;
  std::mutex mutex_;
};

} // namespace canon::lab
