#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace canon::tool {

/// The processes of one MPI job. A program that was not started by mpirun or srun, or that is built
/// without MPI, is the only rank.
class Ranks {
public:
  [[nodiscard]] static Ranks& world();

  /// First of all. UsageError if the job has several ranks and this program knows no MPI.
  void begin(int& argc, char**& argv);
  /// Waits for the other ranks, without using the processor. After it no rank is known any more.
  void finish();
  /// Ends the whole job.
  void abort(int code);

  [[nodiscard]] std::size_t rank() const { return rank_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool several() const { return size_ > 1; }

  // Of all ranks together, each in the same order:
  /// What rank 0 has; `make` is called there alone.
  [[nodiscard]] std::string share(const std::function<std::string()>& make);
  /// `bytes` bytes of every rank, one after the other, in the order of the ranks.
  void gather_all(const void* mine, std::size_t bytes, void* all);

private:
  std::size_t rank_ = 0, size_ = 1;
};

/// Hands out 0, 1, 2, ... to the ranks, each number once and in increasing order, to whoever asks
/// next: a rank with slow pieces takes fewer. Made and destroyed by all ranks together. A rank
/// destroys it when it has done all that it was given; the destructor of rank 0 returns when every
/// rank has.
class PieceQueue {
public:
  explicit PieceQueue(Ranks& ranks);
  PieceQueue(const PieceQueue&) = delete;
  PieceQueue& operator=(const PieceQueue&) = delete;
  ~PieceQueue();

  [[nodiscard]] std::size_t next();

private:
  struct Server;
  std::unique_ptr<Server> server_; ///< of rank 0
};

} // namespace canon::tool
