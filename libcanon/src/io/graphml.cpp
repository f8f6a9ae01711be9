#include "io/boost_format.hpp"
#include "io/formats.hpp"
#include "io/graphml_parser.hpp"
#include "io/xml_reader.hpp"

#include <boost/graph/graphml.hpp>

#include <sstream>

namespace canon {

namespace {

class GraphmlReader : public GraphReader {
public:
  GraphmlReader(Lines lines, const ReadOptions& options)
      : lines_(std::move(lines)), builder_(lines_->name(), options) {}

  bool next(GraphRecord& record) override {
    clear(record);
    if (!lines_) return false;
    const ListedGraph listed = parse_graphml(lines_->name(), lines_->rest());
    lines_.reset();
    build_listed(listed, builder_, record);
    return true;
  }

private:
  Lines lines_;
  GraphBuilder builder_;
};

class GraphmlWriter : public TextWriter {
public:
  GraphmlWriter(std::ostream& out, const WriteOptions& options)
      : TextWriter(out, GraphFormat::graphml, {true, true, true, true, false}, options) {}

private:
  void put(const GraphRecord& record) override {
    boost::dynamic_properties properties;
    add_properties(properties, record.graph);
    std::string name = record.name;
    for (char& c : name)
      if (static_cast<unsigned char>(c) < 0x20) c = '_';
    for (std::size_t at = 0, bad = 0; !is_xml_text(std::string_view(name).substr(at), bad);)
      name[at += bad] = '_'; // XML has no way to write it
    if (!name.empty())
      properties.property("name", boost::ref_property_map<Graph*, std::string>(name));
    std::ostringstream text;
    text.exceptions(std::ios::badbit); // out of memory it would stay short without a word
    boost::write_graphml(text, record.graph, properties, true);
    send(text.str());
  }
};

} // namespace

std::unique_ptr<GraphReader> graphml_reader(Lines lines, const ReadOptions& options) {
  return std::make_unique<GraphmlReader>(std::move(lines), options);
}

std::unique_ptr<GraphWriter> graphml_writer(std::ostream& out, const WriteOptions& options) {
  return std::make_unique<GraphmlWriter>(out, options);
}

} // namespace canon
