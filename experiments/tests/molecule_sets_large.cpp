// The same on the large sets: some 30 s on two cores.
#define BOOST_TEST_MODULE molecule_sets_large
#include "molecule_sets.hpp"

using namespace canon::lab;

BOOST_AUTO_TEST_CASE(lipo) {
  check_set(
      {"ogbg_mollipo", 5424, 104633, 8703, 99209, 6634, 99209, 2484, 547, 4386, 17.5, 682, 774});
}

// The only verdicts with a margin below 1 (0.44) are four of molecule 4144 of tox21 and four of
// molecule 3828 of toxcast: two pairs of eigenvalues there are 7.8e-8 apart. Solved with 60 digits,
// the former are as ours; the independent programs, whose counts moved by up to 2 on these sets,
// had one vector less for Assumption 1 of tox21 (16662).
BOOST_AUTO_TEST_CASE(tox21) {
  check_set({"ogbg_moltox21", 8840, 129655, 23106, 121627, 16663, 120815, 4572, 775, 7486, 27.0,
             1005, 1161});
}

BOOST_AUTO_TEST_CASE(toxcast) {
  check_set({"ogbg_moltoxcast", 10639, 140947, 25121, 131135, 18140, 130308, 4952, 1044, 8600, 28.6,
             1482, 1564});
}

BOOST_AUTO_TEST_CASE(zinc) {
  check_set(
      {"zinc12k", 10738, 261736, 23197, 250998, 18200, 250998, 7283, 384, 8786, 14.9, 1468, 1675});
}
