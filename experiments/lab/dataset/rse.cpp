#include "dataset/rse.hpp"

#include <canon/encoding.hpp>
#include <canon/pipeline.hpp>

namespace canon::lab {
namespace {

constexpr std::size_t types = 2;

EncodingOptions encoding_options(const RseOptions& options) {
  EncodingOptions result;
  result.k = options.k;
  result.op = GraphOperator::lazy_adjacency;
  result.columns = EncodingColumns::sqrt_eigenvalue;
  result.by_component = options.by_component;
  result.canonize.level = options.level;
  result.canonize.axis_order = options.axis_order;
  result.solver = Solver::dense;
  return result;
}

} // namespace

NodeFeatures rse_features(const std::vector<Graph>& graphs, const RseOptions& options,
                          std::size_t threads, const std::function<void()>& done) {
  const EncodingOptions encoding = encoding_options(options);
  NodeFeatures result;
  result.rows.columns = types + options.k;
  result.offsets.push_back(0);
  std::size_t next = 0;
  ordered_pipeline<std::size_t, Encoding>(
      threads, [&](std::size_t& i) { return (i = next++) < graphs.size(); },
      [&](std::size_t i, std::size_t) { return encode(graphs[i], encoding, i); },
      [&](const Encoding& encoded, std::size_t i) {
        const std::size_t n = num_vertices(graphs[i]);
        for (Vertex v = 0; v < n; ++v) {
          const bool literal = graphs[i][v].label == literal_type;
          result.rows.values.insert(result.rows.values.end(),
                                    {literal ? 0.0 : 1.0, literal ? 1.0 : 0.0});
          for (std::size_t j = 0; j < options.k; ++j)
            result.rows.values.push_back(encoded.features(v, j));
        }
        result.offsets.push_back(result.offsets.back() + n);
        for (std::size_t j = 0; j + encoded.padded < options.k; ++j)
          ++(encoded.settled[j] != Guarantee::none ? result.settled : result.unsettled);
        if (done) done();
      });
  return result;
}

} // namespace canon::lab
