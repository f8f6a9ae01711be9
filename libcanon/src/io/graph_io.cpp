#include "io/formats.hpp"

#include <canon/base/atomic_file.hpp>
#include <canon/error.hpp>

#include <algorithm>
#include <array>
#include <iostream>

namespace canon {

namespace fs = std::filesystem;

namespace {

struct Row {
  GraphFormat format;
  std::unique_ptr<GraphReader> (*reader)(Lines, const ReadOptions&);
  std::unique_ptr<GraphWriter> (*writer)(std::ostream&, const WriteOptions&);
};

// In the order of the enum. sparse6 and graph6 lines say themselves which they are.
constexpr std::array<Row, 8> table{{
    {GraphFormat::edge_list, edge_list_reader, edge_list_writer},
    {GraphFormat::graph6, graph6_reader, graph6_writer},
    {GraphFormat::sparse6, graph6_reader, sparse6_writer},
    {GraphFormat::matrix_market, matrix_market_reader, matrix_market_writer},
    {GraphFormat::graphml, graphml_reader, graphml_writer},
    {GraphFormat::dot, dot_reader, dot_writer},
    {GraphFormat::ogb, nullptr, nullptr},
    {GraphFormat::exp, exp_reader, exp_writer},
}};

const Row& row(GraphFormat format) {
  return table.at(static_cast<std::size_t>(format));
}

class FileWriter : public GraphWriter {
public:
  FileWriter(const fs::path& path, GraphFormat format, const WriteOptions& options)
      : file_(path), writer_(graph_writer(file_.stream(), format, options)) {}

  void write(const GraphRecord& record) override {
    writer_->write(record);
    file_.check();
  }
  void finish() override {
    writer_->finish();
    file_.commit();
  }

private:
  AtomicFile file_;
  std::unique_ptr<GraphWriter> writer_;
};

} // namespace

std::unique_ptr<GraphReader> open_graphs(const fs::path& path, std::optional<GraphFormat> format,
                                         const ReadOptions& options) {
  if (path == "-") {
    if (!format) throw ParseError("standard input", 0, "expected a format, got none");
    return open_graphs(std::cin, *format, "standard input", options);
  }
  std::error_code ignored;
  if (!fs::exists(path, ignored)) throw ReadError(path.string() + ": no such file or folder");
  if (!format) format = guess_format(path);
  if (!format) {
    (void)LineReader(path); // an unreadable file is the better explanation
    throw ParseError(path.string(), 0,
                     "unrecognised graph format: expected a known extension or content, or the "
                     "format to be named");
  }
  if (*format == GraphFormat::ogb) return ogb_reader(path, options);
  return row(*format).reader(std::make_unique<LineReader>(path, options.max_text), options);
}

std::unique_ptr<GraphReader> open_graphs(std::istream& in, GraphFormat format,
                                         const std::string& name, const ReadOptions& options) {
  if (format == GraphFormat::ogb) throw ParseError(name, 0, "expected an OGB folder, got a stream");
  return row(format).reader(std::make_unique<LineReader>(in, name, options.max_text), options);
}

std::size_t GraphReader::skip(std::size_t count) {
  std::size_t done = 0;
  for (GraphRecord record; done < count && next(record);)
    ++done;
  return done;
}

std::vector<GraphRecord> read_graphs(const fs::path& path, std::optional<GraphFormat> format,
                                     const ReadOptions& options) {
  const auto reader = open_graphs(path, format, options);
  std::vector<GraphRecord> records;
  for (GraphRecord record; reader->next(record);)
    records.push_back(record);
  return records;
}

std::unique_ptr<GraphWriter> graph_writer(std::ostream& out, GraphFormat format,
                                          const WriteOptions& options) {
  if (format == GraphFormat::ogb)
    throw ArgumentError("ogb is a folder: it cannot be written to a stream");
  return row(format).writer(out, options);
}

std::unique_ptr<GraphWriter> graph_writer(const fs::path& path, GraphFormat format,
                                          const WriteOptions& options) {
  if (format == GraphFormat::ogb) return ogb_writer(path, options);
  return std::make_unique<FileWriter>(path, format, options);
}

} // namespace canon
