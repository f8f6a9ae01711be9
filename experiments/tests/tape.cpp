#define BOOST_TEST_MODULE tape
#include "autograd/activation.hpp"
#include "autograd/arithmetic.hpp"
#include "autograd/linear.hpp"
#include "autograd/loss.hpp"
#include "device/error.hpp"

#include <boost/test/unit_test.hpp>

#include <functional>

namespace {

using namespace canon::nn;

/// A matrix with its gradient, as a model's parameter has them.
struct Leaf {
  Leaf(std::int64_t rows, std::int64_t columns, std::vector<double> numbers)
      : rows(rows), columns(columns), values(std::move(numbers)), gradient(values.size(), 0.0) {}

  Var on(Tape<double>& tape) {
    return tape.leaf({values.data(), rows, columns}, {gradient.data(), rows, columns});
  }

  std::int64_t rows, columns;
  std::vector<double> values, gradient;
};

/// The sum of all elements as a loss: the mean of |x - low| with low below everything, times n.
Var total(Tape<double>& tape, Var x, const std::vector<double>& low) {
  const Var mean = l1_loss(tape, x, {low.data(), tape.rows(x), tape.columns(x)});
  return scale(tape, mean, static_cast<double>(low.size()));
}

const std::vector<double> low4(4, -1e3);

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const canon::ArgumentError& error) {
    return error.what();
  }
  return "";
}

void check_numbers(const std::vector<double>& got, const std::vector<double>& expected) {
  BOOST_TEST(got == expected, boost::test_tools::per_element());
}

} // namespace

BOOST_AUTO_TEST_CASE(a_matrix_used_twice_gets_both_gradients) {
  Pool pool(Backend::cpu);
  Tape<double> tape(pool);
  Leaf x(2, 2, {1, 2, 3, 4});
  const Var v = x.on(tape);
  tape.backward(total(tape, add(tape, linear(tape, v, v), scale(tape, v, 3.0)), low4));
  check_numbers(x.gradient, {10, 14, 12, 16}); // (sum of column i) + (sum of row j) + 3
}

BOOST_AUTO_TEST_CASE(a_leaf_keeps_adding_from_pass_to_pass) {
  Pool pool(Backend::cpu);
  Tape<double> tape(pool);
  Leaf x(2, 2, {1, 2, 3, 4});
  for (int pass = 1; pass <= 3; ++pass) {
    tape.backward(total(tape, scale(tape, x.on(tape), 2.0), low4));
    tape.clear();
    check_numbers(x.gradient, std::vector<double>(4, 2.0 * pass));
  }
}

BOOST_AUTO_TEST_CASE(a_gradient_is_handed_on_once_and_copied_after) {
  // y's gradient is handed to one of its arguments; the others must not see that memory change.
  for (const bool first_used_again : {false, true})
    for (const bool second_used_again : {false, true}) {
      Pool pool(Backend::cpu);
      Tape<double> tape(pool);
      Leaf a(2, 2, {1, 2, 3, 4}), b(2, 2, {5, 6, 7, 8});
      const Var p = scale(tape, a.on(tape), 1.0), q = scale(tape, b.on(tape), 1.0);
      Var sum = add(tape, p, q);
      if (first_used_again) sum = add(tape, sum, scale(tape, p, 10.0));
      if (second_used_again) sum = add(tape, scale(tape, q, 100.0), sum);
      tape.backward(total(tape, sum, low4));
      check_numbers(a.gradient, std::vector<double>(4, first_used_again ? 11.0 : 1.0));
      check_numbers(b.gradient, std::vector<double>(4, second_used_again ? 101.0 : 1.0));
    }
}

BOOST_AUTO_TEST_CASE(a_chain_of_sums_hands_on_one_gradient) {
  Pool pool(Backend::cpu);
  Tape<double> tape(pool);
  Leaf x(2, 2, {1, 2, 3, 4});
  Var h = x.on(tape);
  for (int i = 0; i < 5; ++i)
    h = add(tape, h, scale(tape, h, 2.0)); // times 3: a residual
  tape.backward(total(tape, h, low4));
  check_numbers(x.gradient, std::vector<double>(4, 243.0));
}

BOOST_AUTO_TEST_CASE(evaluation_records_nothing) {
  Pool pool(Backend::cpu);
  Tape<double> tape(pool);
  Leaf x(2, 2, {1, 2, 3, 4});
  tape.set_recording(false);
  const Var y = scale(tape, x.on(tape), 2.0), loss = total(tape, y, low4);
  BOOST_TEST(!tape.wants_grad(y));
  BOOST_TEST(!tape.wants_grad(loss));
  tape.backward(loss);
  check_numbers(x.gradient, {0, 0, 0, 0});
  BOOST_TEST(tape.value(loss).data[0] == 2 * (1 + 2 + 3 + 4) + 4e3);
}

BOOST_AUTO_TEST_CASE(constants_get_no_gradient) {
  Pool pool(Backend::cpu);
  Tape<double> tape(pool);
  Leaf x(2, 2, {1, 2, 3, 4});
  const std::vector<double> c = {2, 3, 5, 7};
  const Var fixed = tape.constant({c.data(), 2, 2}), v = x.on(tape);
  BOOST_TEST(!tape.wants_grad(linear(tape, fixed, fixed)));
  tape.backward(total(tape, linear(tape, fixed, v), low4));
  check_numbers(x.gradient, {7, 7, 10, 10}); // sums of columns of c
}

BOOST_AUTO_TEST_CASE(what_the_loss_does_not_reach_costs_nothing) {
  Pool pool(Backend::cpu);
  Tape<double> tape(pool);
  Leaf x(2, 2, {1, 2, 3, 4}), y(2, 2, {1, 1, 1, 1});
  static_cast<void>(scale(tape, y.on(tape), 5.0));
  tape.backward(total(tape, x.on(tape), low4));
  check_numbers(x.gradient, {1, 1, 1, 1});
  check_numbers(y.gradient, {0, 0, 0, 0});
}

BOOST_AUTO_TEST_CASE(only_the_first_step_asks_the_system_for_memory) {
  Pool pool(Backend::cpu);
  Tape<double> tape(pool);
  Leaf x(40, 3, std::vector<double>(120, 0.5)), w(3, 2, std::vector<double>(6, 0.25));
  const std::vector<double> low(80, -1e3);
  std::size_t after_first = 0, peak = 0;
  for (int step = 0; step < 4; ++step) {
    pool.forget_peak();
    tape.backward(
        total(tape, activate(tape, linear(tape, x.on(tape), w.on(tape)), Activation::relu), low));
    tape.clear();
    if (step == 0) {
      after_first = pool.allocations();
      peak = pool.peak_bytes();
    }
    BOOST_TEST(pool.allocations() == after_first);
    BOOST_TEST(pool.peak_bytes() == peak);
  }
  BOOST_TEST(after_first > 0U);
  pool.forget_peak();
  BOOST_TEST(pool.peak_bytes() == 0U); // all has been given back
}

BOOST_AUTO_TEST_CASE(shapes_that_do_not_fit_are_named) {
  Pool pool(Backend::cpu);
  Tape<double> tape(pool);
  Leaf x(2, 2, {1, 2, 3, 4}), row(1, 3, {1, 2, 3});
  const Var v = x.on(tape), r = row.on(tape);
  BOOST_TEST(message_of([&] { add(tape, v, r); }) ==
             "add: second matrix: expected 2 x 2, got 1 x 3");
  BOOST_TEST(message_of([&] { add_bias(tape, v, r); }) ==
             "add_bias: row: expected 1 x 2, got 1 x 3");
  BOOST_TEST(message_of([&] { linear(tape, v, r); }) ==
             "linear: weight: expected 2 x 3, got 1 x 3");
  BOOST_TEST(message_of([&] { columns(tape, v, 1, 2); }) ==
             "columns: expected a part of [0, 2), got [1, 3)");
  BOOST_TEST(message_of([&] {
               concat_columns(tape, std::vector<Var>{v, r});
             }) == "concat_columns: rows: expected 2, got 1");
  BOOST_TEST(message_of([&] { tape.backward(v); }) == "backward: expected a 1 x 1 loss");
  const std::vector<int> labels = {0, 2};
  BOOST_TEST(message_of([&] { cross_entropy(tape, v, labels.data(), labels); }) ==
             "cross_entropy: expected a label in [0, 2), got 2");
}
