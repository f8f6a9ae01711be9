#include "study/molecule_tables.hpp"

#include "study/molecule_paper.hpp"

#include <algorithm>

namespace canon::lab {
namespace {

const char* const every_vector = "every vector";
const char* const as_published = "as published";
const char* const paper = "the paper";

/// The same columns three times: ours, as published, the paper's.
std::vector<Column> thrice(const std::vector<std::string>& names,
                           const std::vector<std::string>& ours_alone = {}) {
  std::vector<Column> columns = {{"data set", Align::left}};
  for (const std::string& name : names)
    columns.push_back({name, Align::right, Origin::ours, every_vector});
  for (const std::string& name : ours_alone)
    columns.push_back({name, Align::right, Origin::ours, every_vector});
  for (const std::string& name : names)
    columns.push_back({name, Align::right, Origin::published, as_published});
  for (const std::string& name : names)
    columns.push_back({name, Align::right, Origin::paper, paper});
  return columns;
}

void append(std::vector<Cell>& row, std::vector<Cell> cells) {
  row.insert(row.end(), cells.begin(), cells.end());
}

void append_missing(std::vector<Cell>& row, std::size_t count) {
  row.insert(row.end(), count, Cell("-"));
}

/// count, whole, ratio
std::vector<Cell> counted(std::size_t part, std::size_t whole) {
  return {count_cell(part), count_cell(whole), share_cell(part, whole)};
}

/// One row per set: `measured` makes the cells of ours and of the published way, `printed` the
/// paper's; dashes where the paper says nothing of a set.
template <typename Measured, typename Printed>
void fill_rows(Table& table, const MoleculeResults& results, const Measured& measured,
               const Printed& printed) {
  for (const MoleculeResult& r : results) {
    std::vector<Cell> row = {r.name};
    for (std::vector<Cell> cells : measured(r))
      append(row, std::move(cells));
    if (const auto counts = paper_counts(r.name))
      append(row, printed(*counts));
    else
      append_missing(row, table.columns.size() - row.size());
    table.row(std::move(row));
  }
}

using Groups = std::vector<std::vector<Cell>>;

struct SpaceCounts {
  std::size_t n1, n2, multiple, distinct;
};

SpaceCounts space_counts(const MoleculeCounts& c) {
  return {c.violations.assumption2, c.violations.assumption3, c.violations.multiple, c.distinct()};
}

SpaceCounts space_counts(const PublishedCounts& c) {
  return {c.assumption2, c.assumption3, c.multiple, c.distinct};
}

SpaceCounts space_counts(const PaperCounts& c) {
  return {c.assumption2, c.assumption3, c.multiple, c.distinct};
}

template <typename Differ>
void note_if(Table& table, const MoleculeResults& results, const Differ& differ,
             const std::string& why) {
  if (std::any_of(results.begin(), results.end(), differ)) table.notes.push_back(why);
}

/// The rows of a table whose three groups `cells` makes of each SpaceCounts.
template <typename Cells>
void fill_space_rows(Table& table, const MoleculeResults& results, const Cells& cells) {
  fill_rows(
      table, results,
      [&](const MoleculeResult& r) {
        return Groups{cells(space_counts(r.ours)), cells(space_counts(r.published))};
      },
      [&](const PaperCounts& p) { return cells(space_counts(p)); });
  note_if(
      table, results,
      [](const MoleculeResult& r) {
        return r.ours.violations.assumption2 != r.published.assumption2 ||
               r.ours.violations.assumption3 != r.published.assumption3;
      },
      "The two counts differ because in the published one rounding noise passes for a projection "
      "that does not vanish and an index runs from the longest axis to the shortest ones: most "
      "violations of Assumption 3 are not seen.");
}

} // namespace

Table sets_table(const MoleculeResults& results, std::size_t min_nodes) {
  Table table;
  table.name = "sets";
  table.title = "Data sets";
  const std::string large = "of " + std::to_string(min_nodes) + " vertices or more";
  table.columns = {{"data set", Align::left},
                   {"graphs"},
                   {"graphs in the paper", Align::right, Origin::paper},
                   {"vertices"},
                   {"edges"},
                   {"vertices per graph"},
                   {"edges per graph"},
                   {"graphs", Align::right, Origin::ours, large},
                   {"eigenvectors", Align::right, Origin::ours, large}};
  for (const MoleculeResult& r : results) {
    const auto printed = paper_counts(r.name);
    const auto graphs = static_cast<double>(r.ours.graphs);
    table.row({r.name, count_cell(r.ours.graphs), printed ? count_cell(printed->graphs) : "-",
               count_cell(r.ours.nodes), count_cell(r.ours.edges),
               number_cell(static_cast<double>(r.ours.nodes) / graphs, 1),
               number_cell(static_cast<double>(r.ours.edges) / graphs, 1),
               count_cell(r.ours.large_graphs), count_cell(r.ours.large_vectors)});
  }
  return table;
}

Table multiple_table(const MoleculeResults& results) {
  Table table;
  table.name = "multiple";
  table.title = "Multiple eigenvalues";
  table.caption = "N1: eigenvalues of multiplicity above one; N2: all distinct eigenvalues.";
  table.columns = thrice({"N1", "N2", "N1/N2"});
  fill_rows(
      table, results,
      [](const MoleculeResult& r) {
        return Groups{counted(r.ours.violations.multiple, r.ours.distinct()),
                      counted(r.published.multiple, r.published.distinct)};
      },
      [](const PaperCounts& p) { return counted(p.multiple, p.distinct); });
  note_if(
      table, results,
      [](const MoleculeResult& r) {
        return r.ours.violations.multiple != r.published.multiple ||
               r.ours.distinct() != r.published.distinct;
      },
      "The two counts differ because rounding to 14 decimals parts copies of one eigenvalue that "
      "fall on either side of a bin's edge, where a gap larger than the tolerance does not.");
  return table;
}

Table canonical_sign_table(const MoleculeResults& results) {
  Table table;
  table.name = "canonical-sign";
  table.title = "Failures of the “canonical sign”";
  table.caption = "Eigenvectors whose positive and negative entries have the same norm, of graphs "
                  "of any size.";
  table.columns = thrice({"equal norms", "vectors", "ratio"});
  fill_rows(
      table, results,
      [](const MoleculeResult& r) {
        return Groups{counted(r.ours.equal_norm, r.ours.simple),
                      counted(r.published.equal_norm, r.published.vectors)};
      },
      [](const PaperCounts& p) { return counted(p.equal_norm, p.vectors); });
  note_if(
      table, results,
      [](const MoleculeResult& r) {
        return r.ours.equal_norm != r.published.equal_norm || r.ours.simple != r.published.vectors;
      },
      "The two counts differ because the published one also takes the vectors of multiple "
      "eigenvalues, whose basis is the solver's accident; ours takes simple eigenvalues only, the "
      "ones that have a sign to choose.");
  note_if(
      table, results,
      [](const MoleculeResult& r) {
        const auto printed = paper_counts(r.name);
        return printed && printed->equal_norm == 15115;
      },
      "For ogbg-mollipo the paper prints 9.84 %, which is not the quotient of its own two "
      "numbers.");
  return table;
}

Table assumption1_table(const MoleculeResults& results) {
  Table table;
  table.name = "assumption-1";
  table.title = "Violations of Assumption 1";
  table.caption = "Ours: simple eigenvectors whose sign is undetermined, of all simple ones. The "
                  "published count is one per graph, divided by all eigenvectors.";
  table.columns = thrice({"violations", "vectors", "ratio"}, {"graphs with any"});
  fill_rows(
      table, results,
      [](const MoleculeResult& r) {
        return Groups{counted(r.ours.violations.assumption1, r.ours.violations.simple),
                      {count_cell(r.ours.sign_graphs)},
                      counted(r.published.sign_graphs, r.published.large_vectors)};
      },
      [](const PaperCounts& p) { return counted(p.assumption1, p.assumption1_vectors); });
  note_if(
      table, results,
      [](const MoleculeResult& r) {
        return r.ours.violations.assumption1 != r.published.sign_graphs;
      },
      "The two counts differ because the published one leaves a graph at its first violation, "
      "which it may find among the vectors of a multiple eigenvalue, yet divides by the number of "
      "eigenvectors.");
  return table;
}

Table assumptions23_table(const MoleculeResults& results) {
  Table table;
  table.name = "assumptions-2-3";
  table.title = "Violations of Assumptions 2 and 3";
  table.caption = "n1: multiple eigenvalues that violate Assumption 2 (fewer axis classes than "
                  "dimensions); n2: that violate Assumption 3 alone (a projection vanishes); p1 = "
                  "n1/N1, p2 = n2/N1.";
  table.columns = thrice({"n1", "n2", "p1", "p2"});
  fill_space_rows(table, results, [](const SpaceCounts& c) -> std::vector<Cell> {
    return {count_cell(c.n1), count_cell(c.n2), share_cell(c.n1, c.multiple),
            share_cell(c.n2, c.multiple)};
  });
  return table;
}

Table assumptions23_of_all_table(const MoleculeResults& results) {
  Table table;
  table.name = "assumptions-2-3-of-all";
  table.title = "Violations of Assumptions 2 and 3 among all eigenvalues";
  table.caption = "p3 = n1/N2, p4 = n2/N2.";
  table.columns = thrice({"p3", "p4"});
  fill_space_rows(table, results, [](const SpaceCounts& c) -> std::vector<Cell> {
    return {share_cell(c.n1, c.distinct), share_cell(c.n2, c.distinct)};
  });
  return table;
}

Table ratios_table(const MoleculeResults& results) {
  Table table;
  table.name = "ratios";
  table.title = "Uncanonizable eigenvectors by invariance";
  table.caption = "Of all eigenvectors: sign, simple vectors that violate Assumption 1; basis, "
                  "vectors in spaces that violate Assumption 2 or 3.";
  table.columns = thrice({"sign", "basis", "total"});
  for (const MoleculeResult& r : results) {
    const std::size_t all = r.ours.large_vectors;
    const PublishedCounts& p = r.published;
    std::vector<Cell> row = {r.name,
                             share_cell(r.ours.violations.assumption1, all),
                             share_cell(r.ours.lost_vectors, all),
                             share_cell(r.ours.uncanonizable(), all),
                             share_cell(p.simple_sign_graphs, all),
                             share_cell(p.lost_vectors, all),
                             share_cell(p.simple_sign_graphs + p.lost_vectors, all)};
    if (const auto printed = paper_ratios(r.name))
      append(row, {percent_cell(printed->sign / 100.0), percent_cell(printed->basis / 100.0),
                   percent_cell((printed->sign + printed->basis) / 100.0)});
    else
      append_missing(row, 3);
    table.row(std::move(row));
  }
  note_if(
      table, results,
      [](const MoleculeResult& r) {
        return r.ours.uncanonizable() != r.published.simple_sign_graphs + r.published.lost_vectors;
      },
      "The two counts differ because the published one takes at most one vector and one space per "
      "graph, and misses most violations of Assumption 3.");
  table.notes.push_back("The published script has no code for this table: one simple vector per "
                        "graph gives the paper's sign ratios; of the readings tried for the basis, "
                        "one space per graph comes nearest.");
  return table;
}

Table multiplicities_table(const MoleculeResults& results) {
  Multiplicities seen;
  for (const MoleculeResult& r : results)
    for (const Multiplicities& m : {r.ours.multiplicities, r.published.multiplicities})
      seen.insert(m.begin(), m.end());
  Table table;
  table.name = "multiplicities";
  table.title = "Eigenvalues by multiplicity";
  table.caption = "Distinct eigenvalues of each multiplicity, graphs of any size. The paper shows "
                  "a figure without numbers.";
  table.columns = {{"multiplicity"}};
  for (const MoleculeResult& r : results) {
    table.columns.push_back({"ours", Align::right, Origin::ours, r.name});
    table.columns.push_back({"as published", Align::right, Origin::published, r.name});
  }
  const auto at = [](const Multiplicities& m, std::size_t d) {
    const auto found = m.find(d);
    return count_cell(found == m.end() ? 0 : found->second);
  };
  for (const auto& [d, unused] : seen) {
    std::vector<Cell> row = {count_cell(d)};
    for (const MoleculeResult& r : results)
      append(row, {at(r.ours.multiplicities, d), at(r.published.multiplicities, d)});
    table.row(std::move(row));
  }
  note_if(
      table, results,
      [](const MoleculeResult& r) { return r.ours.multiplicities != r.published.multiplicities; },
      "The two counts differ because rounding to 14 decimals splits an eigenspace in two where "
      "copies of its eigenvalue fall into neighbouring bins.");
  return table;
}

} // namespace canon::lab
