#define BOOST_TEST_MODULE pipeline
#include <canon/pipeline.hpp>

#include <boost/test/unit_test.hpp>

#include <numeric>
#include <stdexcept>
#include <string>

namespace {

/// Items 0..count-1, squared by `threads` threads; the order in which they are consumed.
std::vector<std::size_t> squares(std::size_t threads, std::size_t count,
                                 std::chrono::microseconds work = {}) {
  std::size_t made = 0;
  std::vector<std::size_t> result;
  const std::size_t total = canon::ordered_pipeline<std::size_t, std::size_t>(
      threads,
      [&](std::size_t& item) {
        item = made++;
        return item < count;
      },
      [&](std::size_t item, std::size_t index) {
        if (item != index) throw std::logic_error("wrong index");
        // Uneven work, so that the threads overtake each other.
        std::this_thread::sleep_for(work * (item % 3));
        return item * item;
      },
      [&](std::size_t value, std::size_t index) {
        if (index != result.size()) throw std::logic_error("out of order");
        result.push_back(value);
      });
  BOOST_TEST(total == result.size());
  return result;
}

enum class Where { produce, work, consume };

/// What is thrown where item 70 is met, and by work on every later item too.
void failing(Where where, std::size_t threads, std::size_t& consumed) {
  std::size_t made = 0;
  canon::ordered_pipeline<std::size_t, std::size_t>(
      threads,
      [&](std::size_t& item) {
        item = made++;
        if (where == Where::produce && item == 70) throw std::runtime_error("item 70");
        return item < 100'000;
      },
      [&](std::size_t item, std::size_t) {
        if (where == Where::work && item >= 70)
          throw std::runtime_error("item " + std::to_string(item));
        return item;
      },
      [&](std::size_t item, std::size_t) {
        if (where == Where::consume && item == 70) throw std::runtime_error("item 70");
        ++consumed;
      });
}

} // namespace

BOOST_AUTO_TEST_CASE(results_come_in_the_order_of_the_items) {
  for (const std::size_t threads : {1U, 2U, 5U})
    for (const std::size_t count : {0U, 1U, 2U, 63U, 64U, 1000U, 20'000U}) {
      const std::vector<std::size_t> result = squares(threads, count);
      BOOST_REQUIRE(result.size() == count);
      for (std::size_t i = 0; i < count; ++i)
        BOOST_REQUIRE(result[i] == i * i);
    }
  BOOST_TEST(squares(3, 200, std::chrono::microseconds(300)).size() == 200U);
}

BOOST_AUTO_TEST_CASE(the_first_failure_in_order_is_thrown_after_all_before_it_is_consumed) {
  for (const Where where : {Where::produce, Where::work, Where::consume})
    for (const std::size_t threads : {1U, 2U, 5U})
      for (int repetition = 0; repetition < 20; ++repetition) {
        std::size_t consumed = 0;
        BOOST_CHECK_EXCEPTION(
            failing(where, threads, consumed), std::runtime_error,
            [](const std::runtime_error& error) { return error.what() == std::string("item 70"); });
        BOOST_TEST(consumed == 70U);
      }
}
