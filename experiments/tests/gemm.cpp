#define BOOST_TEST_MODULE gemm
#include "device/gemm.hpp"

#include "device/backend.hpp"
#include "drawn.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstring>

namespace {

using namespace canon;
using namespace canon::nn;
using canon::nn::test::drawn;

constexpr std::uint64_t seed = 20240613;

struct Shape {
  std::int64_t m, n, k;
};

/// What gemm must compute, in double; rows of C lie `stride` apart and the gaps stay.
template <typename T>
std::vector<double> naive(Shape s, const std::vector<T>& a, bool ta, const std::vector<T>& b,
                          bool tb, const std::vector<T>& c, std::int64_t stride, bool add,
                          const std::vector<T>* bias) {
  std::vector<double> result(c.begin(), c.end());
  const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
  for (std::int64_t i = 0; i < s.m; ++i)
    for (std::int64_t j = 0; j < s.n; ++j) {
      double sum = bias != nullptr ? static_cast<double>((*bias)[at(j)])
                                   : (add ? static_cast<double>(c[at(i * stride + j)]) : 0.0);
      for (std::int64_t l = 0; l < s.k; ++l)
        sum += static_cast<double>(a[at(ta ? l * s.m + i : i * s.k + l)]) *
               static_cast<double>(b[at(tb ? j * s.k + l : l * s.n + j)]);
      result[at(i * stride + j)] = sum;
    }
  return result;
}

/// Sums of k products below 1 err by at most k eps, and by less where BLAS sums in blocks.
template <typename T>
void check(Shape s, bool ta, bool tb, bool add, bool with_bias) {
  Pool pool(Backend::cpu);
  const std::int64_t stride = s.n + 3;
  const std::vector<T> a = drawn<T>(s.m * s.k, seed, 0), b = drawn<T>(s.k * s.n, seed, 1),
                       bias = drawn<T>(s.n, seed, 2);
  const std::vector<T> before = drawn<T>(s.m * stride, seed, 3);
  const Operand<T> left{a.data(), ta ? s.m : s.k, ta}, right{b.data(), tb ? s.k : s.n, tb};
  std::vector<T> first;
  for (const int count : {1, 2}) {
    use_threads(count);
    std::vector<T> c = before;
    if (with_bias)
      gemm_with_bias(pool, s.m, s.n, s.k, left, right, bias.data(), c.data(), stride);
    else
      gemm(pool, s.m, s.n, s.k, left, right, c.data(), stride, add);
    if (first.empty()) first = c;
    BOOST_TEST(std::memcmp(c.data(), first.data(), c.size() * sizeof(T)) == 0,
               count << " threads give other bits");
  }
  use_threads(0);
  const std::vector<double> expected =
      naive(s, a, ta, b, tb, before, stride, add, with_bias ? &bias : nullptr);
  double off = 0.0;
  for (std::size_t i = 0; i < expected.size(); ++i)
    off = std::max(off, std::abs(static_cast<double>(first[i]) - expected[i]));
  const double eps = sizeof(T) == sizeof(float) ? 0x1p-23 : 0x1p-52;
  BOOST_TEST(off <= eps * static_cast<double>(s.k + 2));
}

template <typename T>
void check_all() {
  // 1025: more than one piece of the inner dimension and more than one block of rows, with a rest.
  for (const Shape s :
       {Shape{1, 1, 1}, Shape{3, 1, 2}, Shape{7, 5, 1}, Shape{33, 17, 65}, Shape{1025, 9, 12},
        Shape{6, 11, 1025}, Shape{1025, 3, 1025}, Shape{3, 2, 70001}})
    for (const bool ta : {false, true})
      for (const bool tb : {false, true})
        BOOST_TEST_CONTEXT(s.m << " x " << s.n << " x " << s.k << ", transposed " << ta << tb
                               << ", seed " << seed) {
          check<T>(s, ta, tb, false, false);
          check<T>(s, ta, tb, true, false);
          check<T>(s, ta, tb, false, true);
        }
}

} // namespace

BOOST_AUTO_TEST_CASE(float_products_equal_the_naive_ones) {
  check_all<float>();
}

BOOST_AUTO_TEST_CASE(double_products_equal_the_naive_ones) {
  check_all<double>();
}

BOOST_AUTO_TEST_CASE(empty_dimensions) {
  Pool pool(Backend::cpu);
  const std::vector<double> a(12, 1.0), bias = {5, 6, 7};
  const Operand<double> left{a.data(), 4}, right{a.data(), 3};
  std::vector<double> c(6, 9.0);
  gemm(pool, 0, 3, 4, left, right, c.data(), 3, false);
  gemm(pool, 2, 0, 4, left, right, c.data(), 3, false);
  BOOST_TEST(c == std::vector<double>(6, 9.0), boost::test_tools::per_element());
  // An empty sum: nothing is added, and without adding the result is 0 or the bias.
  gemm(pool, 2, 3, 0, left, right, c.data(), 3, true);
  BOOST_TEST(c == std::vector<double>(6, 9.0), boost::test_tools::per_element());
  gemm_with_bias(pool, 2, 3, 0, left, right, bias.data(), c.data(), 3);
  BOOST_TEST(c == (std::vector<double>{5, 6, 7, 5, 6, 7}), boost::test_tools::per_element());
  gemm(pool, 2, 3, 0, left, right, c.data(), 3, false);
  BOOST_TEST(c == std::vector<double>(6, 0.0), boost::test_tools::per_element());
}
