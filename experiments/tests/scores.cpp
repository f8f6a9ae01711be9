#define BOOST_TEST_MODULE scores
#include "train/scores.hpp"

#include <canon/error.hpp>
#include <canon/random.hpp>

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>

using namespace canon::lab;
namespace tt = boost::test_tools;

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// By its definition, over all pairs.
double auc_by_pairs(const std::vector<double>& outputs, const std::vector<int>& labels) {
  double wins = 0.0, pairs = 0.0;
  for (std::size_t i = 0; i < labels.size(); ++i)
    for (std::size_t j = 0; j < labels.size(); ++j) {
      if (labels[i] != 1 || labels[j] != 0) continue;
      pairs += 1.0;
      wins += outputs[i] > outputs[j] ? 1.0 : outputs[i] == outputs[j] ? 0.5 : 0.0;
    }
  return wins / pairs;
}

} // namespace

BOOST_AUTO_TEST_CASE(accuracy_counts_the_largest_output) {
  const std::vector<double> outputs = {1, 2, 0, /**/ 5, 1, 1, /**/ 0, 0, 3, /**/ -1, -2, -3};
  BOOST_TEST(accuracy(outputs, 3, {1, 0, 2, 0}) == 1.0);
  BOOST_TEST(accuracy(outputs, 3, {0, 0, 2, 1}) == 0.5);
  BOOST_TEST(accuracy(outputs, 3, {0, 1, 0, 2}) == 0.0);
  // Of equal outputs the first counts: a model that knows nothing gets what class 0 is worth.
  BOOST_TEST(accuracy({1, 1, 1, 1}, 2, {0, 1}) == 0.5);
  BOOST_TEST(std::isnan(accuracy({}, 2, {})));
  BOOST_CHECK_THROW((void)accuracy({1, 2, 3}, 2, {0}), canon::ArgumentError);
  BOOST_CHECK_THROW((void)accuracy({1, none}, 2, {0}), canon::ArgumentError);
  BOOST_CHECK_THROW((void)accuracy({1, 2}, 2, {-1}), canon::ArgumentError);
}

BOOST_AUTO_TEST_CASE(absolute_error_leaves_out_what_is_missing) {
  BOOST_TEST(mean_absolute_error({1, 2, 3}, {2, 0, 3}) == 1.0);
  BOOST_TEST(mean_absolute_error({1, 2, 3}, {2, none, 3}) == 0.5);
  BOOST_TEST(std::isnan(mean_absolute_error({1}, {none})));
  BOOST_CHECK_THROW((void)mean_absolute_error({1, 2}, {1}), canon::ArgumentError);
}

BOOST_AUTO_TEST_CASE(auc_of_closed_cases) {
  const std::vector<double> rising = {0.1, 0.2, 0.8, 0.9};
  BOOST_TEST(roc_auc(rising, {0, 0, 1, 1}) == 1.0);
  BOOST_TEST(roc_auc(rising, {1, 1, 0, 0}) == 0.0);
  BOOST_TEST(roc_auc(rising, {0, 1, 0, 1}) == 0.75);
  BOOST_TEST(roc_auc({3, 3, 3, 3, 3}, {0, 1, 0, 1, 1}) == 0.5);
  BOOST_TEST(roc_auc({1, 2, 2, 3}, {0, 1, 0, 1}) == 0.875); // one pair of four is a tie
  BOOST_TEST(std::isnan(roc_auc(rising, {1, 1, 1, 1})));
  BOOST_TEST(std::isnan(roc_auc(rising, {0, 0, 0, 0})));
  BOOST_CHECK_THROW((void)roc_auc({none, 1}, {0, 1}), canon::ArgumentError);
}

BOOST_AUTO_TEST_CASE(auc_with_many_ties_is_that_of_the_pairs) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    BOOST_TEST_INFO_SCOPE("seed " << seed);
    canon::Rng rng = canon::trial_rng(seed, 0);
    std::vector<double> outputs = {0.0, 0.0};
    std::vector<int> labels = {0, 1};
    for (int i = 0; i < 40; ++i) {
      outputs.push_back(static_cast<double>(canon::uniform_below(rng, 6)) - 2.5);
      labels.push_back(static_cast<int>(canon::uniform_below(rng, 2)));
    }
    BOOST_TEST(roc_auc(outputs, labels) == auc_by_pairs(outputs, labels), tt::tolerance(1e-12));
  }
}

BOOST_AUTO_TEST_CASE(precision_of_closed_cases) {
  BOOST_TEST(average_precision({4, 3, 2, 1}, {1, 1, 0, 0}) == 1.0);
  // Hits at places 3 and 4: (1/3 + 2/4) / 2.
  BOOST_TEST(average_precision({4, 3, 2, 1}, {0, 0, 1, 1}) == 5.0 / 12.0, tt::tolerance(1e-12));
  // Hits at places 1 and 3: (1 + 2/3) / 2.
  BOOST_TEST(average_precision({4, 3, 2, 1}, {1, 0, 1, 0}) == 5.0 / 6.0, tt::tolerance(1e-12));
  // All equal: one step, the share of class 1, in any order.
  BOOST_TEST(average_precision({1, 1, 1, 1}, {1, 0, 0, 0}) == 0.25);
  BOOST_TEST(average_precision({1, 1, 1, 1}, {0, 0, 0, 1}) == 0.25);
  BOOST_TEST(average_precision({1, 1}, {1, 1}) == 1.0);
  BOOST_TEST(std::isnan(average_precision({1, 2}, {0, 0})));
}

BOOST_AUTO_TEST_CASE(tasks_are_averaged_where_both_classes_are_there) {
  Predictions said;
  said.graphs = 4;
  said.columns = 3;
  said.outputs = {0.9, 0.1, 0, /**/ 0.8, 0.9, 0, /**/ 0.2, 0.5, 0, /**/ 0.1, 0.3, 0};
  said.targets = {1, 1, 1, /**/ 1, none, 1, /**/ 0, 0, 1, /**/ 0, 1, none};
  // Task 0 is perfect; task 1 sees outputs .1 .5 .3 for 1 0 1: 0; task 2 has one class only.
  BOOST_TEST(score_of(Score::roc_auc, said) == 0.5);
  // Task 1: hits at places 2 and 3 of three: (1/2 + 2/3) / 2 = 7/12.
  BOOST_TEST(score_of(Score::average_precision, said) == 19.0 / 24.0, tt::tolerance(1e-12));
  said.targets[0] = 0.5;
  BOOST_CHECK_THROW((void)score_of(Score::roc_auc, said), canon::ArgumentError);
  said.targets.assign(12, none);
  BOOST_TEST(std::isnan(score_of(Score::roc_auc, said)));
  said.targets.pop_back();
  BOOST_CHECK_THROW((void)score_of(Score::roc_auc, said), canon::ArgumentError);
}

BOOST_AUTO_TEST_CASE(spread_divides_by_the_number) {
  const Spread spread = spread_of({1, 3});
  BOOST_TEST(spread.mean == 2.0);
  BOOST_TEST(spread.deviation == 1.0);
  BOOST_TEST(spread_of({5}).deviation == 0.0);
  BOOST_TEST(std::isnan(spread_of({}).mean));
}

BOOST_AUTO_TEST_CASE(errors_of_batches_count_alike) {
  const auto mean = [](std::vector<double> outputs, std::vector<double> targets, std::size_t size) {
    const std::size_t graphs = outputs.size();
    return mean_of_batch_errors({graphs, 1, std::move(outputs), std::move(targets), {}}, size);
  };
  // Batches of errors (1, 3) and (5): 2 and 5.
  BOOST_TEST(mean({1, 3, 5}, {0, 0, 0}, 2) == 3.5);
  BOOST_TEST(mean({1, 3, 5}, {0, 0, 0}, 3) == 3.0);
  BOOST_TEST(mean({1, 3, 5}, {0, 0, 0}, 1) == 3.0);
  BOOST_TEST(mean({1, 3, 5}, {0, 0, none}, 2) == 2.0);
  BOOST_TEST(std::isnan(mean({}, {}, 2)));
  BOOST_TEST(mean_of_batch_errors({2, 2, {1, 1, 2, 4}, {0, 0, 0, 0}, {}}, 1) == 2.0);
  BOOST_CHECK_THROW((void)mean({1}, {0}, 0), canon::ArgumentError);
  BOOST_CHECK_THROW((void)mean({1}, {0, 1}, 1), canon::ArgumentError);
}
