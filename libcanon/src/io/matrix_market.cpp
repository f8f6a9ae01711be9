#include "io/formats.hpp"
#include "io/graph_builder.hpp"

#include <algorithm>

namespace canon {

namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

class MatrixMarketReader : public GraphReader {
public:
  MatrixMarketReader(Lines lines, const ReadOptions& options)
      : lines_(std::move(lines)), builder_(lines_->name(), options) {}

  bool next(GraphRecord& record) override {
    clear(record);
    if (done_) return false;
    done_ = true;
    banner();
    std::string_view line;
    if (!data_line(line)) lines_->fail_at_end("a line of rows, columns and entries");
    Fields sizes(*lines_, line);
    const std::size_t size_line = lines_->line_number();
    const std::uint64_t rows = sizes.natural("the number of rows");
    const std::uint64_t columns = sizes.natural("the number of columns");
    const std::uint64_t entries = sizes.natural("the number of entries");
    sizes.expect_done();
    builder_.check_vertex_count(rows, size_line);
    if (rows != columns)
      lines_->fail("a square matrix", std::to_string(rows) + " x " + std::to_string(columns));
    builder_.start(symmetric_ ? Listing::once : Listing::both_ends);
    for (std::uint64_t i = 0; i < entries; ++i) {
      if (!data_line(line))
        lines_->fail_at_end(std::to_string(entries) + " entries, of which " + std::to_string(i) +
                            " have come");
      entry(line, rows);
    }
    if (data_line(line))
      lines_->fail("the end of the file after " + std::to_string(entries) + " entries",
                   quote_token(line));
    builder_.build(rows, 0, size_line, record.graph);
    return true;
  }

private:
  void banner() {
    std::string_view line;
    if (!lines_->next(line)) lines_->fail_at_end("%%MatrixMarket");
    Fields fields(*lines_, line);
    const auto word = [&](std::initializer_list<const char*> known, const std::string& expected) {
      const std::string_view text = fields.text();
      const std::string found = lower(text);
      for (const char* k : known)
        if (found == lower(k)) return found;
      lines_->fail(expected, quote_token(text));
    };
    word({"%%MatrixMarket"}, "%%MatrixMarket");
    word({"matrix"}, "matrix");
    word({"coordinate"}, "coordinate");
    const std::string kind =
        word({"real", "double", "integer", "pattern"}, "real, integer or pattern");
    pattern_ = kind == "pattern";
    integer_ = kind == "integer";
    symmetric_ = word({"symmetric", "general"}, "symmetric or general") == "symmetric";
    fields.expect_done();
  }

  bool data_line(std::string_view& line) {
    while (lines_->next(line))
      if (const auto first = line.find_first_not_of(" \t");
          first != std::string_view::npos && line[first] != '%')
        return true;
    return false;
  }

  void entry(std::string_view line, std::uint64_t n) {
    Fields fields(*lines_, line);
    const std::uint64_t i = index(fields, n, "a row");
    const std::uint64_t j = index(fields, n, "a column");
    double weight = 1.0;
    if (integer_)
      weight = static_cast<double>(fields.integer("an integer entry"));
    else if (!pattern_)
      weight = fields.real("a real entry");
    fields.expect_done();
    if (symmetric_ && i < j)
      lines_->fail("an entry on or below the diagonal",
                   "row " + std::to_string(i) + ", column " + std::to_string(j));
    builder_.add_edge(i - 1, j - 1, weight, 0, lines_->line_number());
  }

  std::uint64_t index(Fields& fields, std::uint64_t n, const char* what) const {
    const std::uint64_t i = fields.natural(what);
    if (i < 1 || i > n)
      lines_->fail(std::string(what) + " from 1 to " + std::to_string(n), std::to_string(i));
    return i;
  }

  Lines lines_;
  GraphBuilder builder_;
  bool done_ = false, pattern_ = false, integer_ = false, symmetric_ = false;
};

class MatrixMarketWriter : public TextWriter {
public:
  MatrixMarketWriter(std::ostream& out, const WriteOptions& options)
      : TextWriter(out, GraphFormat::matrix_market, {true, false, false, true, false}, options) {}

private:
  void put(const GraphRecord& record) override {
    const bool pattern = is_unweighted(record.graph);
    std::string text = "%%MatrixMarket matrix coordinate ";
    text += pattern ? "pattern symmetric\n" : "real symmetric\n";
    append_number(text, std::uint64_t{num_vertices(record.graph)});
    text += ' ';
    append_number(text, std::uint64_t{num_vertices(record.graph)});
    text += ' ';
    append_number(text, std::uint64_t{num_edges(record.graph)});
    text += '\n';
    for (const Edge& e : sorted_edges(record.graph)) {
      append_number(text, std::uint64_t{e.v + 1});
      text += ' ';
      append_number(text, std::uint64_t{e.u + 1});
      if (!pattern) {
        text += ' ';
        append_number(text, e.weight);
      }
      text += '\n';
    }
    send(text);
  }
};

} // namespace

std::unique_ptr<GraphReader> matrix_market_reader(Lines lines, const ReadOptions& options) {
  return std::make_unique<MatrixMarketReader>(std::move(lines), options);
}

std::unique_ptr<GraphWriter> matrix_market_writer(std::ostream& out, const WriteOptions& options) {
  return std::make_unique<MatrixMarketWriter>(out, options);
}

} // namespace canon
