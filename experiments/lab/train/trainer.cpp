#include "train/trainer.hpp"

#include "device/denormals.hpp"
#include "train/session.hpp"

#include <ensmallen.hpp>

#include <iostream>
#include <unistd.h>

namespace canon::lab {
namespace {

/// A session as ensmallen's loop sees it: a sum over the samples, which it asks for a batch at a
/// time. The names are ensmallen's.
template <typename T>
class Objective {
public:
  explicit Objective(Session<T>& session) : session_(&session) {}

  [[nodiscard]] std::size_t NumFunctions() const { return session_->samples(); }
  void Shuffle() {} // a session's order depends on the epoch only

  T EvaluateWithGradient(const arma::Mat<T>& x, std::size_t first, arma::Mat<T>& gradient,
                         std::size_t count) {
    gradient.set_size(x.n_rows, x.n_cols);
    const double loss = session_->step(x.memptr(), first, gradient.memptr());
    return static_cast<T>(loss * static_cast<double>(count));
  }

  // Never called, but ensmallen insists; the one that it would make itself returns double.
  T Evaluate(const arma::Mat<T>& x, std::size_t first, std::size_t count) {
    arma::Mat<T> gradient;
    return EvaluateWithGradient(x, first, gradient, count);
  }

private:
  Session<T>* session_;
};

/// The end of an epoch: the session looks around and says how fast to continue, or to stop.
template <typename T>
class EpochEnd {
public:
  explicit EpochEnd(Session<T>& session) : session_(&session) {}

  template <typename Optimiser, typename Function, typename Matrix>
  bool EndEpoch(Optimiser& optimiser, Function&, const Matrix& x, std::size_t, double) {
    session_->end_epoch(x.memptr());
    optimiser.StepSize() = session_->rate();
    return session_->stopped();
  }

private:
  Session<T>* session_;
};

} // namespace

std::string_view name(Loss loss) {
  switch (loss) {
  case Loss::l1:
    return "l1";
  case Loss::cross_entropy:
    return "cross-entropy";
  case Loss::binary_cross_entropy:
    break;
  }
  return "binary-cross-entropy";
}

const EpochRecord& best_epoch(const std::vector<EpochRecord>& history, Score score) {
  const EpochRecord* best = nullptr;
  for (const EpochRecord& record : history) {
    if (std::isnan(record.valid_score)) continue;
    const bool better =
        best == nullptr || (rewards(score) ? record.valid_score > best->valid_score
                                           : record.valid_score < best->valid_score);
    if (better) best = &record;
  }
  return best == nullptr ? history.back() : *best;
}

template <typename T>
TrainResult train(nn::Model<T>& model, nn::Pool& pool, const std::vector<nn::GraphSample>& samples,
                  const Split& split, const TrainOptions& options) {
  const nn::FlushDenormals flush;
  Session<T> session(model, pool, samples, split, options);
  const auto left = static_cast<std::size_t>(session.epochs_left());
  if (left > 0) {
    arma::Mat<T> x(session.start());
    Objective<T> objective(session);
    EpochEnd<T> end(session);
    // ensmallen's Adam is this SGD with another update policy; train/adam.hpp says why. It counts
    // samples, and ends by itself where two epochs differ by less than a tolerance: never.
    std::function<void(double)> on_device;
    if (session.on_device()) on_device = [&](double rate) { session.move(rate); };
    ens::SGD<AdamPolicy<T>> adam(session.rate(), session.batch_size(), left * session.samples(),
                                 -1.0, false,
                                 AdamPolicy<T>(session.adam(), options.adam, on_device));
    if (options.bar && isatty(STDERR_FILENO) != 0)
      adam.Optimize(objective, x, end, ens::ProgressBar(50, std::cerr));
    else
      adam.Optimize(objective, x, end);
  }
  return session.finish();
}

template TrainResult train(nn::Model<float>&, nn::Pool&, const std::vector<nn::GraphSample>&,
                           const Split&, const TrainOptions&);
template TrainResult train(nn::Model<double>&, nn::Pool&, const std::vector<nn::GraphSample>&,
                           const Split&, const TrainOptions&);

} // namespace canon::lab
