#pragma once

#include "io/formats.hpp"

#include <boost/property_map/dynamic_property_map.hpp>
#include <boost/shared_ptr.hpp>

#include <functional>
#include <sstream>
#include <string>
#include <utility>

// What the formats that Boost.Graph writes have in common.
namespace canon {

/// A readable property whose text keeps every bit of a double: Boost's own adaptor prints six
/// digits.
template <class Key, class Value>
class ExactProperty : public boost::dynamic_property_map {
public:
  explicit ExactProperty(std::function<Value(const Key&)> read) : read_(std::move(read)) {}

  boost::any get(const boost::any& key) override { return read_(boost::any_cast<Key>(key)); }
  std::string get_string(const boost::any& key) override {
    std::string text;
    append_number(text, read_(boost::any_cast<Key>(key)));
    return text;
  }
  void put(const boost::any&, const boost::any&) override {
    throw boost::dynamic_const_put_error();
  }
  const std::type_info& key() const override { return typeid(Key); }
  const std::type_info& value() const override { return typeid(Value); }

private:
  std::function<Value(const Key&)> read_;
};

/// "label" of vertices, "label" and "weight" of edges.
inline void add_properties(boost::dynamic_properties& properties, const Graph& graph) {
  using GraphEdge = boost::graph_traits<Graph>::edge_descriptor;
  using VertexLabel = ExactProperty<Vertex, std::int64_t>;
  using EdgeLabel = ExactProperty<GraphEdge, std::int64_t>;
  using EdgeWeight = ExactProperty<GraphEdge, double>;
  const Graph* g = &graph;
  properties.insert("label", boost::shared_ptr<boost::dynamic_property_map>(
                                 new VertexLabel([g](const Vertex& v) { return (*g)[v].label; })));
  properties.insert("label", boost::shared_ptr<boost::dynamic_property_map>(
                                 new EdgeLabel([g](const GraphEdge& e) { return (*g)[e].label; })));
  properties.insert("weight", boost::shared_ptr<boost::dynamic_property_map>(new EdgeWeight(
                                  [g](const GraphEdge& e) { return (*g)[e].weight; })));
}

/// One graph per file; Boost.Graph makes the text.
class BoostWriter : public TextWriter {
public:
  BoostWriter(std::ostream& out, GraphFormat format, const WriteOptions& options)
      : TextWriter(out, format, {.many = false}, options) {}

private:
  void put(const GraphRecord& record) final {
    boost::dynamic_properties properties;
    add_properties(properties, record.graph);
    std::ostringstream text;
    text.exceptions(std::ios::badbit); // without it, running out of memory would cut the text short
    print(text, record, properties);
    send(text.str());
  }

  virtual void print(std::ostream& out, const GraphRecord& record,
                     boost::dynamic_properties& properties) = 0;
};

} // namespace canon
