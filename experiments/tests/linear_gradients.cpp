#define BOOST_TEST_MODULE linear_gradients
#include "autograd/linear_gradients.hpp"

#include "device/backend.hpp"
#include "drawn.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <vector>

/// The gradients of X W + bias against their definition, over the sizes at which the work is cut
/// differently: few rows, one part, several parts with a rest, a W too large for small products.
namespace {

using namespace canon;
using namespace canon::nn;
using canon::nn::test::drawn;

constexpr std::uint64_t seed = 20240614;

struct Shape {
  std::int64_t rows, in, out;
};

const std::vector<Shape> shapes = {{0, 3, 2},       {1, 1, 1},      {127, 5, 7},    {128, 5, 7},
                                   {300, 78, 1},    {300, 1, 78},   {1000, 78, 78}, {6001, 78, 78},
                                   {3001, 78, 312}, {200, 200, 170}};

template <typename T>
struct Result {
  std::vector<T> dx, dweight, dbias;
  bool operator==(const Result&) const = default;
};

template <typename T>
struct Case {
  Shape s;
  bool relu; ///< of X W + bias, which is drawn: only its sign counts
  std::vector<T> x = drawn<T>(s.rows * s.in, seed, 0), w = drawn<T>(s.in * s.out, seed, 1),
                 dy = drawn<T>(s.rows * s.out, seed, 2), y = drawn<T>(s.rows * s.out, seed, 6);

  /// What was there before, to which `add` adds.
  [[nodiscard]] Result<T> before() const {
    return {drawn<T>(s.rows * s.in, seed, 3), drawn<T>(s.in * s.out, seed, 4),
            drawn<T>(s.out, seed, 5)};
  }

  [[nodiscard]] Result<T> computed(bool add, bool want_x = true, bool want_rest = true) {
    Pool pool(Backend::cpu);
    Result<T> r = before();
    linear_gradients<T>(
        pool, {x.data(), s.rows, s.in}, {w.data(), s.in, s.out}, {dy.data(), s.rows, s.out},
        want_x ? Gradient<T>{r.dx.data(), add} : Gradient<T>{},
        want_rest ? Gradient<T>{r.dweight.data(), add} : Gradient<T>{},
        want_rest ? Gradient<T>{r.dbias.data(), add} : Gradient<T>{}, relu ? y.data() : nullptr);
    return r;
  }

  [[nodiscard]] Result<double> defined(bool add) const {
    const auto wide = [add](const std::vector<T>& from) {
      std::vector<double> values(from.size(), 0.0);
      if (add) values.assign(from.begin(), from.end());
      return values;
    };
    const Result<T> old = before();
    Result<double> r{wide(old.dx), wide(old.dweight), wide(old.dbias)};
    const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
    for (std::int64_t i = 0; i < s.rows; ++i)
      for (std::int64_t o = 0; o < s.out; ++o) {
        const bool passes = !relu || y[at(i * s.out + o)] > T(0);
        const double d = passes ? static_cast<double>(dy[at(i * s.out + o)]) : 0.0;
        r.dbias[at(o)] += d;
        for (std::int64_t j = 0; j < s.in; ++j) {
          r.dx[at(i * s.in + j)] += d * static_cast<double>(w[at(j * s.out + o)]);
          r.dweight[at(j * s.out + o)] += d * static_cast<double>(x[at(i * s.in + j)]);
        }
      }
    return r;
  }
};

/// Sums of `terms` products below 1 err by at most about terms * eps.
template <typename T>
void check_close(const std::vector<T>& got, const std::vector<double>& expected, std::int64_t terms,
                 const char* what) {
  const double eps = sizeof(T) == sizeof(float) ? 0x1p-23 : 0x1p-52;
  double off = 0.0;
  for (std::size_t i = 0; i < got.size(); ++i)
    off = std::max(off, std::abs(static_cast<double>(got[i]) - expected[i]));
  BOOST_TEST(off <= eps * static_cast<double>(terms + 2), what << " is off by " << off);
}

template <typename T>
void check(Shape shape, bool relu) {
  Case<T> c{shape, relu};
  for (const bool add : {false, true}) {
    const Result<double> expected = c.defined(add);
    const Result<T> got = c.computed(add);
    check_close(got.dx, expected.dx, shape.out, "dX");
    check_close(got.dweight, expected.dweight, shape.rows, "dW");
    check_close(got.dbias, expected.dbias, shape.rows, "the bias's gradient");
    for (const int threads : {1, 2, 3}) {
      use_threads(threads);
      BOOST_TEST((c.computed(add) == got), threads << " threads give other bits");
    }
    use_threads(0);
    // What is not wanted is not touched, and the rest is the same.
    const Result<T> only_x = c.computed(add, true, false), no_x = c.computed(add, false, true);
    BOOST_TEST((only_x == Result<T>{got.dx, c.before().dweight, c.before().dbias}));
    BOOST_TEST((no_x == Result<T>{c.before().dx, got.dweight, got.dbias}));
  }
}

} // namespace

BOOST_AUTO_TEST_CASE(equal_their_definition_on_any_number_of_threads) {
  for (const Shape shape : shapes)
    for (const bool relu : {false, true})
      BOOST_TEST_CONTEXT(shape.rows << " rows, " << shape.in << " to " << shape.out
                                    << (relu ? ", relu" : "") << ", seed " << seed) {
        check<float>(shape, relu);
        check<double>(shape, relu);
      }
}
