#define BOOST_TEST_MODULE trainer
#include "train/trainer.hpp"

#include "toy.hpp"
#include "train/batches.hpp"
#include "train/errors.hpp"

#include <canon/error.hpp>

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstring>
#include <limits>
#include <set>

using namespace canon;
using namespace canon::lab;

namespace {

struct Trained {
  TrainResult result;
  std::vector<float> values, state;
};

Trained run(const std::vector<nn::GraphSample>& samples, const TrainOptions& options,
            std::int64_t outputs = 1) {
  nn::Pool pool(nn::Backend::cpu);
  const auto model = toy::model(outputs);
  model->parameters().place(pool, options.seed);
  Trained trained;
  trained.result = train(*model, pool, samples, toy::split(samples.size()), options);
  trained.values = model->parameters().values();
  trained.state = model->parameters().state();
  return trained;
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

std::string complaint_of(const std::vector<nn::GraphSample>& samples, const TrainOptions& options,
                         std::int64_t outputs = 1) {
  return toy::complaint([&] { (void)run(samples, options, outputs); });
}

/// Small work on a busy machine: threads would only wait for each other.
struct OneThread {
  OneThread() { nn::use_threads(1); }
};

} // namespace

BOOST_TEST_GLOBAL_FIXTURE(OneThread);

BOOST_AUTO_TEST_CASE(learns_a_number) {
  const auto samples = toy::graphs(250, 1);
  const Trained trained = run(samples, toy::options(25));
  BOOST_REQUIRE(trained.result.history.size() == 25);
  double constant = 0.0; // a half: what a model says that sees nothing
  const Split split = toy::split(samples.size());
  for (const std::size_t i : split.test)
    constant += std::abs(samples[i].target[0] - 0.5) / static_cast<double>(split.test.size());
  BOOST_TEST_MESSAGE("mean absolute error " << trained.result.last().test_score << ", blind "
                                            << constant);
  BOOST_TEST(trained.result.last().test_score < constant / 4);
  BOOST_TEST(trained.result.best(Score::mae).valid_score <= trained.result.last().valid_score);
}

BOOST_AUTO_TEST_CASE(learns_a_label) {
  const auto samples = toy::graphs(250, 2);
  TrainOptions options = toy::options(20);
  options.loss = Loss::cross_entropy;
  options.score = Score::accuracy;
  const Trained trained = run(samples, options, 2);
  BOOST_TEST_MESSAGE("accuracy " << trained.result.last().test_score);
  BOOST_TEST(trained.result.last().test_score > 0.85);
  BOOST_TEST(trained.result.last().train_loss < 0.3);
}

BOOST_AUTO_TEST_CASE(a_set_model_learns_and_minds_the_width_of_the_encoding) {
  auto samples = toy::graphs(250, 16);
  for (nn::GraphSample& sample : samples) {
    sample.encoding_width = 3;
    for (const int type : sample.node_type) // the type, behind two columns of noise
      sample.encoding.insert(sample.encoding.end(), {0.1 * type, 1.0, double(type)});
    sample.node_types = 0;
    sample.node_type.clear();
  }
  nn::ModelOptions model_options;
  model_options.model = "deepsets";
  model_options.encoder = nn::EncoderKind::random_sign;
  model_options.node_types = model_options.edge_types = nn::Tables(std::vector<std::int64_t>{});
  model_options.encoding = 3;
  model_options.hidden = model_options.out = 16;
  model_options.outputs = 2;
  model_options.head = nn::HeadKind::linear;
  TrainOptions options = toy::options(20);
  options.loss = Loss::cross_entropy;
  options.score = Score::accuracy;
  nn::Pool pool(nn::Backend::cpu);
  std::vector<std::vector<float>> values;
  for (int i = 0; i < 2; ++i) {
    const auto model = nn::make_model<float>(model_options);
    model->parameters().place(pool, 3);
    const TrainResult result = train(*model, pool, samples, toy::split(250), options);
    BOOST_TEST(result.last().test_score > 0.75);
    values.push_back(model->parameters().values());
  }
  BOOST_TEST(same_bits(values[0], values[1])); // though its signs are drawn anew in every pass
  model_options.encoding = 5;
  const auto model = nn::make_model<float>(model_options);
  model->parameters().place(pool, 3);
  BOOST_TEST(toy::has(
      toy::complaint([&] { (void)train(*model, pool, samples, toy::split(250), options); }),
      "training: positional encoding: expected 5 columns, got 3"));
}

BOOST_AUTO_TEST_CASE(learns_tasks_with_holes) {
  auto samples = toy::graphs(250, 3);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double hole = std::numeric_limits<double>::quiet_NaN();
    const bool large = samples[i].target[0] > 0.7;
    samples[i].target = {i % 3 == 0 ? hole : samples[i].label, i % 4 == 1 ? hole : large};
  }
  TrainOptions options = toy::options(15);
  options.loss = Loss::binary_cross_entropy;
  for (const Score score : {Score::roc_auc, Score::average_precision}) {
    options.score = score;
    const double reached = run(samples, options, 2).result.last().test_score;
    BOOST_TEST_MESSAGE(name(score) << " " << reached);
    BOOST_TEST(reached > 0.95);
  }
}

BOOST_AUTO_TEST_CASE(the_same_bits_on_any_number_of_threads) {
  const auto samples = toy::graphs(100, 4);
  std::vector<Trained> runs;
  for (const int threads : {1, 2, 3}) {
    nn::use_threads(threads);
    runs.push_back(run(samples, toy::options(3)));
  }
  nn::use_threads(1);
  for (std::size_t i = 1; i < runs.size(); ++i) {
    BOOST_TEST(same_bits(runs[0].values, runs[i].values));
    BOOST_TEST(same_bits(runs[0].state, runs[i].state));
  }
  TrainOptions other = toy::options(3);
  other.seed = 8;
  BOOST_TEST(!same_bits(runs[0].values, run(samples, other).values));
}

BOOST_AUTO_TEST_CASE(memory_is_asked_for_in_the_first_epoch_only) {
  const auto samples = toy::graphs(100, 5, 8);
  for (const bool reshuffle : {true, false}) {
    nn::Pool pool(nn::Backend::cpu);
    const auto model = toy::model();
    model->parameters().place(pool, 0);
    TrainOptions options = toy::options(4);
    options.reshuffle = reshuffle;
    std::vector<std::size_t> asked;
    options.on_epoch = [&](const EpochRecord&) { asked.push_back(pool.allocations()); };
    (void)train(*model, pool, samples, toy::split(samples.size()), options);
    BOOST_REQUIRE(asked.size() == 4);
    BOOST_TEST(asked[0] > 0);
    BOOST_TEST(asked[3] == asked[0]);
  }
}

BOOST_AUTO_TEST_CASE(every_epoch_shows_every_graph_once) {
  auto samples = toy::graphs(23, 6);
  std::vector<std::size_t> which;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    samples[i].label = static_cast<int>(i);
    if (i != 7) which.push_back(i);
  }
  for (const bool whole : {false, true}) {
    nn::Pool pool(nn::Backend::cpu);
    const BatchOptions options = {
        .size = 5, .seed = 11, .stream = Stream::train, .shuffled = true, .kept_whole = whole};
    Batches<float> batches(pool, samples, which, options);
    BOOST_REQUIRE(batches.count() == 5);
    std::set<std::vector<int>> orders;
    std::set<std::uint64_t> seeds;
    for (int epoch = 1; epoch <= 4; ++epoch) {
      std::vector<int> shown;
      for (std::size_t number = 0; number < batches.count(); ++number) {
        const auto& batch = batches.at(epoch, number);
        shown.insert(shown.end(), batch.host_labels().begin(), batch.host_labels().end());
        seeds.insert(batches.pass_seed(epoch, number));
      }
      orders.insert(shown);
      std::sort(shown.begin(), shown.end());
      BOOST_TEST(shown.size() == 22);
      BOOST_TEST((std::set<int>(shown.begin(), shown.end()).size() == 22));
      BOOST_TEST((std::find(shown.begin(), shown.end(), 7) == shown.end()));
    }
    BOOST_TEST(orders.size() == 4);
    BOOST_TEST(seeds.size() == 20);
    // Asked for out of turn, it is the same batch.
    const std::vector<int> late = batches.at(3, 2).host_labels();
    Batches<float> again(pool, samples, which, options);
    BOOST_TEST(again.at(3, 2).host_labels() == late, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(gradients_that_are_never_cleared_add_up) {
  auto samples = toy::graphs(5, 8, 6); // three to train on: one batch per epoch
  TrainOptions options = toy::options(1);
  const Trained once = run(samples, options);
  options.accumulate_gradient = true;
  BOOST_TEST(same_bits(once.values, run(samples, options).values));
  options.epochs = 2;
  const Trained added = run(samples, options);
  options.accumulate_gradient = false;
  BOOST_TEST(!same_bits(added.values, run(samples, options).values));
}

BOOST_AUTO_TEST_CASE(ends_where_the_rate_is_low) {
  const auto samples = toy::graphs(30, 9);
  TrainOptions options = toy::options(50);
  options.adam.rate = 1e-5;
  options.plateau = {true, 0.5, 1, 0.9, 0.0}; // progress would be a tenth of the loss
  options.stop_rate = 2e-6;
  const Trained trained = run(samples, options);
  BOOST_TEST(trained.result.stopped_early);
  // The first epoch is the best; every second one after it halves: 5, 2.5, 1.25 millionths.
  BOOST_TEST(trained.result.history.size() == 7);
  BOOST_TEST(trained.result.last().rate == 2.5e-6, boost::test_tools::tolerance(1e-12));
}

/// 150 graphs for training in batches of 40 and a last one of 30, 50 for tests in 40 and 10.
BOOST_AUTO_TEST_CASE(batches_count_alike_if_asked) {
  const auto samples = toy::graphs(250, 12);
  TrainOptions options = toy::options(1);
  options.batch_size = 40;
  const EpochRecord by_graph = run(samples, options).result.last();
  options.batch_means = true;
  const EpochRecord by_batch = run(samples, options).result.last();
  BOOST_TEST(by_graph.train_loss != by_batch.train_loss);
  BOOST_TEST(by_graph.test_loss != by_batch.test_loss);
  BOOST_TEST(by_batch.test_score == by_batch.test_loss, boost::test_tools::tolerance(1e-5));
  options.batch_size = 50; // divides both
  const EpochRecord even = run(samples, options).result.last();
  options.batch_means = false;
  BOOST_TEST(even.test_loss == run(samples, options).result.last().test_loss,
             boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(tests_are_as_often_as_asked) {
  const auto samples = toy::graphs(30, 10);
  TrainOptions options = toy::options(5);
  options.test_every = 2;
  const auto history = run(samples, options).result.history;
  for (const EpochRecord& record : history)
    BOOST_TEST(std::isnan(record.test_score) == (record.epoch == 1 || record.epoch == 3));
}

BOOST_AUTO_TEST_CASE(divergence_keeps_the_last_good_checkpoint) {
  const auto samples = toy::graphs(60, 11);
  const Workplace folder;
  TrainOptions options = toy::options(2);
  options.folder = folder.path();
  (void)run(samples, options);
  const std::string good = contents(folder.path() / "checkpoint.bin");

  // A target that is spoilt after the second epoch: batches are laid out anew in each.
  auto changing = samples;
  TrainOptions spoiled = options;
  spoiled.folder = folder.path() / "spoiled";
  spoiled.epochs = 9;
  spoiled.on_epoch = [&](const EpochRecord& record) {
    if (record.epoch == 2) changing[0].target[0] = 1e300;
  };
  try {
    (void)run(changing, spoiled);
    BOOST_TEST(false, "expected a DivergedError");
  } catch (const DivergedError& error) {
    BOOST_TEST_MESSAGE(error.what());
    BOOST_TEST(error.epoch() == 3);
    BOOST_TEST(toy::has(error.what(), "diverged in epoch 3"));
    BOOST_TEST(toy::has(error.what(), "the checkpoint of epoch 2 is kept in "));
  }
  // It is whole: the run continues from there once nothing spoils it.
  spoiled.on_epoch = {};
  const Trained healed = run(samples, spoiled);
  BOOST_TEST(healed.result.resumed_at == 2);
  BOOST_TEST(healed.result.history.size() == 9);
  BOOST_TEST(contents(folder.path() / "checkpoint.bin") == good);
}

BOOST_AUTO_TEST_CASE(a_rate_without_measure_diverges) {
  TrainOptions options = toy::options(50);
  options.adam.rate = 1e30;
  BOOST_CHECK_THROW((void)run(toy::graphs(60, 12), options), DivergedError);
}

BOOST_AUTO_TEST_CASE(bad_input_is_one_clear_line) {
  const auto good = toy::graphs(10, 13);
  const TrainOptions options = toy::options(1);
  TrainOptions classes = options;
  classes.loss = Loss::cross_entropy;
  classes.score = Score::accuracy;

  auto bad = good;
  bad[4] = {};
  BOOST_TEST(complaint_of(bad, options) ==
             "training: graph 4: expected a graph with at least one node");
  bad = good;
  bad[2].label = 2;
  BOOST_TEST(complaint_of(bad, classes, 2) ==
             "training: graph 2: expected a label in [0, 2), got 2");
  bad[2].label = -1;
  BOOST_TEST(complaint_of(bad, classes, 2) ==
             "training: graph 2: expected a label in [0, 2), got -1");
  bad = good;
  bad[9].encoding_width = 1;
  bad[9].encoding.resize(static_cast<std::size_t>(bad[9].nodes));
  BOOST_TEST(complaint_of(bad, options) == "training: graph 9: expected 0 columns of the "
                                           "positional encoding as in the others, got 1");
  bad = good;
  bad[0].node_type[0] = 5;
  BOOST_TEST(complaint_of(bad, options) == "training: node type: expected a type in [0, 2), got 5");
  BOOST_TEST(complaint_of(good, options, 3) ==
             "training: graph 0: expected 3 targets, one an output, got 1");
  bad = good;
  bad[1].target[0] = std::numeric_limits<double>::quiet_NaN();
  BOOST_TEST(complaint_of(bad, options) == "training: graph 1: expected finite targets");
  bad[1].target[0] = 0.5;
  TrainOptions binary = options;
  binary.loss = Loss::binary_cross_entropy;
  BOOST_TEST(toy::has(complaint_of(bad, binary), "expected targets 0, 1 or none"));

  BOOST_TEST(complaint_of({}, options) == "training: expected at least one graph to train on");
  TrainOptions none = options;
  none.batch_size = 0;
  BOOST_TEST(complaint_of(good, none) == "training: expected a batch size >= 1");
  none = options;
  none.epochs = 0;
  BOOST_TEST(complaint_of(good, none) == "training: expected at least one epoch, got 0");
  none = options;
  none.adam.rate = -1;
  BOOST_TEST(toy::has(complaint_of(good, none), "expected a learning rate > 0"));
}

BOOST_AUTO_TEST_CASE(graphs_without_edges) {
  // Among others they are welcome, and so is a single node.
  auto samples = toy::graphs(20, 14);
  for (const std::size_t i : {0UL, 3UL, 4UL}) {
    samples[i].nodes = 1;
    samples[i].node_type = {0};
    for (auto* ends : {&samples[i].tail, &samples[i].head, &samples[i].edge_type})
      ends->clear();
  }
  const Trained trained = run(samples, toy::options(2));
  BOOST_TEST(std::isfinite(trained.result.last().test_loss));
  // A model that normalises over edges cannot learn from a batch without any.
  for (nn::GraphSample& sample : samples)
    for (auto* ends : {&sample.tail, &sample.head, &sample.edge_type})
      ends->clear();
  BOOST_TEST(complaint_of(samples, toy::options(1)) ==
             "training: batch_norm: expected at least one row (none of the graphs of this batch "
             "has an edge)");
}
