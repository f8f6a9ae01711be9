#include "run/verification.hpp"

#include <canon/generate.hpp>
#include <canon/verify.hpp>

namespace canon::lab {
namespace {

Table theorem_table(const RunOptions& options, bool& holds) {
  const std::size_t trials = 1000, max_n = options.quick ? 20 : 60;
  Table table;
  table.name = "theorems";
  table.title = "Algorithms 4 and 5 on random orthonormal matrices";
  table.caption = std::to_string(trials) + " trials, at most " + std::to_string(max_n) +
                  " rows: how often the canonical form moves with the rows (p), ignores signs or "
                  "rotations (q), and both.";
  table.columns = {{"algorithm", Align::left},
                   {"p"},
                   {"q"},
                   {"pq"},
                   {"paper", Align::right, Origin::paper},
                   {"trials"},
                   {"worst deviation"}};
  const auto add = [&](const char* name, const TheoremCheck& check) {
    holds = holds && check.holds();
    table.row({name, count_cell(check.permutation), count_cell(check.transform),
               count_cell(check.both), "all", count_cell(check.total), short_cell(check.worst, 2)});
  };
  add("4 (sign)", verify_sign_theorem(trials, max_n, options.seed));
  add("5 (basis)", verify_basis_theorem(trials, max_n, options.seed));
  return table;
}

std::vector<std::pair<std::string, Graph>> tied_graphs() {
  return {{"cycle, 12", cycle_graph(12)},
          {"grid, 4 x 4", grid_graph(4, 4)},
          {"hypercube, 4", hypercube_graph(4)},
          {"Petersen", petersen_graph()},
          {"Paley, 13", paley_graph(13)},
          {"Shrikhande", shrikhande_graph()},
          {"path, 9", path_graph(9)}};
}

Table claim_table(const RunOptions& options, bool& holds) {
  const std::size_t trials = options.quick ? 20 : 200;
  Table table;
  table.name = "claims";
  table.title = "Claims on graphs with ties and symmetries";
  table.caption =
      std::to_string(trials) +
      " trials per graph: relabelled, solved again, every eigenspace rotated. A claim is a "
      "space called unique; it is broken if the two copies differ.";
  table.columns = {
      {"graph", Align::left}, {"level", Align::left}, {"claims"}, {"broken"}, {"vectors settled"}};
  for (const auto& [name, graph] : tied_graphs())
    for (const Level level : {Level::map, Level::label}) {
      CanonizeOptions canonize;
      canonize.level = level;
      const ClaimCheck check =
          verify_claims(graph, GraphOperator::lazy_adjacency, canonize, trials, options.seed);
      holds = holds && check.broken == 0;
      table.row({name, std::string(canon::name(level)), count_cell(check.claims),
                 count_cell(check.broken),
                 share_cell(check.vectors - check.unsettled_vectors, check.vectors, 1)});
    }
  return table;
}

} // namespace

Report run_verification(const RunOptions& options) {
  Report report("verification", "Verification: the claims of canon hold");
  report.record().seed = options.seed;
  report.record().configuration = {{"quick", options.quick}};
  bool holds = true;
  report.table(theorem_table(options, holds));
  report.table(claim_table(options, holds));
  report.record().results = {{"holds", holds}};
  stamp_device(report.record(), options);
  return report;
}

bool checks_hold(const Report& report) {
  return report.record().results.value("holds", true);
}

} // namespace canon::lab
