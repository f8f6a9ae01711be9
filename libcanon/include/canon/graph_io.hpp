#pragma once

#include <canon/graph.hpp>

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace canon {

/// The formats, by the names of the command line.
enum class GraphFormat { edge_list, graph6, sparse6, matrix_market, graphml, dot, ogb, exp };

/// "edge-list", "graph6", "sparse6", "matrix-market", "graphml", "dot", "ogb", "exp".
[[nodiscard]] std::string_view format_name(GraphFormat format);
[[nodiscard]] std::optional<GraphFormat> format_by_name(std::string_view name);
[[nodiscard]] const std::vector<GraphFormat>& all_formats();

/// From the name (a trailing .gz is looked through), a folder's layout, or, where the name says
/// nothing (.txt), the first lines of the file. Nothing if it cannot be told.
[[nodiscard]] std::optional<GraphFormat> guess_format(const std::filesystem::path& path);

/// What a graph may not silently become. The default refuses; the other values are the rules.
struct ReadOptions {
  enum class Loops { refuse, drop, keep };
  enum class Duplicates { refuse, merge }; ///< merge: equal weight and label, else still refused
  enum class Directed { refuse, symmetrise };
  Loops loops = Loops::refuse;
  Duplicates duplicates = Duplicates::refuse;
  Directed directed = Directed::refuse; ///< a digraph: refuse, or forget the directions
  bool negative_weights = false;        ///< true: let negative weights in
};

/// One element of a stream of graphs.
struct GraphRecord {
  Graph graph;
  std::string name;             ///< the file's own name for it; may be empty
  std::vector<double> targets;  ///< graph labels; NaN where missing
  std::size_t vertex_width = 0; ///< integers a vertex in vertex_features (OGB's 9, ZINC's 1)
  std::vector<std::int32_t> vertex_features; ///< n x vertex_width, row by row
  std::size_t edge_width = 0;
  std::vector<std::int32_t> edge_features; ///< m x edge_width, in the order of the file
};

/// A single pass over the graphs of a source; holds one graph at a time in memory.
class GraphReader {
public:
  GraphReader() = default;
  GraphReader(const GraphReader&) = delete;
  GraphReader& operator=(const GraphReader&) = delete;
  virtual ~GraphReader() = default;

  /// Puts the next graph into `record` (which is overwritten whole); false at the end.
  virtual bool next(GraphRecord& record) = 0;

  /// How many graphs there are, where the format says so before they are read.
  [[nodiscard]] virtual std::optional<std::size_t> size() const { return std::nullopt; }
};

/// Opens a file, an OGB folder, or "-" (stdin; a format must then be given). gzip is recognised by
/// its magic bytes. Throws FileError if there is no such file, ParseError if the format cannot be
/// told or does not fit.
[[nodiscard]] std::unique_ptr<GraphReader> open_graphs(const std::filesystem::path& path,
                                                       std::optional<GraphFormat> format = {},
                                                       const ReadOptions& options = {});

/// The same from a stream that outlives the reader; `name` stands in messages. Not for OGB.
[[nodiscard]] std::unique_ptr<GraphReader> open_graphs(std::istream& in, GraphFormat format,
                                                       const std::string& name,
                                                       const ReadOptions& options = {});

/// All graphs of a small file at once.
[[nodiscard]] std::vector<GraphRecord> read_graphs(const std::filesystem::path& path,
                                                   std::optional<GraphFormat> format = {},
                                                   const ReadOptions& options = {});

struct WriteOptions {
  bool lossy = false; ///< true: drop weights or labels that the format cannot hold
};

/// Writes graph after graph. A graph that the format cannot hold exactly (weights in graph6, a
/// second graph in Matrix Market) throws DimensionError before anything of it is written.
class GraphWriter {
public:
  GraphWriter() = default;
  GraphWriter(const GraphWriter&) = delete;
  GraphWriter& operator=(const GraphWriter&) = delete;
  virtual ~GraphWriter() = default;

  virtual void write(const GraphRecord& record) = 0;

  /// Completes the output (EXP's count, GraphML's closing tag). Nothing may be written after it.
  virtual void finish() = 0;
};

/// Into a stream that outlives the writer. Not for OGB (a folder).
[[nodiscard]] std::unique_ptr<GraphWriter> graph_writer(std::ostream& out, GraphFormat format,
                                                        const WriteOptions& options = {});

/// Into a file (gzip if the name ends in .gz) or an OGB folder, under a temporary name that
/// finish() renames; without finish() nothing is left behind.
[[nodiscard]] std::unique_ptr<GraphWriter> graph_writer(const std::filesystem::path& path,
                                                        GraphFormat format,
                                                        const WriteOptions& options = {});

/// The indices of the graphs in split/KIND/{train,valid,test}.csv.gz of an OGB folder.
struct OgbSplit {
  std::vector<std::size_t> train, valid, test;
};
[[nodiscard]] OgbSplit read_ogb_split(const std::filesystem::path& folder, const std::string& kind);

} // namespace canon
