#include "train/scores.hpp"

#include <canon/error.hpp>

#include <mlpack/core.hpp>
#include <mlpack/core/cv/metrics/roc_auc_score.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace canon::lab {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

void expect_size(std::size_t got, std::size_t expected, const char* what) {
  if (got != expected)
    throw ArgumentError("score: expected " + std::to_string(expected) + " " + what + ", got " +
                        std::to_string(got));
}

void expect_finite(const std::vector<double>& outputs) {
  if (!std::all_of(outputs.begin(), outputs.end(), [](double x) { return std::isfinite(x); }))
    throw ArgumentError("score: expected finite outputs");
}

arma::Row<std::size_t> row_of(const std::vector<int>& labels) {
  arma::Row<std::size_t> row(labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] < 0)
      throw ArgumentError("score: expected a label >= 0, got " + std::to_string(labels[i]));
    row[i] = static_cast<std::size_t>(labels[i]);
  }
  return row;
}

bool has_class(const std::vector<int>& labels, int which) {
  return std::find(labels.begin(), labels.end(), which) != labels.end();
}

} // namespace

std::string_view name(Score score) {
  switch (score) {
  case Score::mae:
    return "mae";
  case Score::accuracy:
    return "accuracy";
  case Score::roc_auc:
    return "roc-auc";
  case Score::average_precision:
    break;
  }
  return "average-precision";
}

bool rewards(Score score) {
  return score != Score::mae;
}

double score_of(Score score, const Predictions& predictions) {
  expect_size(predictions.outputs.size(), predictions.graphs * predictions.columns, "outputs");
  switch (score) {
  case Score::mae:
    return mean_absolute_error(predictions.outputs, predictions.targets);
  case Score::accuracy:
    return accuracy(predictions.outputs, predictions.columns, predictions.labels);
  case Score::roc_auc:
    return mean_over_tasks(roc_auc, predictions);
  case Score::average_precision:
    break;
  }
  return mean_over_tasks(average_precision, predictions);
}

double accuracy(const std::vector<double>& outputs, std::size_t classes,
                const std::vector<int>& labels) {
  expect_size(outputs.size(), classes * labels.size(), "outputs");
  expect_finite(outputs);
  if (labels.empty()) return nothing;
  const arma::mat data(outputs.data(), classes, labels.size()); // one column per graph
  const arma::urowvec expected = arma::conv_to<arma::urowvec>::from(row_of(labels));
  const auto right = arma::accu(arma::index_max(data, 0) == expected);
  return static_cast<double>(right) / static_cast<double>(labels.size());
}

double mean_absolute_error(const std::vector<double>& outputs, const std::vector<double>& targets) {
  expect_size(outputs.size(), targets.size(), "outputs");
  expect_finite(outputs);
  double sum = 0.0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (std::isnan(targets[i])) continue;
    sum += std::abs(outputs[i] - targets[i]);
    ++count;
  }
  return count == 0 ? nothing : sum / static_cast<double>(count);
}

double mean_of_batch_errors(const Predictions& predictions, std::size_t batch_size) {
  const auto& [graphs, columns, outputs, targets, labels] = predictions;
  expect_size(outputs.size(), graphs * columns, "outputs");
  expect_size(targets.size(), outputs.size(), "targets");
  if (batch_size == 0) throw ArgumentError("score: expected a batch size >= 1, got 0");
  double sum = 0.0;
  std::size_t batches = 0;
  for (std::size_t first = 0; first < graphs; first += batch_size) {
    const auto begin = static_cast<std::ptrdiff_t>(first * columns);
    const auto end = static_cast<std::ptrdiff_t>(std::min(graphs, first + batch_size) * columns);
    const double error = mean_absolute_error({outputs.begin() + begin, outputs.begin() + end},
                                             {targets.begin() + begin, targets.begin() + end});
    if (std::isnan(error)) continue;
    sum += error;
    ++batches;
  }
  return batches == 0 ? nothing : sum / static_cast<double>(batches);
}

double roc_auc(const std::vector<double>& outputs, const std::vector<int>& labels) {
  expect_size(outputs.size(), labels.size(), "outputs");
  expect_finite(outputs);
  if (!has_class(labels, 0) || !has_class(labels, 1)) return nothing; // mlpack throws
  return mlpack::ROCAUCScore<1>::Evaluate(row_of(labels), arma::rowvec(outputs));
}

// Not in mlpack: its Precision is that of a classifier's answers, without a ranking.
double average_precision(const std::vector<double>& outputs, const std::vector<int>& labels) {
  expect_size(outputs.size(), labels.size(), "outputs");
  expect_finite(outputs);
  std::vector<std::size_t> order(outputs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return outputs[a] > outputs[b]; });
  double sum = 0.0;
  std::size_t hits = 0;
  for (std::size_t i = 0; i < order.size();) {
    std::size_t gain = 0, end = i;
    for (; end < order.size() && outputs[order[end]] == outputs[order[i]]; ++end)
      gain += labels[order[end]] == 1 ? 1 : 0;
    hits += gain;
    sum += static_cast<double>(gain) * static_cast<double>(hits) / static_cast<double>(end);
    i = end;
  }
  return hits == 0 ? nothing : sum / static_cast<double>(hits);
}

double mean_over_tasks(BinaryScore score, const Predictions& predictions) {
  expect_size(predictions.targets.size(), predictions.outputs.size(), "targets");
  double sum = 0.0;
  std::size_t tasks = 0;
  for (std::size_t task = 0; task < predictions.columns; ++task) {
    std::vector<double> outputs;
    std::vector<int> labels;
    for (std::size_t i = task; i < predictions.targets.size(); i += predictions.columns) {
      const double target = predictions.targets[i];
      if (std::isnan(target)) continue;
      if (target != 0.0 && target != 1.0)
        throw ArgumentError("score: expected a target of 0, 1 or none, got " +
                            std::to_string(target));
      outputs.push_back(predictions.outputs[i]);
      labels.push_back(target == 1.0 ? 1 : 0);
    }
    if (!has_class(labels, 0) || !has_class(labels, 1)) continue;
    sum += score(outputs, labels);
    ++tasks;
  }
  return tasks == 0 ? nothing : sum / static_cast<double>(tasks);
}

Spread spread_of(const std::vector<double>& values) {
  if (values.empty()) return {nothing, nothing};
  const arma::vec all(values);
  return {arma::mean(all), arma::stddev(all, 1)};
}

} // namespace canon::lab
