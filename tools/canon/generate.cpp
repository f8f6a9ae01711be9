#include "canon/commands.hpp"
#include "canon/input.hpp"
#include "canon/options.hpp"
#include "cli/command_line.hpp"
#include "cli/progress.hpp"

#include <canon/base/text_table.hpp>
#include <canon/generate.hpp>

#include <boost/range/iterator_range.hpp>

#include <algorithm>
#include <iostream>
#include <utility>

namespace canon::tool {
namespace {

/// From this size on sparse6 is chosen: graph6 grows with the square of n.
constexpr std::size_t large = 1000;

/// Of --weights: so that sums of them stay numbers.
constexpr double largest_weight = 1e300;

std::map<std::string, double> parameters(const Words& words) {
  std::map<std::string, double> result;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::size_t equals = words[i].find('=');
    double value = 0.0;
    if (equals == std::string::npos || equals == 0 ||
        !read_number(std::string_view(words[i]).substr(equals + 1), value))
      throw UsageError("expected NAME=NUMBER, got '" + words[i] + "'");
    if (!result.emplace(words[i].substr(0, equals), value).second)
      throw UsageError("parameter '" + words[i].substr(0, equals) + "' is given twice");
  }
  return result;
}

std::pair<double, double> weight_range(const std::string& text) {
  const std::size_t colon = text.find(':');
  std::pair<double, double> range;
  if (colon == std::string::npos ||
      !read_number(std::string_view(text).substr(0, colon), range.first) ||
      !read_number(std::string_view(text).substr(colon + 1), range.second))
    throw UsageError("--weights: expected LOW:HIGH, got '" + text + "'");
  if (!(range.first < range.second && range.first >= -largest_weight &&
        range.second <= largest_weight))
    throw UsageError("--weights: expected -1e+300 <= LOW < HIGH <= 1e+300, got '" + text + "'");
  return range;
}

bool has_loop(const Graph& graph) {
  const auto all = boost::make_iterator_range(edges(graph));
  return std::any_of(all.begin(), all.end(),
                     [&](const auto& edge) { return source(edge, graph) == target(edge, graph); });
}

GraphFormat fitting_format(const Graph& graph) {
  if (!is_unweighted(graph) || has_loop(graph)) return GraphFormat::edge_list;
  return num_vertices(graph) < large ? GraphFormat::graph6 : GraphFormat::sparse6;
}

void list_families() {
  TextTable table({"<family", "<parameters"});
  for (const Family& family : families()) {
    std::string name = family.name + (family.random ? " *" : "");
    if (family.parameters.empty()) table.row({name, "-"});
    for (const auto& [parameter, meaning] : family.parameters)
      table.row({std::exchange(name, ""), parameter + ": " + meaning});
  }
  std::cout << table.str() << "* random: every graph of --count is another one\n";
}

void write_graphs(const CommandLine& line, const std::map<std::string, double>& values) {
  const std::string out = line.text("out");
  std::optional<GraphFormat> format = format_option(line, "format");
  if (!format && out != "-") format = format_by_extension(out);
  const std::size_t count = line.natural("count");
  const std::uint64_t seed = line.natural("seed");
  const bool weighted = line.given("weights");
  const auto [low, high] = weighted ? weight_range(line.text("weights")) : std::pair(0.0, 0.0);

  Progress progress(!line.given("quiet") && !(out == "-" && stdout_is_terminal()), count);
  std::unique_ptr<GraphWriter> writer;
  for (std::size_t i = 0; i < count; ++i) {
    Rng rng = trial_rng(seed, i);
    for (Graph& graph : generate_family(line.arguments()[0], values, rng)) {
      GraphRecord record;
      record.graph = weighted ? with_random_weights(graph, low, high, rng) : std::move(graph);
      if (!writer) writer = open_output(out, format.value_or(fitting_format(record.graph)), false);
      writer->write(record);
    }
    progress.tick();
  }
  if (!writer) writer = open_output(out, format.value_or(GraphFormat::graph6), false);
  writer->finish();
}

} // namespace

int run_generate(const Words& words) {
  CommandLine line(
      "canon generate FAMILY [NAME=NUMBER]... [OPTION]...",
      "Makes graphs of a family. Graph i of a run depends on the seed and on i only.\n",
      {"canon generate --list", "canon generate erdos-renyi n=20 p=0.3 --count 100 -o graphs.g6",
       "canon generate grid rows=3 columns=4 --weights 0.5:2",
       "canon generate barabasi-albert n=100000 m=3 -o large.el"});
  line.arguments(0, 100, "FAMILY");
  line.group("Input and output");
  line.option("out,o", "OUT", "file, OGB folder, or - for standard output", "-");
  line.option("format", "NAME",
              comma_separated(names<GraphFormat>()) +
                  " (default: by the name of OUT; else edge-list for graphs with weights or loops, "
                  "sparse6 from 1000 vertices on, graph6)");
  line.group("The graphs");
  line.flag("list", "show all families with their parameters");
  line.natural_option("count", "N", "how many times the family is called", 0, most_counted, "1");
  line.natural_option("seed", "N", "of the random families and weights", 0, UINT64_MAX, "0");
  line.option(
      "weights", "LOW:HIGH",
      "random edge weights, uniform in [LOW, HIGH) without 0; LOW < HIGH, -1e+300 to 1e+300");
  line.flag("quiet,q", "no progress bar");
  if (!line.parse(words)) return exit_ok;
  if (line.given("list")) {
    list_families();
    return exit_ok;
  }
  if (line.arguments().empty())
    throw UsageError("expected FAMILY, got nothing; see canon generate --list");
  write_graphs(line, parameters(line.arguments()));
  return exit_ok;
}

} // namespace canon::tool
