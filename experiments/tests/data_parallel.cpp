#define BOOST_TEST_MODULE data_parallel
#include "device/communicator.hpp"
#include "toy.hpp"
#include "train/trainer.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <barrier>
#include <cmath>
#include <cstring>
#include <limits>
#include <thread>

using namespace canon;
using namespace canon::lab;

namespace {

/// Ranks that are threads of this process.
class ThreadRanks {
public:
  explicit ThreadRanks(std::size_t count)
      : barrier_(static_cast<std::ptrdiff_t>(count)), from_(count) {}

  class Rank : public nn::Communicator {
  public:
    Rank(ThreadRanks& all, std::size_t rank) : all_(all), rank_(rank) {}
    [[nodiscard]] std::size_t rank() const override { return rank_; }
    [[nodiscard]] std::size_t size() const override { return all_.from_.size(); }
    void gather_all(const void* mine, std::size_t bytes, void* to) override {
      all_.from_[rank_] = mine;
      all_.barrier_.arrive_and_wait();
      for (std::size_t r = 0; r < size(); ++r)
        std::memcpy(static_cast<char*>(to) + r * bytes, all_.from_[r], bytes);
      all_.barrier_.arrive_and_wait();
    }

  private:
    ThreadRanks& all_;
    std::size_t rank_;
  };

private:
  std::barrier<> barrier_;
  std::vector<const void*> from_;
};

struct Trained {
  TrainResult result;
  std::vector<double> values, state;
  bool operator==(const Trained& other) const {
    return values == other.values && state == other.state;
  }
};

struct Task {
  std::vector<nn::GraphSample> samples = toy::graphs(100, 3);
  TrainOptions options = toy::options(4);
  std::int64_t outputs = 1;
};

Trained train_alone(const Task& task) {
  nn::use_threads(1);
  nn::Pool pool(nn::Backend::cpu);
  const auto model = toy::model<double>(task.outputs);
  model->parameters().place(pool, task.options.seed);
  Trained trained;
  trained.result = train(*model, pool, task.samples, toy::split(task.samples.size()), task.options);
  trained.values = model->parameters().values();
  trained.state = model->parameters().state();
  return trained;
}

std::vector<Trained> train_on(std::size_t count, const Task& task) {
  ThreadRanks all(count);
  std::vector<Trained> results(count);
  std::vector<std::jthread> threads;
  for (std::size_t r = 0; r < count; ++r)
    threads.emplace_back([&, r] {
      ThreadRanks::Rank rank(all, r);
      const nn::TrainsWith with(&rank);
      results[r] = train_alone(task);
    });
  threads.clear();
  return results;
}

double gap(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

/// One, two and three ranks agree to rounding; every rank, and a second run, to the bit.
void check_agreement(const Task& task) {
  const Trained one = train_alone(task);
  for (const std::size_t count : {2, 3}) {
    const std::vector<Trained> ranks = train_on(count, task), again = train_on(count, task);
    BOOST_REQUIRE_EQUAL(ranks[0].values.size(), one.values.size());
    // Adam divides by the root of a square: of the rounding of a gradient near zero it makes more.
    BOOST_TEST(gap(ranks[0].values, one.values) < 1e-8);
    BOOST_TEST(gap(ranks[0].state, one.state) < 1e-8);
    for (std::size_t r = 0; r < count; ++r) {
      BOOST_TEST((ranks[r] == ranks[0]), "rank " << r << " of " << count);
      BOOST_TEST((ranks[r] == again[r]), "rank " << r << " of " << count << ", run twice");
    }
    const EpochRecord &a = ranks[0].result.last(), &b = one.result.last();
    BOOST_TEST(std::abs(a.train_loss - b.train_loss) < 1e-8);
    BOOST_TEST(std::abs(a.valid_loss - b.valid_loss) < 1e-8);
    BOOST_TEST(std::abs(a.test_score - b.test_score) < 1e-8);
  }
}

} // namespace

BOOST_AUTO_TEST_CASE(ranks_give_what_one_gives) {
  check_agreement({});
}

BOOST_AUTO_TEST_CASE(a_last_batch_of_fewer_graphs_than_ranks_is_not_divided) {
  Task task;
  task.options.batch_size = 59; // of 60: the last batch has one graph
  check_agreement(task);
  task.options.batch_size = 29;
  task.options.reshuffle = false;
  check_agreement(task);
}

BOOST_AUTO_TEST_CASE(missing_targets_count_for_no_rank) {
  Task task;
  for (std::size_t g = 0; g < task.samples.size(); ++g) {
    auto& target = task.samples[g].target;
    target = {static_cast<double>(task.samples[g].label), g % 7 == 0 ? 1.0 : 0.0};
    if (g % 3 == 0) target[g % 2] = std::numeric_limits<double>::quiet_NaN();
  }
  task.outputs = 2;
  task.options.loss = Loss::binary_cross_entropy;
  task.options.score = Score::roc_auc;
  check_agreement(task);
}

BOOST_AUTO_TEST_CASE(a_rank_without_edges_takes_part) {
  Task task;
  for (std::size_t g = 0; g < task.samples.size(); ++g)
    if (g % 3 == 0) {
      nn::GraphSample& sample = task.samples[g];
      sample.tail.clear();
      sample.head.clear();
      sample.edge_type.clear();
    }
  task.options.batch_size = 6;
  task.options.epochs = 2;
  check_agreement(task);
}

BOOST_AUTO_TEST_CASE(a_stopped_run_is_resumed_by_as_many_ranks) {
  const Workplace folder;
  Task task;
  const std::vector<Trained> whole = train_on(2, task);
  task.options.folder = folder.path();
  task.options.epochs = 2;
  (void)train_on(2, task);
  task.options.epochs = 4;
  const std::vector<Trained> resumed = train_on(2, task);
  BOOST_TEST(resumed[1].result.resumed_at == 2);
  BOOST_TEST((resumed[0] == whole[0]));
  BOOST_TEST((resumed[1] == whole[1]));
}
