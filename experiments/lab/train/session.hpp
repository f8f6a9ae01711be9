#pragma once

#include "train/checkpoint.hpp"
#include "train/evaluation.hpp"
#include "train/metrics.hpp"
#include "train/run_folder.hpp"

#include <chrono>
#include <optional>

namespace canon::lab {

/// One run, step by step: what the optimiser's loop calls.
template <typename T>
class Session {
public:
  Session(nn::Model<T>& model, nn::Pool& pool, const std::vector<nn::GraphSample>& samples,
          const Split& split, const TrainOptions& options);

  [[nodiscard]] std::size_t samples() const { return batches_.samples(); }
  [[nodiscard]] std::size_t batch_size() const { return options_.batch_size; }
  [[nodiscard]] int epochs_left() const;
  [[nodiscard]] std::size_t parameters() const { return now_.values.size(); }
  [[nodiscard]] const std::vector<T>& start() const { return now_.values; }
  [[nodiscard]] double rate() const { return now_.rate; }
  [[nodiscard]] AdamState<T>& adam() { return now_.adam; }
  /// Has the rate fallen below where the run is to end?
  [[nodiscard]] bool stopped() const { return now_.rate < options_.stop_rate; }

  /// Whether the parameters and Adam's averages are on a device: then step() leaves `gradient` as
  /// it is and does not look at `x`, and move() takes Adam's step.
  [[nodiscard]] bool on_device() const { return on_device_.has_value(); }
  void move(double rate);
  /// The mean loss of the graphs from place `first` of this epoch's order on, and its gradient at
  /// the parameters `x`.
  double step(const T* x, std::size_t first, T* gradient);
  /// Evaluates, moves the rate, writes. `x` are the parameters after the last step.
  void end_epoch(const T* x);
  /// Leaves the model with its last parameters.
  [[nodiscard]] TrainResult finish();

private:
  using Clock = std::chrono::steady_clock;

  void try_out(const std::vector<nn::GraphSample>& samples, const Split& split);
  void resume(const std::filesystem::path& checkpoint, const std::string& fingerprint);
  [[noreturn]] void diverged(const std::string& how, std::size_t batch) const;
  double pass(const nn::GraphBatch<T>& batch, std::uint64_t seed, std::size_t number,
              double weight);
  double pass_together(nn::Communicator& ranks, int epoch, std::size_t number);
  void open_folder(const std::string& fingerprint);
  void put_on_device();
  /// The checkpoint's numbers that are kept on a device.
  void fetch();
  void evaluate(EpochRecord& record);
  void save();

  nn::Model<T>* model_;
  const TrainOptions options_;
  nn::Tape<T> tape_;
  Batches<T> batches_;
  std::optional<Evaluator<T>> valid_, test_;
  std::optional<nn::BackendAdam<T>> on_device_;
  double norm_ = 0.0; ///< of the last gradient, on a device
  std::optional<RunFolder> folder_;
  std::optional<MetricsFile> metrics_;
  Checkpoint<T> now_;
  int resumed_at_ = 0, saved_at_ = 0;
  double loss_sum_ = 0.0; ///< of this epoch's graphs
  Clock::time_point epoch_began_ = Clock::now(), saved_ = Clock::now();
};

} // namespace canon::lab
