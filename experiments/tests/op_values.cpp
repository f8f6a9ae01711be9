#define BOOST_TEST_MODULE op_values
#include "autograd/noise.hpp"
#include "device/error.hpp"
#include "op_run.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <list>

/// Operations on numbers small enough to be checked by hand: what a gradient check cannot see.
namespace {

using namespace canon::nn;
using namespace canon::nn::test;

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

/// A tape, and matrices on it whose gradients are kept.
class Sheet {
public:
  Var matrix(std::int64_t rows, std::int64_t columns, std::vector<double> values) {
    kept_.push_back({std::move(values), {}});
    kept_.back().gradient.assign(kept_.back().values.size(), 0.0);
    return tape.leaf({kept_.back().values.data(), rows, columns},
                     {kept_.back().gradient.data(), rows, columns});
  }
  [[nodiscard]] std::vector<double> value(Var var) const {
    const Matrix<double> m = tape.value(var);
    return {m.data, m.data + m.size()};
  }
  [[nodiscard]] const std::vector<double>& gradient(std::size_t which) const {
    auto at = kept_.begin();
    std::advance(at, static_cast<std::ptrdiff_t>(which));
    return at->gradient;
  }
  /// Back from the sum of all of `y`.
  void back(Var y) {
    const Var ones = matrix(tape.columns(y), 1,
                            std::vector<double>(static_cast<std::size_t>(tape.columns(y)), 1.0));
    const std::vector<int> offset = {0, static_cast<int>(tape.rows(y))};
    const std::vector<int> owner(static_cast<std::size_t>(tape.rows(y)), 0);
    const Segments one{offset.data(), 1, tape.rows(y), owner.data()};
    tape.backward(segment_sum(tape, linear(tape, y, ones), one));
  }

private:
  struct Kept {
    std::vector<double> values, gradient;
  };
  Pool pool_{Backend::cpu};
  std::list<Kept> kept_;

public:
  Tape<double> tape{pool_};
};

void check_close(const std::vector<double>& got, const std::vector<double>& expected) {
  BOOST_REQUIRE(got.size() == expected.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    BOOST_TEST(std::abs(got[i] - expected[i]) <= 1e-14 * (1.0 + std::abs(expected[i])),
               "element " << i << ": " << got[i] << ", expected " << expected[i]);
}

/// Items 0 1 2 | none | 3 | 4 5
const std::vector<int> offset = {0, 3, 3, 4, 6}, owner = {0, 0, 0, 2, 3, 3};
const Segments segments{offset.data(), 4, 6, owner.data()};
const std::vector<double> items = {1, 5, 5, -2, 4, 4};

} // namespace

BOOST_AUTO_TEST_CASE(largest_of_ties_and_of_nothing) {
  Sheet sheet;
  const Var y = segment_max(sheet.tape, sheet.matrix(6, 1, items), segments);
  check_close(sheet.value(y), {5, 0, -2, 4});
  sheet.back(y);
  check_close(sheet.gradient(0), {0, 1, 0, 1, 1, 0}); // the first of those alike
}

BOOST_AUTO_TEST_CASE(cross_entropy_of_equal_and_of_huge_logits) {
  Sheet sheet;
  const std::vector<int> labels = {0, 2};
  const Var x = sheet.matrix(2, 3, {7, 7, 7, 1000, 0, 1000});
  const Var loss = cross_entropy(sheet.tape, x, labels.data(), labels);
  check_close(sheet.value(loss), {(std::log(3.0) + std::log(2.0)) / 2});
  sheet.tape.backward(loss);
  check_close(sheet.gradient(0), {-1.0 / 3, 1.0 / 6, 1.0 / 6, 0.25, 0, -0.25});
  const std::vector<int> negative = {-1, 0};
  BOOST_CHECK_THROW(cross_entropy(sheet.tape, x, negative.data(), negative), canon::ArgumentError);
  BOOST_CHECK_THROW(cross_entropy(sheet.tape, x, labels.data(), {0}), canon::ArgumentError);
}

BOOST_AUTO_TEST_CASE(masked_bce_counts_what_is_there) {
  Sheet sheet;
  const std::vector<double> target = {1, missing, 0, missing}, none(4, missing);
  const Var x = sheet.matrix(2, 2, {0, 50, 800, -3});
  const Var loss = masked_bce(sheet.tape, x, {target.data(), 2, 2});
  check_close(sheet.value(loss), {(std::log(2.0) + 800.0) / 2});
  sheet.tape.backward(loss);
  check_close(sheet.gradient(0), {-0.25, 0, 0.5, 0});
  Sheet empty;
  const Var nothing = masked_bce(empty.tape, empty.matrix(2, 2, {1, 2, 3, 4}), {none.data(), 2, 2});
  check_close(empty.value(nothing), {0});
  empty.tape.backward(nothing);
  check_close(empty.gradient(0), {0, 0, 0, 0});
}

BOOST_AUTO_TEST_CASE(dropout_keeps_its_share_and_its_mean) {
  constexpr std::int64_t rows = 1000, columns = 100;
  const auto dropped = [&](std::uint64_t seed, int before, double rate) {
    Sheet sheet;
    for (int i = 0; i < before; ++i)
      static_cast<void>(sheet.tape.next_number());
    const Var x = sheet.matrix(rows, columns, std::vector<double>(rows * columns, 1.0));
    return sheet.value(dropout(sheet.tape, x, {rate, true, seed}));
  };
  for (const double rate : {0.1, 0.5, 0.9}) {
    const std::vector<double> values = dropped(5, 0, rate);
    const auto zeros = static_cast<double>(std::count(values.begin(), values.end(), 0.0));
    // Four standard deviations of a binomial.
    BOOST_TEST(std::abs(zeros - rate * rows * columns) <=
               4.0 * std::sqrt(rate * (1 - rate) * rows * columns));
    const double kept = 1.0 / (1.0 - rate);
    BOOST_TEST(std::all_of(values.begin(), values.end(), [&](double v) {
      return v == 0.0 || std::abs(v - kept) < 1e-15 * kept;
    }));
  }
  const std::vector<double> one = dropped(5, 0, 0.5);
  BOOST_TEST((dropped(5, 0, 0.5) == one));
  // Another seed or another place on the tape: about half of all elements differ.
  for (const std::vector<double>& other : {dropped(6, 0, 0.5), dropped(5, 1, 0.5)}) {
    double differ = 0;
    for (std::size_t i = 0; i < one.size(); ++i)
      differ += one[i] != other[i] ? 1 : 0;
    BOOST_TEST(std::abs(differ - rows * columns / 2.0) <= 4.0 * std::sqrt(rows * columns / 4.0));
  }
  Sheet sheet;
  const Var x = sheet.matrix(1, 2, {1, 2});
  BOOST_TEST(dropout(sheet.tape, x, {0.5, false, 1}).id == x.id);
  BOOST_TEST(dropout(sheet.tape, x, {0.0, true, 1}).id == x.id);
  BOOST_CHECK_THROW(dropout(sheet.tape, x, {1.0, true, 1}), canon::ArgumentError);
}

BOOST_AUTO_TEST_CASE(layer_norm_centres_and_scales_rows) {
  Sheet sheet;
  const Var x = sheet.matrix(2, 3, {1, 2, 3, 10, 10, 10});
  const Var y =
      layer_norm(sheet.tape, x, sheet.matrix(1, 3, {1, 2, 3}), sheet.matrix(1, 3, {0, 0, 1}), 0.5);
  const double a = 1.0 / std::sqrt(2.0 / 3.0 + 0.5);
  check_close(sheet.value(y), {-a, 0, 3 * a + 1, 0, 0, 1});
}

BOOST_AUTO_TEST_CASE(pair_product_is_the_matrix_product_of_each_channel) {
  // Graphs of 1, 9 and 18 nodes, and channels that fill vectors and leave a rest.
  constexpr std::uint64_t seed = 5;
  std::vector<GraphSample> samples(3);
  std::vector<const GraphSample*> pointers;
  for (std::size_t g = 0; g < 3; ++g) {
    samples[g].nodes = std::array{1, 9, 18}[g];
    pointers.push_back(&samples[g]);
  }
  Pool pool(Backend::cpu);
  const GraphBatch<double> batch(pool, pointers);
  const PairIndex pairs = batch.pairs();
  for (const std::int64_t channels : {1, 8, 11}) {
    canon::Rng rng = canon::trial_rng(seed, static_cast<std::uint64_t>(channels));
    const auto drawn = [&] {
      std::vector<double> values(static_cast<std::size_t>(pairs.pairs * channels));
      for (double& value : values)
        value = draw(rng, -1.0, 1.0);
      return values;
    };
    const std::vector<double> a = drawn(), b = drawn(), arriving = drawn();
    Sheet sheet;
    const Var left = sheet.matrix(pairs.pairs, channels, a);
    const Var right = sheet.matrix(pairs.pairs, channels, b);
    const Var y = pair_product(sheet.tape, left, right, pairs);
    std::vector<double> product(a.size(), 0.0), da(a.size(), 0.0), db(a.size(), 0.0);
    std::int64_t first = 0;
    for (const GraphSample& sample : samples) {
      const std::int64_t n = sample.nodes;
      for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j < n; ++j)
          for (std::int64_t t = 0; t < n; ++t)
            for (std::int64_t c = 0; c < channels; ++c) {
              const auto at = [&](std::int64_t r, std::int64_t s) {
                return static_cast<std::size_t>((first + r * n + s) * channels + c);
              };
              product[at(i, j)] += a[at(i, t)] * b[at(t, j)];
              da[at(i, t)] += arriving[at(i, j)] * b[at(t, j)];
              db[at(t, j)] += a[at(i, t)] * arriving[at(i, j)];
            }
      first += n * n;
    }
    BOOST_TEST_CONTEXT(channels << " channels, seed " << seed) {
      check_close(sheet.value(y), product);
      sheet.tape.backward({{y, arriving.data()}});
      check_close(sheet.gradient(0), da);
      check_close(sheet.gradient(1), db);
    }
  }
}

BOOST_AUTO_TEST_CASE(random_signs_turn_whole_columns_of_a_graph) {
  constexpr std::int64_t columns = 41;
  const std::vector<int> offset = {0, 2, 7, 8}, owner = {0, 0, 1, 1, 1, 1, 1, 2};
  const Segments graphs{offset.data(), 3, 8, owner.data()};
  std::vector<double> x;
  for (int i = 0; i < 8 * columns; ++i)
    x.push_back(1.0 + i);
  std::vector<int> turned(3, 0);
  Sheet sheet;
  const std::vector<double> y =
      sheet.value(random_signs(sheet.tape, Matrix<const double>{x.data(), 8, columns}, graphs, 11));
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t row = i / columns, graph = static_cast<std::size_t>(owner[row]);
    const std::size_t first = static_cast<std::size_t>(offset[graph]) * columns + i % columns;
    BOOST_TEST(std::abs(y[i]) == x[i]);
    BOOST_TEST((y[i] < 0) == (y[first] < 0));
    if (i == first) turned[graph] += y[i] < 0 ? 1 : 0;
  }
  for (const int count : turned) // of 41 fair coins, but for one seed in a hundred thousand
    BOOST_TEST((count > 6 && count < 35));
}
