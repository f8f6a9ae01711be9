#pragma once

#include "base/line_reader.hpp"

#include <canon/graph_io.hpp>

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>

namespace canon {

using Lines = std::unique_ptr<LineReader>;

[[nodiscard]] std::unique_ptr<GraphReader> edge_list_reader(Lines lines,
                                                            const ReadOptions& options);
[[nodiscard]] std::unique_ptr<GraphReader> graph6_reader(Lines lines, const ReadOptions& options);
[[nodiscard]] std::unique_ptr<GraphReader> matrix_market_reader(Lines lines,
                                                                const ReadOptions& options);
[[nodiscard]] std::unique_ptr<GraphReader> graphml_reader(Lines lines, const ReadOptions& options);
[[nodiscard]] std::unique_ptr<GraphReader> dot_reader(Lines lines, const ReadOptions& options);
[[nodiscard]] std::unique_ptr<GraphReader> exp_reader(Lines lines, const ReadOptions& options);
[[nodiscard]] std::unique_ptr<GraphReader> ogb_reader(const std::filesystem::path& folder,
                                                      const ReadOptions& options);

[[nodiscard]] std::unique_ptr<GraphWriter> edge_list_writer(std::ostream& out,
                                                            const WriteOptions& options);
[[nodiscard]] std::unique_ptr<GraphWriter> graph6_writer(std::ostream& out,
                                                         const WriteOptions& options);
[[nodiscard]] std::unique_ptr<GraphWriter> sparse6_writer(std::ostream& out,
                                                          const WriteOptions& options);
[[nodiscard]] std::unique_ptr<GraphWriter> matrix_market_writer(std::ostream& out,
                                                                const WriteOptions& options);
[[nodiscard]] std::unique_ptr<GraphWriter> graphml_writer(std::ostream& out,
                                                          const WriteOptions& options);
[[nodiscard]] std::unique_ptr<GraphWriter> dot_writer(std::ostream& out,
                                                      const WriteOptions& options);
[[nodiscard]] std::unique_ptr<GraphWriter> exp_writer(std::ostream& out,
                                                      const WriteOptions& options);
[[nodiscard]] std::unique_ptr<GraphWriter> ogb_writer(const std::filesystem::path& folder,
                                                      const WriteOptions& options);

/// Empties a record but keeps its buffers.
void clear(GraphRecord& record);

/// What a format can hold; the rest is refused, or dropped where the options are lossy. Loops and
/// a second graph are never dropped.
struct Holds {
  bool weights = true, vertex_labels = true, edge_labels = true, loops = true, many = true;
};

/// The part that all writers share: what must not be lost is checked here and nowhere else.
class CheckedWriter : public GraphWriter {
public:
  CheckedWriter(GraphFormat format, Holds holds, const WriteOptions& options);

  void write(const GraphRecord& record) final;
  void finish() final;

protected:
  [[nodiscard]] bool lossy() const { return options_.lossy; }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[noreturn]] void refuse(const std::string& what) const;

private:
  virtual void put(const GraphRecord& record) = 0;
  virtual void close() {}

  GraphFormat format_;
  Holds holds_;
  WriteOptions options_;
  std::size_t count_ = 0;
  bool finished_ = false;
};

/// A writer that makes text and sends it off in whole graphs.
class TextWriter : public CheckedWriter {
public:
  TextWriter(std::ostream& out, GraphFormat format, Holds holds, const WriteOptions& options)
      : CheckedWriter(format, holds, options), out_(out) {}

protected:
  /// Writes `text` and throws WriteError if the stream does not take it.
  void send(std::string_view text);
  [[nodiscard]] std::ostream& out() { return out_; }
  void close() override;

private:
  std::ostream& out_;
};

} // namespace canon
