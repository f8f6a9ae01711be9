#include "io/formats.hpp"
#include "io/graph_builder.hpp"

#include <algorithm>
#include <bit>

// B. McKay, "Description of graph6, sparse6 and digraph6 encodings": printable bytes 63..126 carry
// six bits each, highest first.
namespace canon {

namespace {

// Bits needed to write n-1, the field width of sparse6.
std::uint64_t field_width(std::uint64_t n) {
  return n == 0 ? 0 : static_cast<std::uint64_t>(std::bit_width(n - 1));
}

class BitReader {
public:
  explicit BitReader(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] std::uint64_t left() const { return 6 * bytes_.size() - at_; }
  std::uint64_t take(std::uint64_t count) {
    std::uint64_t value = 0;
    for (; count > 0; --count, ++at_)
      value =
          2 * value + ((static_cast<unsigned char>(bytes_[at_ / 6]) - 63U) >> (5 - at_ % 6) & 1U);
    return value;
  }

private:
  std::string_view bytes_;
  std::uint64_t at_ = 0;
};

class BitWriter {
public:
  explicit BitWriter(std::string& text) : text_(text) {}

  void give(std::uint64_t value, std::uint64_t count) {
    while (count-- > 0) {
      byte_ = 2 * byte_ + static_cast<unsigned>(value >> count & 1U);
      if (++used_ == 6) flush();
    }
  }
  [[nodiscard]] std::uint64_t missing() const { return used_ == 0 ? 0 : 6 - used_; }

private:
  void flush() {
    text_ += static_cast<char>(byte_ + 63);
    byte_ = 0;
    used_ = 0;
  }

  std::string& text_;
  unsigned byte_ = 0;
  std::uint64_t used_ = 0;
};

void append_size(std::string& text, std::uint64_t n) {
  BitWriter bits(text);
  if (n <= 62) {
    bits.give(n, 6);
  } else if (n <= 258047) {
    text += '~';
    bits.give(n, 18);
  } else {
    text += "~~";
    bits.give(n, 36);
  }
}

class Graph6Reader : public GraphReader {
public:
  Graph6Reader(Lines lines, const ReadOptions& options)
      : lines_(std::move(lines)), builder_(lines_->name(), options) {}

  bool next(GraphRecord& record) override {
    clear(record);
    if (std::string_view line; next_line(line)) {
      check(line);
      builder_.start();
      const bool sparse = line.front() == ':';
      if (sparse) line.remove_prefix(1);
      const std::uint64_t n = take_size(line);
      if (sparse)
        read_sparse6(n, line);
      else
        read_graph6(n, line);
      builder_.build(n, sparse ? 0 : n, lines_->line_number(), record.graph);
      return true;
    }
    return false;
  }

  std::size_t skip(std::size_t count) override {
    std::size_t done = 0;
    for (std::string_view line; done < count && next_line(line);)
      ++done;
    return done;
  }

private:
  /// The next that is a graph's.
  bool next_line(std::string_view& line) {
    while (lines_->next(line)) {
      for (const std::string_view header : {">>graph6<<", ">>sparse6<<"})
        if (line.starts_with(header)) line.remove_prefix(header.size());
      if (!line.empty()) return true;
    }
    return false;
  }

  void check(std::string_view line) const {
    if (line.front() == '&' || line.starts_with(">>digraph6<<"))
      lines_->fail("graph6 or sparse6", "a digraph6 line");
    if (line.front() == ';') lines_->fail("graph6 or sparse6", "an incremental sparse6 line");
    const std::size_t start = line.front() == ':' ? 1 : 0;
    for (std::size_t i = start; i < line.size(); ++i)
      if (line[i] < 63 || line[i] > 126)
        lines_->fail("a byte from 63 to 126",
                     quote_token(line.substr(i)) + " in column " + std::to_string(i + 1));
  }

  std::uint64_t take_size(std::string_view& line) const {
    const std::size_t marks = line.starts_with("~~") ? 2 : line.starts_with("~") ? 1 : 0;
    const std::size_t length = marks == 2 ? 6 : marks == 1 ? 3 : 1;
    if (line.size() < marks + length) lines_->fail("a number of vertices", quote_token(line));
    const std::uint64_t n = BitReader(line.substr(marks)).take(6 * length);
    builder_.check_vertex_count(n, lines_->line_number());
    line.remove_prefix(marks + length);
    return n;
  }

  void read_graph6(std::uint64_t n, std::string_view line) {
    const std::uint64_t pairs = n == 0 ? 0 : n * (n - 1) / 2;
    const std::uint64_t bytes = (pairs + 5) / 6;
    if (line.size() != bytes)
      lines_->fail(std::to_string(bytes) + " bytes after n = " + std::to_string(n),
                   std::to_string(line.size()));
    BitReader bits(line);
    for (std::uint64_t v = 1; v < n; ++v)
      for (std::uint64_t u = 0; u < v; ++u)
        if (bits.take(1) != 0) builder_.add_edge(u, v, 1.0, 0, lines_->line_number());
    if (bits.take(bits.left()) != 0) lines_->fail("zero bits as padding", quote_token(line));
  }

  void read_sparse6(std::uint64_t n, std::string_view line) {
    const std::uint64_t width = field_width(n);
    BitReader bits(line);
    std::uint64_t v = 0;
    std::uint64_t left = bits.left();
    while (bits.left() > width) {
      left = bits.left();
      v += bits.take(1);
      const std::uint64_t x = bits.take(width);
      if (v < n && x > v)
        v = x;
      else if (v < n)
        builder_.add_edge(x, v, 1.0, 0, lines_->line_number());
      if (v >= n) break; // padding has begun
      left = bits.left();
    }
    // Padding fills up the last byte and no more.
    if (left >= 6)
      lines_->fail("the end of the line after the last edge", std::to_string(left) + " more bits");
  }

  Lines lines_;
  GraphBuilder builder_;
};

class Graph6Writer : public TextWriter {
public:
  Graph6Writer(std::ostream& out, const WriteOptions& options)
      : TextWriter(out, GraphFormat::graph6, {false, false, false, false, true}, options) {}

private:
  void put(const GraphRecord& record) override {
    const Graph& graph = record.graph;
    const std::size_t n = num_vertices(graph);
    std::string text;
    append_size(text, n);
    const std::size_t start = text.size();
    const std::size_t pairs = n == 0 ? 0 : n * (n - 1) / 2;
    text.resize(start + (pairs + 5) / 6, 63);
    for (const Edge& e : sorted_edges(graph)) {
      const std::size_t bit = e.v * (e.v - 1) / 2 + e.u;
      text[start + bit / 6] = static_cast<char>(text[start + bit / 6] + (1 << (5 - bit % 6)));
    }
    send(text += '\n');
  }
};

class Sparse6Writer : public TextWriter {
public:
  Sparse6Writer(std::ostream& out, const WriteOptions& options)
      : TextWriter(out, GraphFormat::sparse6, {false, false, false, true, true}, options) {}

private:
  void put(const GraphRecord& record) override {
    const std::uint64_t n = num_vertices(record.graph);
    const std::uint64_t width = field_width(n);
    std::vector<Edge> edges = sorted_edges(record.graph);
    std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
      return std::pair(a.v, a.u) < std::pair(b.v, b.u);
    });
    std::string text = ":";
    append_size(text, n);
    BitWriter bits(text);
    std::uint64_t current = 0;
    for (const Edge& e : edges) {
      if (e.v > current + 1) { // a jump needs a field of its own
        bits.give(1, 1);
        bits.give(e.v, width);
        bits.give(0, 1);
      } else {
        bits.give(e.v - current, 1);
      }
      bits.give(e.u, width);
      current = e.v;
    }
    // Ones would read as the loop (n-1, n-1) here: the format's one exception.
    if (n == std::uint64_t{1} << width && n >= 2 && current == n - 2 && !edges.empty() &&
        bits.missing() > width)
      bits.give(0, 1);
    while (bits.missing() > 0)
      bits.give(1, 1);
    send(text += '\n');
  }
};

} // namespace

std::unique_ptr<GraphReader> graph6_reader(Lines lines, const ReadOptions& options) {
  return std::make_unique<Graph6Reader>(std::move(lines), options);
}

std::unique_ptr<GraphWriter> graph6_writer(std::ostream& out, const WriteOptions& options) {
  return std::make_unique<Graph6Writer>(out, options);
}

std::unique_ptr<GraphWriter> sparse6_writer(std::ostream& out, const WriteOptions& options) {
  return std::make_unique<Sparse6Writer>(out, options);
}

} // namespace canon
