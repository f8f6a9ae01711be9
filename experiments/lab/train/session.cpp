#include "train/session.hpp"

#include "device/communicator.hpp"
#include "train/data_check.hpp"
#include "train/errors.hpp"
#include "train/fingerprint.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace canon::lab {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

std::vector<std::size_t> checked(const std::vector<nn::GraphSample>& samples, const Split& split,
                                 const TrainOptions& options) {
  try {
    check(options);
    check(samples, split);
  } catch (const ArgumentError& error) {
    throw ArgumentError(options.what + ": " + error.what());
  }
  return split.train;
}

Shard part_of_batches() {
  const nn::Communicator* const ranks = nn::communicator();
  return ranks == nullptr ? Shard{} : Shard{ranks->rank(), ranks->size()};
}

/// Of some graphs what the mean in a loss divides by.
std::size_t terms_of(Loss loss, const std::vector<const nn::GraphSample*>& samples) {
  if (loss == Loss::cross_entropy) return samples.size();
  std::size_t terms = 0;
  for (const nn::GraphSample* sample : samples)
    for (const double target : sample->target)
      terms += loss == Loss::binary_cross_entropy && std::isnan(target) ? 0 : 1;
  return terms;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

template <typename T>
Session<T>::Session(nn::Model<T>& model, nn::Pool& pool,
                    const std::vector<nn::GraphSample>& samples, const Split& split,
                    const TrainOptions& options)
    : model_(&model), options_(options), tape_(pool),
      batches_(pool, samples, checked(samples, split, options),
               {.size = options.batch_size,
                .seed = options.seed,
                .stream = Stream::train,
                .shuffled = true,
                .kept_whole = !options.reshuffle,
                .part = part_of_batches()}) {
  if (!split.valid.empty())
    valid_.emplace(model, tape_, samples, split.valid, options_, Stream::valid);
  if (!split.test.empty()) test_.emplace(model, tape_, samples, split.test, options_, Stream::test);
  try_out(samples, split);
  now_.rate = options.adam.rate;
  now_.values = model.parameters().values();
  now_.state = model.parameters().state();
  now_.adam.mean.assign(now_.values.size(), T(0));
  now_.adam.square.assign(now_.values.size(), T(0));
  if (options.accumulate_gradient) now_.accumulated.assign(now_.values.size(), T(0));
  if (!options.folder.empty())
    open_folder(fingerprint(model, pool.backend(), samples, split, options));
  // Ranks add their gradients on the host, and so step there.
  if (pool.backend() == nn::Backend::cuda && nn::communicator() == nullptr) put_on_device();
}

/// One rank keeps the files; the others read where it begins, before it writes again.
template <typename T>
void Session<T>::open_folder(const std::string& fingerprint) {
  nn::Communicator* const ranks = nn::communicator();
  std::string all = fingerprint;
  if (ranks != nullptr && ranks->size() > 1)
    all += "ranks " + std::to_string(ranks->size()) + "\n"; // another rounding
  if (ranks == nullptr || ranks->rank() == 0) folder_.emplace(options_.folder);
  if (ranks != nullptr) ranks->meet();
  resume(options_.folder / "checkpoint.bin", all);
  if (ranks != nullptr) ranks->meet();
  if (folder_) metrics_.emplace(folder_->path(), now_.history);
}

/// A gradient that accumulates is the sum that the backend keeps: it is not cleared.
template <typename T>
void Session<T>::put_on_device() {
  on_device_.emplace(tape_.pool(), now_.values.size());
  on_device_->set(now_.adam.mean, now_.adam.square);
  if (options_.accumulate_gradient) model_->parameters().set_gradient(now_.accumulated.data());
}

template <typename T>
void Session<T>::fetch() {
  on_device_->get(now_.adam.mean, now_.adam.square);
  if (options_.accumulate_gradient) model_->parameters().read_gradient(now_.accumulated.data());
}

template <typename T>
void Session<T>::move(double rate) {
  nn::kernel::AdamFactors<T> factors = next_factors(now_.adam, options_.adam, rate);
  factors.scale = static_cast<T>(clip_scale(norm_, options_.clip_norm));
  nn::Parameters<T>& parameters = model_->parameters();
  on_device_->step(factors, parameters.gradient_data(), parameters.values_data());
}

/// Passes that change nothing tell how wide the output is and whether the model can take the graphs
/// at all, before anything is written; and what is laid on the backend for good is there before the
/// first epoch.
template <typename T>
void Session<T>::try_out(const std::vector<nn::GraphSample>& samples, const Split& split) {
  try {
    tape_.set_recording(false);
    const nn::Var output = model_->forward(tape_, batches_.at(1, 0), {false, 0});
    check_targets(samples, split, options_.loss, tape_.columns(output));
    for (std::optional<Evaluator<T>>* set : {&valid_, &test_})
      if (*set) (void)(*set)->run(0);
  } catch (const ArgumentError& error) {
    throw ArgumentError(options_.what + ": " + error.what());
  }
  tape_.clear();
  tape_.set_recording(true);
}

template <typename T>
void Session<T>::resume(const std::filesystem::path& checkpoint, const std::string& fingerprint) {
  now_.fingerprint = fingerprint;
  if (!std::filesystem::exists(checkpoint)) return;
  now_ = read_checkpoint<T>(checkpoint, fingerprint);
  model_->parameters().set_values(now_.values.data());
  model_->parameters().set_state(now_.state);
  resumed_at_ = saved_at_ = now_.epoch;
  if (options_.on_epoch)
    for (const EpochRecord& record : now_.history)
      options_.on_epoch(record);
}

template <typename T>
int Session<T>::epochs_left() const {
  return stopped() ? 0 : std::max(0, options_.epochs - now_.epoch);
}

template <typename T>
void Session<T>::diverged(const std::string& how, std::size_t batch) const {
  std::string message = options_.what + ": diverged in epoch " + std::to_string(now_.epoch + 1);
  if (batch < batches_.count())
    message += ", batch " + std::to_string(batch + 1) + " of " + std::to_string(batches_.count());
  message += ": " + how;
  if (folder_ && saved_at_ > 0)
    message += "; the checkpoint of epoch " + std::to_string(saved_at_) + " is kept in " +
               folder_->path().string();
  throw DivergedError(message, now_.epoch + 1, batch);
}

/// There and back; the loss, times `weight` as its gradient is.
template <typename T>
double Session<T>::pass(const nn::GraphBatch<T>& batch, std::uint64_t seed, std::size_t number,
                        double weight) {
  try {
    const nn::Var output = model_->forward(tape_, batch, {true, seed});
    const nn::Var loss = loss_on(tape_, options_.loss, output, batch);
    double value = on_device_ ? 0.0 : number_at(tape_, loss);
    if (weight == 1.0) {
      tape_.backward(loss);
    } else {
      const nn::Array<T> seed_of_loss =
          nn::array_of(tape_.pool(), std::vector<T>{static_cast<T>(weight)});
      tape_.backward({{loss, seed_of_loss.data()}});
    }
    if (on_device_) {
      batches_.prepare(now_.epoch + 1, number + 1); // while the device is at work
      const auto seen =
          on_device_->look(tape_.value(loss).data, model_->parameters().gradient_data());
      value = seen.loss;
      norm_ = seen.norm;
    }
    tape_.clear();
    return weight * value;
  } catch (const ArgumentError& error) {
    const char* const hint =
        batch.edges().edges == 0 ? " (none of the graphs of this batch has an edge)" : "";
    throw ArgumentError(options_.what + ": " + error.what() + hint);
  }
}

/// Each rank has its part of the batch, and its share of the loss and of the gradient.
template <typename T>
double Session<T>::pass_together(nn::Communicator& ranks, int epoch, std::size_t number) {
  const std::size_t mine = terms_of(options_.loss, batches_.part_of(epoch, number)),
                    all = terms_of(options_.loss, batches_.whole(epoch, number));
  // Ranks must not draw the same numbers for different graphs.
  const std::uint64_t seed =
      batches_.pass_seed(epoch, number) + 0x9e3779b97f4a7c15ULL * ranks.rank();
  double loss = pass(batches_.at(epoch, number), seed, number,
                     all == 0 ? 1.0 : static_cast<double>(mine) / static_cast<double>(all));
  ranks.sum(&loss, 1);
  return loss;
}

template <typename T>
double Session<T>::step(const T* x, std::size_t first, T* gradient) {
  const int epoch = now_.epoch + 1;
  const std::size_t number = first / options_.batch_size;
  if (number == 0) {
    loss_sum_ = 0.0;
    epoch_began_ = Clock::now();
  }
  nn::Parameters<T>& parameters = model_->parameters();
  if (!on_device_) parameters.set_values(x);
  if (!on_device_ || !options_.accumulate_gradient) parameters.clear_gradient();
  nn::Communicator* const ranks = batches_.divided(epoch, number) ? nn::communicator() : nullptr;
  const nn::TrainsWith with(ranks); // no one, if every rank has the whole batch
  const double loss = ranks != nullptr ? pass_together(*ranks, epoch, number)
                                       : pass(batches_.at(epoch, number),
                                              batches_.pass_seed(epoch, number), number, 1.0);
  if (!std::isfinite(loss) || loss > options_.loss_limit)
    diverged("the loss is " + std::to_string(loss), number);
  loss_sum_ +=
      loss *
      (options_.batch_means ? 1.0 : static_cast<double>(batches_.whole(epoch, number).size()));

  if (on_device_) {
    if (!std::isfinite(norm_)) diverged("the gradient is not finite", number);
    return loss;
  }
  parameters.read_gradient(gradient);
  const std::size_t count = now_.values.size();
  if (ranks != nullptr) ranks->sum(gradient, count);
  if (options_.accumulate_gradient) {
    for (std::size_t i = 0; i < count; ++i)
      gradient[i] = now_.accumulated[i] += gradient[i];
  }
  const double norm = norm_of(gradient, count);
  if (!std::isfinite(norm)) diverged("the gradient is not finite", number);
  if (options_.clip_norm > 0.0) clip(gradient, count, norm, options_.clip_norm);
  return loss;
}

template <typename T>
void Session<T>::evaluate(EpochRecord& record) {
  const auto run = [&](std::optional<Evaluator<T>>& set, const char* what) {
    if (!set) return Evaluation{nothing, nothing};
    const Evaluation result = set->run(record.epoch);
    if (!std::isfinite(result.loss))
      diverged(std::string("the loss of the ") + what + " set is not finite", batches_.count());
    return result;
  };
  const Evaluation valid = run(valid_, "validation");
  record.valid_loss = valid.loss;
  record.valid_score = valid.score;
  const double seen = valid_ ? valid.loss : record.train_loss;
  const double next = now_.plateau.next_rate(options_.plateau, now_.rate, seen);
  const bool last = record.epoch >= options_.epochs || next < options_.stop_rate;
  const bool due = record.epoch % options_.test_every == 0 || last;
  std::optional<Evaluator<T>> none;
  const Evaluation test = run(due ? test_ : none, "test");
  record.test_loss = test.loss;
  record.test_score = test.score;
  now_.rate = next;
}

template <typename T>
void Session<T>::end_epoch(const T* x) {
  if (!on_device_) model_->parameters().set_values(x);
  EpochRecord record;
  record.epoch = now_.epoch + 1;
  record.rate = now_.rate;
  record.train_loss =
      loss_sum_ / static_cast<double>(options_.batch_means ? batches_.count() : samples());
  evaluate(record);
  record.seconds = seconds_since(epoch_began_);
  now_.epoch = record.epoch;
  if (on_device_)
    now_.values = model_->parameters().values();
  else
    std::copy_n(x, now_.values.size(), now_.values.begin());
  now_.history.push_back(record);
  if (metrics_) metrics_->append(record);
  if (folder_ && seconds_since(saved_) >= options_.checkpoint_seconds) save();
  if (options_.on_epoch) options_.on_epoch(record);
}

template <typename T>
void Session<T>::save() {
  if (saved_at_ == now_.epoch) return;
  now_.state = model_->parameters().state();
  if (on_device_) fetch();
  write_checkpoint(folder_->checkpoint(), now_);
  saved_at_ = now_.epoch;
  saved_ = Clock::now();
}

template <typename T>
TrainResult Session<T>::finish() {
  if (folder_) save();
  return {now_.history, resumed_at_, stopped()};
}

template class Session<float>;
template class Session<double>;

} // namespace canon::lab
