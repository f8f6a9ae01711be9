#include "model/node_sets.hpp"

#include "device/error.hpp"
#include "model/count_sort.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <map>
#include <utility>

namespace canon::nn {
namespace {

using Set = std::array<int, 3>; ///< ascending; the first `size` count, the others are -1

/// Colours and adjacency of the nodes of a set, whatever their order: the least code over all
/// orders. Pairs are numbered 01, 02, 12.
int code_of(int size, int node_types, std::array<int, 3> colour,
            const std::array<std::array<bool, 3>, 3>& joined) {
  std::array<int, 3> order = {0, 1, 2};
  int least = INT_MAX;
  do {
    int code = 0;
    for (int i = 0; i < size; ++i)
      code =
          code * node_types + colour[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])];
    for (int i = 0; i < size; ++i)
      for (int j = i + 1; j < size; ++j)
        code = 2 * code + (joined[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])]
                                 [static_cast<std::size_t>(order[static_cast<std::size_t>(j)])]
                               ? 1
                               : 0);
    least = std::min(least, code);
  } while (std::next_permutation(order.begin(), order.begin() + size));
  return least;
}

/// Numbers the types: codes in ascending order.
std::map<int, int> number_types(int size, int node_types) {
  std::map<int, int> number;
  std::array<int, 3> colour = {0, 0, 0};
  const int pairs = size == 2 ? 1 : 3;
  const auto colours =
      static_cast<int>(size == 2 ? node_types * node_types : node_types * node_types * node_types);
  for (int c = 0; c < colours; ++c)
    for (int bits = 0; bits < (1 << pairs); ++bits) {
      colour = {c % node_types, c / node_types % node_types, c / node_types / node_types};
      std::array<std::array<bool, 3>, 3> joined{};
      joined[0][1] = joined[1][0] = (bits & 1) != 0;
      joined[0][2] = joined[2][0] = (bits & 2) != 0;
      joined[1][2] = joined[2][1] = (bits & 4) != 0;
      number[code_of(size, node_types, colour, joined)] = 0;
    }
  int next = 0;
  for (auto& [code, value] : number)
    value = next++;
  return number;
}

/// The sets of one graph, nodes counted from 0.
class OneGraph {
public:
  OneGraph(int nodes, int size, bool connected)
      : nodes_(nodes), size_(size), connected_(connected),
        neighbours_(static_cast<std::size_t>(nodes)),
        joined_(static_cast<std::size_t>(nodes) * static_cast<std::size_t>(nodes)) {}

  void join(int a, int b) {
    if (a == b || joined(a, b)) return;
    joined_[place(a, b)] = joined_[place(b, a)] = true;
    neighbours_[static_cast<std::size_t>(a)].push_back(b);
    neighbours_[static_cast<std::size_t>(b)].push_back(a);
  }
  [[nodiscard]] bool joined(int a, int b) const { return joined_[place(a, b)]; }
  [[nodiscard]] const std::vector<int>& neighbours(int v) const {
    return neighbours_[static_cast<std::size_t>(v)];
  }

  /// In ascending order, so that find() can search.
  [[nodiscard]] std::vector<Set> sets(int size) const {
    std::vector<Set> result;
    for (int a = 0; a < nodes_; ++a)
      for (int b = a + 1; b < nodes_; ++b) {
        if (size == 2) {
          if (!connected_ || joined(a, b)) result.push_back({a, b, -1});
          continue;
        }
        for (int c = b + 1; c < nodes_; ++c)
          if (!connected_ || joined(a, b) + joined(a, c) + joined(b, c) >= 2)
            result.push_back({a, b, c});
      }
    return result;
  }
  [[nodiscard]] int size() const { return size_; }

private:
  [[nodiscard]] std::size_t place(int a, int b) const {
    return static_cast<std::size_t>(a) * static_cast<std::size_t>(nodes_) +
           static_cast<std::size_t>(b);
  }

  int nodes_, size_;
  bool connected_;
  std::vector<std::vector<int>> neighbours_;
  std::vector<bool> joined_;
};

/// The place of a set, or -1.
int find(const std::vector<Set>& sets, Set wanted, int size) {
  if (wanted[0] > wanted[1]) std::swap(wanted[0], wanted[1]);
  if (size == 3 && wanted[1] > wanted[2]) std::swap(wanted[1], wanted[2]);
  if (wanted[0] > wanted[1]) std::swap(wanted[0], wanted[1]);
  const auto found = std::lower_bound(sets.begin(), sets.end(), wanted);
  return found != sets.end() && *found == wanted ? static_cast<int>(found - sets.begin()) : -1;
}

void add_edges(const OneGraph& graph, const std::vector<Set>& sets, int base, HostNodeSets& to) {
  const int size = graph.size();
  for (std::size_t s = 0; s < sets.size(); ++s)
    for (int i = 0; i < size; ++i)
      for (const int other : graph.neighbours(sets[s][static_cast<std::size_t>(i)])) {
        const Set& here = sets[s];
        if (std::find(here.begin(), here.begin() + size, other) != here.begin() + size) continue;
        Set there = here;
        there[static_cast<std::size_t>(i)] = other;
        const int t = find(sets, there, size);
        if (t < 0) continue;
        to.tail.push_back(base + t);
        to.head.push_back(base + static_cast<int>(s));
      }
}

void add_members(const OneGraph& graph, const std::vector<Set>& sets, int node_base, int pair_base,
                 HostNodeSets& to) {
  const std::vector<Set> pairs = graph.size() == 3 ? graph.sets(2) : std::vector<Set>();
  for (const Set& set : sets) {
    if (graph.size() == 2) {
      to.member.push_back(node_base + set[0]);
      to.member.push_back(node_base + set[1]);
    } else {
      for (const Set& pair :
           {Set{set[0], set[1], -1}, Set{set[0], set[2], -1}, Set{set[1], set[2], -1}})
        if (const int p = find(pairs, pair, 2); p >= 0) to.member.push_back(pair_base + p);
    }
    to.member_offset.push_back(static_cast<int>(to.member.size()));
  }
  to.below += graph.size() == 3 ? static_cast<int>(pairs.size()) : 0;
}

} // namespace

HostNodeSets make_node_sets(const std::vector<int>& node_offset, const std::vector<int>& tail,
                            const std::vector<int>& head, const std::vector<int>& node_type,
                            int node_types, int size, bool connected) {
  if (size != 2 && size != 3)
    throw DimensionError("node sets: expected a size of 2 or 3, got " + std::to_string(size));
  const std::map<int, int> numbers = number_types(size, node_types);
  HostNodeSets result;
  result.offset = result.member_offset = {0};
  result.types = static_cast<int>(numbers.size());
  std::size_t e = 0; // edges are sorted by head, so those of a graph lie together
  for (std::size_t g = 0; g + 1 < node_offset.size(); ++g) {
    const int first = node_offset[g], nodes = node_offset[g + 1] - first;
    OneGraph graph(nodes, size, connected);
    for (; e < head.size() && head[e] < node_offset[g + 1]; ++e)
      graph.join(tail[e] - first, head[e] - first);
    const std::vector<Set> sets = graph.sets(size);
    const int base = result.offset.back();
    if (sets.size() > static_cast<std::size_t>(INT_MAX - base))
      throw DimensionError("node sets: expected fewer than 2^31 sets");
    for (const Set& set : sets) {
      std::array<int, 3> colour{};
      std::array<std::array<bool, 3>, 3> joined{};
      for (int i = 0; i < size; ++i) {
        const auto a = static_cast<std::size_t>(i);
        colour[a] = node_type[static_cast<std::size_t>(first + set[a])];
        for (std::size_t b = 0; b < a; ++b)
          joined[a][b] = joined[b][a] = graph.joined(set[a], set[b]);
      }
      result.type.push_back(numbers.at(code_of(size, node_types, colour, joined)));
    }
    add_edges(graph, sets, base, result);
    add_members(graph, sets, first, result.below, result);
    result.offset.push_back(base + static_cast<int>(sets.size()));
  }
  if (size == 2) result.below = node_offset.back();
  if (result.tail.size() > INT_MAX)
    throw DimensionError("node sets: expected fewer than 2^31 edges");
  return result;
}

int count_set_types(int size, int node_types) {
  return static_cast<int>(number_types(size, node_types).size());
}

NodeSets::NodeSets(Pool& pool, const HostNodeSets& host) {
  const auto sets = static_cast<std::int64_t>(host.type.size());
  const auto count = [](const std::vector<int>& v) { return static_cast<std::int64_t>(v.size()); };
  std::vector<int> offset, item, owner;
  // add_edges() goes through the heads in order.
  std::vector<int> head_offset;
  count_sort(host.head, sets, head_offset, item);
  count_sort(host.tail, sets, offset, item);
  graph_ = {sets,
            count(host.tail),
            hold(pool, head_offset),
            hold(pool, host.tail),
            hold(pool, host.head),
            hold(pool, offset),
            hold(pool, item)};
  for (std::size_t g = 0; g + 1 < host.offset.size(); ++g)
    owner.insert(owner.end(), static_cast<std::size_t>(host.offset[g + 1] - host.offset[g]),
                 static_cast<int>(g));
  by_graph_ = {hold(pool, host.offset), count(host.offset) - 1, sets, hold(pool, owner)};
  count_sort(host.type, host.types, offset, item);
  type_ = {hold(pool, host.type), sets, host.types, hold(pool, offset), hold(pool, item)};
  count_sort(host.member, host.below, offset, item);
  members_ = {hold(pool, host.member), count(host.member), host.below, hold(pool, offset),
              hold(pool, item)};
  owner.clear();
  for (std::size_t s = 0; s + 1 < host.member_offset.size(); ++s)
    owner.insert(owner.end(),
                 static_cast<std::size_t>(host.member_offset[s + 1] - host.member_offset[s]),
                 static_cast<int>(s));
  member_sets_ = {hold(pool, host.member_offset), sets, count(host.member), hold(pool, owner)};
}

const int* NodeSets::hold(Pool& pool, const std::vector<int>& values) {
  arrays_.push_back(array_of(pool, values));
  return arrays_.back().data();
}

} // namespace canon::nn
