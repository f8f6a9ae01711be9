#include "canon/commands.hpp"
#include "canon/input.hpp"
#include "canon/options.hpp"
#include "cli/json.hpp"
#include "cli/progress.hpp"

#include <canon/base/text_table.hpp>
#include <canon/pipeline.hpp>
#include <canon/random.hpp>
#include <canon/verify.hpp>

#include <iostream>

namespace canon::tool {
namespace {

int report_theorems(const TheoremCheck& sign, const TheoremCheck& basis, bool json) {
  TextTable table({"<algorithm", "p_correct", "q_correct", "pq_correct", "total", "worst"});
  const auto show = [&](const char* name, const TheoremCheck& check) {
    if (json)
      std::cout << json_text({{"algorithm", name},
                              {"p_correct", check.permutation},
                              {"q_correct", check.transform},
                              {"pq_correct", check.both},
                              {"total", check.total},
                              {"worst", check.worst}})
                << "\n";
    else
      table.row({name, std::to_string(check.permutation), std::to_string(check.transform),
                 std::to_string(check.both), std::to_string(check.total),
                 short_number(check.worst, 2)});
  };
  show("4 (sign)", sign);
  show("5 (basis)", basis);
  if (!json) std::cout << table.str();
  return sign.holds() && basis.holds() ? exit_ok : exit_check_failed;
}

int verify_theorems(const CommandLine& line, std::size_t threads) {
  const std::size_t trials = line.given("trials") ? line.natural("trials") : 1000;
  const std::size_t max_n = line.natural("max-n");
  const std::uint64_t seed = line.natural("seed");
  const CanonizeOptions options = canonizing(line);
  std::size_t made = 0;
  TheoremCheck checks[2];
  ordered_pipeline<std::size_t, TheoremCheck>(
      threads, [&](std::size_t& which) { return (which = made++) < 2; },
      [&](std::size_t which, std::size_t) {
        return which == 0 ? verify_sign_theorem(trials, max_n, seed, options)
                          : verify_basis_theorem(trials, max_n, seed, options);
      },
      [&](const TheoremCheck& check, std::size_t index) { checks[index] = check; });
  return report_theorems(checks[0], checks[1], line.given("json"));
}

int report_claims(const ClaimCheck& check, std::size_t graphs, bool json) {
  if (json) {
    std::cout << json_text({{"graphs", graphs},
                            {"trials", check.trials},
                            {"claims", check.claims},
                            {"broken", check.broken},
                            {"up_to_automorphism", check.up_to_automorphism},
                            {"doubtful", check.doubtful},
                            {"doubtful_differences", check.doubtful_differences},
                            {"simple", check.simple},
                            {"simple_unsettled", check.simple_unsettled},
                            {"multiple", check.multiple},
                            {"multiple_unsettled", check.multiple_unsettled},
                            {"worst", check.worst}})
              << "\n";
  } else {
    TextTable table({"<", "spaces", "not settled", "%"});
    table.row({"simple", std::to_string(check.simple), std::to_string(check.simple_unsettled),
               percent(check.simple_unsettled, check.simple)});
    table.row({"multiple", std::to_string(check.multiple), std::to_string(check.multiple_unsettled),
               percent(check.multiple_unsettled, check.multiple)});
    std::cout << table.str() << "\n"
              << counted(graphs, "graph") << ", " << counted(check.trials, "trial") << ", "
              << counted(check.claims, "claim") << " (" << check.up_to_automorphism
              << " up to automorphism): " << check.broken << " broken, " << check.doubtful
              << " with a margin below 1 (" << counted(check.doubtful_differences, "difference")
              << " there); worst deviation " << short_number(check.worst, 2) << "\n";
    if (check.broken > 0) std::cout << "first broken: " << check.first_broken << "\n";
  }
  return check.broken == 0 ? exit_ok : exit_check_failed;
}

int verify_graphs(const CommandLine& line, std::size_t threads) {
  const std::size_t trials = line.given("trials") ? line.natural("trials") : 10;
  const std::uint64_t seed = line.natural("seed");
  const CanonizeOptions options = canonizing(line);
  const GraphOperator op = operator_option(line);
  Input input(line.arguments()[0], format_option(line, "format"), reading_rules(line));
  ClaimCheck total;
  std::size_t graphs = 0;
  {
    Progress progress(!line.given("quiet"), input.size());
    graphs = ordered_pipeline<GraphRecord, ClaimCheck>(
        threads, [&](GraphRecord& record) { return input.next(record); },
        [&](GraphRecord& record, std::size_t index) {
          ClaimCheck check =
              verify_claims(record.graph, op, options, trials, trial_rng(seed, index)());
          if (check.broken > 0)
            check.first_broken = "graph " + std::to_string(index) + ", " + check.first_broken;
          return check;
        },
        [&](const ClaimCheck& check, std::size_t) {
          total.join(check);
          progress.tick();
        });
  }
  return report_claims(total, graphs, line.given("json"));
}

} // namespace

int run_verify(const Words& words) {
  CommandLine line(
      "canon verify [IN] [OPTION]...",
      "Without IN: Algorithms 4 and 5 of the paper, on random orthonormal matrices: how often the "
      "canonical\nform moves with the rows (p), ignores signs or rotations (q), and both (pq).\n"
      "With IN: the harder form, on graphs with their ties and symmetries. Every trial relabels "
      "the "
      "graph,\nsolves it again and rotates every eigenspace. A claim is broken if both copies have "
      "a "
      "margin of 1 or more\nand their verdicts differ, or their columns by more than 1e-6. "
      "The exit code is 1 if anything fails.\n",
      {"canon verify", "canon verify data/zinc12k --trials 2 --level joint",
       "canon generate random-tree n=20 --count 100 | canon verify - --format graph6"});
  line.arguments(0, 1, "IN");
  line.group("Input and output");
  line.option("format", "NAME",
              "of IN: " + comma_separated(names<GraphFormat>()) + " (default: guessed)");
  line.flag("json", "one JSON object per line instead of a table");
  line.group("Trials");
  line.natural_option("trials", "N",
                      "without IN: matrices (default 1000); with IN: per graph (default 10)", 1,
                      most_counted);
  line.natural_option("max-n", "N", "largest random matrix, without IN", 2, 10'000, "50");
  line.natural_option("seed", "N", "of the trials", 0, UINT64_MAX, "0");
  add_canonizing(line);
  add_reading_rules(line);
  add_running(line);
  if (!line.parse(words)) return exit_ok;
  const std::size_t threads = threads_option(line);
  return line.arguments().empty() ? verify_theorems(line, threads) : verify_graphs(line, threads);
}

} // namespace canon::tool
