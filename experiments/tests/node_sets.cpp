#define BOOST_TEST_MODULE node_sets
#include "model/node_sets.hpp"

#include <canon/error.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <set>

namespace {

using canon::nn::HostNodeSets;
using Pairs = std::vector<std::pair<int, int>>;

HostNodeSets sets_of(int nodes, const Pairs& pairs, int size, bool connected,
                     std::vector<int> type = {}, int types = 1) {
  Pairs sorted; // (head, tail), both ways
  for (const auto& [a, b] : pairs) {
    sorted.emplace_back(b, a);
    sorted.emplace_back(a, b);
  }
  std::sort(sorted.begin(), sorted.end());
  std::vector<int> tail, head;
  for (const auto& [h, t] : sorted) {
    head.push_back(h);
    tail.push_back(t);
  }
  if (type.empty()) type.assign(static_cast<std::size_t>(nodes), 0);
  return canon::nn::make_node_sets({0, nodes}, tail, head, type, types, size, connected);
}

const Pairs path5 = {{0, 1}, {1, 2}, {2, 3}, {3, 4}};
const Pairs k4 = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

} // namespace

// Coloured graphs on two and three nodes, counted by hand: with two colours 2 x 3 pairs; 4 empty
// graphs on three nodes, 6 of one edge, 6 paths and 4 triangles.
BOOST_AUTO_TEST_CASE(the_types_are_the_coloured_graphs) {
  BOOST_TEST(canon::nn::count_set_types(2, 1) == 2);
  BOOST_TEST(canon::nn::count_set_types(3, 1) == 4);
  BOOST_TEST(canon::nn::count_set_types(2, 2) == 6);
  BOOST_TEST(canon::nn::count_set_types(3, 2) == 20);
}

BOOST_AUTO_TEST_CASE(all_sets_of_three) {
  const HostNodeSets sets = sets_of(5, path5, 3, false);
  BOOST_TEST(sets.type.size() == 10U);
  BOOST_TEST(sets.offset.back() == 10);
  BOOST_TEST(sets.types == 4);
  BOOST_TEST(sets.member.size() == 30U); // each contains its three pairs
  BOOST_TEST(sets.below == 10);
  // An edge with one end inside moves a set to one with the other end: of each of the 4 edges there
  // are C(3, 2) = 3 sets with the one end only, and 3 with the other.
  BOOST_TEST(sets.tail.size() == 4U * 3U * 2U);
}

BOOST_AUTO_TEST_CASE(connected_sets) {
  const HostNodeSets pairs = sets_of(5, path5, 2, true);
  BOOST_TEST(pairs.type.size() == 4U);
  BOOST_TEST(pairs.below == 5);
  BOOST_TEST(pairs.member.size() == 8U);
  const HostNodeSets threes = sets_of(5, path5, 3, true);
  BOOST_TEST(threes.type.size() == 3U);
  BOOST_TEST(threes.member.size() == 6U); // two edges each
  // 012 becomes 123 by 0 -> 3, which is no edge: no two of these are neighbours.
  BOOST_TEST(threes.tail.empty());
  const HostNodeSets full = sets_of(4, k4, 3, true);
  BOOST_TEST(full.type.size() == 4U);
  BOOST_TEST(full.tail.size() == 4U * 3U); // any of three nodes for the one outside
  BOOST_TEST(full.member.size() == 12U);
}

BOOST_AUTO_TEST_CASE(edges_go_both_ways_and_are_sorted) {
  const HostNodeSets sets = sets_of(5, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}}, 3, false);
  BOOST_TEST(!sets.tail.empty());
  BOOST_TEST(std::is_sorted(sets.head.begin(), sets.head.end()));
  std::multiset<std::pair<int, int>> edges;
  for (std::size_t e = 0; e < sets.tail.size(); ++e)
    edges.emplace(sets.tail[e], sets.head[e]);
  for (const auto& [tail, head] : edges)
    BOOST_TEST(edges.count({head, tail}) == edges.count({tail, head}));
}

// How many sets of each type there are does not depend on the names of the nodes.
BOOST_AUTO_TEST_CASE(types_do_not_see_names) {
  const std::vector<int> type = {0, 1, 1, 0, 1}, name = {3, 0, 4, 1, 2};
  std::vector<int> renamed_type(5);
  Pairs renamed;
  for (std::size_t v = 0; v < 5; ++v)
    renamed_type[static_cast<std::size_t>(name[v])] = type[v];
  for (const auto& [a, b] : path5)
    renamed.emplace_back(name[static_cast<std::size_t>(a)], name[static_cast<std::size_t>(b)]);
  std::vector<int> before = sets_of(5, path5, 3, false, type, 2).type;
  std::vector<int> after = sets_of(5, renamed, 3, false, renamed_type, 2).type;
  std::sort(before.begin(), before.end());
  std::sort(after.begin(), after.end());
  BOOST_TEST(before == after, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(small_graphs_and_bad_sizes) {
  BOOST_TEST(sets_of(1, {}, 2, false).type.empty());
  BOOST_TEST(sets_of(2, {{0, 1}}, 3, true).type.empty());
  BOOST_CHECK_THROW(sets_of(3, {}, 4, false), canon::DimensionError);
}
