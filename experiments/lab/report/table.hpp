#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace canon::lab {

using Json = nlohmann::ordered_json;

struct Interval {
  double low = 0.0;
  double high = 0.0;

  friend bool operator==(const Interval&, const Interval&) = default;
};

/// One place of a table. `text` is for people; csv and json take the number behind
/// it where there is one.
struct Cell {
  std::string text;
  std::optional<double> value;
  std::optional<Interval> interval;
  std::string note; ///< a few words on this cell alone

  Cell() = default;
  Cell(std::string words) : text(std::move(words)) {} // NOLINT: a row is written as a list
  Cell(const char* words) : text(words) {}            // NOLINT

  friend bool operator==(const Cell&, const Cell&) = default;
};

[[nodiscard]] Cell count_cell(std::size_t count);
/// With `decimals` after the point.
[[nodiscard]] Cell number_cell(double value, int decimals);
/// With `digits` significant digits, as %g.
[[nodiscard]] Cell short_cell(double value, int digits = 3);
/// "12.34 %"; the value is the share itself, between 0 and 1. "-" of nothing.
[[nodiscard]] Cell share_cell(std::size_t part, std::size_t whole, int decimals = 2);
[[nodiscard]] Cell percent_cell(double share, int decimals = 2);
/// "0.84 ± 0.21"; the interval is one deviation either way.
[[nodiscard]] Cell deviation_cell(double mean, double deviation, int decimals);
/// `cell` with the interval behind it, in the same unit: "12.3 % [11.9, 12.8]".
[[nodiscard]] Cell with_interval(Cell cell, Interval interval, int digits = 3);
[[nodiscard]] Cell with_note(Cell cell, std::string note);

enum class Align { left, right };

/// Whose numbers a column holds; the page sets them apart.
enum class Origin { ours, published, paper };

struct Column {
  std::string name;
  Align align = Align::right;
  Origin origin = Origin::ours;
  std::string group = {}; ///< neighbours of the same group share a heading above their names

  friend bool operator==(const Column&, const Column&) = default;
};

/// Rows of cells under titled columns: one object for the terminal, csv, json and the page.
struct Table {
  std::string name; ///< of its csv file and its place in the json: letters, digits and dashes
  std::string title;
  std::string caption;
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
  std::vector<std::string> notes; ///< sentences below the table

  /// ArgumentError unless there is a cell for every column.
  void row(std::vector<Cell> cells);

  friend bool operator==(const Table&, const Table&) = default;
};

/// RFC 4180 with a header line. Columns with intervals have two more behind them, "NAME low" and
/// "NAME high"; those with notes have "NAME note".
[[nodiscard]] std::string table_csv(const Table& table);
/// For the terminal: title, ruled table, notes.
[[nodiscard]] std::string table_text(const Table& table);

[[nodiscard]] Json table_json(const Table& table);
/// The inverse. nlohmann's exceptions where it does not fit.
[[nodiscard]] Table table_of(const Json& json);

} // namespace canon::lab
