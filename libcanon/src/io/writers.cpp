#include "io/formats.hpp"

#include <canon/error.hpp>

#include <boost/range/iterator_range.hpp>

#include <ostream>

namespace canon {

void clear(GraphRecord& record) {
  record.graph.clear();
  record.name.clear();
  record.targets.clear();
  record.vertex_width = record.edge_width = 0;
  record.vertex_features.clear();
  record.edge_features.clear();
}

CheckedWriter::CheckedWriter(GraphFormat format, Holds holds, const WriteOptions& options)
    : format_(format), holds_(holds), options_(options) {}

void CheckedWriter::refuse(const std::string& what) const {
  throw ArgumentError(std::string(name(format_)) + " cannot hold " + what);
}

void CheckedWriter::write(const GraphRecord& record) {
  const Graph& graph = record.graph;
  if (finished_) throw ArgumentError("a graph was written after finish()");
  if (count_ > 0 && !holds_.many) refuse("a second graph");
  if (!holds_.vertex_labels && !lossy())
    for (auto v : boost::make_iterator_range(vertices(graph)))
      if (graph[v].label != 0) refuse("vertex labels");
  for (auto e : boost::make_iterator_range(edges(graph))) {
    if (!holds_.weights && !lossy() && graph[e].weight != 1.0) refuse("edge weights");
    if (!holds_.edge_labels && !lossy() && graph[e].label != 0) refuse("edge labels");
    if (!holds_.loops && source(e, graph) == target(e, graph)) refuse("loops");
  }
  put(record);
  ++count_;
}

void CheckedWriter::finish() {
  if (finished_) throw ArgumentError("finish() was called twice");
  if (count_ == 0 && !holds_.many) refuse("a file without a graph");
  finished_ = true;
  close();
}

void TextWriter::send(std::string_view text) {
  out_.write(text.data(), static_cast<std::streamsize>(text.size()));
  if (!out_) throw WriteError("the output cannot be written");
}

void TextWriter::close() {
  out_.flush();
  if (!out_) throw WriteError("the output cannot be written");
}

} // namespace canon
