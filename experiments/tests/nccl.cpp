// Ranks that exchange by NCCL, or by its emulation where there is no device: processes, as each has
// its own device.
#define BOOST_TEST_MODULE nccl
#include "nccl/nccl_communicator.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <cuda_runtime_api.h>
#include <functional>
#include <numeric>
#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace canon::nn;

namespace {

/// What the processes of a test share: the bytes of the first exchange.
struct Board {
  std::atomic<int> here, turn;
  char bytes[4][256];
};

class BoardRanks : public Communicator {
public:
  BoardRanks(Board& board, std::size_t rank, std::size_t size)
      : board_(board), rank_(rank), size_(size) {}
  [[nodiscard]] std::size_t rank() const override { return rank_; }
  [[nodiscard]] std::size_t size() const override { return size_; }
  void gather_all(const void* mine, std::size_t bytes, void* all) override {
    std::memcpy(board_.bytes[rank_], mine, bytes);
    wait();
    for (std::size_t r = 0; r < size_; ++r)
      std::memcpy(static_cast<char*>(all) + r * bytes, board_.bytes[r], bytes);
    wait();
  }

private:
  void wait() {
    const int turn = board_.turn;
    if (++board_.here == static_cast<int>(size_)) {
      board_.here = 0;
      ++board_.turn;
    }
    while (board_.turn == turn)
      sched_yield();
  }

  Board& board_;
  std::size_t rank_, size_;
};

constexpr int skipped = 2;

/// Runs `work` in as many processes, before any of which a device is touched; how many said that
/// all was right.
int in_processes(std::size_t count, const std::function<bool(Communicator&)>& work) {
  void* const memory =
      mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  BOOST_REQUIRE(memory != MAP_FAILED);
  auto& board = *static_cast<Board*>(memory);
  std::vector<pid_t> children;
  for (std::size_t r = 0; r < count; ++r) {
    children.push_back(fork());
    if (children.back() != 0) continue;
    bool good = false;
    try {
      alarm(60);
#ifndef CANON_CUDA_EMULATION
      int devices = 0;
      if (cudaGetDeviceCount(&devices) != cudaSuccess || devices < static_cast<int>(count))
        _exit(skipped);
      (void)cudaSetDevice(static_cast<int>(r));
#endif
      BoardRanks host(board, r, count);
      NcclCommunicator ranks(host);
      good = ranks.rank() == r && ranks.size() == count && work(ranks);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "rank %zu: %s\n", r, error.what());
    }
    _exit(good ? 0 : 1);
  }
  int good = 0;
  for (const pid_t child : children) {
    int status = -1;
    waitpid(child, &status, 0);
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code == skipped)
      BOOST_TEST_MESSAGE("skipped: NCCL on " << count
                                             << " ranks, there is no CUDA device for each");
    good += code == 0 || code == skipped ? 1 : 0;
  }
  munmap(memory, sizeof(Board));
  return good;
}

/// Numbers whose sum depends on the order.
std::vector<float> numbers(std::size_t rank, std::size_t count) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = (rank % 2 == 0 ? 1.0e8F : -1.0e8F) + 0.37F * static_cast<float>(i + rank);
  return values;
}

} // namespace

BOOST_AUTO_TEST_CASE(sums_are_added_in_the_order_of_the_ranks) {
  for (const std::size_t count : {1, 2, 3}) {
    for (const std::size_t length : {1, 37, 50'000}) {
      std::vector<float> expected = numbers(0, length);
      for (std::size_t r = 1; r < count; ++r) {
        const std::vector<float> more = numbers(r, length);
        for (std::size_t i = 0; i < length; ++i)
          expected[i] += more[i];
      }
      const int good = in_processes(count, [&](Communicator& ranks) {
        std::vector<float> mine = numbers(ranks.rank(), length);
        ranks.sum(mine.data(), mine.size());
        ranks.meet();
        return mine == expected;
      });
      BOOST_TEST(good == static_cast<int>(count), count << " ranks, " << length << " numbers");
    }
  }
}

BOOST_AUTO_TEST_CASE(memory_of_the_device_is_gathered_where_it_is) {
  const int good = in_processes(2, [](Communicator& ranks) {
    const std::size_t count = 20'000, bytes = count * sizeof(float);
    const std::vector<float> mine = numbers(ranks.rank(), count);
    void *from = nullptr, *to = nullptr;
    if (cudaMalloc(&from, bytes) != cudaSuccess || cudaMalloc(&to, 2 * bytes) != cudaSuccess)
      return false;
    std::vector<float> all(2 * count);
    bool same = cudaMemcpy(from, mine.data(), bytes, cudaMemcpyHostToDevice) == cudaSuccess &&
                ranks.gather_on_device(from, bytes, to) &&
                cudaMemcpy(all.data(), to, 2 * bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
    for (std::size_t r = 0; r < 2; ++r)
      same = same && std::equal(all.begin() + static_cast<std::ptrdiff_t>(r * count),
                                all.begin() + static_cast<std::ptrdiff_t>((r + 1) * count),
                                numbers(r, count).begin());
    cudaFree(from);
    cudaFree(to);
    return same;
  });
  BOOST_TEST(good == 2);
}
