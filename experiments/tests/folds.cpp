#define BOOST_TEST_MODULE folds
#include "train/folds.hpp"

#include <canon/error.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <set>

using namespace canon::lab;

namespace {

/// `count` samples in groups of two neighbours.
std::vector<std::size_t> pairs(std::size_t count) {
  std::vector<std::size_t> group(count);
  for (std::size_t i = 0; i < count; ++i)
    group[i] = i / 2;
  return group;
}

std::set<std::size_t> groups_of(const std::vector<std::size_t>& group,
                                const std::vector<std::size_t>& which) {
  std::set<std::size_t> groups;
  for (const std::size_t i : which)
    groups.insert(group[i]);
  return groups;
}

/// All sets together are all samples once, and no group is in two of them.
void check_partition(const std::vector<std::size_t>& group, const Split& split) {
  std::vector<std::size_t> all;
  std::size_t groups = 0;
  for (const auto* set : {&split.train, &split.valid, &split.test}) {
    BOOST_TEST(std::is_sorted(set->begin(), set->end()));
    all.insert(all.end(), set->begin(), set->end());
    groups += groups_of(group, *set).size();
  }
  std::sort(all.begin(), all.end());
  BOOST_TEST(all == singles(group.size()), boost::test_tools::per_element());
  BOOST_TEST(groups == std::set<std::size_t>(group.begin(), group.end()).size());
}

/// FNV-1a of all numbers of a split, with the lengths of its sets.
void add_to_checksum(std::uint64_t& checksum, const Split& split) {
  const auto add = [&](std::uint64_t value) {
    for (int byte = 0; byte < 8; ++byte)
      checksum = (checksum ^ (value >> (8 * byte) & 255)) * 1099511628211ULL;
  };
  for (const std::vector<std::size_t>* set : {&split.train, &split.valid, &split.test}) {
    add(set->size());
    for (const std::size_t sample : *set)
      add(sample);
  }
}

} // namespace

BOOST_AUTO_TEST_CASE(ten_folds_of_600_pairs) {
  const auto group = pairs(1200);
  const auto folds = k_folds(group, 10, FoldOrder::random, 3);
  BOOST_REQUIRE(folds.size() == 10);
  std::set<std::size_t> tested;
  for (const Split& fold : folds) {
    check_partition(group, fold);
    BOOST_TEST(fold.test.size() == 120);
    BOOST_TEST(fold.valid.empty());
    tested.insert(fold.test.begin(), fold.test.end());
  }
  BOOST_TEST(tested.size() == 1200);
  // Drawn at random: not a run of neighbours.
  BOOST_TEST(folds[0].test.back() - folds[0].test.front() > 600);
}

BOOST_AUTO_TEST_CASE(folds_depend_on_the_seed_only) {
  const auto group = pairs(100);
  const auto a = k_folds(group, 5, FoldOrder::random, 1, 0.2);
  const auto b = k_folds(group, 5, FoldOrder::random, 1, 0.2);
  const auto c = k_folds(group, 5, FoldOrder::random, 2, 0.2);
  bool differ = false;
  for (std::size_t i = 0; i < 5; ++i) {
    BOOST_TEST(a[i].test == b[i].test, boost::test_tools::per_element());
    BOOST_TEST(a[i].valid == b[i].valid, boost::test_tools::per_element());
    differ = differ || a[i].test != c[i].test;
  }
  BOOST_TEST(differ);
}

BOOST_AUTO_TEST_CASE(contiguous_folds_are_runs_in_their_order) {
  const auto folds = k_folds(pairs(20), 5, FoldOrder::contiguous, 0);
  for (std::size_t i = 0; i < 5; ++i) {
    const std::vector<std::size_t> expected = {4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3};
    BOOST_TEST(folds[i].test == expected, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(what_does_not_divide_is_spread) {
  for (const std::size_t count : {10UL, 13UL, 19UL, 20UL}) {
    const auto group = singles(count);
    for (const std::size_t k : {2UL, 3UL, 10UL}) {
      BOOST_TEST_INFO_SCOPE(count << " groups in " << k);
      const auto folds = k_folds(group, k, FoldOrder::random, 5);
      BOOST_REQUIRE(folds.size() == k);
      for (const Split& fold : folds) {
        check_partition(group, fold);
        BOOST_TEST(fold.test.size() >= count / k);
        BOOST_TEST(fold.test.size() <= count / k + 1);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(validation_is_cut_from_training) {
  const auto group = pairs(200);
  for (const FoldOrder order : {FoldOrder::random, FoldOrder::contiguous})
    for (const Split& fold : k_folds(group, 10, order, 1, 0.1)) {
      check_partition(group, fold);
      BOOST_TEST(fold.valid.size() == 18); // 9 of the 90 pairs left
    }
}

BOOST_AUTO_TEST_CASE(groups_may_have_any_numbers_and_sizes) {
  const std::vector<std::size_t> group = {7, 1000000007, 7, 3, 3, 3, 42, 7};
  for (const Split& fold : k_folds(group, 4, FoldOrder::random, 9)) {
    check_partition(group, fold);
    BOOST_TEST(groups_of(group, fold.test).size() == 1);
  }
}

BOOST_AUTO_TEST_CASE(one_split) {
  const auto group = singles(200);
  const Split split = random_split(group, 0.1, 0.1, 4);
  check_partition(group, split);
  BOOST_TEST(split.test.size() == 20);
  BOOST_TEST(split.valid.size() == 20);
  const Split whole = random_split(group, 0.0, 0.29, 4);
  BOOST_TEST(whole.test.size() == 58); // 0.29 * 200 is 57.99... in binary
  BOOST_TEST(whole.valid.empty());
  check_partition(group, whole);
}

/// Published numbers hold for these folds only: they were cut by mlpack's KFoldCV once.
BOOST_AUTO_TEST_CASE(folds_are_those_of_recorded_runs) {
  const std::vector<Split> expected = {{{1, 3, 6, 7, 9, 10}, {0, 8}, {2, 4, 5}},
                                       {{0, 2, 5, 7, 8, 9}, {1, 4}, {3, 6, 10}},
                                       {{2, 3, 4, 5, 8, 9}, {6, 10}, {0, 1, 7}},
                                       {{0, 1, 3, 5, 6, 7, 10}, {2, 4}, {8, 9}}};
  const auto folds = k_folds(singles(11), 4, FoldOrder::random, 3, 0.25);
  BOOST_REQUIRE(folds.size() == expected.size());
  const auto check_equal = [](const Split& got, const Split& wanted) {
    BOOST_TEST(got.train == wanted.train, boost::test_tools::per_element());
    BOOST_TEST(got.valid == wanted.valid, boost::test_tools::per_element());
    BOOST_TEST(got.test == wanted.test, boost::test_tools::per_element());
  };
  for (std::size_t i = 0; i < folds.size(); ++i)
    check_equal(folds[i], expected[i]);
  check_equal(random_split(singles(11), 0.2, 0.3, 3), {{2, 3, 4, 5, 6, 10}, {0, 7}, {1, 8, 9}});

  struct Case {
    std::size_t pairs, k;
    double valid_share;
    FoldOrder order;
    std::uint64_t checksum;
  };
  for (const Case& recorded :
       std::vector<Case>{{600, 10, 0.0, FoldOrder::random, 0xf5884aacb72a08f5ULL},
                         {600, 10, 0.1, FoldOrder::random, 0x68307c40e9b57ef5ULL},
                         {601, 3, 0.29, FoldOrder::random, 0x0570041ee5f3ccefULL},
                         {13, 3, 0.1, FoldOrder::random, 0x28f5e55b0ab680deULL},
                         {19, 10, 0.1, FoldOrder::contiguous, 0x1015eff822c44a81ULL},
                         {601, 2, 0.29, FoldOrder::contiguous, 0x1fe7645656a79f55ULL}}) {
    std::uint64_t checksum = 14695981039346656037ULL;
    for (const Split& fold :
         k_folds(pairs(2 * recorded.pairs), recorded.k, recorded.order, 7, recorded.valid_share))
      add_to_checksum(checksum, fold);
    BOOST_TEST(checksum == recorded.checksum, recorded.pairs << " pairs in " << recorded.k);
  }
}

BOOST_AUTO_TEST_CASE(bad_arguments) {
  const auto group = pairs(10);
  for (const std::size_t k : {0UL, 1UL, 6UL})
    BOOST_CHECK_THROW((void)k_folds(group, k, FoldOrder::random, 0), canon::ArgumentError);
  BOOST_CHECK_THROW((void)k_folds({}, 2, FoldOrder::random, 0), canon::ArgumentError);
  BOOST_CHECK_THROW((void)k_folds(group, 2, FoldOrder::random, 0, 1.0), canon::ArgumentError);
  BOOST_CHECK_THROW((void)random_split(group, 0.4, 0.6, 0), canon::ArgumentError);
  BOOST_CHECK_THROW((void)random_split(group, -0.1, 0.5, 0), canon::ArgumentError);
  BOOST_CHECK_THROW((void)random_split({}, 0.0, 0.1, 0), canon::ArgumentError);
}
