#include "run/expressivity_report.hpp"

#include <algorithm>
#include <array>
#include <functional>

namespace canon::lab {
namespace {

/// The four columns of the paper's table; its regular graphs are four of our sets.
enum Part : std::size_t { basic, regular, extension, cfi, parts };

const std::map<std::string, Part>& part_of() {
  static const std::map<std::string, Part> names = {{"brec-basic", basic},
                                                    {"brec-regular", regular},
                                                    {"brec-strongly-regular", regular},
                                                    {"brec-4vtx", regular},
                                                    {"brec-distance-regular", regular},
                                                    {"brec-extension", extension},
                                                    {"brec-cfi", cfi}};
  return names;
}

using Counts = std::array<std::size_t, parts>;

struct PublishedRow {
  const char* model;
  Counts distinguished;
};

/// Wang and Zhang, "An Empirical Study of Realized GNN Expressiveness" (ICML 2024,
/// arXiv:2304.07702), Table 2. The rows that a public transcription of that table has;
/// they were not compared with the paper itself.
constexpr PublishedRow published[] = {
    {"3-WL", {60, 50, 100, 60}},    {"SPD-WL", {16, 14, 41, 12}},
    {"NGNN", {59, 48, 59, 0}},      {"SUN", {60, 50, 100, 13}},
    {"PPGN", {60, 50, 100, 23}},    {"delta-k-LGNN", {60, 50, 100, 6}},
    {"GSN", {60, 99, 95, 0}},       {"KP-GNN", {60, 106, 98, 11}},
    {"I2-GNN", {60, 100, 100, 21}}, {"Graphormer", {16, 12, 41, 10}}};

Counts count_parts(const std::vector<HardSet>& sets,
                   const std::function<std::size_t(std::size_t)>& of_set) {
  Counts counts{};
  for (std::size_t s = 0; s < sets.size(); ++s)
    if (const auto part = part_of().find(sets[s].name); part != part_of().end())
      counts[part->second] += of_set(s);
  return counts;
}

std::size_t total(const Counts& counts) {
  std::size_t sum = 0;
  for (const std::size_t count : counts)
    sum += count;
  return sum;
}

void add_row(Table& table, const std::string& model, const std::string& columns,
             const std::string& how, const Counts& counts, const std::string& unreliable) {
  std::vector<Cell> cells = {model, columns, how, count_cell(total(counts))};
  for (const std::size_t count : counts)
    cells.push_back(count_cell(count));
  cells.emplace_back(unreliable);
  table.row(std::move(cells));
}

} // namespace

Table brec_table(const ExpressivityResults& results) {
  const std::vector<HardSet>& sets = results.data.sets;
  const Counts pairs = count_parts(sets, [&](std::size_t s) { return sets[s].pairs(); });
  Table table;
  table.name = "brec";
  if (total(pairs) == 0) return table;
  table.title = "BREC: pairs that are distinguished reliably";
  table.caption =
      "Ours above, other models as published below. \"features\": fixed random features "
      "of rows and edges, no training. \"trained\": BREC's protocol, which tests on the copies it "
      "has trained on; \"fresh\": on others.";
  const auto name = [&](const char* part, Part which) {
    return std::string(part) + " (" + std::to_string(pairs[which]) + ")";
  };
  table.columns = {{"encoding or model", Align::left},
                   {"columns"},
                   {"by", Align::left},
                   {"all (" + std::to_string(total(pairs)) + ")"},
                   {name("basic", basic)},
                   {name("regular", regular)},
                   {name("extension", extension)},
                   {name("CFI", cfi)},
                   {"unreliable"}};
  for (std::size_t r = 0; r < results.rows.size(); ++r) {
    const ExpressivityRow& row = results.rows[r];
    for (std::size_t c = 0; c < row.distinction.columns.size(); ++c) {
      const std::string columns = columns_text(row.distinction.columns[c]);
      if (row.trained()) {
        const auto& found = results.trained[r];
        const auto of = [&](std::size_t ComparisonTally::*count) {
          return count_parts(sets, [&, count](std::size_t s) { return found[s][c].*count; });
        };
        add_row(table, row.title, columns, "trained", of(&ComparisonTally::distinguished),
                std::to_string(total(of(&ComparisonTally::unreliable))) + " pairs");
        add_row(table, row.title, columns, "trained, fresh", of(&ComparisonTally::fresh), "");
      } else {
        const auto& found = results.seen[r];
        const auto of = [&](std::size_t Distinction::*count) {
          return count_parts(sets, [&, count](std::size_t s) { return found[s][c].edges.*count; });
        };
        add_row(table, row.title, columns, "features", of(&Distinction::distinguished),
                std::to_string(total(of(&Distinction::graphs)) - total(of(&Distinction::kept))) +
                    " graphs");
      }
    }
  }
  for (const PublishedRow& row : published)
    add_row(table, row.model, "", "published", row.distinguished, "");
  table.notes.emplace_back(
      "\"unreliable\": of features, graphs whose features change when the vertices are relabelled; "
      "of training, pairs in which two lots of copies of one graph differ by the test. Neither "
      "counts as distinguished.");
  table.notes.emplace_back(
      "Published: Table 2 of Wang and Zhang, An Empirical Study of Realized GNN Expressiveness, "
      "ICML 2024, arXiv:2304.07702, by BREC's protocol with ten seeds (3-WL and SPD-WL: the colour "
      "refinements themselves). Its regular graphs are the sets regular, strongly regular, "
      "4-vertex "
      "condition and distance regular.");
  table.notes.emplace_back(
      "Level label orders axes by a canonical labelling (bliss), which alone decides isomorphism: "
      "its row shows that the encoding keeps what the labelling knows and does not depend on the "
      "order of the vertices, not that a network found it.");
  if (results.quick)
    table.notes.emplace_back("Quick: a part of BREC and fewer relabellings; not its result.");
  return table;
}

} // namespace canon::lab
