#pragma once

#include <canon/export.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace canon CANON_API {

/// A text table with a ruled header. The columns named with a leading '<' are set to the left,
/// the others to the right.
///
///     canon::TextTable table({"<name", "count"});
///     table.row({"edges", "12"});
///     std::cout << table.str();
class TextTable {
public:
  explicit TextTable(std::vector<std::string> header);

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
/// The shortest text that reads back to the same double: "2", "0.1", "1e+300"; "null" for what is
/// not finite, as in JSON.
[[nodiscard]] std::string exact_number(double value);
/// The whole of `text` as a finite number; false if it is not one.
[[nodiscard]] bool read_number(std::string_view text, double& value);
/// 93.4: a share in per cent with one decimal; "-" of nothing.
[[nodiscard]] std::string percent(std::size_t part, std::size_t whole);
/// "1 graph", "2 graphs"
[[nodiscard]] std::string counted(std::size_t count, const std::string& noun);

} // namespace canon
