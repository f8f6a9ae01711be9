#pragma once

#include <canon/canonize.hpp>
#include <canon/spectrum.hpp>

#include <cstddef>
#include <vector>

namespace canon::lab {

/// Which of the paper's assumptions the eigenspaces of one graph or matrix violate.
struct Violations {
  std::size_t simple = 0;      ///< eigenvalues of multiplicity one
  std::size_t assumption1 = 0; ///< of their vectors: the sign is undetermined
  std::size_t multiple = 0;    ///< eigenspaces of more dimensions
  std::size_t assumption2 = 0; ///< of them: fewer axis classes than dimensions
  std::size_t assumption3 = 0; ///< of them: a summary vector projects to nothing
  std::size_t doubtful = 0;    ///< verdicts with a margin below 1

  [[nodiscard]] bool simple_spectrum() const { return multiple == 0; }
  [[nodiscard]] bool any() const { return assumption1 + assumption2 + assumption3 > 0; }
  bool operator==(const Violations&) const = default;
};

/// Counts verdicts, one per space of `spectrum`, as canonize() gave them.
[[nodiscard]] Violations count_violations(const Spectrum& spectrum,
                                          const std::vector<Outcome>& outcomes);

/// Canonizes `spectrum` by the paper's own algorithms (Level::map), in place, and counts.
[[nodiscard]] Violations find_violations(Spectrum& spectrum);

} // namespace canon::lab
