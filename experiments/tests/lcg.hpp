#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

/// The data of the comparisons with PyTorch: the same rules as in fixtures/torch_losses.py and
/// fixtures/torch_steps.py.
namespace canon::test {

class Lcg {
public:
  explicit Lcg(std::uint64_t seed) : state_(seed) {}
  int below(int n) {
    state_ = (1103515245ULL * state_ + 12345ULL) % (1ULL << 31U);
    return static_cast<int>((state_ >> 8U) % static_cast<std::uint64_t>(n));
  }

private:
  std::uint64_t state_;
};

/// The edges of a tree on `nodes` nodes and two more.
inline std::vector<std::pair<int, int>> tree_with_two_more(Lcg& rng, int nodes) {
  std::vector<std::pair<int, int>> pairs;
  for (int v = 1; v < nodes; ++v)
    pairs.emplace_back(rng.below(v), v);
  const auto there = [&](int a, int b) {
    return std::find(pairs.begin(), pairs.end(), std::pair(a, b)) != pairs.end();
  };
  while (pairs.size() < static_cast<std::size_t>(nodes) + 1) {
    const int a = rng.below(nodes), b = rng.below(nodes);
    if (a != b && !there(a, b) && !there(b, a)) pairs.emplace_back(a, b);
  }
  return pairs;
}

} // namespace canon::test
