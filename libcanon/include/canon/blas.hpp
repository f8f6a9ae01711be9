#pragma once

#include <canon/export.hpp>

#include <string>

namespace canon CANON_API {

/// The BLAS library of this process, as far as it can be asked.
///
///     std::cout << canon::blas_library().str() << "\n"; // OpenBLAS 0.3.21 Haswell
struct BlasLibrary {
  /// "OpenBLAS 0.3.21"; of another library at most its file: "BLAS unknown (libblas.so.3)".
  std::string name = "BLAS unknown";
  std::string kernels; ///< the set of kernels in use, such as "Haswell"; empty where unknown
  /// The library holds several sets, of which the environment variable OPENBLAS_CORETYPE chooses
  /// one when the library is loaded.
  bool selectable = false;

  /// Name and kernels in one line.
  [[nodiscard]] std::string str() const;
};

[[nodiscard]] BlasLibrary blas_library();

/// Asks BLAS and LAPACK to stay on the calling thread, for the whole process. Small eigenproblems
/// run fastest that way, and results do not depend on the number of threads. Returns false where
/// the BLAS at hand offers no such switch.
bool use_one_blas_thread();

} // namespace canon
