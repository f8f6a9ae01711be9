#include "report/page.hpp"

#include <algorithm>
#include <array>

namespace canon::lab {
namespace {

std::string classes(const Column& column, bool first_of_group) {
  std::string text;
  if (column.align == Align::left) text += " left";
  if (column.origin == Origin::published) text += " published";
  if (column.origin == Origin::paper) text += " paper";
  if (first_of_group) text += " first";
  return text.empty() ? "" : " class=\"" + text.substr(1) + "\"";
}

/// Whether a group begins or ends before column j: a thin rule is drawn there.
bool begins(const Table& table, std::size_t j) {
  return j > 0 && table.columns[j].group != table.columns[j - 1].group;
}

std::string group_row(const Table& table) {
  std::string row;
  bool any = false;
  for (std::size_t j = 0; j < table.columns.size();) {
    std::size_t end = j + 1;
    while (end < table.columns.size() && !begins(table, end))
      ++end;
    const std::string& group = table.columns[j].group;
    any = any || !group.empty();
    row += "<th colspan=\"" + std::to_string(end - j) + "\" class=\"group" +
           (begins(table, j) ? " first" : "") + "\">" + html_escaped(group) + "</th>";
    j = end;
  }
  return any ? "<tr>" + row + "</tr>\n" : "";
}

std::string header(const Table& table) {
  std::string text = "<thead>\n" + group_row(table) + "<tr>";
  for (std::size_t j = 0; j < table.columns.size(); ++j)
    text += "<th scope=\"col\"" + classes(table.columns[j], begins(table, j)) + ">" +
            html_escaped(table.columns[j].name) + "</th>";
  return text + "</tr>\n</thead>\n";
}

/// A file in the folder of the page, by its extension.
bool is_file(std::string_view name) {
  constexpr std::array<std::string_view, 4> extensions = {".csv", ".json", ".svg", ".html"};
  return std::any_of(extensions.begin(), extensions.end(),
                     [&](std::string_view extension) { return name.ends_with(extension); });
}

} // namespace

std::string html_escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    case '\'':
      result += "&#39;";
      break;
    default:
      result += c;
    }
  }
  return result;
}

std::string html_prose(std::string_view text) {
  std::string result;
  bool code = false;
  while (!text.empty()) {
    const std::size_t tick = text.find('`');
    result += html_escaped(text.substr(0, tick));
    if (tick == std::string_view::npos) break;
    text.remove_prefix(tick + 1);
    // A lone backtick is only a backtick.
    if (!code && text.find('`') == std::string_view::npos) {
      result += '`';
      continue;
    }
    result += code ? "</code>" : "<code>";
    code = !code;
  }
  return result;
}

static std::string cell_text(const std::string& text) {
  // Numbers stay on one line; sentences would make the table wider than any screen.
  constexpr std::size_t sentence = 40;
  const std::string escaped = html_escaped(text);
  return text.size() > sentence ? "<div class=\"words\">" + escaped + "</div>" : escaped;
}

std::string source_html(std::string_view source) {
  if (source.empty()) return {};
  std::string text;
  while (!source.empty()) {
    const std::size_t tick = source.find('`');
    const std::size_t end = tick == std::string_view::npos ? tick : source.find('`', tick + 1);
    if (end == std::string_view::npos) break;
    const std::string_view name = source.substr(tick + 1, end - tick - 1);
    const std::string code = "<code>" + html_escaped(name) + "</code>";
    text += html_escaped(source.substr(0, tick));
    text += is_file(name) ? "<a href=\"" + html_escaped(name) + "\">" + code + "</a>" : code;
    source.remove_prefix(end + 1);
  }
  return "<p class=\"source\">" + text + html_escaped(source) + "</p>\n";
}

std::string table_html(const Table& table, const std::string& source, const std::string& anchor) {
  // The title is outside the box: it must not scroll away with the columns.
  const std::string id = html_escaped(anchor.empty() ? table.name : anchor);
  std::string text =
      "<div class=\"title\" id=\"" + id + "\"><b>" + html_escaped(table.title) + "</b>";
  if (!table.caption.empty()) text += "<span>" + html_prose(table.caption) + "</span>";
  text += "</div>\n<div class=\"scroll\" tabindex=\"0\">\n<table aria-labelledby=\"" + id +
          "\">\n" + header(table) + "<tbody>\n";
  for (const auto& row : table.rows) {
    text += "<tr>";
    for (std::size_t j = 0; j < row.size(); ++j) {
      text += "<td" + classes(table.columns[j], begins(table, j)) + ">" + cell_text(row[j].text);
      if (!row[j].note.empty())
        text += " <span class=\"note\">" + html_escaped(row[j].note) + "</span>";
      text += "</td>";
    }
    text += "</tr>\n";
  }
  text += "</tbody>\n</table>\n</div>\n";
  if (!table.notes.empty()) {
    text += "<ul class=\"notes\">\n";
    for (const std::string& note : table.notes)
      text += "<li>" + html_prose(note) + "</li>\n";
    text += "</ul>\n";
  }
  return text + source_html(source);
}

} // namespace canon::lab
