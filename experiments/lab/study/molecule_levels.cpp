#include "study/molecule_tables.hpp"

#include <numeric>

namespace canon::lab {
namespace {

/// Vectors that a level or one before it settles.
std::size_t settled_up_to(const SettledBy& settled, Level level) {
  return std::accumulate(settled.begin(), settled.begin() + static_cast<std::ptrdiff_t>(level) + 1,
                         std::size_t{0});
}

double left(const SettledBy& settled, Level level, std::size_t all) {
  return 1.0 - static_cast<double>(settled_up_to(settled, level)) / static_cast<double>(all);
}

} // namespace

Table levels_table(const MoleculeResults& results) {
  Table table;
  table.name = "levels";
  table.title = "What the levels beyond MAP settle";
  table.caption = "Eigenvectors settled at each level, of all. Up to orbit the basis is "
                  "equivariant, and orbit is the limit of what can be; label is unique up to "
                  "automorphism, which serves permutation-invariant models.";
  const auto column = [](Level level, const char* group) {
    return Column{std::string(name(level)), Align::right, Origin::ours, group};
  };
  table.columns = {{"data set", Align::left},
                   column(Level::map, "the graph alone"),
                   column(Level::search, "the graph alone"),
                   column(Level::joint, "the graph alone"),
                   column(Level::orbit, "the graph alone"),
                   column(Level::joint, "with atoms and bonds"),
                   column(Level::orbit, "with atoms and bonds"),
                   column(Level::label, "with atoms and bonds")};
  for (const MoleculeResult& r : results) {
    const std::size_t all = r.ours.large_vectors;
    std::vector<Cell> row = {r.name};
    for (const Level level : {Level::map, Level::search, Level::joint, Level::orbit})
      row.push_back(share_cell(settled_up_to(r.ours.settled, level), all));
    for (const Level level : {Level::joint, Level::orbit, Level::label})
      row.push_back(r.has_labels || level == Level::label
                        ? share_cell(settled_up_to(r.ours.labelled, level), all)
                        : Cell("-"));
    table.row(std::move(row));
  }
  return table;
}

Plot levels_plot(const MoleculeResults& results) {
  Plot plot;
  plot.name = "levels";
  plot.title = "Eigenvectors left unsettled at each level";
  plot.caption = "From MAP to vertex orbits, with atoms and bonds taking part from joint on.";
  plot.x = {
      "", false, -0.3, 4.3, {{0, "map"}, {1, "search"}, {2, "joint"}, {3, "orbit"}, {4, "label"}}};
  plot.y = {"left, per cent", false, 0.0, {}};
  for (const MoleculeResult& r : results) {
    if (r.ours.large_vectors == 0) continue;
    Series series{r.name};
    double x = 0.0;
    for (const Level level : {Level::map, Level::search, Level::joint, Level::orbit, Level::label})
      series.points.push_back({x++, 100.0 * left(r.ours.labelled, level, r.ours.large_vectors)});
    plot.series.push_back(std::move(series));
  }
  return plot;
}

} // namespace canon::lab
