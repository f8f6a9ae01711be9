#include "canon/options.hpp"

#include <canon/option_ranges.hpp>

namespace canon::tool {
namespace {

const std::vector<std::string> loop_rules = {"refuse", "drop", "keep"};
const std::vector<std::string> duplicate_rules = {"refuse", "merge"};
const std::vector<std::string> directed_rules = {"refuse", "symmetrise"};
const std::vector<std::string> solvers = {"auto", "dense", "mrrr", "lanczos"};

constexpr std::uint64_t most_nodes = 1'000'000'000'000;
constexpr std::uint64_t most_mib = 65'536;

void add_tolerance(CommandLine& line, const std::string& name, const std::string& help) {
  line.real_option(name, "NUMBER", help, smallest_tolerance, largest_tolerance);
}

double tolerance_option(const CommandLine& line, const std::string& name, double fallback) {
  return line.given(name) ? line.real(name) : fallback;
}

} // namespace

std::string either(const std::vector<std::string>& names) {
  std::string result;
  for (const std::string& name : names)
    result += (result.empty() ? "" : ", ") + name;
  return result;
}

void add_reading_rules(CommandLine& line) {
  line.group("What a graph may not silently become");
  line.option("loops", "RULE", either(loop_rules) + ": a loop of weight w is the diagonal entry w",
              "refuse");
  line.option("duplicates", "RULE",
              either(duplicate_rules) +
                  ": merge edges that stand twice with equal weight and label",
              "refuse");
  line.option("directed", "RULE", either(directed_rules) + ": forget the directions of a digraph",
              "refuse");
  line.flag("negative-weights", "let negative weights in");
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
  options.loops = static_cast<ReadOptions::Loops>(line.choice("loops", loop_rules));
  options.duplicates =
      static_cast<ReadOptions::Duplicates>(line.choice("duplicates", duplicate_rules));
  options.directed = static_cast<ReadOptions::Directed>(line.choice("directed", directed_rules));
  options.negative_weights = line.given("negative-weights");
  options.max_text = max_text_option(line);
  return options;
}

std::optional<GraphFormat> format_option(const CommandLine& line, const std::string& name) {
  if (!line.given(name)) return std::nullopt;
  return pick(line, name, all_formats(), format_name, format_by_name);
}

void add_canonizing(CommandLine& line) {
  line.group("The canonical form (forms compare only under equal options)");
  line.option("operator", "NAME", either(names_of(all_operators(), operator_name)),
              "lazy-adjacency");
  line.option("level", "LEVEL",
              either(names_of(all_levels(), level_name)) +
                  ": each settles what the one before it settles, and more (oap stands apart, for "
                  "comparison); label settles all, up to automorphism",
              "map");
  line.option("sign", "RULE",
              either(names_of(all_sign_rules(), sign_rule_name)) + ": the sign of single vectors",
              "map");
  line.option("axis-order", "ORDER",
              either(names_of(all_axis_orders(), axis_order_name)) +
                  ": at level label, axes by canonical labelling alone, or by length of their "
                  "projection and then by labelling",
              "label");
  line.real_option("c", "NUMBER", "constant in the summary vectors", -largest_c, largest_c, "10");
  line.flag("ignore-labels", "vertex and edge labels take no part (they do from level joint on)");
  line.natural_option("max-nodes", "N",
                      "where levels orbit and label give up searching for the symmetry of a graph",
                      1, most_nodes, std::to_string(CanonizeOptions{}.max_nodes));
  add_tolerance(line, "tolerance-eigenvalue",
                "gap between eigenvalues, relative to the largest (default 1e-9)");
  add_tolerance(line, "tolerance-length", "gap between projection lengths (default 1e-8)");
  add_tolerance(line, "tolerance-zero", "length of a vanished projection (default 1e-6)");
}

GraphOperator operator_option(const CommandLine& line) {
  return pick(line, "operator", all_operators(), operator_name, operator_by_name);
}

CanonizeOptions canonizing(const CommandLine& line) {
  CanonizeOptions options;
  options.level = pick(line, "level", all_levels(), level_name, level_by_name);
  options.sign_rule = pick(line, "sign", all_sign_rules(), sign_rule_name, sign_rule_by_name);
  options.axis_order =
      pick(line, "axis-order", all_axis_orders(), axis_order_name, axis_order_by_name);
  options.c = line.real("c");
  options.labels = !line.given("ignore-labels");
  options.max_nodes = line.natural("max-nodes");
  Tolerance& tolerance = options.tolerance;
  tolerance.eigenvalue = tolerance_option(line, "tolerance-eigenvalue", tolerance.eigenvalue);
  tolerance.length = tolerance_option(line, "tolerance-length", tolerance.length);
  tolerance.zero = tolerance_option(line, "tolerance-zero", tolerance.zero);
  return options;
}

void add_solver(CommandLine& line) {
  line.option("solver", "NAME",
              either(solvers) + ": LAPACK for all eigenpairs, or Lanczos for the leading ones",
              "auto");
}

Solver solver_option(const CommandLine& line) {
  constexpr Solver values[] = {Solver::automatic, Solver::dense, Solver::mrrr, Solver::lanczos};
  return values[line.choice("solver", solvers)];
}

} // namespace canon::tool
