#include "canon/options.hpp"

#include <canon/base/text_table.hpp>
#include <canon/option_ranges.hpp>

namespace canon::tool {
namespace {

constexpr std::uint64_t most_nodes = 1'000'000'000'000;
constexpr std::uint64_t most_mib = 65'536;

void add_tolerance(CommandLine& line, const std::string& name, const std::string& help,
                   double fallback) {
  line.real_option(name, "NUMBER", help, smallest_tolerance, largest_tolerance,
                   short_number(fallback));
}

} // namespace

void add_reading_rules(CommandLine& line) {
  const ReadOptions defaults;
  line.group("Input rules (by default such input is rejected)");
  line.enum_option("loops", "RULE", "a loop of weight w is the diagonal entry w", defaults.loops);
  line.enum_option("duplicates", "RULE",
                   "merge edges that are listed twice with equal weight and label",
                   defaults.duplicates);
  line.enum_option("directed", "RULE", "symmetrise ignores the directions of a digraph",
                   defaults.directed);
  line.flag("negative-weights", "accept negative weights");
  add_max_text(line);
}

void add_max_text(CommandLine& line) {
  line.natural_option("max-text", "MIB",
                      "most MiB of one line or of a dot or graphml document, and of gzip data that "
                      "unfold more than 200-fold",
                      1, most_mib, std::to_string(default_max_text >> 20));
}

std::size_t max_text_option(const CommandLine& line) {
  return static_cast<std::size_t>(line.natural("max-text")) << 20;
}

ReadOptions reading_rules(const CommandLine& line) {
  ReadOptions options;
  options.loops = line.enumerator<ReadOptions::Loops>("loops");
  options.duplicates = line.enumerator<ReadOptions::Duplicates>("duplicates");
  options.directed = line.enumerator<ReadOptions::Directed>("directed");
  options.negative_weights = line.given("negative-weights");
  options.max_text = max_text_option(line);
  return options;
}

std::optional<GraphFormat> format_option(const CommandLine& line, const std::string& name) {
  if (!line.given(name)) return std::nullopt;
  return line.enumerator<GraphFormat>(name);
}

void add_canonizing(CommandLine& line) {
  line.group("The canonical form (forms compare only under equal options)");
  const CanonizeOptions defaults;
  line.enum_option("operator", "NAME", "", EncodingOptions{}.op);
  line.enum_option(
      "level", "LEVEL",
      "none leaves the eigensolver's own vectors (LapPE); each further level settles "
      "what the one before it settles, and more; label settles all, up to automorphism",
      defaults.level);
  line.enum_option("sign", "RULE", "the sign of single vectors", defaults.sign_rule);
  line.enum_option(
      "axes", "RULE",
      "at level map, axes are distinguished by the length of their projection, or by a "
      "hash of it (OAP, for comparison)",
      defaults.axis_rule);
  line.enum_option("axis-order", "ORDER",
                   "at level label, axes by canonical labelling alone, or by length of their "
                   "projection and then by labelling",
                   defaults.axis_order);
  line.real_option("c", "NUMBER", "constant in the summary vectors", -largest_c, largest_c,
                   short_number(defaults.c));
  line.flag("ignore-labels", "vertex and edge labels take no part (they do from level joint on)");
  line.natural_option("max-nodes", "N",
                      "where levels orbit and label give up searching for the symmetry of a graph",
                      1, most_nodes, std::to_string(defaults.max_nodes));
  add_tolerance(line, "tolerance-eigenvalue", "gap between eigenvalues, relative to the largest",
                defaults.tolerance.eigenvalue);
  add_tolerance(line, "tolerance-length", "gap between projection lengths",
                defaults.tolerance.length);
  add_tolerance(line, "tolerance-zero", "length of a vanished projection", defaults.tolerance.zero);
}

GraphOperator operator_option(const CommandLine& line) {
  return line.enumerator<GraphOperator>("operator");
}

CanonizeOptions canonizing(const CommandLine& line) {
  CanonizeOptions options;
  options.level = line.enumerator<Level>("level");
  options.sign_rule = line.enumerator<SignRule>("sign");
  options.axis_rule = line.enumerator<AxisRule>("axes");
  options.axis_order = line.enumerator<AxisOrder>("axis-order");
  options.c = line.real("c");
  options.labels = !line.given("ignore-labels");
  options.max_nodes = line.natural("max-nodes");
  Tolerance& tolerance = options.tolerance;
  tolerance.eigenvalue = line.real("tolerance-eigenvalue");
  tolerance.length = line.real("tolerance-length");
  tolerance.zero = line.real("tolerance-zero");
  return options;
}

void add_solver(CommandLine& line) {
  line.enum_option(
      "solver", "NAME",
      "LAPACK (dense, mrrr) or many graphs at once (batched) for all eigenpairs, or Lanczos for "
      "the leading ones",
      Solver::automatic);
}

Solver solver_option(const CommandLine& line) {
  return line.enumerator<Solver>("solver");
}

void add_lanes(CommandLine& line) {
  std::string widths;
  for (const std::size_t width : lane_widths())
    widths += (widths.empty() ? "" : ", ") + std::to_string(width);
  line.natural_option("lanes", "N",
                      "matrices per vector of the batched solver; this processor has " + widths +
                          "; 0 for the most",
                      0, 64, "0");
}

std::size_t lanes_option(const CommandLine& line) {
  const std::size_t lanes = line.natural("lanes");
  try {
    (void)batched_limit(lanes);
  } catch (const ArgumentError& error) {
    throw UsageError("--" + std::string(error.what()));
  }
  return lanes;
}

std::string warning_line(std::size_t graphs) {
  if (graphs == 0) return "";
  return "\nwarning: " + counted(graphs, "graph") + " with a margin below 10";
}

} // namespace canon::tool
