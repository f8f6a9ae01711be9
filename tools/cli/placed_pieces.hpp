#pragma once

#include "cli/ranks.hpp"

#include <cstdint>
#include <memory>
#include <optional>

namespace canon::tool {

/// Hands out pieces as PieceQueue does, and says where each one lies if all follow each other: the
/// length of a piece is known to the rank that has done it, its place when all before it are done.
/// Nobody waits for either while there is work: the next piece is asked for before it is needed.
/// Made and destroyed by all ranks together.
class PlacedPieces {
public:
  explicit PlacedPieces(Ranks& ranks);
  PlacedPieces(const PlacedPieces&) = delete;
  PlacedPieces& operator=(const PlacedPieces&) = delete;
  ~PlacedPieces();

  [[nodiscard]] std::size_t next();
  /// The piece that next() gave last has this length. Of every piece that is to have a place.
  void done(std::size_t piece, std::uint64_t length);
  /// Where the first of this rank's pieces begins whose place was not given yet; nothing if that is
  /// not known, unless this is to wait for it.
  [[nodiscard]] std::optional<std::uint64_t> place(bool wait);

private:
  struct Server;
  struct Client;
  std::unique_ptr<Server> server_; ///< of rank 0
  std::unique_ptr<Client> client_; ///< of the others
};

} // namespace canon::tool
