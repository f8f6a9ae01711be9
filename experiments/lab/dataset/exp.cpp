#include "dataset/exp.hpp"

#include <canon/error.hpp>
#include <canon/graph_io.hpp>
#include <canon/random.hpp>

#include <iostream>

namespace canon::lab {
namespace {

void check_types(const Graph& graph, std::size_t index, const std::string& file) {
  for (Vertex v = 0; v < num_vertices(graph); ++v)
    if (graph[v].label != clause_type && graph[v].label != literal_type)
      throw ParseError(file, 0,
                       "expected the types 0 and 1, got " + std::to_string(graph[v].label) +
                           " (graph " + std::to_string(index) + ", vertex " + std::to_string(v) +
                           ")");
}

} // namespace

void ExpDataset::add(ExpPair pair) {
  graphs.push_back(std::move(pair.satisfiable));
  graphs.push_back(std::move(pair.unsatisfiable));
  labels.insert(labels.end(), {1, 0});
}

ExpDataset read_exp(const std::filesystem::path& path) {
  ExpDataset data;
  const auto reader = open_graphs(path, GraphFormat::exp);
  for (GraphRecord record; reader->next(record);) {
    const std::size_t index = data.size();
    const double expected = index % 2 == 0 ? 1.0 : 0.0;
    if (record.targets.size() != 1 || record.targets[0] != expected)
      throw ParseError(path.string(), 0,
                       "expected pairs labelled 1, 0, but graph " + std::to_string(index) +
                           " is not labelled " + std::to_string(static_cast<int>(expected)));
    check_types(record.graph, index, path.string());
    data.graphs.push_back(std::move(record.graph));
    data.labels.push_back(static_cast<int>(expected));
  }
  if (data.size() % 2 != 0)
    throw ParseError(path.string(), 0,
                     "expected whole pairs, got " + std::to_string(data.size()) + " graphs");
  return data;
}

void write_exp(const ExpDataset& data, const std::filesystem::path& path) {
  const auto writer = path == "-" ? graph_writer(std::cout, GraphFormat::exp)
                                  : graph_writer(path, GraphFormat::exp);
  GraphRecord record;
  for (std::size_t i = 0; i < data.size(); ++i) {
    record.graph = data.graphs[i];
    record.targets = {static_cast<double>(data.labels[i])};
    writer->write(record);
  }
  writer->finish();
}

void shuffle_nodes(ExpDataset& data, std::uint64_t seed) {
  for (std::size_t i = 0; i < data.size(); ++i) {
    Rng rng = trial_rng(seed, i);
    data.graphs[i] = relabel(data.graphs[i], random_permutation(num_vertices(data.graphs[i]), rng));
  }
}

} // namespace canon::lab
