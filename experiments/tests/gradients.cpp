#define BOOST_TEST_MODULE gradients
#include "op_run.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace canon::nn;
using namespace canon::nn::test;

/// Every input's gradient against central differences in double. The error of a difference is
/// about step^2 (its third derivative) plus eps / step (rounding): 1e-10 here, so that 1e-6 of the
/// largest gradient leaves room for curved operations and none for wrong ones.
constexpr double step = 1e-5, tolerance = 1e-6;
constexpr std::size_t most_elements = 150; // of an input, spread over it

void check_case(Pool& pool, const OpCase<double>& op, std::uint64_t seed) {
  CaseRun<double> run(pool, op, seed);
  run.step();
  std::vector<std::vector<double>> gradients;
  for (std::size_t i = 0; i < run.inputs(); ++i)
    gradients.push_back(run.gradient(i));
  for (std::size_t i = 0; i < run.inputs(); ++i) {
    if (!op.inputs[i].trained) continue;
    double largest = 1e-3;
    for (const double value : gradients[i])
      largest = std::max(largest, std::abs(value));
    const std::size_t stride = (run.size(i) + most_elements - 1) / most_elements;
    for (std::size_t at = 0; at < run.size(i); at += stride) {
      run.nudge(i, at, step);
      const double above = run.loss();
      run.nudge(i, at, -step);
      const double below = run.loss();
      const double expected = (above - below) / (2.0 * step);
      BOOST_TEST_CONTEXT("input " << i << ", element " << at << ", gradient " << gradients[i][at]
                                  << ", difference quotient " << expected)
      BOOST_TEST(std::abs(gradients[i][at] - expected) <= tolerance * largest);
    }
    if (run.size(i) > 0) run.nudge(i, 0, 0.0); // as it was
  }
}

} // namespace

BOOST_AUTO_TEST_CASE(every_operation_has_the_gradient_of_its_values) {
  const std::uint64_t seed = 20240611;
  for (const WorldSize& size : awkward_sizes()) {
    Pool pool(Backend::cpu);
    const World<double> world(pool, size, seed);
    const OpCases<double> cases(world);
    for (const OpCase<double>& op : cases.all())
      BOOST_TEST_CONTEXT(op.name << ", " << size.name << ", seed " << seed)
    check_case(pool, op, seed);
  }
}
