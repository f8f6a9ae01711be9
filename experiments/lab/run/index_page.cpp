#include "run/index_page.hpp"

#include "report/page.hpp"
#include "report/stamp.hpp"

#include <canon/base/atomic_file.hpp>

namespace canon::lab {
namespace {

constexpr std::size_t shown_tables = 2, shown_plots = 2; ///< of a record; its page has all

void add_record(Page& page, const Record& record) {
  const std::string json = record.name + ".json";
  page.heading(record.title);
  page.link("All tables and plots, and what they mean", record.name + ".html");
  for (std::size_t i = 0; i < record.tables.size() && i < shown_tables; ++i)
    page.table(record.tables[i],
               "Numbers: table `" + record.tables[i].name + "` of `" + json + "`.");
  for (std::size_t i = 0; i < record.plots.size() && i < shown_plots; ++i)
    page.plot(record.plots[i], draw(record.plots[i]),
              "Points: plot `" + record.plots[i].name + "` of `" + json + "`.");
}

} // namespace

void write_index(const std::filesystem::path& folder, const std::vector<std::string>& names,
                 bool quick) {
  std::vector<Record> records;
  for (const std::string& name : names)
    if (std::filesystem::exists(folder / (name + ".json")))
      records.push_back(read_record(folder / (name + ".json")));
  Page page("Laplacian canonization, reproduced",
            records.empty() ? "" : stamp_line(records.back().stamp));
  page.prose(quick ? "A quick reproduction: small grids, few folds, few epochs. It shows that "
                     "everything runs and where the numbers go; `canon-lab run all` does the whole."
                   : "The whole reproduction, beside the paper's numbers.");
  for (const Record& record : records)
    add_record(page, record);
  AtomicFile file(folder / "index.html");
  file.stream() << page.html();
  file.commit();
}

} // namespace canon::lab
