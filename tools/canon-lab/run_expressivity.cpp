#include "canon-lab/commands.hpp"
#include "canon-lab/options.hpp"
#include "cli/command_line.hpp"
#include "dataset/hard_set.hpp"
#include "run/expressivity.hpp"
#include "run/expressivity_row.hpp"

#include <canon/base/text_table.hpp>

#include <algorithm>

namespace canon::tool {
namespace {

void describe(CommandLine& line) {
  line.group("Data");
  line.option("data", "FOLDER",
              "with brec.g6 and brec-categories.txt, csl.g6, sr25.g6, or some of them (default: "
              "generated sets alone)");
  line.option("sets", "LIST",
              "of " + comma_separated(lab::hard_set_names()) + " (default: all there are)");
  line.group("What is done");
  add_rows(line, "those without training; the quick ones with --quick");
  line.flag("train", "all rows: also BREC's protocol, with DeepSets and GIN at every level");
  line.option("columns", "LIST", "of the encoding, numbers or all (default: 8,16,all)");
  line.natural_option("relabellings", "N", "of each graph (default: 32)", 2, 10'000);
  add_config(line);
  add_device(line);
  add_run_options(line, "expressivity");
  line.arguments(0, 0, "no arguments");
}

std::vector<std::string> sets_option(const CommandLine& line) {
  if (!line.given("sets")) return {};
  const std::vector<std::string>& known = lab::hard_set_names();
  std::vector<std::string> sets = listed(line, "sets");
  for (const std::string& set : sets)
    if (std::find(known.begin(), known.end(), set) == known.end())
      throw UsageError("--sets: there is no set '" + set + "'" + suggestion(set, known) +
                       "; there are " + comma_separated(known));
  return sets;
}

std::vector<std::size_t> columns_option(const CommandLine& line) {
  std::vector<std::size_t> columns;
  if (line.given("columns"))
    for (const std::string& word : listed(line, "columns"))
      columns.push_back(lab::columns_of(word, "--columns"));
  return columns;
}

} // namespace

int run_expressivity(const Words& words) {
  CommandLine line(
      "canon-lab run expressivity [OPTION]...",
      "Which hard graphs an encoding distinguishes, at every level of canonization, and whether it "
      "is the same\nfor every order of the vertices: BREC, CSL and SR25 where the data are there, "
      "and generated sets. By fixed\nrandom features, or trained by BREC's protocol. Can be "
      "stopped "
      "at any moment; the same command resumes it.\n",
      {"canon-lab run expressivity", "canon-lab run expressivity --data DATA",
       "canon-lab run expressivity --data DATA --rows gin-map,gin-label --columns 16",
       "canon-lab run expressivity --rows list"});
  describe(line);
  if (!line.parse(words)) return exit_ok;
  lab::ExpressivityRun run;
  std::optional<Reporting> reporting;
  if (!begin_run(line, "expressivity", run, reporting)) return exit_ok;
  if (line.given("train") && line.given("rows"))
    throw UsageError("--train means all rows: leave out --rows, or name the rows");
  run.train = line.given("train");
  run.sets = sets_option(line);
  run.columns = columns_option(line);
  if (line.given("relabellings")) run.relabellings = line.natural("relabellings");
  run.data = line.text("data");
  return reporting->finish(lab::run_expressivity(std::move(run)));
}

} // namespace canon::tool
