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
Evaluation Evaluator<T>::run(int epoch) {
  nn::Tape<T>& tape = *tape_;
  predictions_.outputs.clear();
  std::vector<T> outputs;
  double sum = 0.0, weights = 0.0;
  tape.clear();
  tape.set_recording(false);
  for (std::size_t number = 0; number < batches_.count(); ++number) {
    const nn::GraphBatch<T>& batch = batches_.at(epoch, number);
    const nn::Var output = model_->forward(tape, batch, {false, batches_.pass_seed(epoch, number)});
    const double weight = batch_means_ ? 1.0 : static_cast<double>(batch.graphs());
    sum += weight * number_at(tape, loss_on(tape, loss_, output, batch));
    weights += weight;
    const nn::Matrix<T> value = tape.value(output);
    outputs.resize(static_cast<std::size_t>(value.size()));
    nn::copy_to_host(tape.backend(), outputs.data(), value.data, outputs.size() * sizeof(T));
    predictions_.outputs.insert(predictions_.outputs.end(), outputs.begin(), outputs.end());
    predictions_.columns = static_cast<std::size_t>(value.columns);
    tape.clear();
  }
  tape.set_recording(true);
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
