#include "io/boost_format.hpp"
#include "io/listed_graph.hpp"

#include <boost/graph/graphviz.hpp>

namespace canon {
namespace {

class DotWriter : public BoostWriter {
public:
  DotWriter(std::ostream& out, const WriteOptions& options)
      : BoostWriter(out, GraphFormat::dot, options) {}

private:
  void print(std::ostream& out, const GraphRecord& record,
             boost::dynamic_properties& properties) override {
    properties.property("node_id", get(boost::vertex_index, record.graph));
    boost::write_graphviz_dp(out, record.graph, properties, "node_id");
  }
};

} // namespace

std::unique_ptr<GraphReader> dot_reader(Lines lines, const ReadOptions& options) {
  return std::make_unique<ListedReader>(std::move(lines), options, parse_dot);
}

std::unique_ptr<GraphWriter> dot_writer(std::ostream& out, const WriteOptions& options) {
  return std::make_unique<DotWriter>(out, options);
}

} // namespace canon
