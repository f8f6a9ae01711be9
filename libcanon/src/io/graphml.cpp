#include "io/boost_format.hpp"
#include "io/listed_graph.hpp"
#include "io/xml_reader.hpp"

#include <boost/graph/graphml.hpp>

namespace canon {
namespace {

class GraphmlWriter : public BoostWriter {
public:
  GraphmlWriter(std::ostream& out, const WriteOptions& options)
      : BoostWriter(out, GraphFormat::graphml, options) {}

private:
  void print(std::ostream& out, const GraphRecord& record,
             boost::dynamic_properties& properties) override {
    std::string name = record.name;
    for (char& c : name)
      if (static_cast<unsigned char>(c) < 0x20) c = '_';
    for (std::size_t at = 0, bad = 0; !is_xml_text(std::string_view(name).substr(at), bad);)
      name[at += bad] = '_'; // XML has no way to write it
    if (!name.empty())
      properties.property("name", boost::ref_property_map<Graph*, std::string>(name));
    boost::write_graphml(out, record.graph, properties, true);
  }
};

} // namespace

std::unique_ptr<GraphReader> graphml_reader(Lines lines, const ReadOptions& options) {
  return std::make_unique<ListedReader>(std::move(lines), options, parse_graphml);
}

std::unique_ptr<GraphWriter> graphml_writer(std::ostream& out, const WriteOptions& options) {
  return std::make_unique<GraphmlWriter>(out, options);
}

} // namespace canon
