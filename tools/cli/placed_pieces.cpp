#include "cli/placed_pieces.hpp"

#ifdef CANON_WITH_MPI
#include "cli/mpi_world.hpp"
#endif

#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace canon::tool {

/// What rank 0 knows of all pieces.
struct PlacedPieces::Server {
  explicit Server(std::size_t ranks) : left(ranks - 1), places(ranks) {
#ifdef CANON_WITH_MPI
    if (ranks > 1) thread = std::jthread([this] { serve(); });
#endif
  }
  ~Server() {
    if (std::uncaught_exceptions() > 0) stopped = true; // the job is about to be aborted
  }

  /// All pieces before the first that nobody has told have their places.
  void learn(std::size_t rank, std::size_t piece, std::uint64_t length) {
    const std::lock_guard guard(lock);
    told.emplace(piece, std::pair(rank, length));
    for (; !told.empty() && told.begin()->first == known; ++known) {
      const auto [owner, size] = told.begin()->second;
      places[owner].push_back(begin);
      begin += size;
      told.erase(told.begin());
    }
    changed.notify_all();
  }

  std::optional<std::uint64_t> place_of(std::size_t rank, bool wait) {
    std::unique_lock guard(lock);
    if (wait) changed.wait(guard, [&] { return !places[rank].empty(); });
    if (places[rank].empty()) return std::nullopt;
    const std::uint64_t first = places[rank].front();
    places[rank].pop_front();
    return first;
  }

#ifdef CANON_WITH_MPI
  void serve();
#endif

  std::size_t left; ///< ranks that may still ask
  std::atomic<std::size_t> taken = 0;
  std::atomic<bool> stopped = false;
  std::mutex lock;
  std::condition_variable changed;
  std::vector<std::deque<std::uint64_t>> places; ///< of each rank, not yet asked for or sent
  std::map<std::size_t, std::pair<std::size_t, std::uint64_t>> told;
  std::size_t known = 0;
  std::uint64_t begin = 0;
  std::jthread thread; // the last, for it uses the others
};

#ifdef CANON_WITH_MPI

namespace {

namespace mpi = boost::mpi;

constexpr int ask_tag = 11, next_tag = 12, done_tag = 13, place_tag = 14, leave_tag = 15;

} // namespace

/// The only thread of rank 0 that calls MPI meanwhile.
void PlacedPieces::Server::serve() {
  while (left > 0 && !stopped) {
    for (std::size_t rank = 1; rank < places.size(); ++rank)
      while (const auto first = place_of(rank, false))
        everyone().send(static_cast<int>(rank), place_tag, *first);
    const auto asked = everyone().iprobe();
    if (!asked) {
      std::this_thread::sleep_for(pause);
      continue;
    }
    const int from = asked->source();
    if (asked->tag() == done_tag) {
      std::array<std::uint64_t, 2> piece{};
      everyone().recv(from, done_tag, piece.data(), 2);
      learn(static_cast<std::size_t>(from), piece[0], piece[1]);
      continue;
    }
    everyone().recv(from, asked->tag());
    if (asked->tag() == ask_tag)
      everyone().send(from, next_tag, taken++);
    else
      --left;
  }
}

/// A rank that asks rank 0.
struct PlacedPieces::Client {
  bool asked = false;
};

PlacedPieces::PlacedPieces(Ranks& ranks) {
  if (ranks.rank() == 0)
    server_ = std::make_unique<Server>(ranks.size());
  else
    client_ = std::make_unique<Client>();
}

PlacedPieces::~PlacedPieces() {
  if (!client_ || std::uncaught_exceptions() > 0) return;
  std::size_t unused = 0;
  if (client_->asked) everyone().recv(0, next_tag, unused);
  everyone().send(0, leave_tag);
}

std::size_t PlacedPieces::next() {
  if (server_) return server_->taken++;
  if (!client_->asked) everyone().send(0, ask_tag);
  std::size_t piece = 0;
  everyone().recv(0, next_tag, piece);
  everyone().send(0, ask_tag); // the answer comes while this piece is worked on
  client_->asked = true;
  return piece;
}

void PlacedPieces::done(std::size_t piece, std::uint64_t length) {
  if (server_) {
    server_->learn(0, piece, length);
    return;
  }
  const std::array<std::uint64_t, 2> told = {piece, length};
  everyone().send(0, done_tag, told.data(), 2);
}

std::optional<std::uint64_t> PlacedPieces::place(bool wait) {
  if (server_) return server_->place_of(0, wait);
  while (!everyone().iprobe(0, place_tag)) {
    if (!wait) return std::nullopt;
    std::this_thread::sleep_for(pause);
  }
  std::uint64_t first = 0;
  everyone().recv(0, place_tag, first);
  return first;
}

#else

struct PlacedPieces::Client {};

PlacedPieces::PlacedPieces(Ranks&) : server_(std::make_unique<Server>(1)) {}

PlacedPieces::~PlacedPieces() = default;

std::size_t PlacedPieces::next() {
  return server_->taken++;
}

void PlacedPieces::done(std::size_t piece, std::uint64_t length) {
  server_->learn(0, piece, length);
}

std::optional<std::uint64_t> PlacedPieces::place(bool wait) {
  return server_->place_of(0, wait);
}

#endif

} // namespace canon::tool
