#include "train/cross_validation.hpp"

#include "train/trainer.hpp"

#include <canon/error.hpp>
#include <canon/random.hpp>

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>

namespace canon::lab {
namespace {

TrainResult train_fold(const MakeModel& make, nn::Backend backend,
                       const std::vector<nn::GraphSample>& samples, const Split& split,
                       const TrainOptions& options) {
  nn::Pool pool(backend);
  const std::unique_ptr<nn::Model<float>> model = make();
  model->parameters().place(pool, options.seed);
  return train(*model, pool, samples, split, options);
}

} // namespace

std::uint64_t fold_seed(std::uint64_t seed, std::size_t fold) {
  return trial_rng(seed, fold)();
}

CrossValidation cross_validate(const MakeModel& make, nn::Backend backend,
                               const std::vector<nn::GraphSample>& samples,
                               const std::vector<Split>& folds, const TrainOptions& options,
                               const CrossValidationOptions& how) {
  if (folds.empty()) throw ArgumentError("cross-validation: expected at least one fold");
  const std::size_t threads = how.threads > 0 ? static_cast<std::size_t>(how.threads)
                                              : std::max(1U, std::thread::hardware_concurrency());
  const std::size_t team = backend == nn::Backend::cuda ? 1 : std::min(threads, folds.size());
  CrossValidation result;
  result.folds.resize(folds.size());
  std::vector<std::exception_ptr> failures(folds.size());
  ProgressScope progress(*how.progress, folds.size() * static_cast<std::size_t>(options.epochs),
                         "epoch");
  std::atomic<std::size_t> next = 0;
  const auto serve = [&] {
    for (std::size_t fold = next++; fold < folds.size(); fold = next++) {
      try {
        TrainOptions mine = options;
        mine.what = options.what + ", fold " + std::to_string(fold);
        mine.seed = fold_seed(options.seed, fold);
        mine.bar = false;
        if (!how.folder.empty()) mine.folder = how.folder / ("fold" + std::to_string(fold));
        mine.on_epoch = [&](const EpochRecord& record) {
          progress.tick();
          if (options.on_epoch && team == 1) options.on_epoch(record);
        };
        result.folds[fold] = train_fold(make, backend, samples, folds[fold], mine);
      } catch (...) {
        failures[fold] = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> workers;
    for (std::size_t t = 0; t < team; ++t)
      workers.emplace_back([&] {
        nn::use_threads(static_cast<int>(threads / team)); // holds for the thread that calls it
        serve();
      });
  }
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
  std::vector<double> last, best;
  for (const TrainResult& fold : result.folds) {
    last.push_back(fold.last().test_score);
    best.push_back(fold.best(options.score).test_score);
  }
  result.last = spread_of(last);
  result.best = spread_of(best);
  return result;
}

} // namespace canon::lab
