#include "cli/ranks.hpp"

#include "cli/command_line.hpp"

#ifdef CANON_WITH_MPI
#include "cli/mpi_world.hpp"

#include <boost/mpi/collectives/all_gather.hpp>
#include <boost/mpi/collectives/broadcast.hpp>
#include <boost/mpi/environment.hpp>
#include <boost/serialization/string.hpp>
#endif

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <thread>

namespace canon::tool {
namespace {

// What the launchers of Open MPI, MPICH and Slurm leave in the environment.
#ifdef CANON_WITH_MPI
bool was_launched() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK", "PMI_FD"})
    if (std::getenv(name) != nullptr) return true;
  return false;
}
#else
std::size_t announced_ranks() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
    if (const char* text = std::getenv(name)) return std::strtoull(text, nullptr, 10);
  return 1;
}
#endif

} // namespace

Ranks& Ranks::world() {
  static Ranks ranks;
  return ranks;
}

#ifdef CANON_WITH_MPI

namespace mpi = boost::mpi;

namespace {

constexpr int ask_tag = 1, answer_tag = 2, leave_tag = 3;

// Not destroyed at the end of the process, after which MPI may be gone: finish() does it.
std::unique_ptr<mpi::environment> environment;

} // namespace

mpi::communicator& everyone() {
  static mpi::communicator communicator;
  return communicator;
}

void Ranks::begin(int& argc, char**& argv) {
  if (!was_launched()) return; // MPI alone takes a second to start
  environment = std::make_unique<mpi::environment>(argc, argv, mpi::threading::serialized, false);
  rank_ = static_cast<std::size_t>(everyone().rank());
  size_ = static_cast<std::size_t>(everyone().size());
}

void Ranks::finish() {
  if (!environment) return;
  // A barrier of Open MPI asks without a pause, which would take a core from those who still work.
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  for (int done = 0; MPI_Test(&request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && done == 0;)
    std::this_thread::sleep_for(pause);
  environment.reset();
  rank_ = 0;
  size_ = 1;
}

void Ranks::abort(int code) {
  if (several()) mpi::environment::abort(code);
}

std::string Ranks::share(const std::function<std::string()>& make) {
  std::string text;
  if (rank_ == 0) text = make();
  if (several()) mpi::broadcast(everyone(), text, 0);
  return text;
}

void Ranks::gather_all(const void* mine, std::size_t bytes, void* all) {
  if (!several()) {
    std::memcpy(all, mine, bytes);
    return;
  }
  mpi::all_gather(everyone(), static_cast<const char*>(mine), static_cast<int>(bytes),
                  static_cast<char*>(all));
}

/// Answers the other ranks while rank 0 works: the only one that calls MPI meanwhile.
struct PieceQueue::Server {
  explicit Server(std::size_t others) : left(others), thread([this] { serve(); }) {}
  ~Server() {
    if (std::uncaught_exceptions() > 0) stopped = true; // the job is about to be aborted
    thread.join();
  }

  void serve() {
    while (left > 0 && !stopped) {
      const auto asked = everyone().iprobe();
      if (!asked) {
        std::this_thread::sleep_for(pause);
        continue;
      }
      everyone().recv(asked->source(), asked->tag());
      if (asked->tag() == ask_tag)
        everyone().send(asked->source(), answer_tag, taken++);
      else
        --left;
    }
  }

  std::size_t left;
  std::atomic<std::size_t> taken = 0;
  std::atomic<bool> stopped = false;
  std::thread thread; // the last, for it uses the others
};

PieceQueue::PieceQueue(Ranks& ranks) {
  if (ranks.rank() == 0) server_ = std::make_unique<Server>(ranks.size() - 1);
}

PieceQueue::~PieceQueue() {
  if (!server_ && std::uncaught_exceptions() == 0) everyone().send(0, leave_tag);
}

std::size_t PieceQueue::next() {
  if (server_) return server_->taken++;
  std::size_t piece = 0;
  everyone().send(0, ask_tag);
  everyone().recv(0, answer_tag, piece);
  return piece;
}

#else

void Ranks::begin(int&, char**&) {
  if (announced_ranks() > 1)
    throw UsageError("this program is built without MPI (CANON_WITH_MPI) and cannot be one of " +
                     std::to_string(announced_ranks()) + " ranks");
}

void Ranks::finish() {}

void Ranks::abort(int) {}

std::string Ranks::share(const std::function<std::string()>& make) {
  return make();
}

void Ranks::gather_all(const void* mine, std::size_t bytes, void* all) {
  std::memcpy(all, mine, bytes);
}

struct PieceQueue::Server {
  std::size_t taken = 0;
};

PieceQueue::PieceQueue(Ranks&) : server_(std::make_unique<Server>()) {}

PieceQueue::~PieceQueue() = default;

std::size_t PieceQueue::next() {
  return server_->taken++;
}

#endif

} // namespace canon::tool
