#pragma once

#include <string>
#include <vector>

namespace canon::tool {

/// A text table with a ruled header. The columns named with a leading '<' are set to the left,
/// the others to the right.
class Table {
public:
  explicit Table(std::vector<std::string> header);

  void row(std::vector<std::string> cells);
  /// A rule before the next row.
  void rule();
  [[nodiscard]] std::string str(std::size_t indent = 0) const;

private:
  std::vector<bool> left_;
  std::vector<std::vector<std::string>> rows_; ///< an empty one is a rule
};

/// With `digits` significant digits, as %g.
[[nodiscard]] std::string short_number(double value, int digits = 4);
/// 93.4: a share in per cent with one decimal; "-" of nothing.
[[nodiscard]] std::string percent(std::size_t part, std::size_t whole);
/// "1 graph", "2 graphs"
[[nodiscard]] std::string counted(std::size_t count, const std::string& noun);
/// A further line about graphs with a margin below 10; nothing for none.
[[nodiscard]] std::string warning_line(std::size_t graphs);

} // namespace canon::tool
