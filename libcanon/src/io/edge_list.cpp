#include "io/formats.hpp"
#include "io/graph_builder.hpp"

#include <boost/range/iterator_range.hpp>

#include <algorithm>

namespace canon {

namespace {

class EdgeListReader : public GraphReader {
public:
  EdgeListReader(Lines lines, const ReadOptions& options)
      : lines_(std::move(lines)), builder_(lines_->name(), options) {}

  bool next(GraphRecord& record) override {
    clear(record);
    builder_.start();
    bool started = false;
    for (std::string_view line; lines_->next(line);) {
      const std::string_view text = line.substr(0, line.find_first_of("#%"));
      Fields fields(*lines_, text, true);
      if (fields.done()) continue;
      Fields head = fields;
      const std::string_view word = head.text();
      if (word == "graph") {
        if (started) { // it begins the graph after this one
          lines_->put_back();
          break;
        }
        record.name = head.remainder();
      } else if (word == "vertex") {
        vertex(head);
      } else {
        edge(fields);
      }
      started = true;
    }
    if (!started) return false;
    builder_.build(builder_.mentioned(), 0, lines_->line_number(), record.graph);
    return true;
  }

private:
  void vertex(Fields& fields) {
    const std::uint64_t v = fields.natural("a vertex number");
    const std::int64_t label = fields.done() ? 0 : fields.integer("an integer label");
    fields.expect_done();
    builder_.add_vertex(v, label, lines_->line_number());
  }

  void edge(Fields& fields) {
    const std::uint64_t u = fields.natural("a vertex number, \"vertex\" or \"graph\"");
    const std::uint64_t v = fields.natural("a vertex number");
    const double weight = fields.done() ? 1.0 : fields.real("a weight");
    const std::int64_t label = fields.done() ? 0 : fields.integer("an integer label");
    fields.expect_done();
    builder_.add_edge(u, v, weight, label, lines_->line_number());
  }

  Lines lines_;
  GraphBuilder builder_;
};

class EdgeListWriter : public TextWriter {
public:
  EdgeListWriter(std::ostream& out, const WriteOptions& options)
      : TextWriter(out, GraphFormat::edge_list, Holds{}, options) {}

private:
  void put(const GraphRecord& record) override {
    const Graph& graph = record.graph;
    text_ = "graph";
    if (!record.name.empty()) {
      text_ += ' ';
      for (const char c : record.name) // what would end the name on reading
        text_ += c == '#' || c == '%' || c == '\n' || c == '\r' ? '_' : c;
    }
    text_ += '\n';
    for (auto v : boost::make_iterator_range(vertices(graph)))
      if (graph[v].label != 0 || out_degree(v, graph) == 0) {
        text_ += "vertex ";
        append_number(text_, std::uint64_t{v});
        if (graph[v].label != 0) append_field(graph[v].label);
        text_ += '\n';
      }
    for (auto e : boost::make_iterator_range(edges(graph))) {
      append_number(text_, std::uint64_t{source(e, graph)});
      append_field(std::uint64_t{target(e, graph)});
      if (graph[e].weight != 1.0 || graph[e].label != 0) append_field(graph[e].weight);
      if (graph[e].label != 0) append_field(graph[e].label);
      text_ += '\n';
    }
    send(text_);
  }

  template <class Number>
  void append_field(Number value) {
    text_ += ' ';
    append_number(text_, value);
  }

  std::string text_;
};

} // namespace

std::unique_ptr<GraphReader> edge_list_reader(Lines lines, const ReadOptions& options) {
  return std::make_unique<EdgeListReader>(std::move(lines), options);
}

std::unique_ptr<GraphWriter> edge_list_writer(std::ostream& out, const WriteOptions& options) {
  return std::make_unique<EdgeListWriter>(out, options);
}

} // namespace canon
