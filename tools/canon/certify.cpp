#include "canon/commands.hpp"
#include "canon/input.hpp"
#include "canon/options.hpp"
#include "cli/json.hpp"
#include "cli/progress.hpp"

#include <canon/base/text_table.hpp>
#include <canon/certificate_io.hpp>
#include <canon/pipeline.hpp>
#include <canon/random.hpp>

#include <algorithm>
#include <iostream>

namespace canon::tool {
namespace {

constexpr std::size_t shown_failures = 10;

/// What is believed without --accept-tolerance.
std::string limits() {
  return "eigenvalue " + short_number(loosest_tolerance.eigenvalue, 2) + ", length " +
         short_number(loosest_tolerance.length, 2) + " or zero " +
         short_number(loosest_tolerance.zero, 2);
}

struct Totals {
  std::size_t graphs = 0, spaces = 0, failed_graphs = 0, gave_up = 0;
  std::size_t warned_graphs = 0, warned_spaces = 0;
  std::array<std::size_t, 3> by_guarantee{}; ///< spaces
  std::array<std::size_t, 4> by_reason{};    ///< spaces
  CertificateCheck check;
  Tolerance tolerance{0.0, 0.0, 0.0}; ///< the loosest that a certificate brings
  bool accept_tolerance = false;

  void count(const Certificate& c) {
    graphs = 1;
    spaces = c.spaces.size();
    gave_up = c.gave_up ? 1 : 0;
    for (const SpaceCertificate& space : c.spaces) {
      ++by_guarantee[static_cast<std::size_t>(space.guarantee)];
      ++by_reason[static_cast<std::size_t>(space.reason)];
      warned_spaces += space.warning ? 1 : 0;
    }
    warned_graphs = warned_spaces > 0 ? 1 : 0;
    failed_graphs = check.holds() ? 0 : 1;
    tolerance = c.options.tolerance;
  }

  void join(const Totals& other) {
    graphs += other.graphs;
    spaces += other.spaces;
    failed_graphs += other.failed_graphs;
    gave_up += other.gave_up;
    warned_graphs += other.warned_graphs;
    warned_spaces += other.warned_spaces;
    tolerance.eigenvalue = std::max(tolerance.eigenvalue, other.tolerance.eigenvalue);
    tolerance.length = std::max(tolerance.length, other.tolerance.length);
    tolerance.zero = std::max(tolerance.zero, other.tolerance.zero);
    for (std::size_t i = 0; i < by_guarantee.size(); ++i)
      by_guarantee[i] += other.by_guarantee[i];
    for (std::size_t i = 0; i < by_reason.size(); ++i)
      by_reason[i] += other.by_reason[i];
    // Counts go on, but a wholly wrong file must not fill the memory with its failures.
    CertificateCheck kept = other.check;
    const std::size_t room = shown_failures - std::min(shown_failures, check.failures.size());
    if (kept.failures.size() > room) kept.failures.resize(room);
    check.join(kept);
  }

  [[nodiscard]] std::size_t failures() const {
    std::size_t sum = 0;
    for (const auto& count : check.counts)
      sum += count.failed;
    return sum;
  }

  [[nodiscard]] bool looser() const {
    return tolerance.eigenvalue > loosest_tolerance.eigenvalue ||
           tolerance.length > loosest_tolerance.length || tolerance.zero > loosest_tolerance.zero;
  }
  [[nodiscard]] std::string text() const {
    TextTable guarantees({"<guarantee", "spaces", "%"});
    for (const Guarantee g :
         {Guarantee::equivariant, Guarantee::up_to_automorphism, Guarantee::none}) {
      const std::size_t count = by_guarantee[static_cast<std::size_t>(g)];
      guarantees.row({std::string(name(g)), std::to_string(count), percent(count, spaces)});
    }
    TextTable checks({"<check", "passed", "failed", "skipped"});
    for (std::size_t i = 0; i < check.counts.size(); ++i) {
      const auto& count = check.counts[i];
      checks.row({std::string(name(static_cast<Check>(i))), std::to_string(count.passed),
                  std::to_string(count.failed), std::to_string(count.skipped)});
    }
    std::string result =
        guarantees.str() + "\n" + checks.str() + "\n" + counted(graphs, "graph") + ", " +
        counted(spaces, "space") + ": " +
        (failures() == 0
             ? "every check passed"
             : counted(failures(), "failure") + " in " + counted(failed_graphs, "graph")) +
        "\ntolerances, the loosest of the file: eigenvalue " +
        short_number(tolerance.eigenvalue, 2) + ", length " + short_number(tolerance.length, 2) +
        ", zero " + short_number(tolerance.zero, 2) + "\n";
    if (looser() && accept_tolerance)
      result += "note: tolerances above " + limits() + " were accepted by --accept-tolerance\n";
    else if (looser())
      result += "note: tolerances above " + limits() + " fail; --accept-tolerance takes them\n";
    if (gave_up > 0)
      result += "note: the search for symmetry gave up on " + counted(gave_up, "graph") + "\n";
    if (warned_graphs > 0) result.insert(result.size() - 1, warning_line(warned_graphs));
    for (const std::string& failure : check.failures)
      result += "failed: " + failure + "\n";
    if (failures() > check.failures.size())
      result += "... and " + std::to_string(failures() - check.failures.size()) + " more\n";
    return result;
  }

  [[nodiscard]] std::string json(double seconds) const {
    Json guarantees, reasons, checks;
    for (const Guarantee g :
         {Guarantee::equivariant, Guarantee::up_to_automorphism, Guarantee::none})
      guarantees[std::string(name(g))] = by_guarantee[static_cast<std::size_t>(g)];
    for (const Reason o : values<Reason>())
      reasons[std::string(name(o))] = by_reason[static_cast<std::size_t>(o)];
    for (std::size_t i = 0; i < check.counts.size(); ++i)
      checks[std::string(name(static_cast<Check>(i)))] = {{"passed", check.counts[i].passed},
                                                          {"failed", check.counts[i].failed},
                                                          {"skipped", check.counts[i].skipped}};
    return json_text({{"graphs", graphs},
                      {"spaces", spaces},
                      {"failed_graphs", failed_graphs},
                      {"guarantees", std::move(guarantees)},
                      {"reasons", std::move(reasons)},
                      {"checks", std::move(checks)},
                      {"gave_up", gave_up},
                      {"warned_graphs", warned_graphs},
                      {"warned_spaces", warned_spaces},
                      {"tolerance",
                       {{"eigenvalue", tolerance.eigenvalue},
                        {"length", tolerance.length},
                        {"zero", tolerance.zero}}},
                      {"accept_tolerance", accept_tolerance},
                      {"failures", check.failures},
                      {"seconds", seconds}});
  }
};

Totals check_line(const CertificateReader::Line& line, const std::string& file, std::size_t index,
                  std::size_t trials, std::uint64_t seed, const Tolerance& loosest) {
  const Certificate certificate = parse_certificate(line.text, file, line.number);
  Totals totals;
  totals.check = check_certificate(certificate, trials, trial_rng(seed, index)(), loosest);
  totals.count(certificate);
  for (std::string& failure : totals.check.failures)
    failure = "graph " + std::to_string(index) + ", " + failure;
  return totals;
}

} // namespace

int run_certify(const Words& words) {
  CommandLine line(
      "canon certify FILE [OPTION]...",
      "Checks the certificates of FILE (JSON lines, made by canon inspect --certificates; - for "
      "standard\ninput) with code of its own: every column an eigenvector, all orthonormal, no "
      "eigenspace cut or left\nout, every witness an automorphism that moves the basis, "
      "equivariant "
      "bases left alone by every\nautomorphism, and relabelled copies, newly solved, that come out "
      "the same. The exit code is 1 if a\ncheck fails, 2 if FILE is no file of certificates.\n",
      {"canon inspect graphs.g6 --level label --certificates graphs.jsonl > /dev/null",
       "canon certify graphs.jsonl", "canon certify graphs.jsonl --trials 20 --seed 7 --json"});
  line.arguments(1, 1, "FILE");
  line.group("Output");
  line.flag("json", "the summary as one JSON object");
  line.group("Trials");
  line.natural_option("trials", "N", "relabelled copies of every graph", 0, most_counted, "3");
  line.natural_option("seed", "N", "of the relabellings", 0, UINT64_MAX, "0");
  line.group("Limits (by default a certificate beyond them is rejected)");
  line.flag("accept-tolerance",
            "check by the tolerances of the file whatever they are; without it those above " +
                limits() + " fail the check of the statement");
  add_max_text(line);
  add_running(line);
  if (!line.parse(words)) return exit_ok;

  const std::size_t trials = line.natural("trials"), threads = threads_option(line);
  const std::uint64_t seed = line.natural("seed");
  CertificateReader lines(line.arguments()[0], max_text_option(line));
  Totals totals;
  totals.accept_tolerance = line.given("accept-tolerance");
  const Tolerance loosest = totals.accept_tolerance ? Tolerance{1.0, 1.0, 1.0} : loosest_tolerance;
  double seconds = 0.0;
  {
    Progress progress(!line.given("quiet"), std::nullopt);
    ordered_pipeline<CertificateReader::Line, Totals>(
        threads,
        [&](CertificateReader::Line& next) {
          try {
            return lines.next(next);
          } catch (const ParseError& error) {
            throw Error(explained(error, 0));
          }
        },
        [&](const CertificateReader::Line& next, std::size_t index) {
          return check_line(next, lines.name(), index, trials, seed, loosest);
        },
        [&](const Totals& one, std::size_t) {
          totals.join(one);
          progress.tick();
        });
    seconds = progress.seconds();
  }
  std::cout << (line.given("json") ? totals.json(seconds) + "\n" : totals.text());
  return totals.failures() == 0 ? exit_ok : exit_check_failed;
}

} // namespace canon::tool
