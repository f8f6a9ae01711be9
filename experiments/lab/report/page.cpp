#include "report/page.hpp"

#include "report/page_parts.hpp"
#include "report/page_style.hpp"
#include "report/plot_colours.hpp"

namespace canon::lab {

Page::Page(std::string title, std::string stamp)
    : title_(std::move(title)), stamp_(std::move(stamp)) {}

std::string Page::anchor(std::string id, const std::string& title, bool nested) {
  const std::string first = id;
  for (int count = 2; !anchors_.insert(id).second; ++count)
    id = first + "-" + std::to_string(count);
  entries_.push_back({id, title, nested});
  words_ += title + "\n";
  return id;
}

void Page::back_link(const std::string& text, const std::string& file) {
  back_ = "<p class=\"back\"><a href=\"" + html_escaped(file) + "\">← " + html_escaped(text) +
          "</a></p>\n";
}

void Page::heading(const std::string& text) {
  end_plots();
  const std::string id = anchor("part-" + std::to_string(++parts_), text, false);
  body_ += "<h2 id=\"" + id + "\">" + html_escaped(text) + "</h2>\n";
}

void Page::prose(const std::string& text) {
  end_plots();
  words_ += text + "\n";
  body_ += "<p>" + html_prose(text) + "</p>\n";
}

void Page::link(const std::string& text, const std::string& file) {
  end_plots();
  body_ += "<p><a href=\"" + html_escaped(file) + "\">" + html_escaped(text) + "</a></p>\n";
}

void Page::table(const Table& table, const std::string& source) {
  end_plots();
  body_ += table_html(table, source, anchor("table-" + table.name, table.title, true));
  words_ += table.caption + "\n";
  for (const Column& column : table.columns)
    words_ += column.group + " " + column.name + "\n";
  for (const auto& row : table.rows)
    for (const Cell& cell : row)
      words_ += cell.text + " " + cell.note + "\n";
  for (const std::string& note : table.notes)
    words_ += note + "\n";
}

void Page::plot(const Plot& plot, const Drawing& drawing, const std::string& source) {
  if (!in_plots_) body_ += "<div class=\"plots\">\n";
  in_plots_ = true;
  const std::string id = anchor("plot-" + plot.name, plot.title, true);
  words_ += plot.caption + "\n" + plot.x.label + "\n" + plot.y.label + "\n";
  for (const Series& series : plot.series)
    words_ += series.title + "\n";
  body_ += "<figure id=\"" + id + "\">\n<div class=\"title\"><b>" + html_escaped(plot.title) +
           "</b></div>\n";
  if (drawing.svg.empty())
    body_ += "<div class=\"missing\">" + html_escaped(plot.title) + ": not drawn, " +
             html_escaped(drawing.missing) + ".</div>\n";
  else
    body_ += "<div class=\"drawing\">\n" + inline_svg(drawing.svg, id) + "\n" + legend_html(plot) +
             "</div>\n";
  body_ += "<figcaption>" + html_prose(plot.caption) + source_html(source) +
           "</figcaption>\n</figure>\n";
}

void Page::end_plots() {
  if (in_plots_) body_ += "</div>\n";
  in_plots_ = false;
}

std::string Page::contents(bool glossary) const {
  if (entries_.size() < 2) return {};
  std::string text = "<nav class=\"contents\" aria-label=\"Contents\">\n<b>Contents</b>\n<ul>\n";
  bool inner = false, open = false; // within the list of a part; within its item
  const auto close = [&] {
    text += std::string(inner ? "</ul>" : "") + (open ? "</li>\n" : "");
    inner = open = false;
  };
  for (const Entry& entry : entries_) {
    const std::string link =
        "<a href=\"#" + html_escaped(entry.id) + "\">" + html_escaped(entry.title) + "</a>";
    if (!entry.nested) {
      close();
      text += "<li>" + link;
      open = true;
    } else if (open) {
      text += std::string(inner ? "" : "\n<ul>\n") + "<li>" + link + "</li>\n";
      inner = true;
    } else {
      text += "<li>" + link + "</li>\n";
    }
  }
  close();
  if (glossary) text += "<li><a href=\"#glossary\">Glossary</a></li>\n";
  return text + "</ul>\n</nav>\n";
}

std::string Page::html() const {
  const std::string glossary = glossary_html(words_);
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
         html_escaped(title_) + "</title>\n<style>" + page_style + dark_rules() +
         "</style>\n</head>\n<body>\n" + back_ + "<h1>" + html_escaped(title_) +
         "</h1>\n<p class=\"stamp\">" + html_escaped(stamp_) + "</p>\n" + paper_html() +
         contents(!glossary.empty()) + glossary + body_ + (in_plots_ ? "</div>\n" : "") + back_ +
         "</body>\n</html>\n";
}

} // namespace canon::lab
