#include "dataset/samples.hpp"

namespace canon::lab {

nn::GraphSample sample_of(const Graph& graph) {
  nn::GraphSample sample;
  sample.nodes = static_cast<int>(boost::num_vertices(graph));
  for (const Edge& edge : sorted_edges(graph)) {
    const auto u = static_cast<int>(edge.u), v = static_cast<int>(edge.v);
    sample.tail.push_back(u);
    sample.head.push_back(v);
    if (u == v) continue;
    sample.tail.push_back(v);
    sample.head.push_back(u);
  }
  return sample;
}

std::vector<nn::GraphSample> exp_samples(const ExpDataset& data) {
  std::vector<nn::GraphSample> samples;
  for (std::size_t i = 0; i < data.size(); ++i) {
    nn::GraphSample sample = sample_of(data.graphs[i]);
    sample.node_types = 1;
    for (Vertex v = 0; v < boost::num_vertices(data.graphs[i]); ++v)
      sample.node_type.push_back(static_cast<int>(data.graphs[i][v].label));
    sample.label = data.labels[i];
    samples.push_back(std::move(sample));
  }
  return samples;
}

std::vector<nn::GraphSample> exp_samples(const ExpDataset& data, const NodeFeatures& features) {
  std::vector<nn::GraphSample> samples;
  const auto columns = static_cast<std::ptrdiff_t>(features.rows.columns);
  for (std::size_t i = 0; i < data.size(); ++i) {
    nn::GraphSample sample = sample_of(data.graphs[i]);
    const auto begin = features.rows.values.begin();
    sample.width = static_cast<int>(columns);
    sample.features.assign(begin + static_cast<std::ptrdiff_t>(features.offsets[i]) * columns,
                           begin + static_cast<std::ptrdiff_t>(features.offsets[i + 1]) * columns);
    sample.label = data.labels[i];
    samples.push_back(std::move(sample));
  }
  return samples;
}

} // namespace canon::lab
