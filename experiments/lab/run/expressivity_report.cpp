#include "run/expressivity_report.hpp"

#include <algorithm>
#include <cmath>

namespace canon::lab {
namespace {

const char* const quick_word = " (quick)";

bool has_brec(const ExpressivityResults& results) {
  return !brec_table(results).rows.empty();
}

Table sets_table(const ExpressivityResults& results) {
  Table table;
  table.name = "sets";
  table.title = "The sets";
  table.caption = "Pairs of graphs that are not isomorphic.";
  table.columns = {
      {"set", Align::left}, {"pairs"}, {"graphs"}, {"vertices"}, {"from", Align::left}};
  for (const HardSet& set : results.data.sets) {
    const auto [least, most] = set.vertices();
    table.row({set.title, count_cell(set.pairs()), count_cell(set.graphs()),
               least == most ? std::to_string(least)
                             : std::to_string(least) + " to " + std::to_string(most),
               set.generated ? "generated" : "file"});
  }
  table.notes = results.data.notes;
  table.notes.emplace_back(
      "All pairs of a family count where a set has families: CSL, SR25 and the "
      "generated strongly regular graphs.");
  return table;
}

/// Rows of a table by set, and behind the sets of BREC, where there are several, their sum.
template <typename Found, typename AddRow>
void by_set(const ExpressivityResults& results, const std::vector<std::vector<Found>>& found,
            const AddRow& add_row) {
  const std::vector<HardSet>& sets = results.data.sets;
  const auto is_brec = [&](std::size_t s) {
    return s < sets.size() && sets[s].name.starts_with("brec-");
  };
  std::vector<Found> brec;
  std::size_t summed = 0;
  for (std::size_t s = 0; s < found.size(); ++s) {
    add_row(sets[s].title, found[s]);
    if (!is_brec(s)) continue;
    brec.resize(found[s].size());
    for (std::size_t c = 0; c < brec.size(); ++c)
      brec[c] += found[s][c];
    if (++summed > 1 && !is_brec(s + 1)) add_row("BREC, all", brec);
  }
}

std::string columns_group(std::size_t columns) {
  return columns_text(columns) + " columns";
}

Table level_table(const ExpressivityResults& results, std::size_t r) {
  const ExpressivityRow& row = results.rows[r];
  Table table;
  table.name = row.name;
  table.title =
      row.title + ": fixed random features, without training" + (results.quick ? quick_word : "");
  table.caption = "\"kept\": graphs whose features are the same after " +
                  std::to_string(row.distinction.relabellings) +
                  " relabellings. \"rows\", \"edges\": pairs that are distinguished by features of "
                  "the set of rows, and of rows and neighbours; both graphs must keep theirs.";
  table.columns = {{"set", Align::left}, {"graphs"}, {"pairs"}};
  for (const std::size_t columns : row.distinction.columns) {
    const std::string group = columns_group(columns);
    table.columns.push_back({"kept", Align::right, Origin::ours, group});
    table.columns.push_back({"rows", Align::right, Origin::ours, group});
    table.columns.push_back({"edges", Align::right, Origin::ours, group});
  }
  by_set(results, results.seen[r],
         [&](const std::string& title, const std::vector<ColumnsDistinction>& found) {
           std::vector<Cell> cells = {title, count_cell(found[0].rows.graphs),
                                      count_cell(found[0].rows.pairs)};
           for (const ColumnsDistinction& one : found) {
             cells.push_back(count_cell(std::min(one.rows.kept, one.edges.kept)));
             cells.push_back(count_cell(one.rows.distinguished));
             cells.push_back(count_cell(one.edges.distinguished));
           }
           table.row(std::move(cells));
         });
  return table;
}

Table protocol_table(const ExpressivityResults& results, std::size_t r) {
  const ExpressivityRow& row = results.rows[r];
  Table table;
  table.name = row.name;
  table.title = row.title + ": BREC's protocol" + (results.quick ? quick_word : "");
  table.caption = std::to_string(row.distinction.relabellings) +
                  " copies of either graph, at most " + std::to_string(row.comparison.epochs) +
                  " epochs of contrastive training, Hotelling's test at " +
                  number_cell(t_square_threshold, 2).text + ".";
  table.columns = {{"set", Align::left}, {"pairs"}};
  for (const std::size_t columns : row.distinction.columns) {
    const std::string group = columns_group(columns);
    table.columns.push_back({"program", Align::right, Origin::ours, group});
    table.columns.push_back({"fresh", Align::right, Origin::ours, group});
    table.columns.push_back({"text", Align::right, Origin::ours, group});
    table.columns.push_back({"unreliable", Align::right, Origin::ours, group});
  }
  by_set(results, results.trained[r],
         [&](const std::string& title, const std::vector<ComparisonTally>& found) {
           std::vector<Cell> cells = {title, count_cell(found[0].pairs)};
           for (const ComparisonTally& one : found) {
             cells.push_back(count_cell(one.distinguished));
             cells.push_back(count_cell(one.fresh));
             cells.push_back(count_cell(one.by_the_text));
             cells.push_back(count_cell(one.unreliable_by_the_text));
           }
           table.row(std::move(cells));
         });
  table.notes.emplace_back(
      "\"program\": pairs with d^T S^-1 d above the threshold, as BREC's program tests, on the "
      "copies "
      "that were trained on. \"fresh\": the same test on other copies; where it finds fewer, the "
      "network has learnt copies by heart. \"text\": as \"program\", times the number of copies, "
      "as "
      "the paper states it, which is easier to pass. Only pairs that are reliable by the same test "
      "count; \"unreliable\" is by the text.");
  return table;
}

/// Nothing where nothing was compared.
Cell margin_cell(double value) {
  return std::isfinite(value) && value > 0.0 ? short_cell(value, 2) : Cell("-");
}

/// The evidence that no count depends on the tolerance.
Table margin_table(const ExpressivityResults& results) {
  Table table;
  table.name = "margins";
  table.title = "By which margin: differences of fixed random features";
  table.columns = {{"encoding", Align::left}, {"columns"},        {"kept, at most"},
                   {"changed, at least"},     {"equal, at most"}, {"distinguished, at least"}};
  double tolerance = 0.0;
  for (std::size_t r = 0; r < results.rows.size(); ++r) {
    const ExpressivityRow& row = results.rows[r];
    if (row.trained()) continue;
    tolerance = row.distinction.tolerance;
    for (std::size_t c = 0; c < row.distinction.columns.size(); ++c) {
      Distinction all;
      for (const std::vector<ColumnsDistinction>& found : results.seen[r])
        (all += found[c].rows) += found[c].edges;
      table.row({row.title, columns_text(row.distinction.columns[c]), margin_cell(all.worst_kept),
                 margin_cell(all.least_moved), margin_cell(all.worst_equal),
                 margin_cell(all.least_different)});
    }
  }
  table.caption =
      "Over all sets and both kinds of features: the change of a graph's features under "
      "relabelling, and the difference of those of a pair. Up to " +
      short_cell(tolerance, 1).text + " counts as none.";
  return table;
}

/// BREC's pairs, or all of them, by the number of columns.
Plot columns_plot(const ExpressivityResults& results) {
  const bool brec = has_brec(results);
  Plot plot{.name = "columns",
            .title = brec ? "BREC: pairs distinguished by fixed random features"
                          : "Pairs distinguished by fixed random features",
            .caption =
                "Rows and edges; both graphs keep their features under relabelling. Of equal "
                "curves the last in the legend is seen.",
            .x = {.label = "columns of the encoding"},
            .y = {.label = "pairs", .least = 0.0},
            .series = {}};
  for (std::size_t r = 0; r < results.rows.size(); ++r) {
    const ExpressivityRow& row = results.rows[r];
    if (row.trained()) continue;
    Series series{row.title, Mark::line_points};
    for (std::size_t c = 0; c < row.distinction.columns.size(); ++c) {
      std::size_t count = 0;
      for (std::size_t s = 0; s < results.data.sets.size(); ++s)
        if (!brec || results.data.sets[s].name.starts_with("brec-"))
          count += results.seen[r][s][c].edges.distinguished;
      series.points.push_back({static_cast<double>(c), static_cast<double>(count)});
    }
    if (plot.x.ticks.empty())
      for (std::size_t c = 0; c < row.distinction.columns.size(); ++c)
        plot.x.ticks.emplace_back(static_cast<double>(c), columns_text(row.distinction.columns[c]));
    plot.series.push_back(std::move(series));
  }
  return plot;
}

Json json_of(const Distinction& found) {
  return {{"kept", found.kept}, {"distinguished", found.distinguished}};
}

void fill_record(const ExpressivityResults& results, Record& record) {
  for (std::size_t r = 0; r < results.rows.size(); ++r) {
    const ExpressivityRow& row = results.rows[r];
    record.stamp["processor_seconds_of_rows"][row.name] = results.seconds[r];
    for (std::size_t s = 0; s < results.data.sets.size(); ++s)
      for (std::size_t c = 0; c < row.distinction.columns.size(); ++c) {
        Json& to = record.results[row.name][results.data.sets[s].name]
                                 [columns_text(row.distinction.columns[c])];
        if (!row.trained()) {
          const ColumnsDistinction& found = results.seen[r][s][c];
          to = {{"rows", json_of(found.rows)}, {"edges", json_of(found.edges)}};
          continue;
        }
        const ComparisonTally& found = results.trained[r][s][c];
        to = {{"distinguished", found.distinguished},
              {"distinguished_by_fresh_copies", found.fresh},
              {"unreliable", found.unreliable},
              {"distinguished_by_the_text", found.by_the_text},
              {"unreliable_by_the_text", found.unreliable_by_the_text}};
      }
  }
}

} // namespace

Table summary_table(const ExpressivityResults& results) {
  Table table;
  table.name = "summary";
  table.title = std::string("Pairs that are distinguished reliably, without training") +
                (results.quick ? quick_word : "");
  table.columns = {{"set", Align::left}, {"pairs"}};
  std::vector<std::size_t> shown;
  std::string columns;
  for (std::size_t r = 0; r < results.rows.size(); ++r)
    if (!results.rows[r].trained()) {
      shown.push_back(r);
      columns = columns_text(results.rows[r].distinction.columns.back());
      table.columns.push_back({std::string(name(results.rows[r].distinction.level))});
    }
  if (shown.empty()) return table;
  table.caption = "By level of the encoding, " + columns +
                  " columns, fixed random features of rows and edges. A pair counts if both graphs "
                  "keep their features under relabelling.";
  std::vector<std::vector<Cell>> rows;
  for (const std::size_t r : shown) {
    std::size_t at = 0;
    by_set(results, results.seen[r],
           [&](const std::string& title, const std::vector<ColumnsDistinction>& found) {
             if (r == shown.front()) rows.push_back({title, count_cell(found.back().edges.pairs)});
             rows[at++].push_back(count_cell(found.back().edges.distinguished));
           });
  }
  for (std::vector<Cell>& row : rows)
    table.row(std::move(row));
  return table;
}

void fill_report(const ExpressivityResults& results, Report& report) {
  report.prose(
      "Graphs that simple networks cannot distinguish, encoded at every level of canonization. An "
      "encoding helps only if it is the same for every order of the vertices: so a pair counts if "
      "the features of both graphs stay what they are under relabelling, and differ from each "
      "other.");
  const Table summary = summary_table(results), brec = brec_table(results);
  if (!summary.rows.empty()) report.table(summary);
  if (!brec.rows.empty()) report.table(brec);
  if (!summary.rows.empty()) {
    const Plot plot = columns_plot(results);
    if (plot.x.ticks.size() > 1) report.plot(plot);
  }
  report.table(sets_table(results));
  if (!summary.rows.empty()) report.heading("Without training");
  for (std::size_t r = 0; r < results.rows.size(); ++r)
    if (!results.rows[r].trained()) report.table(level_table(results, r));
  if (!summary.rows.empty()) report.table(margin_table(results));
  bool any = false;
  for (std::size_t r = 0; r < results.rows.size(); ++r) {
    if (!results.rows[r].trained()) continue;
    if (!any) report.heading("By BREC's protocol");
    any = true;
    report.table(protocol_table(results, r));
  }
  fill_record(results, report.record());
}

} // namespace canon::lab
