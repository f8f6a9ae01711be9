#include "study/molecule_journal.hpp"

#include <algorithm>

namespace canon::lab {
namespace {

constexpr std::size_t graphs_per_piece = 256;

Json multiplicities_json(const Multiplicities& counts) {
  Json pairs = Json::array();
  for (const auto& [multiplicity, count] : counts)
    pairs.push_back({multiplicity, count});
  return pairs;
}

Multiplicities multiplicities_of(const Json& pairs) {
  Multiplicities counts;
  for (const Json& pair : pairs)
    counts[pair.at(0).get<std::size_t>()] = pair.at(1).get<std::size_t>();
  return counts;
}

/// The plain numbers, in one order for writing and for reading.
template <typename Counts, typename Visit>
void visit_ours(Counts& c, const Visit& visit) {
  for (auto* number : {&c.graphs, &c.nodes, &c.edges, &c.simple, &c.equal_norm, &c.large_graphs,
                       &c.large_vectors, &c.violations.simple, &c.violations.assumption1,
                       &c.violations.multiple, &c.violations.assumption2, &c.violations.assumption3,
                       &c.violations.doubtful, &c.sign_graphs, &c.lost_vectors})
    visit(*number);
  for (auto& number : c.settled)
    visit(number);
  for (auto& number : c.labelled)
    visit(number);
}

template <typename Counts, typename Visit>
void visit_published(Counts& c, const Visit& visit) {
  for (auto* number :
       {&c.vectors, &c.equal_norm, &c.large_vectors, &c.multiple, &c.distinct, &c.sign_graphs,
        &c.simple_sign_graphs, &c.assumption2, &c.assumption3, &c.lost_vectors})
    visit(*number);
}

} // namespace

std::vector<MoleculePiece> make_pieces(const std::vector<MoleculeSet>& sets) {
  std::vector<MoleculePiece> pieces;
  for (std::size_t set = 0; set < sets.size(); ++set) {
    const std::size_t graphs = sets[set].reader->size().value_or(0);
    for (std::size_t first = 0; first < graphs; first += graphs_per_piece)
      pieces.push_back({set, std::min(graphs_per_piece, graphs - first)});
  }
  return pieces;
}

Json molecule_study_configuration(const std::vector<MoleculeSet>& sets,
                                  const MoleculeOptions& options) {
  Json configuration = {{"format", 1}, {"min_nodes", options.min_nodes}, {"c", options.c}};
  for (const MoleculeSet& set : sets)
    configuration["sets"].push_back({set.name, set.reader->size().value_or(0)});
  return configuration;
}

Json piece_json(const MoleculeResult& result) {
  Json ours = Json::array(), published = Json::array();
  visit_ours(result.ours, [&](std::size_t number) { ours.push_back(number); });
  visit_published(result.published, [&](std::size_t number) { published.push_back(number); });
  return {{"labels", result.has_labels},
          {"ours", ours},
          {"multiplicities", multiplicities_json(result.ours.multiplicities)},
          {"published", published},
          {"published_multiplicities", multiplicities_json(result.published.multiplicities)}};
}

MoleculeResult piece_of(const Json& json) {
  MoleculeResult result;
  result.has_labels = json.at("labels").get<bool>();
  std::size_t i = 0;
  visit_ours(result.ours, [&](std::size_t& number) { json.at("ours").at(i++).get_to(number); });
  i = 0;
  visit_published(result.published,
                  [&](std::size_t& number) { json.at("published").at(i++).get_to(number); });
  result.ours.multiplicities = multiplicities_of(json.at("multiplicities"));
  result.published.multiplicities = multiplicities_of(json.at("published_multiplicities"));
  return result;
}

} // namespace canon::lab
