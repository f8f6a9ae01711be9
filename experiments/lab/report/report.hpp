#pragma once

#include "report/record.hpp"

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

namespace canon::lab {

class Journal;

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

  /// Of a report with many tables, one that print() is to show instead of all. ArgumentError if
  /// there is none of that name.
  void print_only(const std::string& table);
  /// The tables in order, as text.
  void print(std::ostream& out) const;

  /// The journal of the run that this is the report of: it is removed when the report has been
  /// published, and not before, so that nothing is lost in between.
  void replaces(std::shared_ptr<Journal> journal) { journal_ = std::move(journal); }

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
  std::string printed_; ///< the name of the only table to print; empty: all
  std::shared_ptr<Journal> journal_;
};

/// Before a long computation: ArgumentError if publish() could not use `folder` (it is a file, or
/// its parent is not one). Makes nothing.
void check_report_folder(const std::filesystem::path& folder);

} // namespace canon::lab
