#include "boost_format.hpp"
#include "formats.hpp"
#include "graph_builder.hpp"
#include "xml_scan.hpp"

#include <boost/graph/graphml.hpp>
#include <boost/property_tree/xml_parser.hpp>

#include <sstream>

namespace canon {

namespace {

struct RawEdge {
  std::size_t u, v;
  std::string weight, label;
};

// Takes what Boost's reader finds as text, so that the numbers are read by the same rules as in
// every other format.
class Collector : public boost::mutate_graph {
public:
  explicit Collector(bool directed) : directed_(directed) {}

  bool is_directed() const override { return directed_; }
  boost::any do_add_vertex() override {
    labels.emplace_back();
    return labels.size() - 1;
  }
  std::pair<boost::any, bool> do_add_edge(boost::any source, boost::any target) override {
    edges.push_back(
        {boost::any_cast<std::size_t>(source), boost::any_cast<std::size_t>(target), {}, {}});
    return {edges.size() - 1, true};
  }
  void set_graph_property(const std::string& key, const std::string& value,
                          const std::string&) override {
    if (key == "name") name = value;
  }
  void set_vertex_property(const std::string& key, boost::any vertex, const std::string& value,
                           const std::string&) override {
    if (key == "label") labels[boost::any_cast<std::size_t>(vertex)] = value;
  }
  void set_edge_property(const std::string& key, boost::any edge, const std::string& value,
                         const std::string&) override {
    RawEdge& e = edges[boost::any_cast<std::size_t>(edge)];
    if (key == "weight") e.weight = value;
    if (key == "label") e.label = value;
  }

  std::string name;
  std::vector<std::string> labels;
  std::vector<RawEdge> edges;

private:
  bool directed_;
};

class GraphmlReader : public GraphReader {
public:
  GraphmlReader(Lines lines, const ReadOptions& options)
      : lines_(std::move(lines)), file_(lines_->name()), builder_(file_, options) {}

  bool next(GraphRecord& record) override {
    clear(record);
    if (!lines_) return false;
    const std::string text = lines_->rest();
    lines_.reset();
    const XmlScan scan = scan_graphml(file_, text);
    Collector found(false);
    builder_.start();
    if (!parse(text, found)) {
      builder_.refuse_directed(scan.graph_line);
      builder_.start(Listing::both_ends);
      found = Collector(true);
      if (!parse(text, found))
        throw ParseError(file_, scan.graph_line,
                         "expected edges of one kind, got directed and undirected ones");
    }
    if (found.labels.size() != scan.nodes)
      throw ParseError(file_, scan.graph_line,
                       "expected every end of an edge to be declared once as a <node>, got " +
                           std::to_string(scan.nodes) + " <node>s and " +
                           std::to_string(found.labels.size()) + " names");
    fill(found, record);
    return true;
  }

private:
  // False if the graph is of the other kind than the collector.
  bool parse(const std::string& text, Collector& found) const {
    std::istringstream in(text);
    try {
      boost::read_graphml(in, found, 0);
      return true;
    } catch (const boost::directed_graph_error&) {
      return false;
    } catch (const boost::undirected_graph_error&) {
      return false;
    } catch (const boost::property_tree::xml_parser_error& error) {
      throw ParseError(file_, error.line(), "expected XML, got: " + error.message());
    } catch (const std::exception& error) {
      throw ParseError(file_, 0, std::string("expected GraphML, got: ") + error.what());
    }
  }

  void fill(const Collector& found, GraphRecord& record) {
    for (const RawEdge& e : found.edges)
      builder_.add_edge(e.u, e.v, attribute(file_, e.weight, 1.0, "a weight"),
                        attribute(file_, e.label, std::int64_t{0}, "an integer label"), 0);
    builder_.build(found.labels.size(), found.labels.size(), 0, record.graph);
    for (Vertex v = 0; v < found.labels.size(); ++v)
      record.graph[v].label =
          attribute(file_, found.labels[v], std::int64_t{0}, "an integer label");
    record.name = found.name;
  }

  Lines lines_;
  std::string file_;
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
    for (char& c : name) // XML has no way to write these
      if (static_cast<unsigned char>(c) < 0x20) c = '_';
    if (!name.empty())
      properties.property("name", boost::ref_property_map<Graph*, std::string>(name));
    std::ostringstream text;
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
