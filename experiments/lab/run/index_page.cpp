#include "run/index_page.hpp"

#include "report/page.hpp"
#include "report/stamp.hpp"

#include <canon/base/atomic_file.hpp>

#include <map>

namespace canon::lab {
namespace {

constexpr std::size_t shown_tables = 2, shown_plots = 2; ///< of a record; its page has all

void add_record(Page& page, const Record& record) {
  const std::string json = record.name + ".json";
  page.heading(record.title);
  page.link("All tables and plots of “" + record.title + "”", record.name + ".html");
  for (std::size_t i = 0; i < record.tables.size() && i < shown_tables; ++i)
    page.table(record.tables[i],
               "Numbers: table `" + record.tables[i].name + "` of `" + json + "`.");
  for (std::size_t i = 0; i < record.plots.size() && i < shown_plots; ++i)
    page.plot(record.plots[i], draw(record.plots[i], Frame::page),
              "Points: plot `" + record.plots[i].name + "` of `" + json + "`.");
}

/// What a step is about, before its record says so itself.
std::string title_of(const std::string& step) {
  static const std::map<std::string, std::string> titles = {
      {"verification", "the paper's algorithms and the claims of libcanon, checked"},
      {"random", "violations of the assumptions on random graphs and matrices"},
      {"molecules", "violations of the assumptions on molecules"},
      {"basis-isomorphism", "basis isomorphism"},
      {"exp", "EXP, by cross-validation"},
      {"expressivity", "which hard graphs an encoding distinguishes"},
      {"zinc", "graph networks on generated molecules"}};
  const auto found = titles.find(step);
  return found == titles.end() ? step : "`" + step + "` (" + found->second + ")";
}

/// The stamp of the newest record with the time of all of them.
std::string whole_stamp(const std::vector<Record>& records) {
  if (records.empty()) return {};
  Json stamp = records.back().stamp;
  double seconds = 0.0;
  for (const Record& record : records)
    seconds += record.stamp.value("seconds", 0.0);
  stamp["seconds"] = seconds;
  return stamp_line(stamp);
}

void add_to_come(Page& page, const std::vector<std::string>& steps) {
  if (steps.empty()) return;
  std::string text = "Still to come, in this order: ";
  for (std::size_t i = 0; i < steps.size(); ++i)
    text += (i == 0 ? "" : "; ") + title_of(steps[i]);
  page.prose(text + ". The run adds each to this page when it is done; reload to see it. A run "
                    "that was stopped is resumed by the same `canon-lab run all` command.");
}

} // namespace

void write_index(const std::filesystem::path& folder, const std::vector<std::string>& names,
                 const std::vector<std::string>& to_come, bool quick) {
  std::vector<Record> records;
  for (const std::string& name : names)
    if (std::filesystem::exists(folder / (name + ".json")))
      records.push_back(read_record(folder / (name + ".json")));
  Page page("Laplacian canonization, reproduced", whole_stamp(records));
  page.prose(quick ? "A quick reproduction: small grids, few folds, few epochs. It shows that "
                     "everything runs and where the numbers go; `canon-lab run all` does the whole."
                   : "The whole reproduction, beside the paper's numbers.");
  add_to_come(page, to_come);
  for (const Record& record : records)
    add_record(page, record);
  AtomicFile file(folder / "index.html");
  file.stream() << page.html();
  file.commit();
}

} // namespace canon::lab
