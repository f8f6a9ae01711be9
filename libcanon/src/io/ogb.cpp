#include "io/formats.hpp"
#include "io/graph_builder.hpp"

#include <canon/base/hash.hpp>
#include <canon/error.hpp>
#include <canon/ogb.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <utility>

namespace canon {

namespace fs = std::filesystem;

std::int64_t packed_label(std::span<const std::int32_t> features) {
  if (features.empty()) return 0;
  if (features.size() == 1) return features[0];
  const auto bits = static_cast<unsigned>(63 / features.size());
  std::uint64_t packed = 0;
  bool fits = bits > 0;
  for (const std::int32_t f : features) {
    if (!fits || f < 0 || static_cast<std::uint64_t>(f) >> bits != 0) {
      fits = false;
      break;
    }
    packed = (packed << bits) | static_cast<std::uint64_t>(f);
  }
  if (fits) return static_cast<std::int64_t>(packed);
  Fnv1a hash;
  for (const std::int32_t f : features)
    for (unsigned shift = 0; shift < 32; shift += 8)
      hash.add(static_cast<std::uint8_t>(static_cast<std::uint32_t>(f) >> shift & 0xffU));
  return static_cast<std::int64_t>(hash.value() & ~(std::uint64_t{1} << 63));
}

fs::path find_table(const fs::path& folder, const std::string& stem) {
  std::error_code ignored;
  for (const char* extension : {".csv.gz", ".csv"})
    if (fs::path path = folder / (stem + extension); fs::exists(path, ignored)) return path;
  return {};
}

fs::path require_table(const fs::path& folder, const std::string& stem) {
  fs::path path = find_table(folder, stem);
  if (path.empty())
    throw ReadError(folder.string() + ": holds neither " + stem + ".csv.gz nor " + stem + ".csv");
  return path;
}

fs::path raw_folder(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_directory(folder / "raw", ignored) ? folder / "raw" : folder;
}

namespace {

std::uint32_t count_in(const LineReader& lines, std::string_view line, const char* what) {
  Fields fields(lines, line, true);
  const std::uint64_t count = fields.natural(what);
  fields.expect_done();
  if (count > std::numeric_limits<std::int32_t>::max())
    lines.fail(std::string(what) + " below 2^31", std::to_string(count));
  return static_cast<std::uint32_t>(count);
}

/// One number per graph. Read twice, first to check and count them: kept, they would be memory that
/// grows with the number of graphs.
class Counts {
public:
  Counts(fs::path path, const char* what, std::size_t limit = default_max_text)
      : path_(std::move(path)), what_(what), lines_(path_, limit) {
    LineReader all(path_, limit);
    for (std::string_view line; all.next(line); ++size_)
      (void)count_in(all, line, what);
  }

  [[nodiscard]] const fs::path& path() const { return path_; }
  [[nodiscard]] std::size_t size() const { return size_; }

  std::uint32_t next() {
    std::string_view line;
    if (!lines_.next(line)) lines_.fail_at_end(what_);
    return count_in(lines_, line, what_);
  }

private:
  fs::path path_;
  const char* what_;
  LineReader lines_;
  std::size_t size_ = 0;
};

/// The numbers of a line that consists of exactly so many, of 1 to 9 digits each, with a comma
/// between them: nearly every line of a large data set. False for anything else, which Fields has
/// to judge.
bool split_naturals(std::string_view line, std::span<std::int32_t> numbers) {
  const char *at = line.data(), *const end = at + line.size();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0 && (at == end || *at++ != ',')) return false;
    const char* const start = at;
    std::int32_t number = 0;
    while (at != end && *at >= '0' && *at <= '9' && at - start < 9)
      number = 10 * number + (*at++ - '0');
    if (at == start) return false;
    numbers[i] = number;
  }
  return at == end;
}

/// The same for targets that are 0, 1 or nan: molpcba has 128 per molecule.
bool split_classes(std::string_view line, std::span<double> values) {
  for (double& value : values) {
    if (&value != values.data()) {
      if (!line.starts_with(',')) return false;
      line.remove_prefix(1);
    }
    if (line.starts_with('0') || line.starts_with('1')) {
      value = line.front() - '0';
      line.remove_prefix(1);
    } else if (line.starts_with("nan")) {
      value = std::numeric_limits<double>::quiet_NaN();
      line.remove_prefix(3);
    } else {
      return false;
    }
  }
  return line.empty();
}

// One of the tables that are read side by side; its rows have as many fields as the first one.
class Table {
public:
  Table(const fs::path& path, std::size_t limit) : lines_(path, limit) {
    std::string_view line;
    if (!lines_.next(line)) return;
    Fields fields(lines_, line, true);
    do {
      (void)fields.text();
      ++width_;
    } while (!fields.done());
    lines_.put_back();
  }

  [[nodiscard]] LineReader& lines() { return lines_; }
  [[nodiscard]] std::size_t width() const { return width_; }

  std::string_view text(const char* what) {
    std::string_view line;
    if (!lines_.next(line)) lines_.fail_at_end(what);
    return line;
  }

  /// Appends a row of `width()` integers and returns where it begins in `values`.
  std::size_t integers(std::vector<std::int32_t>& values) {
    const std::size_t start = values.size();
    const std::string_view line = text("a row of features");
    values.resize(start + width_);
    if (split_naturals(line, std::span(values).subspan(start))) return start;
    values.resize(start);
    Fields fields(lines_, line, true);
    do
      values.push_back(fields.small_integer("an integer feature"));
    while (!fields.done());
    check_width(values.size() - start);
    return start;
  }

  std::pair<std::uint64_t, std::uint64_t> ends() {
    const std::string_view line = text("an edge");
    std::array<std::int32_t, 2> numbers{};
    if (split_naturals(line, numbers))
      return {static_cast<std::uint64_t>(numbers[0]), static_cast<std::uint64_t>(numbers[1])};
    Fields fields(lines_, line, true);
    const std::uint64_t u = fields.natural("a vertex number");
    const std::uint64_t v = fields.natural("a vertex number");
    fields.expect_done();
    return {u, v};
  }

  void targets(std::vector<double>& values) {
    const std::string_view line = text("a row of labels");
    values.resize(width_);
    if (split_classes(line, values)) return;
    values.clear();
    Fields fields(lines_, line, true);
    do {
      const std::string_view text = fields.text();
      double value = std::numeric_limits<double>::quiet_NaN();
      if (!text.empty() && !parse_number(text, value))
        lines_.fail("a number or nan", quote_token(text));
      values.push_back(value);
    } while (!fields.done());
    check_width(values.size());
  }

  void expect_end() {
    if (std::string_view line; lines_.next(line))
      lines_.fail("the end of the file, for all graphs are read", quote_token(line));
  }

private:
  void check_width(std::size_t found) const {
    if (found != width_)
      lines_.fail(std::to_string(width_) + " fields as in the first line", std::to_string(found));
  }

  LineReader lines_;
  std::size_t width_ = 0;
};

class OgbReader : public GraphReader {
public:
  OgbReader(const fs::path& raw, const ReadOptions& options)
      : nodes_(require_table(raw, "num-node-list"), "a number of vertices", options.max_text),
        edges_(require_table(raw, "num-edge-list"), "a number of edges", options.max_text),
        edge_(require_table(raw, "edge"), options.max_text),
        edge_features_(optional_table(raw, "edge-feat", options.max_text)),
        vertex_features_(optional_table(raw, "node-feat", options.max_text)),
        targets_(optional_table(raw, "graph-label", options.max_text)),
        builder_(edge_.lines().name(), options) {
    if (nodes_.size() != edges_.size()) {
      const bool few = edges_.size() < nodes_.size();
      throw ParseError(edges_.path().string(), few ? edges_.size() + 1 : nodes_.size() + 1,
                       "expected " + std::to_string(nodes_.size()) +
                           " lines as in num-node-list, got " + std::to_string(edges_.size()));
    }
  }

  [[nodiscard]] std::optional<std::size_t> size() const override { return nodes_.size(); }

  bool next(GraphRecord& record) override {
    if (read_ == nodes_.size()) {
      clear(record);
      edge_.expect_end();
      for (Table* table : {edge_features_.get(), vertex_features_.get(), targets_.get()})
        if (table != nullptr) table->expect_end();
      return false;
    }
    record.name.clear(); // the graph keeps its memory for the next one
    record.targets.clear();
    record.vertex_features.clear();
    record.edge_features.clear();
    record.vertex_width = record.edge_width = 0;
    const std::size_t n = nodes_.next(), m = edges_.next();
    if (n > max_vertices)
      throw ParseError(nodes_.path().string(), read_ + 1,
                       "expected at most " + std::to_string(max_vertices) + " vertices, got " +
                           std::to_string(n));
    read_edges(n, m, record);
    if (vertex_features_) {
      for (std::size_t v = 0; v < n; ++v)
        vertex_features_->integers(record.vertex_features);
      record.vertex_width = vertex_features_->width();
    }
    if (targets_) targets_->targets(record.targets);
    builder_.build(n, vertex_features_ ? n : 0, edge_.lines().line_number(), record.graph);
    for (std::size_t v = 0; v < n && vertex_features_; ++v)
      record.graph[v].label = packed_label(
          std::span(record.vertex_features).subspan(v * record.vertex_width, record.vertex_width));
    if (edge_features_) drop_unkept(m, record);
    ++read_;
    return true;
  }

private:
  static std::unique_ptr<Table> optional_table(const fs::path& raw, const std::string& stem,
                                               std::size_t limit) {
    const fs::path path = find_table(raw, stem);
    return path.empty() ? nullptr : std::make_unique<Table>(path, limit);
  }

  void read_edges(std::size_t n, std::size_t m, GraphRecord& record) {
    builder_.start();
    for (std::size_t i = 0; i < m; ++i) {
      const auto [u, v] = edge_.ends();
      if (u >= n || v >= n)
        edge_.lines().fail("vertices below n = " + std::to_string(n),
                           std::to_string(std::max(u, v)));
      std::int64_t label = 0;
      if (edge_features_) {
        const std::size_t start = edge_features_->integers(record.edge_features);
        label = packed_label(std::span(record.edge_features).subspan(start));
      }
      builder_.add_edge(u, v, 1.0, label, edge_.lines().line_number());
    }
  }

  // Features belong to the edges of the graph: those of dropped loops and duplicates go too.
  void drop_unkept(std::size_t m, GraphRecord& record) const {
    record.edge_width = edge_features_->width();
    const auto width = static_cast<std::ptrdiff_t>(record.edge_width);
    auto to = record.edge_features.begin();
    for (std::size_t i = 0; i < m; ++i) {
      if (!builder_.kept(i)) continue;
      const auto from = record.edge_features.begin() + static_cast<std::ptrdiff_t>(i) * width;
      to = to == from ? from + width : std::copy(from, from + width, to);
    }
    record.edge_features.erase(to, record.edge_features.end());
  }

  Counts nodes_, edges_;
  Table edge_;
  std::unique_ptr<Table> edge_features_, vertex_features_, targets_;
  GraphBuilder builder_;
  std::size_t read_ = 0;
};

} // namespace

std::unique_ptr<GraphReader> ogb_reader(const fs::path& folder, const ReadOptions& options) {
  return std::make_unique<OgbReader>(raw_folder(folder), options);
}

OgbSplit read_ogb_split(const fs::path& folder, const std::string& kind) {
  const fs::path raw = raw_folder(folder);
  const std::size_t count =
      Counts(require_table(raw, "num-node-list"), "a number of vertices").size();
  std::error_code ignored;
  fs::path base = folder / "split";
  if (!fs::exists(base, ignored)) base = fs::absolute(folder).lexically_normal() / ".." / "split";
  base /= kind;
  if (!fs::is_directory(base, ignored))
    throw ReadError(folder.string() + ": holds no split/" + kind);
  OgbSplit split;
  std::vector<bool> taken(count, false);
  const auto read = [&](const char* part, std::vector<std::size_t>& indices) {
    LineReader lines(require_table(base, part));
    for (std::string_view line; lines.next(line);) {
      Fields fields(lines, line, true);
      const std::uint64_t index = fields.natural("the index of a graph");
      fields.expect_done();
      if (index >= count)
        lines.fail("an index below " + std::to_string(count), std::to_string(index));
      if (taken[index]) lines.fail("every graph once", std::to_string(index) + " again");
      taken[index] = true;
      indices.push_back(index);
    }
  };
  read("train", split.train);
  read("valid", split.valid);
  read("test", split.test);
  return split;
}

} // namespace canon
