#pragma once

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <limits>

// How many floating-point operations per second one core does with vectors of so many doubles:
// fused multiplications and additions that do not wait for each other. Two lanes have no fused
// ones.

namespace canon::bench {

template <int lanes>
struct Vector { // GCC 12 loses the attribute of a type that a function template declares
  typedef double Real __attribute__((vector_size(8 * lanes)));
};

/// Inlined into a function that is compiled for the processor that has such vectors.
template <int lanes>
inline __attribute__((always_inline)) void multiply_and_add(std::size_t rounds, double* sum) {
  using Real = typename Vector<lanes>::Real;
  constexpr int chains = 12; // two units, latency 4; and registers for AVX2
  Real x[chains];
  for (int i = 0; i < chains; ++i)
    x[i] = static_cast<double>(i) - Real{};
  const Real a = 0.999 - Real{}, b = 0.001 - Real{};
  for (std::size_t r = 0; r < rounds; ++r) {
#pragma GCC unroll 12
    for (int i = 0; i < chains; ++i)
      x[i] = x[i] * a + b;
  }
  for (int i = 0; i < chains; ++i)
    for (int g = 0; g < lanes; ++g)
      *sum += x[i][g];
}

inline void multiply_and_add_2(std::size_t rounds, double* sum) {
  multiply_and_add<2>(rounds, sum);
}
#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) inline void multiply_and_add_4(std::size_t rounds,
                                                                   double* sum) {
  multiply_and_add<4>(rounds, sum);
}
__attribute__((target("avx512f,avx512dq,avx512vl,fma"))) inline void
multiply_and_add_8(std::size_t rounds, double* sum) {
  multiply_and_add<8>(rounds, sum);
}
#endif

/// Of the best of several tries. `lanes` is one of lane_widths().
inline double fma_peak(std::size_t lanes) {
  void (*run)(std::size_t, double*) = multiply_and_add_2;
#if defined(__x86_64__)
  if (lanes == 4) run = multiply_and_add_4;
  if (lanes == 8) run = multiply_and_add_8;
#endif
  constexpr std::size_t rounds = 1'000'000;
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  double best = std::numeric_limits<double>::infinity();
  volatile double result = 0.0;
  for (int i = 0; i < 40; ++i) {
    const double start = now();
    double sum = 0.0;
    run(rounds, &sum);
    best = std::min(best, now() - start);
    result = sum;
  }
  (void)result;
  return 2.0 * 12.0 * static_cast<double>(lanes) * static_cast<double>(rounds) / best;
}

} // namespace canon::bench
