#include "train/paired_comparison.hpp"

#include "model/zoo.hpp"

#include <canon/error.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace canon::lab {
namespace {

class Contrast {
public:
  Contrast(const nn::ModelOptions& model, nn::Backend backend, const ComparisonOptions& options)
      : options_(options), pool_(backend), tape_(pool_), model_(nn::make_model<float>(model)) {
    model_->parameters().place(pool_, options.seed);
  }

  void train(const std::vector<nn::GraphSample>& pair, Comparison& result) {
    const std::vector<nn::GraphBatch<float>> batches = batches_of(pair);
    values_ = model_->parameters().values();
    gradient_.resize(values_.size());
    adam_.mean.assign(values_.size(), 0.0F);
    adam_.square.assign(values_.size(), 0.0F);
    Plateau plateau;
    double rate = options_.adam.rate;
    while (result.epochs < options_.epochs) {
      double sum = 0.0;
      for (const nn::GraphBatch<float>& batch : batches)
        sum += step(batch, rate) * static_cast<double>(batch.graphs());
      result.loss = sum / static_cast<double>(pair.size());
      ++result.epochs;
      if (result.loss < options_.loss_limit) return;
      rate = plateau.next_rate(options_.plateau, rate, result.loss);
    }
  }

  double statistic(const std::vector<nn::GraphSample>& samples) {
    arma::mat differences;
    tape_.set_recording(false);
    for (const nn::GraphBatch<float>& batch : batches_of(samples)) {
      const arma::mat outputs = read(model_->forward(tape_, batch, {false, 0}));
      arma::mat rows(outputs.n_rows / 2, outputs.n_cols);
      for (std::size_t i = 0; i < rows.n_rows; ++i)
        rows.row(i) = outputs.row(2 * i) - outputs.row(2 * i + 1);
      differences = arma::join_cols(differences, rows);
      tape_.clear();
    }
    tape_.set_recording(true);
    return t_square(differences, options_.epsilon);
  }

private:
  std::vector<nn::GraphBatch<float>> batches_of(const std::vector<nn::GraphSample>& samples) {
    std::vector<nn::GraphBatch<float>> batches;
    for (std::size_t first = 0; first < samples.size(); first += options_.batch) {
      std::vector<const nn::GraphSample*> members;
      for (std::size_t i = first; i < std::min(first + options_.batch, samples.size()); ++i)
        members.push_back(&samples[i]);
      batches.emplace_back(pool_, members);
    }
    return batches;
  }

  [[nodiscard]] arma::mat read(nn::Var output) const {
    arma::fmat transposed(static_cast<arma::uword>(tape_.columns(output)),
                          static_cast<arma::uword>(tape_.rows(output)));
    nn::copy_to_host(tape_.backend(), transposed.memptr(), tape_.value(output).data,
                     transposed.n_elem * sizeof(float));
    return arma::conv_to<arma::mat>::from(transposed.t());
  }

  /// The loss is made of a few numbers per batch, so that it and its gradient are computed here, in
  /// double, and only the way back through the model is the engine's.
  double step(const nn::GraphBatch<float>& batch, double rate) {
    nn::Parameters<float>& parameters = model_->parameters();
    parameters.set_values(values_.data());
    parameters.clear_gradient();
    const nn::Var output = model_->forward(tape_, batch, {true, options_.seed});
    arma::mat back;
    const double loss = cosine_loss(read(output), options_.margin, back);
    const arma::fmat transposed = arma::conv_to<arma::fmat>::from(back.t());
    float* const seed = tape_.keep(static_cast<std::int64_t>(transposed.n_elem));
    nn::copy_to_backend(tape_.backend(), seed, transposed.memptr(),
                        transposed.n_elem * sizeof(float));
    tape_.backward(std::vector<nn::Tape<float>::Seed>{{output, seed}});
    tape_.clear();
    parameters.read_gradient(gradient_.data());
    adam_step(adam_, options_.adam, rate, values_.data(), gradient_.data(), values_.size());
    parameters.set_values(values_.data());
    return loss;
  }

  const ComparisonOptions& options_;
  nn::Pool pool_;
  nn::Tape<float> tape_;
  std::unique_ptr<nn::Model<float>> model_;
  std::vector<float> values_, gradient_;
  AdamState<float> adam_;
};

} // namespace

double t_square(const arma::mat& differences, double epsilon) {
  if (differences.n_rows < 2)
    throw ArgumentError("Hotelling's test: expected at least 2 samples, got " +
                        std::to_string(differences.n_rows));
  const arma::vec mean = arma::mean(differences, 0).t();
  arma::mat covariance = arma::cov(differences);
  covariance.diag() += epsilon;
  arma::vec values;
  arma::mat vectors;
  if (!arma::eig_sym(values, vectors, covariance))
    throw SolverError("Hotelling's test: the covariance has no eigenvalues");
  const double least = values.max() * static_cast<double>(differences.n_cols) *
                       static_cast<double>(std::numeric_limits<float>::epsilon());
  double sum = 0.0;
  for (std::size_t i = 0; i < values.n_elem; ++i)
    if (values[i] > least) sum += std::pow(arma::dot(vectors.col(i), mean), 2) / values[i];
  return sum;
}

double cosine_loss(const arma::mat& outputs, double margin, arma::mat& gradient) {
  gradient.zeros(outputs.n_rows, outputs.n_cols);
  const std::size_t pairs = outputs.n_rows / 2;
  // PyTorch adds this to the squares of the lengths, so that a row of zeros has a cosine, too.
  constexpr double least = 1e-12;
  double sum = 0.0;
  for (std::size_t i = 0; i < pairs; ++i) {
    const arma::rowvec a = outputs.row(2 * i), b = outputs.row(2 * i + 1);
    const double aa = arma::dot(a, a) + least, bb = arma::dot(b, b) + least;
    const double length = std::sqrt(aa * bb), cosine = arma::dot(a, b) / length;
    if (cosine <= margin) continue;
    sum += cosine - margin;
    gradient.row(2 * i) = (b / length - cosine / aa * a) / static_cast<double>(pairs);
    gradient.row(2 * i + 1) = (a / length - cosine / bb * b) / static_cast<double>(pairs);
  }
  return sum / static_cast<double>(pairs);
}

Comparison compare(const nn::ModelOptions& model, nn::Backend backend,
                   const std::vector<nn::GraphSample>& pair,
                   const std::vector<nn::GraphSample>& same,
                   const std::vector<nn::GraphSample>& fresh, const ComparisonOptions& options) {
  for (const std::vector<nn::GraphSample>* samples : {&pair, &same, &fresh})
    if (samples->empty() || samples->size() % 2 != 0 || options.batch % 2 != 0)
      throw ArgumentError("paired comparison: expected graphs in pairs, got " +
                          std::to_string(samples->size()) + " in batches of " +
                          std::to_string(options.batch));
  Comparison result;
  Contrast contrast(model, backend, options);
  contrast.train(pair, result);
  result.difference = contrast.statistic(pair);
  result.reliability = contrast.statistic(same);
  result.fresh = contrast.statistic(fresh);
  return result;
}

} // namespace canon::lab
