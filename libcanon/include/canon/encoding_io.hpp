#pragma once

#include <canon/encoding.hpp>
#include <canon/export.hpp>
#include <canon/shard.hpp>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace canon CANON_API {

/// Writes encodings graph after graph, in memory that does not grow with their number.
class EncodingWriter {
public:
  EncodingWriter() = default;
  EncodingWriter(const EncodingWriter&) = delete;
  EncodingWriter& operator=(const EncodingWriter&) = delete;
  virtual ~EncodingWriter() = default;

  /// ArgumentError if the shape is not the one announced.
  virtual void write(const Encoding& encoding) = 0;

  /// Completes the file and gives it its name. Without it nothing is left behind.
  virtual void finish() = 0;
};

/// A NumPy archive (stored zip) with the arrays
///   encoding     float64  (all vertices, width), graph after graph
///   offsets      int64    (graphs + 1): graph g has the rows offsets[g] .. offsets[g+1]-1
///   eigenvalues  float64  (graphs, k), NaN where padded
///   settled      uint8    (graphs, k), 1 where the column belongs to a space with a unique basis,
///                         2 where that basis is unique up to automorphism (Level::label only)
/// "-" writes to standard output when finished. A part has its label as text in a further array,
///   part         uint8    (characters)
[[nodiscard]] std::unique_ptr<EncodingWriter>
npz_writer(const std::filesystem::path& path, std::size_t width, std::size_t k,
           const std::optional<PartLabel>& label = {});

/// The same as text: a header line, then one line per vertex
///   graph,vertex,x0..x{width-1},eigenvalue0..{k-1},settled0..{k-1}
/// in the shortest form that reads back to the same number, `nan` where padded. "-" streams to
/// standard output. A part begins with a line "# part LABEL" and counts graphs from its first.
[[nodiscard]] std::unique_ptr<EncodingWriter>
csv_writer(const std::filesystem::path& path, std::size_t width, std::size_t k,
           const std::optional<PartLabel>& label = {});

/// Reads a part back, graph after graph, in memory that does not grow with their number.
class EncodingReader {
public:
  EncodingReader() = default;
  EncodingReader(const EncodingReader&) = delete;
  EncodingReader& operator=(const EncodingReader&) = delete;
  virtual ~EncodingReader() = default;

  [[nodiscard]] virtual const PartLabel& label() const = 0;
  [[nodiscard]] virtual std::size_t width() const = 0;
  [[nodiscard]] virtual std::size_t k() const = 0;
  /// Features, eigenvalues and guarantees of the next graph, and nothing else of an Encoding; false
  /// after the last that the label announces. ParseError if the file ends before.
  virtual bool next(Encoding& encoding) = 0;
};

/// A part that a writer made. ReadError; ParseError if it is something else.
[[nodiscard]] std::unique_ptr<EncodingReader> open_encoding_part(const std::filesystem::path& path);

/// Of the width and k that the parts have.
using MakeEncodingWriter =
    std::function<std::unique_ptr<EncodingWriter>(std::size_t width, std::size_t k)>;
using OpenEncodingPart =
    std::function<std::unique_ptr<EncodingReader>(const std::filesystem::path& path)>;

/// Puts parts together. The files may be given in any order, and the writer may be of another kind
/// than they are: its file has the bytes of one run over all graphs. Returns the number of graphs.
/// ArgumentError in one line for a part that is lost, given twice or of another run, before the
/// writer is made. `open` is called twice for each file, and one is open at a time.
std::uint64_t merge_encodings(const std::vector<std::filesystem::path>& parts,
                              const MakeEncodingWriter& make,
                              const OpenEncodingPart& open = open_encoding_part);

/// The same from npz to npz, as a copy: the numbers are not read but the offsets, and the checksums
/// of the parts make that of the whole, so that a damaged part shows when the file is loaded.
/// Nothing, and nothing done, if a part is of another kind or `out` is no ordinary file.
std::optional<std::uint64_t> merge_npz(const std::vector<std::filesystem::path>& parts,
                                       const std::filesystem::path& out);

} // namespace canon
