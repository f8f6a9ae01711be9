#pragma once

#include "device/communicator.hpp"
#include "model/model.hpp"
#include "train/batches.hpp"
#include "train/options.hpp"

namespace canon::lab {

/// The loss of a model's `output` (graphs x outputs) on a batch, 1 x 1 on the tape.
template <typename T>
[[nodiscard]] nn::Var loss_on(nn::Tape<T>& tape, Loss loss, nn::Var output,
                              const nn::GraphBatch<T>& batch);

/// A number on the backend.
template <typename T>
[[nodiscard]] double number_at(const nn::Tape<T>& tape, nn::Var var);

struct Evaluation {
  double loss = 0.0;  ///< mean over the graphs (the batches) of their batches' losses
  double score = 0.0; ///< NaN if the loss is
};

/// Shows a set of samples to a model, without dropout and with running statistics.
template <typename T>
class Evaluator {
public:
  Evaluator(const nn::Model<T>& model, nn::Tape<T>& tape,
            const std::vector<nn::GraphSample>& samples, std::vector<std::size_t> which,
            const TrainOptions& options, Stream stream);

  /// `epoch` matters only to models that draw random numbers.
  [[nodiscard]] Evaluation run(int epoch);
  /// Of the last run.
  [[nodiscard]] const Predictions& predictions() const { return predictions_; }

private:
  [[nodiscard]] std::size_t graphs_in(std::size_t batch) const;
  void share(nn::Communicator& ranks, std::vector<double>& losses,
             std::vector<std::vector<T>>& outputs);

  const nn::Model<T>* model_;
  nn::Tape<T>* tape_;
  const std::vector<nn::GraphSample>* samples_;
  std::vector<std::size_t> which_;
  Loss loss_;
  Score score_;
  bool batch_means_;
  std::size_t batch_size_;
  Batches<T> batches_;
  Predictions predictions_;
};

} // namespace canon::lab
