#include <canon/base/text_table.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace canon {
namespace {

/// Places on the terminal: bytes that continue a character of UTF-8 take none.
std::size_t places(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

} // namespace

TextTable::TextTable(std::vector<std::string> header) {
  for (std::string& name : header) {
    left_.push_back(name.starts_with('<'));
    if (left_.back()) name.erase(0, 1);
  }
  rows_.push_back(std::move(header));
  rule();
}

void TextTable::row(std::vector<std::string> cells) {
  cells.resize(left_.size());
  rows_.push_back(std::move(cells));
}

void TextTable::rule() {
  rows_.emplace_back();
}

std::string TextTable::str(std::size_t indent) const {
  std::vector<std::size_t> width(left_.size(), 0);
  for (const auto& cells : rows_)
    for (std::size_t j = 0; j < cells.size(); ++j)
      width[j] = std::max(width[j], places(cells[j]));
  std::string text;
  for (const auto& cells : rows_) {
    std::string line(indent, ' ');
    for (std::size_t j = 0; j < left_.size(); ++j) {
      if (j > 0) line += "  ";
      if (cells.empty()) {
        line.append(width[j], '-');
        continue;
      }
      const std::size_t space = width[j] - places(cells[j]);
      line += left_[j] ? cells[j] + std::string(space, ' ') : std::string(space, ' ') + cells[j];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string short_number(double value, int digits) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.*g", digits, value);
  return text.data();
}

std::string exact_number(double value) {
  if (!std::isfinite(value)) return "null";
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

bool read_number(std::string_view text, double& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && std::isfinite(value);
}

std::string percent(std::size_t part, std::size_t whole) {
  if (whole == 0) return "-";
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.1f",
                100.0 * static_cast<double>(part) / static_cast<double>(whole));
  return text.data();
}

std::string counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

} // namespace canon
