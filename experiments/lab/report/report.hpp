#pragma once

#include "report/record.hpp"

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

namespace canon::lab {

/// A record in the making and the order in which its page tells it. A study fills one, then prints
/// it and publishes it.
class Report {
public:
  Report(std::string name, std::string title);

  void heading(std::string text);
  /// One paragraph; `code` between backticks.
  void prose(std::string text);
  /// Names must differ: ArgumentError.
  void table(Table table);
  void plot(Plot plot);

  /// For configuration, seed, results and stamp.
  [[nodiscard]] Record& record() { return record_; }
  [[nodiscard]] const Record& record() const { return record_; }

  /// The tables in order, as text.
  void print(std::ostream& out) const;

  struct Published {
    std::vector<std::filesystem::path> files; ///< the page last
    std::string missing;                      ///< one line on what could not be drawn, or nothing
  };

  /// NAME.json, NAME-TABLE.csv, NAME-PLOT.svg and NAME.html into `folder`, which is made if need
  /// be. Nothing is put in place before all is written. WriteError.
  [[nodiscard]] Published publish(const std::filesystem::path& folder) const;

private:
  struct Block {
    enum Kind { heading, prose, table, plot } kind;
    std::string text;
    std::size_t index = 0;
  };

  Record record_;
  std::vector<Block> blocks_;
};

/// Before a long computation: UsageError if publish() could not use `folder` (it is a file, or its
/// parent is none). Makes nothing.
void check_report_folder(const std::filesystem::path& folder);

} // namespace canon::lab
