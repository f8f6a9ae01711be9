#include "dataset/hard_set.hpp"
#include "dataset/strongly_regular.hpp"

#include <canon/error.hpp>
#include <canon/graph_io.hpp>
#include <canon/symmetry.hpp>

#include <algorithm>
#include <fstream>
#include <map>

namespace canon::lab {
namespace {

struct Category {
  const char *word, *name, *title;
};
constexpr Category categories[] = {
    {"basic", "brec-basic", "BREC, basic"},
    {"regular", "brec-regular", "BREC, regular"},
    {"strongly_regular", "brec-strongly-regular", "BREC, strongly regular"},
    {"extension", "brec-extension", "BREC, extension"},
    {"cfi", "brec-cfi", "BREC, CFI"},
    {"4vtx", "brec-4vtx", "BREC, 4-vertex condition"},
    {"distance_regular", "brec-distance-regular", "BREC, distance regular"}};

/// BREC's largest graphs ask for more than the usual bound.
constexpr SymmetryOptions patient{.labels = true, .max_nodes = 20'000'000};

std::vector<Graph> graphs_in(const std::filesystem::path& path) {
  std::vector<Graph> graphs;
  for (GraphRecord& record : read_graphs(path, GraphFormat::graph6))
    graphs.push_back(std::move(record.graph));
  return graphs;
}

std::vector<std::string> lines_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw ReadError(path.string() + ": cannot be read");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

/// "8 and 9" of {8, 9}.
std::string listing(const std::vector<std::size_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    text += (i == 0 ? "" : i + 1 < numbers.size() ? ", " : " and ") + std::to_string(numbers[i]);
  return text;
}

void read_brec(const std::filesystem::path& folder, HardSets& to) {
  const std::filesystem::path file = folder / "brec.g6", names = folder / "brec-categories.txt";
  std::vector<Graph> graphs = graphs_in(file);
  const std::vector<std::string> lines = lines_of(names);
  if (graphs.size() != 2 * lines.size())
    throw ParseError(names.string(), lines.size(),
                     "expected a category for each of the " + std::to_string(graphs.size() / 2) +
                         " pairs of brec.g6, got " + std::to_string(lines.size()));
  std::map<std::string, HardSet> sets;
  std::vector<std::size_t> same;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto* found = std::find_if(std::begin(categories), std::end(categories),
                                     [&](const Category& c) { return c.word == lines[i]; });
    if (found == std::end(categories))
      throw ParseError(names.string(), i + 1,
                       "expected a category of BREC, got '" + lines[i] + "'");
    HardSet& set = sets[found->name];
    set.name = found->name;
    set.title = found->title;
    if (isomorphic(graphs[2 * i], graphs[2 * i + 1], patient))
      same.push_back(i + 1);
    else
      set.groups.push_back({{std::move(graphs[2 * i]), std::move(graphs[2 * i + 1])}, {{0, 1}}});
  }
  for (const Category& category : categories)
    if (const auto found = sets.find(category.name); found != sets.end())
      to.sets.push_back(std::move(found->second));
  if (!same.empty())
    to.notes.push_back("brec.g6: the graphs of pair " + listing(same) +
                       " are isomorphic; left out.");
}

void read_csl(const std::filesystem::path& folder, HardSets& to) {
  const std::vector<Graph> graphs = graphs_in(folder / "csl.g6");
  std::vector<Graph> classes, forms;
  for (const Graph& graph : graphs) {
    const Symmetry symmetry = find_symmetry(graph, patient);
    if (!symmetry.complete) throw SolverError("csl.g6: the search for symmetry gave up");
    const Graph form = relabel(graph, symmetry.labelling);
    if (std::none_of(forms.begin(), forms.end(),
                     [&](const Graph& other) { return same_graph(form, other); })) {
      forms.push_back(form);
      classes.push_back(graph);
    }
  }
  to.notes.push_back("csl.g6: " + std::to_string(graphs.size()) + " graphs in " +
                     std::to_string(classes.size()) +
                     " isomorphism classes; one graph of each is taken.");
  to.sets.push_back({"csl", "CSL", false, {all_pairs(std::move(classes))}});
}

/// Most graphs say which parameters are meant.
void read_sr25(const std::filesystem::path& folder, HardSets& to) {
  std::vector<Graph> graphs = graphs_in(folder / "sr25.g6");
  std::map<StronglyRegular, std::size_t> votes;
  for (const Graph& graph : graphs)
    if (const auto parameters = strongly_regular(graph)) ++votes[*parameters];
  const auto most = std::max_element(
      votes.begin(), votes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  std::vector<Graph> kept;
  std::vector<std::size_t> odd;
  std::string edges;
  for (std::size_t i = 0; i < graphs.size(); ++i)
    if (most != votes.end() && strongly_regular(graphs[i]) == most->first) {
      kept.push_back(std::move(graphs[i]));
    } else {
      odd.push_back(i + 1);
      edges += (edges.empty() ? "" : ", ") + std::to_string(boost::num_edges(graphs[i]));
    }
  if (!odd.empty())
    to.notes.push_back(
        "sr25.g6: the graphs in line " + listing(odd) + " (" + edges + " edges) are not strongly " +
        (most == votes.end()
             ? "regular"
             : "regular with parameters " + text(most->first) + ", which has " +
                   std::to_string(most->first.n * most->first.degree / 2) + " edges") +
        ": the file is damaged there, they are left out, and " + std::to_string(kept.size()) +
        " of " + std::to_string(kept.size() + odd.size()) + " graphs remain.");
  to.sets.push_back({"sr25", "SR25", false, {all_pairs(std::move(kept))}});
}

} // namespace

HardSets read_hard_sets(const std::filesystem::path& folder) {
  HardSets result;
  bool any = false;
  using Read = void (*)(const std::filesystem::path&, HardSets&);
  for (const auto& [file, read] : {std::pair<const char*, Read>{"brec.g6", read_brec},
                                   {"csl.g6", read_csl},
                                   {"sr25.g6", read_sr25}})
    if (std::filesystem::exists(folder / file)) {
      read(folder, result);
      any = true;
    }
  if (!any)
    throw ReadError(folder.string() + ": expected a folder with brec.g6, csl.g6 or sr25.g6");
  return result;
}

} // namespace canon::lab
