#define BOOST_TEST_MODULE agreement
#include "op_run.hpp"

#include <boost/test/unit_test.hpp>

#include <cstring>

/// Every operation forward and back: on other numbers of threads, in the other precision, and on a
/// GPU where there is one.
namespace {

using namespace canon::nn;
using namespace canon::nn::test;

constexpr std::uint64_t seed = 20240612;
/// Large enough that launches use threads, with a rest in every loop.
const WorldSize large{"large", 24, 1203, 3000, 39, 3};

/// The results and then the gradients of a case.
template <typename T>
using Numbers = std::vector<std::vector<T>>;

template <typename T>
Numbers<T> numbers(Pool& pool, const OpCase<T>& op, double shaken) {
  CaseRun<T> run(pool, op, seed);
  if (shaken > 0.0) run.shake(shaken);
  Numbers<T> all = run.forward();
  run.step();
  for (std::size_t i = 0; i < run.inputs(); ++i)
    if (op.inputs[i].trained) all.push_back(run.gradient(i));
  return all;
}

template <typename T>
std::vector<Numbers<T>> all_numbers(Backend backend, const WorldSize& size = large,
                                    double shaken = 0.0) {
  Pool pool(backend);
  const World<T> world(pool, size, seed);
  const OpCases<T> cases(world);
  std::vector<Numbers<T>> all;
  for (const OpCase<T>& op : cases.all())
    all.push_back(numbers(pool, op, shaken));
  return all;
}

std::vector<std::string> names() {
  Pool pool(Backend::cpu);
  const World<float> world(pool, awkward_sizes().front(), seed);
  const OpCases<float> cases(world);
  std::vector<std::string> all;
  for (const OpCase<float>& op : cases.all())
    all.push_back(op.name);
  return all;
}

template <typename T>
void check_threads() {
  use_threads(1);
  const std::vector<Numbers<T>> one = all_numbers<T>(Backend::cpu);
  for (const int count : {2, 3}) {
    use_threads(count);
    const std::vector<Numbers<T>> more = all_numbers<T>(Backend::cpu);
    const std::vector<std::string> name = names();
    for (std::size_t i = 0; i < one.size(); ++i)
      for (std::size_t j = 0; j < one[i].size(); ++j)
        BOOST_TEST(std::memcmp(one[i][j].data(), more[i][j].data(), one[i][j].size() * sizeof(T)) ==
                       0,
                   name[i] << ", matrix " << j << ", " << count << " threads, seed " << seed);
  }
  use_threads(0);
}

/// The largest difference as a share of the matrix's largest number, which is taken to be at least
/// `floor`.
template <typename A, typename B>
double distance(const std::vector<A>& a, const std::vector<B>& b, double floor = 1e-3) {
  double largest = floor, off = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, std::abs(static_cast<double>(b[i])));
    off = std::max(off, std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
    if (std::isnan(static_cast<double>(a[i]))) return std::numeric_limits<double>::infinity();
  }
  return off / largest;
}

template <typename A, typename B>
void check_close(const std::vector<Numbers<A>>& got, const std::vector<Numbers<B>>& expected,
                 double tolerance) {
  const std::vector<std::string> name = names();
  double worst = 0.0;
  std::string where;
  for (std::size_t i = 0; i < got.size(); ++i)
    for (std::size_t j = 0; j < got[i].size(); ++j) {
      const double off = distance(got[i][j], expected[i][j]);
      BOOST_TEST(off <= tolerance, name[i] << ", matrix " << j << ": " << off << ", seed " << seed);
      if (off > worst) {
        worst = off;
        where = name[i];
      }
    }
  BOOST_TEST_MESSAGE("largest difference " << worst << " (" << where << ")");
}

} // namespace

BOOST_AUTO_TEST_CASE(threads_do_not_change_a_bit) {
  check_threads<float>();
  check_threads<double>();
}

/// A sum of some 1200 floats errs by a few dozen units of 6e-8. Worst is the slope of a deviation,
/// (x - mean) / std with std >= sqrt(1e-5): an error of 6e-8 / 3e-3.
BOOST_AUTO_TEST_CASE(float_agrees_with_double) {
  check_close(all_numbers<float>(Backend::cpu), all_numbers<double>(Backend::cpu), 3e-5);
}

BOOST_AUTO_TEST_CASE(the_device_agrees_with_the_host) {
  if (!cuda_device_found()) {
    BOOST_TEST_MESSAGE("skipped: no CUDA device answers on this machine");
    return;
  }
  check_close(all_numbers<float>(Backend::cuda), all_numbers<float>(Backend::cpu), 3e-5);
  check_close(all_numbers<double>(Backend::cuda), all_numbers<double>(Backend::cpu), 1e-12);
}

/// Sizes at which loops have one round or none. Two rows in a batch norm, or one column in a layer
/// norm, may amplify a rounding error by 1 / sqrt(1e-5) and more. How much it is shows in double:
/// the inputs are moved by half a unit of a float, and the results move with them.
BOOST_AUTO_TEST_CASE(the_device_agrees_on_awkward_sizes) {
  if (!cuda_device_found()) {
    BOOST_TEST_MESSAGE("skipped: no CUDA device answers on this machine");
    return;
  }
  const std::vector<std::string> name = names();
  for (const WorldSize& size : awkward_sizes()) {
    const auto exact = all_numbers<double>(Backend::cpu, size),
               moved = all_numbers<double>(Backend::cpu, size, 0x1p-24);
    check_close(all_numbers<double>(Backend::cuda, size), exact, 1e-12);
    const auto floats = all_numbers<float>(Backend::cuda, size);
    for (std::size_t i = 0; i < exact.size(); ++i)
      for (std::size_t j = 0; j < exact[i].size(); ++j) {
        const double off = distance(floats[i][j], exact[i][j], 1.0);
        const double unit = distance(moved[i][j], exact[i][j], 1.0);
        BOOST_TEST(off <= 3e-5 + 16.0 * unit, size.name << ", " << name[i] << ", matrix " << j
                                                        << ": " << off << ", moved inputs " << unit
                                                        << ", seed " << seed);
      }
  }
}
