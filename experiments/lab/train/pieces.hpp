#pragma once

#include <canon/shard.hpp>

#include <cstddef>
#include <string>

namespace canon::lab {

/// Which pieces of a study or of an experiment this process does.
class Pieces {
public:
  Pieces() = default;
  Pieces(const Pieces&) = delete;
  Pieces& operator=(const Pieces&) = delete;
  virtual ~Pieces() = default;

  /// Asked at most once for a piece, in increasing order, by one thread at a time.
  [[nodiscard]] virtual bool mine(std::size_t piece) = 0;
  /// "shard-1-of-3", for names of files.
  [[nodiscard]] virtual std::string name() const = 0;
};

/// Every n-th piece: neighbours tend to cost the same.
class ShardPieces : public Pieces {
public:
  explicit ShardPieces(const Shard& shard) : shard_(shard) {}
  [[nodiscard]] bool mine(std::size_t piece) override {
    return piece % shard_.count == shard_.index;
  }
  [[nodiscard]] std::string name() const override {
    return "shard-" + std::to_string(shard_.index) + "-of-" + std::to_string(shard_.count);
  }

private:
  Shard shard_;
};

} // namespace canon::lab
