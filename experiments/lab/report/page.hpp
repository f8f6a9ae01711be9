#pragma once

#include "report/gnuplot.hpp"
#include "report/record.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace canon::lab {

/// For text between tags and in quoted attributes.
[[nodiscard]] std::string html_escaped(std::string_view text);

/// Escaped, with `code` between backticks set as such.
[[nodiscard]] std::string html_prose(std::string_view text);

/// A small paragraph on where numbers come from; `files` between backticks (csv, json, svg, html)
/// are links.
[[nodiscard]] std::string source_html(std::string_view source);

/// The table in a box of its own that scrolls, and `source` below it. `anchor` is its id on the
/// page, the table's name if it is empty.
[[nodiscard]] std::string table_html(const Table& table, const std::string& source,
                                     const std::string& anchor = {});

/// One self-contained page: no script, nothing loaded from elsewhere. It starts with the paper's
/// reference, a list of contents and a glossary of the terms that occur on it.
class Page {
public:
  Page(std::string title, std::string stamp);

  /// At the top and at the end, to the page above this one.
  void back_link(const std::string& text, const std::string& file);
  void heading(const std::string& text);
  void prose(const std::string& text);
  /// A paragraph that leads to another file of the same folder.
  void link(const std::string& text, const std::string& file);
  void table(const Table& table, const std::string& source);
  /// `drawing` is one for Frame::page: title and legend are text beside it.
  /// Consecutive plots are placed side by side where there is room.
  void plot(const Plot& plot, const Drawing& drawing, const std::string& source);
  [[nodiscard]] std::string html() const;

private:
  struct Entry {
    std::string id, title;
    bool nested; ///< a table or plot below a heading
  };

  void end_plots();
  /// Enters `title` into the contents; the id is made unique on the page.
  std::string anchor(std::string id, const std::string& title, bool nested);
  [[nodiscard]] std::string contents(bool glossary) const;

  std::string title_, stamp_, back_, body_;
  std::string words_; ///< all that is said on the page, for the glossary
  std::vector<Entry> entries_;
  std::set<std::string> anchors_ = {"glossary"};
  int parts_ = 0;
  bool in_plots_ = false;
};

} // namespace canon::lab
