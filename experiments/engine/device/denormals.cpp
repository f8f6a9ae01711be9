#include "device/denormals.hpp"

#include <omp.h>

#ifdef __x86_64__
#include <xmmintrin.h>
#endif

namespace canon::nn {
namespace {

#if defined(__x86_64__)
constexpr std::uint64_t flush = 0x8040; // results to zero (FTZ), and operands (DAZ)
std::uint64_t control() {
  return _mm_getcsr();
}
void set_control(std::uint64_t word) {
  _mm_setcsr(static_cast<unsigned>(word));
}
#elif defined(__aarch64__)
constexpr std::uint64_t flush = std::uint64_t{1} << 24U; // FZ of FPCR: both
std::uint64_t control() {
  std::uint64_t word = 0;
  asm volatile("mrs %0, fpcr" : "=r"(word));
  return word;
}
void set_control(std::uint64_t word) {
  asm volatile("msr fpcr, %0" : : "r"(word));
}
#else
constexpr std::uint64_t flush = 0;
std::uint64_t control() {
  return 0;
}
void set_control(std::uint64_t) {}
#endif

} // namespace

// The threads of OpenMP stay the same from one region to the next; one that is started later has
// the control word of the thread that starts it.
FlushDenormals::FlushDenormals()
    : before_(static_cast<std::size_t>(omp_get_max_threads()), control()) {
#pragma omp parallel num_threads(static_cast <int>(before_.size()))
  {
    before_[static_cast<std::size_t>(omp_get_thread_num())] = control();
    set_control(control() | flush);
  }
}

FlushDenormals::~FlushDenormals() {
  const std::uint64_t own = before_[0];
#pragma omp parallel num_threads(static_cast <int>(before_.size()))
  set_control(before_[static_cast<std::size_t>(omp_get_thread_num())]);
  set_control(own);
}

} // namespace canon::nn
