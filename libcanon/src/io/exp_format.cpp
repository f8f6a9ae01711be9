#include "io/formats.hpp"
#include "io/graph_builder.hpp"

#include <canon/error.hpp>

#include <algorithm>
#include <limits>

namespace canon {

namespace {

class ExpReader : public GraphReader {
public:
  ExpReader(Lines lines, const ReadOptions& options)
      : lines_(std::move(lines)), builder_(lines_->name(), options) {
    Fields fields = line_of("the number of graphs");
    count_ = fields.natural("the number of graphs");
    fields.expect_done();
  }

  [[nodiscard]] std::optional<std::size_t> size() const override { return count_; }

  bool next(GraphRecord& record) override {
    clear(record);
    if (read_ == count_) {
      std::string_view line;
      while (lines_->next(line))
        if (!Fields(*lines_, line).done())
          lines_->fail("the end of the file after " + std::to_string(count_) + " graphs",
                       quote_token(line));
      return false;
    }
    Fields head = line_of("graph " + std::to_string(read_ + 1) + " of " + std::to_string(count_));
    const std::size_t head_line = lines_->line_number();
    const std::uint64_t n = head.natural("the number of vertices");
    builder_.check_vertex_count(n, head_line);
    record.targets.assign(1, head.real("the graph's label"));
    head.expect_done();
    builder_.start(Listing::both_ends);
    labels_.clear();
    for (std::uint64_t v = 0; v < n; ++v)
      vertex(v, n);
    builder_.build(n, n, head_line, record.graph);
    for (Vertex v = 0; v < n; ++v)
      record.graph[v].label = labels_[v];
    ++read_;
    return true;
  }

private:
  Fields line_of(const std::string& what) {
    std::string_view line;
    if (!lines_->next(line)) lines_->fail_at_end(what);
    return Fields(*lines_, line);
  }

  void vertex(std::uint64_t v, std::uint64_t n) {
    Fields fields = line_of("vertex " + std::to_string(v) + " of " + std::to_string(n));
    labels_.push_back(fields.integer("a vertex label"));
    const std::uint64_t degree = fields.natural("the number of neighbours");
    std::uint64_t found = 0;
    for (; !fields.done(); ++found) {
      const std::uint64_t w = fields.natural("a neighbour");
      if (w >= n) lines_->fail("a neighbour below n = " + std::to_string(n), std::to_string(w));
      builder_.add_edge(v, w, 1.0, 0, lines_->line_number());
    }
    if (found != degree)
      lines_->fail(std::to_string(degree) + " neighbours", std::to_string(found));
  }

  Lines lines_;
  GraphBuilder builder_;
  std::size_t count_ = 0, read_ = 0;
  std::vector<std::int64_t> labels_;
};

// The count stands before the graphs, so they are kept until it is known.
class ExpWriter : public TextWriter {
public:
  ExpWriter(std::ostream& out, const WriteOptions& options)
      : TextWriter(out, GraphFormat::exp, {.weights = false, .edge_labels = false}, options) {}

private:
  void put(const GraphRecord& record) override {
    const Graph& graph = record.graph;
    if (record.targets.size() > 1 && !lossy()) refuse("more than one target per graph");
    append_number(body_, std::uint64_t{num_vertices(graph)});
    body_ += ' ';
    append_number(body_, record.targets.empty() ? std::numeric_limits<double>::quiet_NaN()
                                                : record.targets.front());
    body_ += '\n';
    std::vector<Vertex> neighbours;
    for (Vertex v = 0; v < num_vertices(graph); ++v) {
      const auto [first, last] = adjacent_vertices(v, graph);
      neighbours.assign(first, last);
      std::sort(neighbours.begin(), neighbours.end());
      // Boost lists a loop from both of its ends.
      neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
      append_number(body_, graph[v].label);
      body_ += ' ';
      append_number(body_, std::uint64_t{neighbours.size()});
      for (const Vertex w : neighbours) {
        body_ += ' ';
        append_number(body_, std::uint64_t{w});
      }
      body_ += '\n';
    }
  }

  void close() override {
    send(std::to_string(count()) + "\n");
    send(body_);
    TextWriter::close();
  }

  std::string body_;
};

} // namespace

std::unique_ptr<GraphReader> exp_reader(Lines lines, const ReadOptions& options) {
  return std::make_unique<ExpReader>(std::move(lines), options);
}

std::unique_ptr<GraphWriter> exp_writer(std::ostream& out, const WriteOptions& options) {
  return std::make_unique<ExpWriter>(out, options);
}

} // namespace canon
