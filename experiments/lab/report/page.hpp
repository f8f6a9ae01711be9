#pragma once

#include "report/gnuplot.hpp"
#include "report/record.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace canon::lab {

/// For text between tags and in quoted attributes.
[[nodiscard]] std::string html_escaped(std::string_view text);

/// Escaped, with `code` between backticks set as such.
[[nodiscard]] std::string html_prose(std::string_view text);

/// The table in a box of its own that scrolls, and `source` below it.
[[nodiscard]] std::string table_html(const Table& table, const std::string& source);

/// One self-contained page: no script, nothing loaded from elsewhere.
class Page {
public:
  Page(std::string title, std::string stamp);

  void heading(const std::string& text);
  void prose(const std::string& text);
  /// A paragraph that leads to another file of the same folder.
  void link(const std::string& text, const std::string& file);
  void table(const Table& table, const std::string& source);
  /// Plots that follow each other stand side by side where there is room.
  void plot(const Plot& plot, const Drawing& drawing, const std::string& source);
  [[nodiscard]] std::string html() const;

private:
  void end_plots();

  std::string title_, stamp_, body_;
  bool in_plots_ = false;
};

} // namespace canon::lab
