#define BOOST_TEST_MODULE cross_validation
#include "train/cross_validation.hpp"

#include "toy.hpp"
#include "train/errors.hpp"
#include "train/folds.hpp"

#include <boost/test/unit_test.hpp>

#include <mutex>
#include <set>

using namespace canon;
using namespace canon::lab;
namespace tt = boost::test_tools;

namespace {

constexpr std::size_t count = 90;

CrossValidation run(const TrainOptions& options, const CrossValidationOptions& how) {
  const auto samples = toy::graphs(count, 31);
  const auto folds = k_folds(singles(count), 3, FoldOrder::random, 1, 0.1);
  return cross_validate([] { return toy::model(); }, nn::Backend::cpu, samples, folds, options,
                        how);
}

/// Small work on a busy machine: threads would only wait for each other.
struct OneThread {
  OneThread() { nn::use_threads(1); }
};

} // namespace

BOOST_TEST_GLOBAL_FIXTURE(OneThread);

BOOST_AUTO_TEST_CASE(the_same_whether_at_once_or_one_after_another) {
  const Workplace folder;
  const TrainOptions options = toy::options(4);
  const CrossValidation alone = run(options, {.folder = folder.path() / "1", .threads = 1});
  const CrossValidation together = run(options, {.folder = folder.path() / "3", .threads = 3});
  BOOST_REQUIRE(alone.folds.size() == 3);
  for (std::size_t fold = 0; fold < 3; ++fold) {
    const std::string name = "fold" + std::to_string(fold);
    for (const char* file : {"checkpoint.bin", "metrics.jsonl"})
      BOOST_TEST((contents(folder.path() / "1" / name / file) ==
                  contents(folder.path() / "3" / name / file)),
                 name << "/" << file << " differs");
  }
  BOOST_TEST(alone.last.mean == together.last.mean);
  BOOST_TEST(alone.best.deviation == together.best.deviation);
  // Folds do not begin alike.
  BOOST_TEST(alone.folds[0].history[0].train_loss != alone.folds[1].history[0].train_loss);
}

BOOST_AUTO_TEST_CASE(folds_and_their_operations_share_the_threads) {
  const auto samples = toy::graphs(count, 31);
  const auto three = k_folds(singles(count), 3, FoldOrder::random, 1, 0.1);
  const auto of_each_fold = [&](int threads, std::size_t folds) {
    std::mutex guard;
    std::vector<int> seen;
    const MakeModel make = [&] {
      const std::lock_guard lock(guard);
      seen.push_back(nn::threads());
      return toy::model();
    };
    (void)cross_validate(make, nn::Backend::cpu, samples,
                         {three.begin(), three.begin() + static_cast<std::ptrdiff_t>(folds)},
                         toy::options(1), {.threads = threads});
    return seen;
  };
  const int before = nn::threads();
  BOOST_TEST(of_each_fold(1, 3) == std::vector<int>({1, 1, 1}), tt::per_element());
  // The last to begin may find the others at their ends, and then has their threads, too.
  const std::vector<int> shared = of_each_fold(2, 3), halves = of_each_fold(4, 2);
  BOOST_TEST((shared == std::vector{1, 1, 1} || shared == std::vector{1, 1, 2}));
  BOOST_TEST((halves == std::vector{2, 2} || halves == std::vector{2, 4}));
  BOOST_TEST(of_each_fold(3, 1) == std::vector<int>({3}), tt::per_element());
  BOOST_TEST(nn::threads() == before); // the caller's own are left alone
}

BOOST_AUTO_TEST_CASE(a_stopped_run_resumes) {
  const Workplace folder;
  (void)run(toy::options(2), {.folder = folder.path() / "a", .threads = 1});
  std::filesystem::remove_all(folder.path() / "a" / "fold2");
  const CrossValidation resumed =
      run(toy::options(4), {.folder = folder.path() / "a", .threads = 2});
  const CrossValidation straight = run(toy::options(4), {.threads = 1});
  BOOST_TEST(resumed.folds[0].resumed_at == 2);
  BOOST_TEST(resumed.folds[2].resumed_at == 0);
  BOOST_TEST(resumed.last.mean == straight.last.mean);
}

BOOST_AUTO_TEST_CASE(a_fold_that_fails_stops_no_other) {
  const Workplace folder;
  TrainOptions options = toy::options(3);
  options.what = "toy";
  // Graph 0 is tested in one fold and trained on in the others, where a float cannot hold its
  // target.
  auto samples = toy::graphs(count, 31);
  samples[0].target[0] = 1e300;
  const auto folds = k_folds(singles(count), 3, FoldOrder::contiguous, 1);
  Split without = folds[0];
  without.test.erase(without.test.begin());
  const std::vector<Split> three = {folds[1], without, folds[2]};
  try {
    (void)cross_validate([] { return toy::model(); }, nn::Backend::cpu, samples, three, options,
                         {.folder = folder.path(), .threads = 2});
    BOOST_TEST(false, "expected a DivergedError");
  } catch (const DivergedError& error) {
    BOOST_TEST(toy::has(error.what(), "toy, fold 0: diverged in epoch 1"));
  }
  BOOST_TEST(std::filesystem::exists(folder.path() / "fold1" / "checkpoint.bin"));
  BOOST_TEST(!std::filesystem::exists(folder.path() / "fold0" / "checkpoint.bin"));
}

BOOST_AUTO_TEST_CASE(no_folds) {
  BOOST_CHECK_THROW((void)cross_validate([] { return toy::model(); }, nn::Backend::cpu, {}, {},
                                         toy::options(1), {}),
                    ArgumentError);
}
