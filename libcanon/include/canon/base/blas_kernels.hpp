#pragma once

#include <canon/export.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace canon CANON_API {

/// The vector instructions that kernels of a BLAS are written for. True only if the processor has
/// them and the operating system keeps their registers.
struct CpuFeatures {
  bool sse3 = false;
  bool avx = false;
  bool avx2 = false;   ///< with FMA
  bool avx512 = false; ///< F, DQ, BW and VL
};

/// Of this machine; all false where it is no x86.
[[nodiscard]] CpuFeatures cpu_features();

/// The kernel set of OpenBLAS to be preferred to `current` on such a processor; nothing where
/// `current` is of the same class or better, or a name unknown here.
[[nodiscard]] std::optional<std::string> better_kernels(std::string_view current,
                                                        const CpuFeatures& features);

/// OpenBLAS knows processors by their model and gives one that is newer than itself the kernels of
/// the year 2004 (0.3.21 on a Xeon of 2023: training takes 3.5 times as long). Where it chose a set
/// below what the processor can do, the program starts anew with the better one, once. To be called
/// first in main(): before threads, and before anything is read or written. The environment decides
/// against it by OPENBLAS_CORETYPE, which is obeyed, or CANON_KEEP_BLAS_KERNEL=1.
void use_best_kernels(char** argv);

/// Replaces this process by the same program with the same arguments, for libraries that read the
/// environment when they are loaded. Returns only if that is not possible.
void restart_program(char** argv);

/// The same on the set `kernels`. The new process must call use_best_kernels().
void restart_with_kernels(char** argv, const std::string& kernels);

/// OpenBLAS starts its threads when it is loaded, and each keeps a core busy for a tenth of a
/// second, waiting for work: as long as a data set of molecules takes. For programs that have
/// called use_one_blas_thread(); to be called before they start threads of their own. The threads
/// come back if the number of threads is raised again. Does nothing with another BLAS.
void end_blas_threads();

/// The library and its kernels in one line, and who chose them: for --version and for records.
[[nodiscard]] std::string blas_line();

} // namespace canon
