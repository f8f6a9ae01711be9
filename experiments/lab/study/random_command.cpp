#include "cli/command_line.hpp"
#include "cli/errors.hpp"
#include "cli/running.hpp"
#include "cli/table.hpp"
#include "report/stamp.hpp"
#include "study/random.hpp"
#include "study/random_report.hpp"
#include "study/random_tables.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iostream>

namespace canon::lab {
namespace {

constexpr std::size_t largest_n = 10'000;

std::vector<std::string> listed(const tool::CommandLine& line, const std::string& name) {
  std::vector<std::string> items;
  const std::string text = line.text(name);
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    items.push_back(text.substr(begin, end - begin));
    if (items.back().empty())
      throw tool::UsageError("--" + name + ": expected values with commas between them, got '" +
                             text + "'");
    begin = end + 1;
  }
  return items;
}

std::size_t size_of(const std::string& text) {
  std::size_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc() || end != text.data() + text.size() || n == 0 || n > largest_n)
    throw tool::UsageError("--sizes: expected 1 <= n <= " + std::to_string(largest_n) + ", got '" +
                           text + "'");
  return n;
}

double probability_of(const std::string& text) {
  double p = 0.0;
  if (!tool::read_real(text, p) || !(p >= 0.0 && p <= 1.0))
    throw tool::UsageError("--p: expected 0 <= p <= 1, got '" + text + "'");
  return p;
}

RandomGrid grid_of(const tool::CommandLine& line) {
  RandomGrid grid = line.given("quick") ? quick_grid() : full_grid();
  if (line.given("ensembles")) grid.kinds = listed(line, "ensembles");
  if (line.given("sizes")) {
    grid.sizes.clear();
    for (const std::string& text : listed(line, "sizes"))
      grid.sizes.push_back(size_of(text));
    grid.rank_one_sizes = grid.sizes;
  }
  if (line.given("p")) {
    grid.probabilities.clear();
    for (const std::string& text : listed(line, "p"))
      grid.probabilities.push_back(probability_of(text));
  }
  if (line.given("trials")) grid.trials = line.natural("trials");
  return grid;
}

EnsembleOptions options_of(const tool::CommandLine& line) {
  EnsembleOptions options;
  const auto op = parse<GraphOperator>(line.text("operator"));
  if (!op) throw tool::UsageError("--operator: unknown operator '" + line.text("operator") + "'");
  options.op = *op;
  options.degree = line.natural("degree");
  options.attached = line.natural("attached");
  options.neighbours = line.natural("neighbours");
  return options;
}

void describe(tool::CommandLine& line) {
  std::string names;
  for (const Ensemble& ensemble : all_ensembles())
    names += std::string(ensemble.name) + ", ";
  line.group("The grid");
  line.option("ensembles", "LIST", "of " + names + "rank-one (default: all)");
  line.option("sizes", "LIST",
              "numbers of vertices (default: 8 to 1000; 8 to 512 with --quick); each 1 to " +
                  std::to_string(largest_n));
  line.option("p", "LIST", "probabilities, for the ensembles that have one; each 0 to 1");
  line.natural_option("trials", "N",
                      "of every cell (default: as many as its share of the time allows)", 1,
                      100'000'000);
  line.flag("quick", "a small grid, within two minutes on two cores");
  line.natural_option("seed", "N", "of the trials", 0, UINT64_MAX, "0");
  line.group("Ensembles");
  line.option("operator", "NAME", "the matrix of a graph", "adjacency");
  line.natural_option("degree", "D", "of regular graphs", 0, largest_n, "3");
  line.natural_option("attached", "M", "edges a new vertex brings to barabasi-albert", 1, largest_n,
                      "2");
  line.natural_option("neighbours", "K", "on the ring of watts-strogatz", 0, largest_n, "4");
  line.group("Output");
  line.option("out", "FOLDER", "for random.json, its tables, plots and page", "random-study");
  line.flag("resume", "go on with the stopped run in FOLDER, which must be there (without this "
                      "option: if it is there)");
  line.flag("fresh", "start anew, whatever stopped run is in FOLDER");
  tool::add_running(line);
}

/// Makes the folder only when all else has been checked.
std::filesystem::path journal_in(const std::filesystem::path& folder,
                                 const tool::CommandLine& line) {
  const std::filesystem::path path = folder / "random.journal";
  if (line.given("resume") && line.given("fresh"))
    throw tool::UsageError("--resume and --fresh contradict each other");
  if (line.given("resume") && !std::filesystem::exists(path))
    throw tool::UsageError("--resume: there is no stopped run in '" + folder.string() + "'");
  check_report_folder(folder);
  std::error_code error;
  std::filesystem::create_directory(folder, error);
  if (error) throw WriteError(folder.string() + ": cannot be made: " + error.message());
  return path;
}

} // namespace

int run_study_random(const tool::Words& words) {
  tool::CommandLine line(
      "canon-lab study random [OPTION]...",
      "How often the paper's assumptions fail on random graphs and matrices, how fast that falls "
      "with n,\nwhether eigenvectors are delocalised, and what the rank-one part of an adjacency "
      "matrix does to them.\nCan be stopped at any moment; the same command goes on where it "
      "was.\n",
      {"canon-lab study random --quick --out quick",
       "canon-lab study random --ensembles er,tree --sizes 10,20,40 --p 0.3 --trials 1000"});
  describe(line);
  if (!line.parse(words)) return tool::exit_ok;
  const std::size_t threads = tool::threads_option(line);
  const RandomPlan plan = make_plan(grid_of(line), options_of(line), line.natural("seed"));
  const std::filesystem::path folder = line.text("out");
  Json configuration = plan_json(plan);
  configuration["seed"] = plan.seed;
  configuration["format"] = 1; // of the journal's lines, and of what the numbers mean
  Journal journal(journal_in(folder, line), configuration, line.given("fresh"));

  double seconds = 0.0;
  RandomResults results;
  {
    tool::Progress progress(!line.given("quiet"), make_chunks(plan).size(), "chunk");
    results = run_plan(plan, threads, journal, progress);
    seconds = progress.seconds();
  }
  Report report = random_report(results);
  report.record().stamp = make_stamp(seconds, threads);
  const Report::Published published = report.publish(folder);
  journal.remove();
  if (line.given("quiet")) return tool::exit_ok;
  const bool ensembles = !results.series(false).empty();
  std::cout << table_text(ensembles ? fall_table(results) : rank_one_table(results)) << "\n"
            << tool::counted(plan.cells.size(), "cell") << " in " << tool::short_number(seconds, 3)
            << " s; all is in " << published.files.back().string() << "\n";
  if (!published.missing.empty()) std::cout << published.missing << "\n";
  return tool::exit_ok;
}

} // namespace canon::lab
