// What the rows of the basis-isomorphism table can see.
#define BOOST_TEST_MODULE basis_row
#include "run/basis_row.hpp"

#include "model/zoo.hpp"
#include "train/evaluation.hpp"

#include <canon/pipeline.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace canon;
using namespace canon::lab;

namespace {

/// A small network of one row, not trained, is shown many instances of two classes. The largest
/// distance between the means of an output over either class, in standard errors.
double distance_of_means(BasisVariant variant, const std::string& name, std::uint64_t seed) {
  BasisIsomorphismOptions options;
  options.variant = variant;
  options.classes = 2;
  options.instances = 3000;
  options.seed = seed;
  const BasisIsomorphism data = make_basis_isomorphism(options);
  BasisRow row = basis_row(Config::built_in("basis-isomorphism"), name, 10, 3);
  row.model.hidden = row.model.out = row.hidden.front();
  const std::vector<nn::GraphSample> samples = basis_samples(data, row.basis);
  std::vector<std::size_t> all(samples.size());
  std::iota(all.begin(), all.end(), std::size_t{0});

  nn::Pool pool(nn::Backend::cpu);
  nn::Tape<float> tape(pool);
  const auto model = nn::make_model<float>(row.model);
  model->parameters().place(pool, seed);
  Evaluator<float> evaluator(*model, tape, samples, all, row.train, Stream::train);
  (void)evaluator.run(0);
  const std::vector<double>& outputs = evaluator.predictions().outputs;
  const std::size_t width = outputs.size() / samples.size();

  double largest = 0.0;
  for (std::size_t j = 0; j < width; ++j) {
    double sum[2] = {0.0, 0.0}, squares[2] = {0.0, 0.0};
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const double value = outputs[i * width + j];
      sum[samples[i].label] += value;
      squares[samples[i].label] += value * value;
    }
    const auto n = static_cast<double>(options.instances);
    double variance = 0.0;
    for (const int c : {0, 1})
      variance += (squares[c] / n - sum[c] / n * sum[c] / n) / n;
    largest = std::max(largest, std::abs(sum[0] - sum[1]) / n / std::sqrt(variance));
  }
  return largest;
}

struct OneThread {
  OneThread() {
    nn::use_threads(1);
    use_one_blas_thread();
  }
};

} // namespace

BOOST_TEST_GLOBAL_FIXTURE(OneThread);

// The mean of f(u R) over all rotations R depends on |u| alone, so the mean of a sum over rows
// depends on their lengths alone. Ten outputs: 5 standard errors are beyond chance. Where lengths
// differ, weights that were never trained see it for some pairs of classes more than for others.
BOOST_AUTO_TEST_CASE(without_a_canonical_basis_only_lengths_reach_the_mean) {
  for (const char* name : {"lappe", "random-sign", "signnet"})
    BOOST_TEST_CONTEXT(name) {
      double largest = 0.0;
      for (std::uint64_t seed = 0; seed < 3; ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed)
        BOOST_TEST(distance_of_means(BasisVariant::matched, name, seed) < 5.0);
        largest = std::max(largest, distance_of_means(BasisVariant::general, name, seed));
      }
      BOOST_TEST(largest > 10.0);
    }
}
