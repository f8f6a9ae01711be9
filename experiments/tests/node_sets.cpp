#define BOOST_TEST_MODULE node_sets
#include "batch/node_sets.hpp"

#include <boost/test/unit_test.hpp>

using namespace canon::nn;

BOOST_AUTO_TEST_CASE(sets_of_nodes_by_hand) {
  // graphs on k nodes up to isomorphism: 2 and 4; with two colours 6 and 20
  BOOST_CHECK_EQUAL(isomorphism_types(2, 1), 2);
  BOOST_CHECK_EQUAL(isomorphism_types(3, 1), 4);
  BOOST_CHECK_EQUAL(isomorphism_types(2, 2), 6);
  BOOST_CHECK_EQUAL(isomorphism_types(3, 2), 20);
  // the path 0 - 1 - 2 - 3: pairs 01 02 03 12 13 23; from 01 the 1 moves to 2, and no other
  const std::vector<int> offset = {0, 4}, tail = {1, 0, 2, 1, 3, 2}, head = {0, 1, 1, 2, 2, 3},
                         type = {0, 0, 0, 0};
  const HostSets pairs = make_sets(offset, tail, head, type, 1, 2, false);
  BOOST_CHECK(pairs.offset == (std::vector<int>{0, 6}));
  std::vector<int> near;
  for (std::size_t e = 0; e < pairs.head.size(); ++e)
    if (pairs.head[e] == 0) near.push_back(pairs.tail[e]);
  BOOST_CHECK(near == (std::vector<int>{1}));
  BOOST_CHECK_EQUAL(make_sets(offset, tail, head, type, 1, 3, false).type.size(), 4);
  const HostSets triples = make_sets(offset, tail, head, type, 1, 3, true); // 012 and 123
  BOOST_CHECK(triples.offset == (std::vector<int>{0, 2}));
  BOOST_CHECK(triples.part == (std::vector<int>{0, 1, 3, 3, 4, 5}));
  BOOST_CHECK_EQUAL(triples.type[0], triples.type[1]);
}
