#pragma once

#include <canon/encoding.hpp>
#include <canon/export.hpp>

#include <filesystem>
#include <memory>

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
/// "-" writes to standard output when finished.
[[nodiscard]] std::unique_ptr<EncodingWriter> npz_writer(const std::filesystem::path& path,
                                                         std::size_t width, std::size_t k);

/// The same as text: a header line, then one line per vertex
///   graph,vertex,x0..x{width-1},eigenvalue0..{k-1},settled0..{k-1}
/// in the shortest form that reads back to the same number, `nan` where padded. "-" streams to
/// standard output.
[[nodiscard]] std::unique_ptr<EncodingWriter> csv_writer(const std::filesystem::path& path,
                                                         std::size_t width, std::size_t k);

} // namespace canon
