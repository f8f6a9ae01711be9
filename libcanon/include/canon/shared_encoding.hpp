#pragma once

#include <canon/encoding_io.hpp>
#include <canon/export.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace canon CANON_API {

/// Encodings of consecutive graphs in memory, as they lie in a file.
class EncodedPiece final : public EncodingWriter {
public:
  EncodedPiece(std::size_t width, std::size_t k) : width_(width), k_(k) {}

  void write(const Encoding& encoding) override;
  void finish() override {}
  /// For the next piece, which uses the same memory.
  void clear();

  [[nodiscard]] std::uint64_t graphs() const { return ends_.size(); }
  [[nodiscard]] std::uint64_t vertices() const { return ends_.empty() ? 0 : ends_.back(); }
  [[nodiscard]] std::size_t bytes() const { return rows_.size() * sizeof(double); }

private:
  friend class SharedEncoding;

  std::size_t width_, k_;
  std::vector<double> rows_, eigenvalues_; ///< row after row
  std::vector<std::uint64_t> ends_;        ///< vertices up to the end of each graph
  std::vector<Guarantee> settled_;
};

/// The npz file of an encoding that several processes write at the same time, each its pieces at
/// their places, and go on with after an end at any moment. `folder`/encoding.npz is the file to
/// be; what else belongs to a piece, and that it is there, stands in one journal per process.
///
///     SharedEncoding::prepare(folder, plan);                 // once, before
///     SharedEncoding file(folder, plan, "rank-3");           // every process
///     if (!file.holds(piece)) file.put(piece, encoded, first_vertex);
///     file.finish(out);                                      // one, after all have put theirs
class SharedEncoding {
public:
  struct Plan {
    PartLabel label; ///< its shard is one piece of all
    std::size_t width = 0, k = 0;
  };

  /// Removes what jobs with another plan left in the folder, which must exist.
  static void prepare(const std::filesystem::path& folder, const Plan& plan);

  /// `writer` is a name of this process's own. No other process writes before all have come here.
  SharedEncoding(std::filesystem::path folder, const Plan& plan, const std::string& writer);
  SharedEncoding(const SharedEncoding&) = delete;
  SharedEncoding& operator=(const SharedEncoding&) = delete;
  ~SharedEncoding();

  /// Of a piece that an earlier job has written, the number of its vertices; what lies in the file
  /// is read and compared with its checksum.
  [[nodiscard]] std::optional<std::uint64_t> vertices_of(std::uint64_t piece) const;
  /// `first`: vertices of all pieces before. WriteError.
  void put(std::uint64_t piece, const EncodedPiece& encoded, std::uint64_t first);
  /// Puts in what stands in the journals, and gives the file its name; with `label` it is a part.
  /// Returns the number of graphs. ReadError if a piece is missing.
  std::uint64_t finish(const std::filesystem::path& out,
                       const std::optional<PartLabel>& label = {});

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace canon
