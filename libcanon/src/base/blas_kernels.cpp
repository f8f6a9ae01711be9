#include <canon/base/blas_kernels.hpp>
#include <canon/blas.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#ifdef __linux__
#include <sys/auxv.h>
#include <unistd.h>
#endif

// OpenBLAS as it calls this itself before a fork; absent with another BLAS, or if it has no
// threads.
extern "C" int blas_thread_shutdown_() __attribute__((weak));

namespace canon {
namespace {

constexpr const char* choice_variable = "OPENBLAS_CORETYPE";
constexpr const char* keep_variable = "CANON_KEEP_BLAS_KERNEL";
/// Set for the second start only, to what OpenBLAS itself chose: it ends the restarts.
constexpr const char* restarted_variable = "CANON_BLAS_RESTARTED_FROM";

/// Instruction sets in order of width.
enum class KernelClass { sse, avx, avx2, avx512 };

struct KernelSet {
  std::string_view name;
  KernelClass kernels;
};

/// What OpenBLAS 0.3 calls its sets for x86.
constexpr std::array known_sets = {
    KernelSet{"Katmai", KernelClass::sse},       KernelSet{"Coppermine", KernelClass::sse},
    KernelSet{"Northwood", KernelClass::sse},    KernelSet{"Prescott", KernelClass::sse},
    KernelSet{"Banias", KernelClass::sse},       KernelSet{"Atom", KernelClass::sse},
    KernelSet{"Core2", KernelClass::sse},        KernelSet{"Penryn", KernelClass::sse},
    KernelSet{"Dunnington", KernelClass::sse},   KernelSet{"Nehalem", KernelClass::sse},
    KernelSet{"Athlon", KernelClass::sse},       KernelSet{"Opteron", KernelClass::sse},
    KernelSet{"Opteron_SSE3", KernelClass::sse}, KernelSet{"Barcelona", KernelClass::sse},
    KernelSet{"Nano", KernelClass::sse},         KernelSet{"Bobcat", KernelClass::sse},
    KernelSet{"Sandybridge", KernelClass::avx},  KernelSet{"Bulldozer", KernelClass::avx},
    KernelSet{"Piledriver", KernelClass::avx},   KernelSet{"Steamroller", KernelClass::avx},
    KernelSet{"Excavator", KernelClass::avx2},   KernelSet{"Haswell", KernelClass::avx2},
    KernelSet{"Zen", KernelClass::avx2},         KernelSet{"SkylakeX", KernelClass::avx512},
    KernelSet{"Cooperlake", KernelClass::avx512}};

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  });
}

/// Empty where the environment does not have it.
std::string_view environment(const char* variable) {
  const char* const value = std::getenv(variable);
  return value == nullptr ? std::string_view() : value;
}

/// What OpenBLAS itself chose, if use_best_kernels() overruled it.
std::string& overruled() {
  static std::string kernels;
  return kernels;
}

} // namespace

CpuFeatures cpu_features() {
  CpuFeatures features;
#if defined(__x86_64__) || defined(__i386__)
  __builtin_cpu_init(); // asks the operating system's mask as well
  features.sse3 = __builtin_cpu_supports("sse3") != 0;
  features.avx = __builtin_cpu_supports("avx") != 0;
  features.avx2 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
  features.avx512 =
      __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
      __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512vl") != 0;
#endif
  return features;
}

std::optional<std::string> better_kernels(std::string_view current, const CpuFeatures& features) {
  const auto* const found =
      std::find_if(known_sets.begin(), known_sets.end(),
                   [&](const KernelSet& set) { return same_name(set.name, current); });
  if (found == known_sets.end()) return std::nullopt;
  // The kernels of a class also use the instructions of the classes below.
  if (features.avx512 && features.avx2 && features.avx) {
    if (found->kernels < KernelClass::avx512) return "SkylakeX";
  } else if (features.avx2 && features.avx) {
    if (found->kernels < KernelClass::avx2) return "Haswell";
  } else if (features.avx) {
    if (found->kernels < KernelClass::avx) return "Sandybridge";
  }
  return std::nullopt;
}

void restart_program(char** argv) {
#ifdef __linux__
  // Started through the dynamic linker ("ld.so PROGRAM"), the process has no interpreter, and
  // /proc/self/exe is the linker, which would take our first argument for the program.
  if (getauxval(AT_BASE) == 0) return;
  constexpr const char* self = "/proc/self/exe";
  std::error_code error; // by its name first: else ps and top would show "exe"
  const auto program = std::filesystem::read_symlink(self, error);
  if (!error) execv(program.c_str(), argv);
  execv(self, argv);
#else
  static_cast<void>(argv);
#endif
}

void restart_with_kernels(char** argv, const std::string& kernels) {
  setenv(restarted_variable, blas_library().kernels.c_str(), 1);
  setenv(choice_variable, kernels.c_str(), 1);
  restart_program(argv);
  unsetenv(restarted_variable); // no /proc, perhaps: the program runs on as it is
  unsetenv(choice_variable);
}

void use_best_kernels(char** argv) {
  if (const std::string_view first = environment(restarted_variable); !first.empty()) {
    overruled() = first;
    // OpenBLAS has read its variable; programs started from here choose for themselves.
    unsetenv(restarted_variable);
    unsetenv(choice_variable);
    return;
  }
  const std::string_view keep = environment(keep_variable);
  if (!keep.empty() && keep != "0") return;
  if (!environment(choice_variable).empty()) return;
  const BlasLibrary blas = blas_library();
  if (!blas.selectable) return;
  if (const auto better = better_kernels(blas.kernels, cpu_features()))
    restart_with_kernels(argv, *better);
}

void end_blas_threads() {
  if (blas_thread_shutdown_ != nullptr) static_cast<void>(blas_thread_shutdown_());
}

std::string blas_line() {
  const BlasLibrary blas = blas_library();
  std::string line = blas.str();
  if (!overruled().empty() && !same_name(overruled(), blas.kernels))
    line += " (chosen by canon; OpenBLAS itself chose " + overruled() + ")";
  return line;
}

} // namespace canon
