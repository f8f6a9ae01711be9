// BREC's protocol: its statistic by hand, its loss by differences, its verdicts on graphs.
#define BOOST_TEST_MODULE paired_comparison
#include "train/paired_comparison.hpp"

#include "dataset/samples.hpp"

#include <canon/error.hpp>
#include <canon/generate.hpp>
#include <canon/random.hpp>

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace canon;
using namespace canon::lab;

namespace {

/// Copies of two graphs, alternating, with one feature per vertex: its degree, plus noise.
std::vector<nn::GraphSample> copies(const Graph& a, const Graph& b, double noise, Rng& rng) {
  std::vector<nn::GraphSample> samples;
  for (int i = 0; i < 16; ++i)
    for (const Graph* graph : {&a, &b}) {
      const Graph copy = relabel(*graph, random_permutation(boost::num_vertices(*graph), rng));
      nn::GraphSample sample = sample_of(copy);
      sample.width = 1;
      for (Vertex v = 0; v < boost::num_vertices(copy); ++v)
        sample.features.push_back(static_cast<double>(boost::out_degree(v, copy)) +
                                  noise * normal(rng));
      samples.push_back(std::move(sample));
    }
  return samples;
}

nn::ModelOptions model_of(const std::string& name) {
  nn::ModelOptions model;
  model.model = name;
  model.node_types = model.edge_types = nn::Tables(std::vector<std::int64_t>());
  model.features = 1;
  model.hidden = model.out = 8;
  model.layers = 2;
  model.outputs = 4;
  model.pool = nn::Pooling::sum;
  model.head = nn::HeadKind::linear;
  return model;
}

} // namespace

BOOST_AUTO_TEST_CASE(statistic_by_hand) {
  // One number: mean 2, variance 1, so that d^2 / S = 4.
  BOOST_TEST(std::abs(t_square(arma::mat(arma::vec{1.0, 2.0, 3.0}), 0.0) - 4.0) < 1e-12);
  // Two that do not vary together: 4/1 + 1/4.
  const arma::mat two = {{1.0, 3.0}, {2.0, -1.0}, {3.0, 1.0}, {2.0, 1.0}};
  const arma::mat covariance = arma::cov(two);
  const arma::vec mean = arma::mean(two, 0).t();
  BOOST_TEST(std::abs(t_square(two, 0.0) - arma::dot(mean, arma::solve(covariance, mean))) < 1e-9);
  // Nothing varies: without epsilon there is no test, with it a difference shows.
  const arma::mat constant(4, 3, arma::fill::value(0.1));
  BOOST_TEST(t_square(constant, 0.0) == 0.0);
  BOOST_TEST(std::abs(t_square(constant, 1e-7) - 0.03 / 1e-7) < 1e-3);
  BOOST_CHECK_THROW((void)t_square(arma::mat(1, 3), 0.0), ArgumentError);
}

BOOST_AUTO_TEST_CASE(gradient_of_the_loss) {
  Rng rng = trial_rng(7, 0);
  arma::mat outputs(8, 3);
  for (double& value : outputs)
    value = normal(rng);
  arma::mat gradient, ignored;
  const double loss = cosine_loss(outputs, 0.0, gradient);
  BOOST_TEST(loss >= 0.0);
  for (std::size_t i = 0; i < outputs.n_elem; ++i) {
    constexpr double step = 1e-6;
    arma::mat up = outputs, down = outputs;
    up[i] += step;
    down[i] -= step;
    const double slope =
        (cosine_loss(up, 0.0, ignored) - cosine_loss(down, 0.0, ignored)) / (2.0 * step);
    BOOST_TEST_CONTEXT("element " << i << ", seed 7")
    BOOST_TEST(std::abs(slope - gradient[i]) < 1e-8);
  }
  // The same direction costs 1, the opposite one nothing.
  BOOST_TEST(std::abs(cosine_loss(arma::mat{{1.0, 2.0}, {2.0, 4.0}}, 0.0, ignored) - 1.0) < 1e-9);
  BOOST_TEST(cosine_loss(arma::mat{{1.0, 2.0}, {-1.0, -2.0}}, 0.0, ignored) == 0.0);
}

BOOST_AUTO_TEST_CASE(verdicts) {
  const Graph star = star_graph(5), path = path_graph(6);
  const Graph cycle = cycle_graph(6), triangles = disjoint_union(cycle_graph(3), cycle_graph(3));
  for (const char* name : {"deepsets", "gin"})
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      Rng rng = trial_rng(seed, 2);
      ComparisonOptions options;
      options.adam.rate = 1e-3;
      options.seed = seed;
      const auto run = [&](const Graph& a, const Graph& b, double noise) {
        const auto pair = copies(a, b, noise, rng);
        return compare(model_of(name), nn::Backend::cpu, pair, copies(a, a, noise, rng),
                       copies(a, b, noise, rng), options);
      };
      BOOST_TEST_CONTEXT(name << ", seed " << seed) {
        // Degrees differ: seen, and reliably.
        const Comparison easy = run(star, path, 0.0);
        BOOST_TEST(easy.difference > t_square_threshold);
        BOOST_TEST(easy.fresh > t_square_threshold);
        BOOST_TEST(easy.reliability < t_square_threshold);
        // The same to colour refinement.
        BOOST_TEST(run(cycle, triangles, 0.0).difference < t_square_threshold);
        // Features that change from copy to copy show nothing of the graph.
        BOOST_TEST(run(cycle, triangles, 1.0).fresh < t_square_threshold);
        // The same seed gives the same bits.
        Rng again = trial_rng(seed, 3);
        const auto pair = copies(star, path, 0.1, again);
        const Comparison one = compare(model_of(name), nn::Backend::cpu, pair, pair, pair, options);
        const Comparison two = compare(model_of(name), nn::Backend::cpu, pair, pair, pair, options);
        BOOST_TEST(one.difference == two.difference);
        BOOST_TEST(one.difference == one.reliability);
        BOOST_TEST(one.difference == one.fresh);
      }
    }
  Rng rng = trial_rng(0, 0);
  std::vector<nn::GraphSample> odd = copies(star, path, 0.0, rng);
  odd.pop_back();
  BOOST_CHECK_THROW((void)compare(model_of("gin"), nn::Backend::cpu, odd, odd, odd, {}),
                    ArgumentError);
}
