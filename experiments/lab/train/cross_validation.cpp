#include "train/cross_validation.hpp"

#include "train/job_queue.hpp"
#include "train/trainer.hpp"

#include <canon/error.hpp>
#include <canon/random.hpp>

namespace canon::lab {

TrainResult train_new(const MakeModel& make, nn::Backend backend,
                      const std::vector<nn::GraphSample>& samples, const Split& split,
                      const TrainOptions& options) {
  nn::Pool pool(backend);
  const std::unique_ptr<nn::Model<float>> model = make();
  model->parameters().place(pool, options.seed);
  return train(*model, pool, samples, split, options);
}

std::uint64_t fold_seed(std::uint64_t seed, std::size_t fold) {
  return trial_rng(seed, fold)();
}

CrossValidation cross_validate(const MakeModel& make, nn::Backend backend,
                               const std::vector<nn::GraphSample>& samples,
                               const std::vector<Split>& folds, const TrainOptions& options,
                               const CrossValidationOptions& how) {
  if (folds.empty()) throw ArgumentError("cross-validation: expected at least one fold");
  CrossValidation result;
  result.folds.resize(folds.size());
  ProgressScope progress(*how.progress, folds.size() * static_cast<std::size_t>(options.epochs),
                         "epoch");
  JobQueue queue(how.threads, backend, folds.size());
  queue.run(
      [&](std::size_t fold) {
        TrainOptions mine = options;
        mine.what = options.what + ", fold " + std::to_string(fold);
        mine.seed = fold_seed(options.seed, fold);
        mine.bar = false;
        if (!how.folder.empty()) mine.folder = how.folder / ("fold" + std::to_string(fold));
        mine.on_epoch = [&](const EpochRecord& record) {
          queue.share_threads();
          progress.tick();
          if (options.on_epoch && queue.team() == 1) options.on_epoch(record);
        };
        result.folds[fold] = train_new(make, backend, samples, folds[fold], mine);
        if (how.done) how.done(fold);
      },
      how.mine);
  if (how.mine) return result;
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
