// The small molecule sets against independent counts and the paper's tables.
#define BOOST_TEST_MODULE molecule_sets
#include "molecule_sets.hpp"

using namespace canon::lab;

BOOST_AUTO_TEST_CASE(esol) {
  check_set({"ogbg_molesol", 743, 13415, 3387, 13051, 2352, 12672, 666, 43, 640, 28.1, 102, 118});
}

BOOST_AUTO_TEST_CASE(freesolv) {
  check_set({"ogbg_molfreesolv", 291, 4649, 1856, 4812, 1105, 4358, 345, 31, 252, 35.2, 29, 43});
}

BOOST_AUTO_TEST_CASE(without_the_constant_more_spaces_fail) {
  if (const auto result = count_shared("ogbg_molesol", {6, 0.0}))
    BOOST_TEST(result->ours.violations.assumption3 == 653U);
  if (const auto result = count_shared("ogbg_molfreesolv", {6, 0.0}))
    BOOST_TEST(result->ours.violations.assumption3 == 252U);
}

BOOST_AUTO_TEST_CASE(all_sizes) {
  const auto multiple = [](const MoleculeResult& r) {
    std::size_t count = 0;
    for (const auto& [d, spaces] : r.ours.multiplicities)
      if (d > 1) count += spaces;
    return count;
  };
  if (const auto result = count_shared("ogbg_molesol")) BOOST_TEST(multiple(*result) == 772U);
  if (const auto result = count_shared("ogbg_molfreesolv")) BOOST_TEST(multiple(*result) == 335U);
}
