#define BOOST_TEST_MODULE denormals
#include "device/denormals.hpp"

#include "device/backend.hpp"

#include <boost/test/unit_test.hpp>

#include <limits>
#include <omp.h>
#include <vector>

using namespace canon::nn;

namespace {

#if defined(__x86_64__) || defined(__aarch64__)
constexpr bool can_flush = true;
#else
constexpr bool can_flush = false;
#endif

/// Whether half of the smallest normal number is 0, by thread.
std::vector<bool> flushing(int threads) {
  std::vector<char> zero(static_cast<std::size_t>(threads));
#pragma omp parallel num_threads(threads)
  {
    volatile float least = std::numeric_limits<float>::min();
    volatile float half = least * 0.5F;
    volatile double below = std::numeric_limits<double>::denorm_min();
    volatile double double_below = below * 2.0;
    zero[static_cast<std::size_t>(omp_get_thread_num())] = half == 0.0F && double_below == 0.0;
  }
  return {zero.begin(), zero.end()};
}

} // namespace

BOOST_AUTO_TEST_CASE(all_threads_flush_while_it_lives_and_none_after) {
  for (const int threads : {1, 2, 3}) {
    use_threads(threads);
    const std::vector<bool> none(static_cast<std::size_t>(threads), false);
    const std::vector<bool> all(static_cast<std::size_t>(threads), can_flush);
    BOOST_CHECK(flushing(threads) == none);
    {
      const FlushDenormals outer;
      BOOST_CHECK(flushing(threads) == all);
      {
        const FlushDenormals inner;
        BOOST_CHECK(flushing(threads) == all);
      }
      BOOST_CHECK(flushing(threads) == all); // the mode of before, which is to flush
    }
    BOOST_CHECK(flushing(threads) == none);
  }
  use_threads(0);
}
