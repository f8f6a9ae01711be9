#include "canon-lab/commands.hpp"
#include "canon-lab/options.hpp"
#include "cli/command_line.hpp"
#include "study/random.hpp"

#include <canon/base/text_table.hpp>

#include <charconv>
#include <filesystem>
#include <iostream>

namespace canon::tool {
namespace {

constexpr std::size_t largest_n = 10'000;

std::size_t size_of(const std::string& text) {
  std::size_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc() || end != text.data() + text.size() || n == 0 || n > largest_n)
    throw UsageError("--sizes: expected 1 <= n <= " + std::to_string(largest_n) + ", got '" + text +
                     "'");
  return n;
}

double probability_of(const std::string& text) {
  double p = 0.0;
  if (!read_number(text, p) || !(p >= 0.0 && p <= 1.0))
    throw UsageError("--p: expected 0 <= p <= 1, got '" + text + "'");
  return p;
}

lab::RandomGrid grid_of(const CommandLine& line) {
  lab::RandomGrid grid = line.given("quick") ? lab::quick_grid() : lab::full_grid();
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

lab::EnsembleOptions options_of(const CommandLine& line) {
  lab::EnsembleOptions options;
  options.op = line.enumerator<GraphOperator>("operator");
  options.degree = line.natural("d");
  options.edges_per_vertex = line.natural("m");
  options.neighbours = line.natural("k");
  return options;
}

void describe(CommandLine& line) {
  std::string names;
  for (const lab::Ensemble& ensemble : lab::all_ensembles())
    names += std::string(ensemble.name) + ", ";
  line.group("The grid");
  line.option("ensembles", "LIST",
              "of " + names + "rank-one; \"list\" says what they are (default: all)");
  line.option("sizes", "LIST",
              "numbers of vertices (default: 8 to 1000; 8 to 512 with --quick); each 1 to " +
                  std::to_string(largest_n));
  line.option("p", "LIST", "probabilities, for the ensembles that have one; each 0 to 1");
  line.natural_option("trials", "N",
                      "of every cell (default: as many as its share of the time allows)", 1,
                      100'000'000);
  line.flag("quick", "a small grid");
  line.group("Ensembles (names and parameters as in canon generate)");
  const lab::EnsembleOptions usual;
  line.enum_option("operator", "NAME", "the matrix of a graph", usual.op);
  line.natural_option("d", "D", "degree of random-regular", 0, largest_n,
                      std::to_string(usual.degree));
  line.natural_option("m", "M", "edges per new vertex of barabasi-albert", 1, largest_n,
                      std::to_string(usual.edges_per_vertex));
  line.natural_option("k", "K", "neighbours on the ring of watts-strogatz", 0, largest_n,
                      std::to_string(usual.neighbours));
  add_report_options(line, "random-study");
  add_shard(line);
  add_seed(line, "of the trials");
  line.flag("resume", "fail if there is no stopped run in FOLDER");
}

bool ensembles_were_listed(const CommandLine& line) {
  if (line.text("ensembles") != "list") return false;
  TextTable table({"<ensemble", "<", "<p: probability"});
  for (const lab::Ensemble& ensemble : lab::all_ensembles())
    table.row({std::string(ensemble.name), std::string(ensemble.what),
               std::string(ensemble.probability)});
  table.row({"rank-one", "adjacency matrix of a random graph, with and without its mean pJ",
             "of an edge"});
  std::cout << table.str();
  return true;
}

void check_resume(const CommandLine& line) {
  if (!line.given("resume")) return;
  if (line.given("fresh")) throw UsageError("--resume and --fresh contradict each other");
  const std::filesystem::path folder = line.text("out");
  if (!std::filesystem::exists(lab::random_journal(folder)))
    throw UsageError("--resume: there is no stopped run in '" + folder.string() + "'");
}

} // namespace

int run_study_random(const Words& words) {
  CommandLine line(
      "canon-lab study random [OPTION]...",
      "How often the paper's assumptions fail on random graphs and matrices, how fast that falls "
      "with n,\nwhether eigenvectors are delocalised, and what the rank-one part of an adjacency "
      "matrix does to them.\nCan be stopped at any moment; the same command resumes it.\n",
      {"canon-lab study random --quick --out quick",
       "canon-lab study random --ensembles erdos-renyi,random-tree --sizes 10,20,40 --p 0.3 "
       "--trials 1000"});
  describe(line);
  if (!line.parse(words)) return exit_ok;
  if (ensembles_were_listed(line)) return exit_ok;
  lab::RandomStudy study;
  study.grid = grid_of(line);
  study.ensembles = options_of(line);
  study.seed = line.natural("seed");
  check_resume(line);
  Reporting reporting(line);
  study.threads = reporting.threads();
  study.out = reporting.out();
  study.fresh = reporting.fresh();
  study.progress = reporting.progress();
  return reporting.finish(
      line, joined({"study", "random"}, words),
      [&](const lab::Share& share) {
        study.share = share;
        lab::run_random_part(study);
      },
      [&] {
        study.share = {};
        return lab::run_random_study(study);
      });
}

} // namespace canon::tool
