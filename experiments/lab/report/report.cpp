#include "report/report.hpp"

#include "report/journal.hpp"
#include "report/page.hpp"
#include "report/stamp.hpp"

#include <canon/base/atomic_file.hpp>
#include <canon/base/text_table.hpp>
#include <canon/error.hpp>

#include <algorithm>
#include <deque>
#include <ostream>

namespace canon::lab {

namespace fs = std::filesystem;

namespace {

struct NamedText {
  std::string name, text;
};

template <typename Items>
void require_new(const Items& items, const std::string& name) {
  const bool plain = !name.empty() && name.find_first_not_of("abcdefghijklmnopqrstuvwxyz"
                                                             "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                             "0123456789-") == std::string::npos;
  if (!plain)
    throw ArgumentError("expected a name of letters, digits and dashes, got '" + name + "'");
  if (std::any_of(items.begin(), items.end(), [&](const auto& one) { return one.name == name; }))
    throw ArgumentError("the name '" + name + "' occurs twice in a report");
}

void write(const fs::path& path, const std::string& text) {
  AtomicFile file(path);
  file.stream() << text;
  file.commit();
}

/// All are written before the first gets its name.
void write_together(const fs::path& folder, const std::vector<NamedText>& files) {
  std::deque<AtomicFile> open;
  for (const NamedText& file : files) {
    open.emplace_back(folder / file.name);
    open.back().stream() << file.text;
    open.back().stream().flush();
    open.back().check();
  }
  for (AtomicFile& file : open)
    file.commit();
}

} // namespace

Report::Report(std::string name, std::string title) {
  require_new(record_.tables, name);
  record_.name = std::move(name);
  record_.title = std::move(title);
}

void Report::heading(std::string text) {
  blocks_.push_back({Block::heading, std::move(text)});
}

void Report::prose(std::string text) {
  blocks_.push_back({Block::prose, std::move(text)});
}

void Report::table(Table table) {
  require_new(record_.tables, table.name);
  blocks_.push_back({Block::table, "", record_.tables.size()});
  record_.tables.push_back(std::move(table));
}

void Report::plot(Plot plot) {
  require_new(record_.plots, plot.name);
  blocks_.push_back({Block::plot, "", record_.plots.size()});
  record_.plots.push_back(std::move(plot));
}

void Report::print_only(const std::string& table) {
  const auto named = [&](const Table& one) { return one.name == table; };
  if (std::none_of(record_.tables.begin(), record_.tables.end(), named))
    throw ArgumentError("the report has no table '" + table + "'");
  printed_ = table;
}

void Report::print(std::ostream& out) const {
  bool first = true;
  for (const Table& table : record_.tables) {
    if (!printed_.empty() && table.name != printed_) continue;
    out << (first ? "" : "\n") << table_text(table);
    first = false;
  }
}

Report::Published Report::publish(const fs::path& folder) const {
  const std::string json = record_.name + ".json";
  std::vector<NamedText> files = {{json, record_text(record_)}};
  Page page(record_.title, stamp_line(record_.stamp));
  // A page by itself has nothing above it.
  if (std::error_code ignored; fs::exists(folder / "index.html", ignored))
    page.back_link("All results of this report", "index.html");
  std::size_t undrawn = 0;
  std::string why;
  for (const Block& block : blocks_) {
    if (block.kind == Block::heading) page.heading(block.text);
    if (block.kind == Block::prose) page.prose(block.text);
    if (block.kind == Block::table) {
      const Table& table = record_.tables[block.index];
      const std::string csv = record_.name + "-" + table.name + ".csv";
      files.push_back({csv, table_csv(table)});
      page.table(table, "Numbers: `" + csv + "`, table `" + table.name + "` of `" + json + "`.");
    }
    if (block.kind == Block::plot) {
      const Plot& plot = record_.plots[block.index];
      const Drawing drawing = draw(plot);
      const std::string svg = record_.name + "-" + plot.name + ".svg";
      if (drawing.svg.empty()) {
        ++undrawn;
        why = drawing.missing;
      } else {
        files.push_back({svg, drawing.svg});
      }
      page.plot(plot, draw(plot, Frame::page),
                "Points: plot `" + plot.name + "` of `" + json + "`" +
                    (drawing.svg.empty() ? "." : "; alone: `" + svg + "`."));
    }
  }
  files.push_back({record_.name + ".html", page.html()});

  std::error_code ignored;
  if (fs::is_directory(folder, ignored)) {
    write_together(folder, files);
  } else {
    AtomicFolder fresh(folder);
    for (const NamedText& file : files)
      write(fresh.path() / file.name, file.text);
    fresh.commit();
  }
  Published published;
  for (const NamedText& file : files)
    published.files.push_back(folder / file.name);
  if (undrawn > 0) published.missing = counted(undrawn, "plot") + " not drawn: " + why;
  if (journal_) journal_->remove();
  return published;
}

void check_report_folder(const fs::path& folder) {
  std::error_code ignored;
  if (fs::is_directory(folder, ignored)) return;
  if (fs::exists(fs::symlink_status(folder, ignored)))
    throw ArgumentError("expected a folder for the report, got the file '" + folder.string() + "'");
  fs::path whole = fs::absolute(folder).lexically_normal();
  if (!whole.has_filename()) whole = whole.parent_path();
  if (!fs::is_directory(whole.parent_path(), ignored))
    throw ArgumentError("the report cannot be written to '" + folder.string() +
                        "': there is no folder '" + whole.parent_path().string() + "'");
}

} // namespace canon::lab
