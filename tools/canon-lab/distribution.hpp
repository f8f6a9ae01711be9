#pragma once

#include "cli/program.hpp"
#include "cli/ranks.hpp"
#include "device/communicator.hpp"
#include "train/pieces.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace canon::tool {

/// The ranks of the MPI job, for training.
class RankCommunicator : public nn::Communicator {
public:
  explicit RankCommunicator(Ranks& ranks) : ranks_(ranks) {}

  [[nodiscard]] std::size_t rank() const override { return ranks_.rank(); }
  [[nodiscard]] std::size_t size() const override { return ranks_.size(); }
  void gather_all(const void* mine, std::size_t bytes, void* all) override {
    ranks_.gather_all(mine, bytes, all);
  }

private:
  Ranks& ranks_;
};

/// The pieces that this rank gets when it asks for one. Made and destroyed by all ranks together.
class RankPieces : public lab::Pieces {
public:
  explicit RankPieces(Ranks& ranks) : ranks_(ranks), queue_(ranks) {}

  [[nodiscard]] bool mine(std::size_t piece) override {
    while (!given_ || *given_ < piece)
      given_ = queue_.next();
    return *given_ == piece;
  }
  [[nodiscard]] std::string name() const override {
    return "rank-" + std::to_string(ranks_.rank());
  }

private:
  Ranks& ranks_;
  PieceQueue queue_;
  std::optional<std::size_t> given_;
};

/// The words without --out, --shard and others that are a process's own: what makes the same report
/// elsewhere.
[[nodiscard]] Words whole_command(const Words& words);

} // namespace canon::tool
