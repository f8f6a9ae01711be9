#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__x86_64__)
#define CANON_LANES_X86 1
#endif

namespace canon {

/// An entry of a symmetric matrix and its mirror image.
struct LaneEntry {
  std::int32_t row = 0, column = 0;
  double value = 0.0;
};

/// One of the symmetric matrices that are solved together, given by its entries (what is not
/// listed is 0; what is listed twice is added up) or whole, column after column; those of one call
/// in the same way.
struct LaneMatrix {
  std::ptrdiff_t n = 0;               ///< >= 1
  const double* dense = nullptr;      ///< n x n, of which the upper triangle is read; or else
  const LaneEntry* entries = nullptr; ///< these
  std::size_t entry_count = 0;
  double scale = 1.0;        ///< a power of 2 by which the entries are multiplied
  bool descending = false;   ///< the order of the eigenvalues
  std::ptrdiff_t sweeps = 0; ///< of the QL iteration per eigenvalue, after which it has failed
  double* values = nullptr;  ///< out: n eigenvalues of the scaled matrix
  double* vectors = nullptr; ///< out: n x n, column after column
  bool converged = false;    ///< out
};

/// Solves matrices[0..count) in lanes. `memory` holds lane_memory() doubles, aligned to 64 bytes.
/// The results of a matrix have the same bits whatever is solved beside it. Entries are finite, and
/// the largest one, once scaled, is 0 or between 2^-100 and 2^100.
using SolveLanes = void (*)(LaneMatrix* matrices, std::size_t count, double* memory);

/// How the matrices are solved with one width of the vectors.
struct LaneSolver {
  std::size_t lanes = 0; ///< doubles in a vector
  std::size_t most = 0;  ///< matrices in a call: several vectors in step
  SolveLanes solve = nullptr;
};

/// Doubles that solve() needs for matrices of at most n rows.
[[nodiscard]] constexpr std::size_t lane_memory(const LaneSolver& solver, std::size_t n) {
  const std::size_t stride = n | 1U, rotations = n < 64 ? 1024 : 16 * n;
  return solver.most * (2 * stride * (n + 1) + 7 * (n + 16) + 2 * rotations) +
         (solver.most / solver.lanes) * rotations + 64;
}

// One namespace per instruction set, see lanes/pack.hpp. The processor must have it.
namespace lanes_generic {
[[nodiscard]] LaneSolver lane_solver();
}
#if defined(CANON_LANES_X86)
namespace lanes_avx2 {
[[nodiscard]] LaneSolver lane_solver();
}
namespace lanes_avx512 {
[[nodiscard]] LaneSolver lane_solver();
}
#endif

} // namespace canon
