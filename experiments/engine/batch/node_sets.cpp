#include "batch/node_sets.hpp"

#include "device/error.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <map>
#include <utility>

namespace canon::nn {
namespace {

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

/// An induced graph of a set: a pair has a third node of no type, joined to none.
struct Small {
  std::array<int, 3> type;
  std::array<bool, 3> edge; ///< 01, 02, 12
};

/// The smallest description over all orders of the nodes.
int code_of(const Small& graph, int types) {
  std::array<int, 3> order = {0, 1, 2};
  int best = INT_MAX;
  do {
    int code = 0;
    for (const int i : order)
      code = code * (types + 1) + graph.type[at(i)];
    for (const auto& [a, b] : {std::pair(0, 1), std::pair(0, 2), std::pair(1, 2)})
      code = 2 * code + (graph.edge[at(order[at(a)] + order[at(b)] - 1)] ? 1 : 0);
    best = std::min(best, code);
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

/// Numbers for the codes, from 0 on.
std::map<int, int> numbers_of(int size, int types) {
  if (size < 2 || size > 3 || types < 1 || types > 100)
    throw ArgumentError("node sets: expected 2 or 3 nodes of 1 to 100 types");
  std::map<int, int> numbers;
  const int last = size == 3 ? 0 : types; // the type of the third node
  for (int a = 0; a < types; ++a)
    for (int b = a; b < types; ++b)
      for (int c = size == 3 ? b : last; c < (size == 3 ? types : last + 1); ++c)
        for (int edges = 0; edges < (size == 3 ? 8 : 2); ++edges)
          numbers[code_of({{a, b, c}, {(edges & 1) != 0, (edges & 2) != 0, (edges & 4) != 0}},
                          types)] = 0;
  int next = 0;
  for (auto& [code, number] : numbers)
    number = next++;
  return numbers;
}

/// One graph with its nodes from 0 on.
class SetsOfGraph {
public:
  SetsOfGraph(int nodes, int size, bool connected)
      : n_(nodes), size_(size), connected_(connected), joined_(at(nodes) * at(nodes), false),
        neighbours_(at(nodes)) {}

  void join(int tail, int head) {
    if (tail == head || joined(head, tail)) return;
    joined_[at(head) * at(n_) + at(tail)] = true;
    neighbours_[at(head)].push_back(tail);
  }

  [[nodiscard]] bool joined(int a, int b) const { return joined_[at(a) * at(n_) + at(b)]; }

  void list() {
    number_.assign(at(n_) * at(n_) * (size_ == 3 ? at(n_) : 1), -1);
    for (int a = 0; a < n_; ++a)
      for (int b = a + 1; b < n_; ++b)
        if (size_ == 2)
          add({a, b, -1});
        else
          for (int c = b + 1; c < n_; ++c)
            add({a, b, c});
  }

  [[nodiscard]] const std::vector<std::array<int, 3>>& all() const { return sets_; }
  [[nodiscard]] int number_of(std::array<int, 3> set) const {
    if (set[0] > set[1]) std::swap(set[0], set[1]);
    if (size_ == 3 && set[1] > set[2]) std::swap(set[1], set[2]);
    if (set[0] > set[1]) std::swap(set[0], set[1]);
    return number_[place(set)];
  }
  [[nodiscard]] const std::vector<int>& neighbours(int v) const { return neighbours_[at(v)]; }

private:
  [[nodiscard]] std::size_t place(const std::array<int, 3>& set) const {
    const std::size_t pair = at(set[0]) * at(n_) + at(set[1]);
    return size_ == 2 ? pair : pair * at(n_) + at(set[2]);
  }

  void add(const std::array<int, 3>& set) {
    if (connected_) {
      int edges = joined(set[0], set[1]) ? 1 : 0;
      if (size_ == 3) edges += (joined(set[0], set[2]) ? 1 : 0) + (joined(set[1], set[2]) ? 1 : 0);
      if (edges < size_ - 1) return;
    }
    number_[place(set)] = static_cast<int>(sets_.size());
    sets_.push_back(set);
  }

  int n_, size_;
  bool connected_;
  std::vector<bool> joined_;
  std::vector<std::vector<int>> neighbours_;
  std::vector<std::array<int, 3>> sets_;
  std::vector<int> number_;
};

} // namespace

int isomorphism_types(int size, int types) {
  return static_cast<int>(numbers_of(size, types).size());
}

HostSets make_sets(const std::vector<int>& offset, const std::vector<int>& tail,
                   const std::vector<int>& head, const std::vector<int>& node_type, int types,
                   int size, bool connected) {
  const std::map<int, int> numbers = numbers_of(size, types);
  HostSets sets;
  sets.offset = {0};
  std::size_t e = 0; // edges are sorted by head, so by graph
  std::int64_t pairs_before = 0;
  for (std::size_t g = 0; g + 1 < offset.size(); ++g) {
    const int base = offset[g], n = offset[g + 1] - base, first = sets.offset.back();
    SetsOfGraph graph(n, size, connected);
    for (; e < head.size() && head[e] < offset[g + 1]; ++e)
      graph.join(tail[e] - base, head[e] - base);
    graph.list();
    // The pairs of a graph in the order in which list() makes them.
    const auto pair_number = [&](int a, int b) {
      return static_cast<int>(pairs_before + std::int64_t{a} * n - std::int64_t{a} * (a + 1) / 2 +
                              b - a - 1);
    };
    for (const std::array<int, 3>& set : graph.all()) {
      const int number = first + graph.number_of(set);
      Small small{{types, types, types}, {false, false, false}};
      for (int i = 0; i < size; ++i) {
        small.type[at(i)] = node_type[at(base + set[at(i)])];
        for (int j = i + 1; j < size; ++j)
          small.edge[at(i + j - 1)] = graph.joined(set[at(i)], set[at(j)]);
        for (const int w : graph.neighbours(set[at(i)])) {
          if (std::find(set.begin(), set.end(), w) != set.end()) continue;
          std::array<int, 3> moved = set;
          moved[at(i)] = w;
          const int other = graph.number_of(moved);
          if (other < 0) continue; // not connected
          sets.head.push_back(number);
          sets.tail.push_back(first + other);
        }
      }
      sets.type.push_back(numbers.at(code_of(small, types)));
      if (size == 2)
        sets.part.insert(sets.part.end(), {base + set[0], base + set[1]});
      else
        sets.part.insert(sets.part.end(), {pair_number(set[0], set[1]), pair_number(set[0], set[2]),
                                           pair_number(set[1], set[2])});
    }
    pairs_before += std::int64_t{n} * (n - 1) / 2;
    if (sets.head.size() > INT_MAX || pairs_before > INT_MAX)
      throw ArgumentError("batch: expected fewer than 2^31 sets of nodes");
    sets.offset.push_back(first + static_cast<int>(graph.all().size()));
  }
  return sets;
}

} // namespace canon::nn
