#pragma once

#include <canon/export.hpp>
#include <canon/graph.hpp>
#include <canon/names.hpp>

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace canon CANON_API {

/// The formats, by the names of the command line.
///
/// edge_list: "#" and "%" start a comment, blank lines are skipped, fields are separated by blanks,
/// tabs or one comma. "U V [WEIGHT [LABEL]]" is an edge, "vertex ID [LABEL]" declares a vertex,
/// "graph [NAME]" starts the next graph. n = 1 + the largest id mentioned. A file without any of
/// these lines holds no graph.
/// graph6, sparse6: one graph per line, each line may be of either; digraph6 and incremental
/// sparse6 are refused. matrix_market: one graph per file: coordinate; real, integer or pattern;
/// square; symmetric, or general with equal entries on both sides of the diagonal. graphml, dot:
/// one graph per file. "label" (an integer) of vertices and edges and "weight" of edges are read;
/// text that is not a number there is an error. Any other attribute is allowed and passed over, as
/// are ports. GraphML is UTF-8 and well formed, without an internal DTD. A vertex has its number by
/// the order of the <node>s; the <data> "name" of the graph is its name. What would be lost
/// silently is an error: <data> whose <key> is not declared before it or is for other elements, the
/// same <data> twice, two keys for one attribute that is read, elements that GraphML does not have,
/// hyperedges, nested and second graphs. DOT ids that are exactly 0..n-1 are the numbers, others
/// are numbered as they first appear; "strict" is passed over: the rules of ReadOptions hold.
/// Joined subgraphs give at most a million edges. ogb: a folder in the raw layout of the Open Graph
/// Benchmark (NAME, or NAME/raw itself), .csv or .csv.gz, each undirected edge listed once. Labels:
/// a feature row of one integer is the label itself; w > 1 integers are packed into floor(63/w)
/// bits each, the first one highest, where all fit; else the label is FNV-1a of their 32-bit
/// little-endian bytes with the top bit cleared. exp: the text of the EXP data set: count, then "n
/// TARGET", then n lines "LABEL DEGREE V...".
enum class GraphFormat { edge_list, graph6, sparse6, matrix_market, graphml, dot, ogb, exp };

/// No reader makes a graph above max_vertices. A graph, an edge and a vertex line each account for
/// vertices_per_entry vertices; all graphs of a file together have at most max_unseen_vertices
/// beyond that: a short file with large numbers in it takes neither the memory nor the time.
inline constexpr std::size_t max_vertices = 50'000'000;
inline constexpr std::size_t max_unseen_vertices = 1'000'000;
inline constexpr std::size_t vertices_per_entry = 64;

/// ReadOptions::max_text by default: 256 MiB.
inline constexpr std::size_t default_max_text = std::size_t{256} << 20;

[[nodiscard]] constexpr std::string_view name(GraphFormat value) {
  switch (value) {
  case GraphFormat::edge_list:
    return "edge-list";
  case GraphFormat::graph6:
    return "graph6";
  case GraphFormat::sparse6:
    return "sparse6";
  case GraphFormat::matrix_market:
    return "matrix-market";
  case GraphFormat::graphml:
    return "graphml";
  case GraphFormat::dot:
    return "dot";
  case GraphFormat::ogb:
    return "ogb";
  case GraphFormat::exp:
    return "exp";
  }
  return {};
}

/// A folder is ogb. Then the extension decides (a trailing .gz is ignored): .el .edges .edgelist
/// .tsv; .g6; .s6; .mtx; .graphml .xml; .dot .gv; .exp. Under any other name the first lines do, in
/// this order: a ">>graph6<<" or ">>sparse6<<" header; "%%MatrixMarket"; "<" as the first character
/// (graphml); "graph", "digraph" or "strict" with a "{" (dot); an integer alone, then a line of two
/// numbers, then a line of integers of which the second counts those after it (exp); an edge list's
/// keyword or two to four numbers (edge_list). Nothing if none fits or the file cannot be read.
[[nodiscard]] std::optional<GraphFormat> guess_format(const std::filesystem::path& path);

/// What the extension alone says, for a file that is yet to be written.
[[nodiscard]] std::optional<GraphFormat> format_by_extension(const std::filesystem::path& path);

/// What a graph may not silently become. The default refuses; the other values are the rules.
/// Weights that are zero, infinite or not a number are always refused.
struct ReadOptions {
  enum class Loops { refuse, drop, keep };
  enum class Duplicates { refuse, merge }; ///< merge: equal weight and label, else still refused
  enum class Directed { refuse, symmetrise };
  Loops loops = Loops::refuse;
  Duplicates duplicates = Duplicates::refuse;
  /// A digraph (or an unsymmetric general matrix or EXP listing): refuse, or forget the directions.
  /// u->v and v->u then are one edge and must have equal weight and label.
  Directed directed = Directed::refuse;
  bool negative_weights = false; ///< true: accept negative weights
  /// Bytes that may have to be in memory at once: one line, or a whole document of DOT or GraphML;
  /// and bytes to which gzip data may unfold more than 200-fold.
  std::size_t max_text = default_max_text;
};

[[nodiscard]] constexpr std::string_view name(ReadOptions::Loops value) {
  switch (value) {
  case ReadOptions::Loops::refuse:
    return "refuse";
  case ReadOptions::Loops::drop:
    return "drop";
  case ReadOptions::Loops::keep:
    return "keep";
  }
  return {};
}

[[nodiscard]] constexpr std::string_view name(ReadOptions::Duplicates value) {
  switch (value) {
  case ReadOptions::Duplicates::refuse:
    return "refuse";
  case ReadOptions::Duplicates::merge:
    return "merge";
  }
  return {};
}

[[nodiscard]] constexpr std::string_view name(ReadOptions::Directed value) {
  switch (value) {
  case ReadOptions::Directed::refuse:
    return "refuse";
  case ReadOptions::Directed::symmetrise:
    return "symmetrise";
  }
  return {};
}

/// One element of a stream of graphs.
struct GraphRecord {
  Graph graph;
  std::string name;             ///< the file's own name for it; may be empty
  std::vector<double> targets;  ///< graph labels; NaN where missing
  std::size_t vertex_width = 0; ///< integers a vertex in vertex_features (OGB's 9, ZINC's 1)
  std::vector<std::int32_t> vertex_features; ///< n x vertex_width, row by row
  std::size_t edge_width = 0;
  std::vector<std::int32_t> edge_features; ///< m x edge_width, in the order of edges(graph)
};

/// A single pass over the graphs of a source; holds one graph at a time in memory.
class GraphReader {
public:
  GraphReader() = default;
  GraphReader(const GraphReader&) = delete;
  GraphReader& operator=(const GraphReader&) = delete;
  virtual ~GraphReader() = default;

  /// Puts the next graph into `record` (which is overwritten whole); false at the end. After a
  /// throw the reader is of no more use.
  virtual bool next(GraphRecord& record) = 0;

  /// Passes over the next `count` graphs, or all that are left; returns how many. A format in which
  /// the end of a graph is seen without reading it does not look for errors in those.
  virtual std::size_t skip(std::size_t count);

  /// How many graphs there are, where the format says so before they are read.
  [[nodiscard]] virtual std::optional<std::size_t> size() const { return std::nullopt; }
};

/// Opens a file, an OGB folder, or "-" (stdin; a format must then be given). gzip is recognised by
/// its magic bytes. Throws ReadError if there is no such file, ParseError if the format cannot be
/// recognised or does not fit.
[[nodiscard]] std::unique_ptr<GraphReader> open_graphs(const std::filesystem::path& path,
                                                       std::optional<GraphFormat> format = {},
                                                       const ReadOptions& options = {});

/// The same from a stream that outlives the reader; messages name `name`. Not for OGB.
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
/// second graph in Matrix Market) throws ArgumentError before anything of it is written. Names,
/// targets and features are no part of the graph: they are written where the format has a place
/// for them and left out elsewhere.
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
/// finish() renames; without finish() nothing is left behind. An OGB folder must not exist yet;
/// weights are not held by it, labels become features of one integer where a record has none.
[[nodiscard]] std::unique_ptr<GraphWriter> graph_writer(const std::filesystem::path& path,
                                                        GraphFormat format,
                                                        const WriteOptions& options = {});

/// The indices of the graphs in split/KIND/{train,valid,test}.csv[.gz] of an OGB folder. ParseError
/// if one is not below the number of graphs or is listed twice.
struct OgbSplit {
  std::vector<std::size_t> train, valid, test;
};
[[nodiscard]] OgbSplit read_ogb_split(const std::filesystem::path& folder, const std::string& kind);

} // namespace canon
