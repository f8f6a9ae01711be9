#pragma once

#include "arrays.hpp"

#include <canon/encoding.hpp>

#include <cstddef>
#include <vector>

namespace canon::python {

/// What is known of columns that stand for eigenvectors: shared by encodings and eigenvectors.
struct ColumnResult {
  nb::object values;                ///< (n, width)
  nb::object eigenvalues;           ///< (k,)
  nb::object settled;               ///< (k,) uint8: a Guarantee per column
  std::vector<EncodedSpace> spaces; ///< in order of their columns
  std::size_t columns = 0;          ///< k
  double margin = 0.0;
};

struct EncodingResult : ColumnResult {
  std::size_t padded = 0;
  bool cut = false;
};

struct VectorResult : ColumnResult {};

/// Under the interpreter's lock.
[[nodiscard]] EncodingResult encoding_result(const Encoding& encoding);

/// The first `shown` columns of a canonized spectrum. The spaces beyond `outcomes` were not
/// treated, and so nothing is said of them.
[[nodiscard]] VectorResult vector_result(Spectrum&& spectrum, const std::vector<Outcome>& outcomes,
                                         std::size_t shown);

} // namespace canon::python
