#include "train/evaluation.hpp"

#include "autograd/loss.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace canon::lab {

template <typename T>
nn::Var loss_on(nn::Tape<T>& tape, Loss loss, nn::Var output, const nn::GraphBatch<T>& batch) {
  switch (loss) {
  case Loss::l1:
    return nn::l1_loss(tape, output, batch.targets());
  case Loss::cross_entropy:
    return nn::cross_entropy(tape, output, batch.labels(), batch.host_labels());
  case Loss::binary_cross_entropy:
    break;
  }
  return nn::masked_bce(tape, output, batch.targets());
}

template <typename T>
double number_at(const nn::Tape<T>& tape, nn::Var var) {
  T value = 0;
  nn::copy_to_host(tape.backend(), &value, tape.value(var).data, sizeof value);
  return static_cast<double>(value);
}

template <typename T>
Evaluator<T>::Evaluator(const nn::Model<T>& model, nn::Tape<T>& tape,
                        const std::vector<nn::GraphSample>& samples, std::vector<std::size_t> which,
                        const TrainOptions& options, Stream stream)
    : model_(&model), tape_(&tape), samples_(&samples), which_(std::move(which)),
      loss_(options.loss), score_(options.score), batch_means_(options.batch_means),
      batch_size_(options.batch_size),
      batches_(tape.pool(), samples, which_,
               {.size = options.batch_size, .seed = options.seed, .stream = stream}) {
  for (const std::size_t i : which_) {
    const nn::GraphSample& sample = samples[i];
    predictions_.labels.push_back(sample.label);
    predictions_.targets.insert(predictions_.targets.end(), sample.target.begin(),
                                sample.target.end());
  }
  predictions_.graphs = which_.size();
}

template <typename T>
std::size_t Evaluator<T>::graphs_in(std::size_t number) const {
  return std::min(batch_size_, which_.size() - number * batch_size_);
}

/// Of every batch what its rank found; the others have zeros, which change nothing.
template <typename T>
void Evaluator<T>::share(nn::Communicator& ranks, std::vector<double>& losses,
                         std::vector<std::vector<T>>& outputs) {
  ranks.sum(losses.data(), losses.size());
  std::vector<std::size_t> columns(ranks.size());
  ranks.gather_all(&predictions_.columns, sizeof predictions_.columns, columns.data());
  predictions_.columns = *std::max_element(columns.begin(), columns.end());
  std::vector<T> all;
  for (std::size_t number = 0; number < outputs.size(); ++number) {
    outputs[number].resize(graphs_in(number) * predictions_.columns, T(0));
    all.insert(all.end(), outputs[number].begin(), outputs[number].end());
  }
  ranks.sum(all.data(), all.size());
  auto from = all.begin();
  for (std::vector<T>& batch : outputs) {
    std::copy_n(from, batch.size(), batch.begin());
    from += static_cast<std::ptrdiff_t>(batch.size());
  }
}

template <typename T>
Evaluation Evaluator<T>::run(int epoch) {
  nn::Tape<T>& tape = *tape_;
  nn::Communicator* const ranks = nn::communicator(); // each evaluates every n-th batch
  std::vector<std::vector<T>> outputs(batches_.count());
  std::vector<double> losses(batches_.count(), 0.0);
  tape.clear();
  tape.set_recording(false);
  for (std::size_t number = 0; number < batches_.count(); ++number) {
    if (ranks != nullptr && number % ranks->size() != ranks->rank()) continue;
    const nn::GraphBatch<T>& batch = batches_.at(epoch, number);
    const nn::Var output = model_->forward(tape, batch, {false, batches_.pass_seed(epoch, number)});
    losses[number] = number_at(tape, loss_on(tape, loss_, output, batch));
    const nn::Matrix<T> value = tape.value(output);
    outputs[number].resize(static_cast<std::size_t>(value.size()));
    nn::copy_to_host(tape.backend(), outputs[number].data(), value.data,
                     outputs[number].size() * sizeof(T));
    predictions_.columns = static_cast<std::size_t>(value.columns);
    tape.clear();
  }
  tape.set_recording(true);
  if (ranks != nullptr) share(*ranks, losses, outputs);
  predictions_.outputs.clear();
  double sum = 0.0, weights = 0.0;
  for (std::size_t number = 0; number < batches_.count(); ++number) {
    const double weight = batch_means_ ? 1.0 : static_cast<double>(graphs_in(number));
    sum += weight * losses[number];
    weights += weight;
    predictions_.outputs.insert(predictions_.outputs.end(), outputs[number].begin(),
                                outputs[number].end());
  }
  Evaluation result{sum / weights, std::numeric_limits<double>::quiet_NaN()};
  // A loss may hide what is not finite (a ReLU does).
  const auto finite = [](double x) { return std::isfinite(x); };
  if (!std::all_of(predictions_.outputs.begin(), predictions_.outputs.end(), finite))
    result.loss = std::numeric_limits<double>::quiet_NaN();
  if (finite(result.loss))
    result.score = batch_means_ && score_ == Score::mae
                       ? mean_of_batch_errors(predictions_, batch_size_)
                       : score_of(score_, predictions_);
  return result;
}

#define CANON_INSTANTIATE(T)                                                                       \
  template nn::Var loss_on(nn::Tape<T>&, Loss, nn::Var, const nn::GraphBatch<T>&);                 \
  template double number_at(const nn::Tape<T>&, nn::Var);                                          \
  template class Evaluator<T>;
CANON_INSTANTIATE(float)
CANON_INSTANTIATE(double)
#undef CANON_INSTANTIATE

} // namespace canon::lab
