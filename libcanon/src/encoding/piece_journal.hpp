#pragma once

#include <canon/base/open_file.hpp>
#include <canon/shared_encoding.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace canon {

/// What a journal says of a piece; behind it stand the ends of its graphs, their eigenvalues and
/// what is settled of them.
struct PieceHead {
  std::uint64_t piece = 0, first = 0, vertices = 0, graphs = 0;
  std::uint32_t rows = 0;  ///< checksum of its rows
  std::uint32_t small = 0; ///< of what follows
  std::uint32_t mark = 0;  ///< of this head
  std::uint32_t unused = 0;

  [[nodiscard]] std::uint32_t own_mark() const;
  [[nodiscard]] std::uint64_t size(std::size_t k) const {
    return graphs * (sizeof(std::uint64_t) + k * (sizeof(double) + 1));
  }
};

/// Where a journal says it.
struct PlacedPiece {
  std::size_t file = 0;
  std::uint64_t place = 0; ///< behind the head
  PieceHead head;
};

/// All journals of a folder, read.
class PieceIndex {
public:
  /// Journals that begin with another line are passed over.
  PieceIndex(const std::filesystem::path& folder, const std::string& line, std::size_t k);

  [[nodiscard]] const PlacedPiece* find(std::uint64_t piece) const;
  [[nodiscard]] std::size_t size() const { return pieces_.size(); }
  /// How far a journal is whole: what follows was cut off by the end of a job. 0 without one.
  [[nodiscard]] std::uint64_t whole(const std::filesystem::path& journal) const;
  /// What stands behind the head.
  [[nodiscard]] std::string read(const PlacedPiece& piece, std::size_t k) const;

private:
  void read_journal(std::size_t file, const std::string& line, std::size_t k);

  std::vector<std::filesystem::path> paths_;
  std::vector<OpenFile> files_;
  std::vector<std::uint64_t> whole_;
  std::map<std::uint64_t, PlacedPiece> pieces_;
};

} // namespace canon
