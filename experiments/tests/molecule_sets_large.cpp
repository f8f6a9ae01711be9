// The same on the large sets: some 30 s on two cores.
#define BOOST_TEST_MODULE molecule_sets_large
#include "molecule_sets.hpp"

using namespace canon::lab;

BOOST_AUTO_TEST_CASE(lipo) {
  check_set({"ogbg_mollipo", 5424, 104633, 8703, 99209, 6634, 99209, 2484, 547, 4386, 17.5, 0});
}

BOOST_AUTO_TEST_CASE(tox21) {
  check_set(
      {"ogbg_moltox21", 8840, 129655, 23106, 121627, 16662, 120815, 4572, 775, 7486, 27.0, 2});
}

BOOST_AUTO_TEST_CASE(toxcast) {
  check_set(
      {"ogbg_moltoxcast", 10639, 140947, 25121, 131135, 18140, 130308, 4952, 1044, 8600, 28.6, 2});
}

BOOST_AUTO_TEST_CASE(zinc) {
  check_set({"zinc12k", 10738, 261736, 23197, 250998, 18200, 250998, 7283, 384, 8786, 14.9, 0});
}
