#include "study/random_report.hpp"

#include <array>
#include <utility>

namespace canon::lab {
namespace {

void add_plots(Report& report, std::vector<Plot> plots) {
  for (Plot& plot : plots)
    report.plot(std::move(plot));
}

std::string legend(const RandomResults& results) {
  std::string text = "Ensembles: ";
  std::string last;
  for (const RandomCell& cell : results.plan.cells) {
    if (cell.ensemble == nullptr || cell.kind() == last) continue;
    if (!last.empty()) text += "; ";
    last = cell.kind();
    text += "`" + last + "`, " + std::string(cell.ensemble->what);
    if (!cell.ensemble->probability.empty())
      text += " (p: probability " + std::string(cell.ensemble->probability) + ")";
  }
  const EnsembleOptions& options = results.plan.options;
  return text + ". Regular graphs have degree " + std::to_string(options.degree) +
         ", a new vertex brings " + std::to_string(options.edges_per_vertex) +
         " edges to `barabasi-albert`, the ring of `watts-strogatz` joins " +
         std::to_string(options.neighbours) + " neighbours. Matrix of a graph: `" +
         std::string(name(options.op)) + "`.";
}

/// The fits behind the tables, with all their numbers.
Json fits_json(const RandomResults& results) {
  constexpr std::array names = {"not_simple", "assumption1", "assumption2", "assumption3", "any"};
  constexpr std::array whats = {Failing::simple_spectrum, Failing::assumption1,
                                Failing::assumption2, Failing::assumption3, Failing::any};
  const auto law_json = [](const PowerLaw& law) {
    return Json{{"exponent", law.exponent},
                {"error", law.error},
                {"intercept", law.intercept},
                {"misfit", law.misfit},
                {"points", law.points}};
  };
  Json fits = Json::array();
  for (const RandomSeries& series : results.series(false)) {
    Json fit = {{"series", series.name}};
    for (std::size_t i = 0; i < names.size(); ++i) {
      const Fall fall = fall_of(results, series, whats[i]);
      if (!fall.law) continue;
      fit[names[i]] = law_json(*fall.law);
      fit[names[i]]["from_n"] = fall.from_n;
    }
    if (const auto law = distance_law(results, series)) fit["ks_distance"] = law_json(*law);
    fits.push_back(std::move(fit));
  }
  return fits;
}

} // namespace

Report random_report(const RandomResults& results) {
  Report report("random", "Violations on random graphs and matrices");
  report.record().seed = results.plan.seed;
  report.record().configuration = plan_json(results.plan);
  Json cells = Json::array();
  for (std::size_t c = 0; c < results.tallies.size(); ++c) {
    Json cell = report.record().configuration["cells"][c];
    cell["tally"] = tally_json(results.tallies[c]);
    cells.push_back(std::move(cell));
  }
  report.record().results = {{"cells", std::move(cells)}, {"fits", fits_json(results)}};

  report.prose(
      "How often the assumptions of the paper fail on random graphs, of which its appendix "
      "\"Discussions on random graphs\" says that the probability converges to zero. A1: "
      "some summary vector is not orthogonal to a single eigenvector, so its sign is "
      "settled. A2: an eigenspace has as many axis classes as dimensions. A3: no summary "
      "vector projects to nothing. Every verdict is the one canonization itself gives.");
  const bool ensembles = !results.series(false).empty();
  if (ensembles) report.prose(legend(results));
  report.heading("Compared with the paper");
  report.table(statement_table(results));
  if (ensembles) {
    report.heading("Violations");
    report.table(fall_table(results));
    add_plots(report, violation_plots(results));
    report.heading("Delocalisation");
    report.prose("If u cannot be canonized then u·ĵ = 0, where ĵ = (1,…,1)/√n. The paper argues "
                 "that √n u·ĵ tends to N(0,1), which has no mass at 0.");
    add_plots(report, projection_plots(results));
    report.table(projection_table(results));
  }
  if (!results.series(true).empty()) {
    report.heading("The rank-one perturbation");
    report.prose("The adjacency matrix of the Erdős–Rényi graph with loops is Ã = pJ + B, a "
                 "symmetric Bernoulli matrix B and a matrix of rank one. The paper leaves pJ out.");
    add_plots(report, rank_one_plots(results));
    report.table(rank_one_table(results));
  }
  if (ensembles) {
    report.heading("The grid");
    report.table(violation_table(results));
  }
  report.print_only(ensembles ? "fall" : "rank-one");
  return report;
}

} // namespace canon::lab
