#include "encoding/piece_journal.hpp"

#include "base/placed_io.hpp"
#include "encoding/npz.hpp"

#include <canon/error.hpp>

#include <algorithm>
#include <cstddef>
#include <fcntl.h>

namespace canon {

namespace fs = std::filesystem;

std::uint32_t PieceHead::own_mark() const {
  return checksum(1, this, offsetof(PieceHead, mark)); // 1: zeros have no mark of zero
}

PieceIndex::PieceIndex(const fs::path& folder, const std::string& line, std::size_t k) {
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".journal") paths_.push_back(entry.path());
  std::sort(paths_.begin(), paths_.end());
  for (const fs::path& path : paths_) {
    files_.push_back(open_ordinary_file(path, O_RDONLY));
    whole_.push_back(0);
    read_journal(files_.size() - 1, line, k);
  }
}

void PieceIndex::read_journal(std::size_t file, const std::string& line, std::size_t k) {
  const OpenFile& from = files_[file];
  const fs::path& path = paths_[file];
  std::string head(line.size(), '\0');
  if (read_at(from, 0, head.data(), head.size(), path) < head.size() || head != line) return;
  std::uint64_t at = line.size();
  const auto end = static_cast<std::uint64_t>(fs::file_size(path));
  for (PlacedPiece piece{file, 0, {}};; at = piece.place + piece.head.size(k)) {
    whole_[file] = at;
    if (read_at(from, at, &piece.head, sizeof piece.head, path) < sizeof piece.head) return;
    piece.place = at + sizeof piece.head;
    if (piece.head.mark != piece.head.own_mark() || end < piece.place + piece.head.size(k)) return;
    pieces_[piece.head.piece] = piece;
  }
}

const PlacedPiece* PieceIndex::find(std::uint64_t piece) const {
  const auto found = pieces_.find(piece);
  return found == pieces_.end() ? nullptr : &found->second;
}

std::uint64_t PieceIndex::whole(const fs::path& journal) const {
  const auto found = std::find(paths_.begin(), paths_.end(), journal);
  return found == paths_.end() ? 0 : whole_[static_cast<std::size_t>(found - paths_.begin())];
}

std::string PieceIndex::read(const PlacedPiece& piece, std::size_t k) const {
  std::string text(piece.head.size(k), '\0');
  const fs::path& path = paths_[piece.file];
  if (read_at(files_[piece.file], piece.place, text.data(), text.size(), path) < text.size() ||
      checksum(0, text.data(), text.size()) != piece.head.small)
    throw ReadError(path.string() + ": damaged where piece " + std::to_string(piece.head.piece) +
                    " stands; remove the folder and start again");
  return text;
}

} // namespace canon
