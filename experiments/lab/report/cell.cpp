#include "report/table.hpp"

#include <canon/base/text_table.hpp>

#include <array>
#include <cmath>
#include <cstdio>

namespace canon::lab {
namespace {

std::string fixed(double value, int decimals) {
  if (!std::isfinite(value)) return "-";
  std::array<char, 400> text{};
  std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
  return text.data();
}

Cell valued(std::string text, double value) {
  Cell cell(std::move(text));
  if (std::isfinite(value)) cell.value = value;
  return cell;
}

bool is_percent(const Cell& cell) {
  return cell.text.ends_with('%');
}

} // namespace

Cell count_cell(std::size_t count) {
  return valued(std::to_string(count), static_cast<double>(count));
}

Cell number_cell(double value, int decimals) {
  return valued(fixed(value, decimals), value);
}

Cell short_cell(double value, int digits) {
  return valued(std::isfinite(value) ? short_number(value, digits) : "-", value);
}

Cell share_cell(std::size_t part, std::size_t whole, int decimals) {
  if (whole == 0) return "-";
  return percent_cell(static_cast<double>(part) / static_cast<double>(whole), decimals);
}

Cell percent_cell(double share, int decimals) {
  return valued(fixed(100.0 * share, decimals) + " %", share);
}

Cell deviation_cell(double mean, double deviation, int decimals) {
  Cell cell = number_cell(mean, decimals);
  cell.text += " ± " + fixed(deviation, decimals);
  cell.interval = {mean - deviation, mean + deviation};
  return cell;
}

Cell with_interval(Cell cell, Interval interval, int digits) {
  const double unit = is_percent(cell) ? 100.0 : 1.0;
  cell.text += " [" + short_number(unit * interval.low, digits) + ", " +
               short_number(unit * interval.high, digits) + "]";
  cell.interval = interval;
  return cell;
}

Cell with_note(Cell cell, std::string note) {
  cell.note = std::move(note);
  return cell;
}

} // namespace canon::lab
