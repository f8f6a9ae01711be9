#pragma once

#include "test_files.hpp"

#include <canon/error.hpp>
#include <canon/graph_io.hpp>

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace io_test {

using namespace canon;

inline std::vector<GraphRecord> drain(GraphReader& reader) {
  std::vector<GraphRecord> records;
  for (GraphRecord record; reader.next(record);)
    records.push_back(record);
  return records;
}

inline std::vector<GraphRecord> read_text(const std::string& text, GraphFormat format,
                                          const ReadOptions& options = {}) {
  std::istringstream in(text);
  return drain(*open_graphs(in, format, "text", options));
}

inline std::string write_text(const std::vector<GraphRecord>& records, GraphFormat format,
                              const WriteOptions& options = {}) {
  std::ostringstream out;
  const auto writer = graph_writer(out, format, options);
  for (const GraphRecord& record : records)
    writer->write(record);
  writer->finish();
  return out.str();
}

inline GraphRecord record_of(Graph graph) {
  GraphRecord record;
  record.graph = std::move(graph);
  return record;
}

/// The action must throw ParseError at this line with `part` in its message.
template <class Action>
void check_parse_error(Action action, std::size_t line, const std::string& part) {
  try {
    action();
    BOOST_ERROR("no error; wanted line " << line << ": " << part);
  } catch (const ParseError& error) {
    BOOST_TEST_INFO(error.what());
    BOOST_CHECK_EQUAL(error.line(), line);
    BOOST_CHECK_MESSAGE(std::string(error.what()).find(part) != std::string::npos,
                        error.what() << " lacks: " << part);
  }
}

inline void check_text_error(const std::string& text, GraphFormat format, std::size_t line,
                             const std::string& part, const ReadOptions& options = {}) {
  BOOST_TEST_CONTEXT("text: " << text)
  check_parse_error([&] { (void)read_text(text, format, options); }, line, part);
}

/// fails(text, line, part): the check above for texts of one format.
struct Fails {
  GraphFormat format;

  void operator()(const std::string& text, std::size_t line, const std::string& part,
                  const ReadOptions& options = {}) const {
    check_text_error(text, format, line, part, options);
  }
};

/// read_one(text): the only graph of a text of one format.
struct ReadOne {
  GraphFormat format;

  Graph operator()(const std::string& text, const ReadOptions& options = {}) const {
    const auto records = read_text(text, format, options);
    BOOST_REQUIRE_EQUAL(records.size(), 1U);
    return records[0].graph;
  }
};

struct RandomGraph {
  bool weights = false, vertex_labels = false, edge_labels = false, loops = false;
};

inline Graph random_graph(std::mt19937_64& random, std::size_t n, const RandomGraph& kind) {
  const double density = std::uniform_real_distribution(0.0, 0.6)(random);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  std::vector<Edge> edges;
  for (Vertex u = 0; u < n; ++u)
    for (Vertex v = kind.loops ? u : u + 1; v < n; ++v) {
      if (unit(random) > density) continue;
      Edge e{u, v};
      if (unit(random) < 0.5) std::swap(e.u, e.v);
      if (kind.weights)
        e.weight = std::ldexp(unit(random) + 1e-9, static_cast<int>(random() % 60) - 30);
      if (kind.edge_labels) e.label = static_cast<std::int64_t>(random() % 7) - 3;
      edges.push_back(e);
    }
  std::shuffle(edges.begin(), edges.end(), random);
  Graph graph = make_graph(n, edges);
  for (Vertex v = 0; v < n && kind.vertex_labels; ++v)
    graph[v].label = static_cast<std::int64_t>(random() % 7) - 3;
  return graph;
}

/// The reference data, or nothing (with a word in the log) where there are none.
inline bool have_shared_data() {
  const bool here = std::filesystem::exists(CANON_TEST_DATA);
  if (!here) BOOST_TEST_MESSAGE("skipped: no reference data at " CANON_TEST_DATA);
  return here;
}

/// A file of the reference data's review, or nothing (with a word in the log) where there is none.
inline std::filesystem::path repro(const std::string& name) {
  const auto path =
      std::filesystem::path(CANON_TEST_DATA).parent_path() / "review" / "repro" / name;
  if (std::filesystem::exists(path)) return path;
  BOOST_TEST_MESSAGE("skipped: no reference file at " << path.string());
  return {};
}

} // namespace io_test
