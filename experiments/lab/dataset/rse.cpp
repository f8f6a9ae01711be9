#include "dataset/rse.hpp"

#include <canon/pipeline.hpp>

namespace canon::lab {
namespace {

constexpr std::size_t types = 2;

} // namespace

EncodingOptions rse_encoding(std::size_t k) {
  EncodingOptions result;
  result.k = k;
  result.op = GraphOperator::lazy_adjacency;
  result.columns = EncodingColumns::sqrt_eigenvalue;
  result.canonize.axis_order = AxisOrder::longest;
  result.solver = Solver::dense;
  return result;
}

NodeFeatures rse_features(const std::vector<Graph>& graphs, const EncodingOptions& encoding,
                          std::size_t threads, const std::function<void()>& done) {
  NodeFeatures result;
  result.rows.columns = types + encoding.k;
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
          for (std::size_t j = 0; j < encoding.k; ++j)
            result.rows.values.push_back(encoded.features(v, j));
        }
        result.offsets.push_back(result.offsets.back() + n);
        for (std::size_t j = 0; j + encoded.padded < encoding.k; ++j)
          ++(encoded.settled[j] != Guarantee::none ? result.settled : result.unsettled);
        if (done) done();
      });
  return result;
}

} // namespace canon::lab
