#include "run/basis_training.hpp"

#include "model/zoo.hpp"
#include "run/basis_row.hpp"
#include "train/folds.hpp"
#include "train/trainer.hpp"

#include <canon/error.hpp>
#include <canon/pipeline.hpp>

#include <limits>
#include <new>

namespace canon::lab {
namespace {

BasisOutcome train_once(const BasisRow& row, std::int64_t hidden, double rate,
                        const std::vector<nn::GraphSample>& samples, const Split& split,
                        std::uint64_t seed, nn::Backend backend) {
  nn::ModelOptions options = row.model;
  options.hidden = options.out = hidden;
  nn::Pool pool(backend);
  const auto model = nn::make_model<float>(options);
  model->parameters().place(pool, seed);
  TrainOptions train = row.train;
  train.seed = seed;
  train.adam.rate = rate;
  const TrainResult result = lab::train<float>(*model, pool, samples, split, train);
  return {result.last().valid_score, result.last().test_score, hidden, rate};
}

/// Of all widths and rates the one that does best on the validation split; the first of equals.
BasisOutcome train_best(const BasisRow& row, const std::vector<nn::GraphSample>& samples,
                        const Split& split, std::uint64_t seed, nn::Backend backend) {
  if (split.valid.empty() && row.hidden.size() * row.rates.size() > 1)
    throw ArgumentError("[" + row.name + "] valid_share: the validation split is empty (" +
                        std::to_string(samples.size()) +
                        " instances), so no model can be selected");
  BasisOutcome best;
  bool any = false;
  for (const std::int64_t hidden : row.hidden)
    for (const double rate : row.rates) {
      const BasisOutcome outcome = train_once(row, hidden, rate, samples, split, seed, backend);
      if (!any || outcome.valid > best.valid) best = outcome;
      any = true;
    }
  return best;
}

Split split_of(const BasisRun& run, const BasisRow& row, std::size_t samples, std::uint64_t seed) {
  if (!run.as_published)
    return random_split(singles(samples), row.valid_share, row.test_share, seed);
  Split split = random_split(singles(samples), 0.0, row.test_share, seed);
  split.valid = split.test; // the published script lowers its rate by the loss of the test set
  return split;
}

/// Json has no NaN, which is the score of no instances; it is written as null.
double number_of(const Json& value) {
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

std::vector<BasisOutcome> train_rows(const BasisRun& run, BasisIsomorphismOptions data_options,
                                     const std::vector<BasisRow>& rows, std::size_t index) {
  const std::uint64_t seed = run.options.seed + index;
  data_options.seed = seed;
  const BasisIsomorphism data = make_basis_isomorphism(data_options);
  std::vector<BasisOutcome> result;
  for (const BasisRow& row : rows) {
    const std::vector<nn::GraphSample> samples = basis_samples(data, row.basis);
    result.push_back(train_best(row, samples, split_of(run, row, samples.size(), seed), seed,
                                run.options.backend));
  }
  return result;
}

} // namespace

BasisRuns::BasisRuns(Journal& journal, std::size_t rows) : journal_(journal) {
  for (const Json& line : journal.take_lines()) {
    const auto refuse = [&] {
      throw JournalError(journal.path().string(), 0,
                         "the line '" + line.dump().substr(0, 60) +
                             "' is not what this experiment writes");
    };
    try {
      std::vector<BasisOutcome> outcomes;
      for (const Json& value : line.at("outcomes"))
        outcomes.push_back({number_of(value.at(0)), number_of(value.at(1)),
                            value.at(2).get<std::int64_t>(), value.at(3).get<double>()});
      if (outcomes.size() != rows) refuse();
      done_[line.at("variant").get<std::string>()].push_back(std::move(outcomes));
    } catch (const Json::exception&) {
      refuse();
    }
  }
}

void BasisRuns::add(const std::string& variant, const std::vector<BasisOutcome>& outcomes) {
  Json line = {{"variant", variant}, {"outcomes", Json::array()}};
  for (const BasisOutcome& outcome : outcomes)
    line["outcomes"].push_back(
        Json::array({outcome.valid, outcome.test, outcome.hidden, outcome.rate}));
  journal_.append(line);
  done_[variant].push_back(outcomes);
}

const std::vector<std::vector<BasisOutcome>>& BasisRuns::of(const std::string& variant) {
  return done_[variant];
}

void train_variant(const BasisRun& run, const BasisIsomorphismOptions& options,
                   const std::vector<BasisRow>& rows, BasisRuns& done) {
  const std::string variant(name(options.variant));
  const auto wanted = static_cast<std::size_t>(run.runs);
  const std::size_t before = done.of(variant).size();
  const auto report = [&](const std::string& what) {
    run.options.progress->say("basis isomorphism, " + variant + ": " + what);
  };
  if (before > 0) report("continues after run " + std::to_string(before));
  std::size_t next = before;
  const auto produce = [&](std::size_t& index) {
    index = next++;
    return index < wanted;
  };
  const auto work = [&](std::size_t& index, std::size_t) {
    nn::use_threads(1); // a run a thread
    return train_rows(run, options, rows, index);
  };
  const auto consume = [&](std::vector<BasisOutcome>& outcomes, std::size_t) {
    done.add(variant, outcomes);
    report("run " + std::to_string(done.of(variant).size()) + " of " + std::to_string(wanted));
  };
  ordered_pipeline<std::size_t, std::vector<BasisOutcome>>(run.options.threads, produce, work,
                                                           consume);
}

} // namespace canon::lab
