#pragma once

#include <armadillo>

#include <cstdint>
#include <initializer_list>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <vector>

namespace canon::python {

namespace nb = nanobind;

/// Arrays of the caller's, in C order; nothing is copied where they already are what is wanted.
using Integers = nb::ndarray<const std::int64_t, nb::c_contig, nb::device::cpu>;
using Reals = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;

/// `object` as an array of `dimensions` dimensions. What is not one of int64 in C order (a list, a
/// tensor, another type of integer) is converted by libcanon._arrays, which throws ArgumentError
/// where that would lose anything.
[[nodiscard]] Integers integer_array(nb::handle object, const char* name, std::size_t dimensions);
/// The same for float64; NaN and infinity pass.
[[nodiscard]] Reals real_array(nb::handle object, const char* name, std::size_t dimensions);
/// One integer per row: a row of several is packed into one (canon/ogb.hpp).
[[nodiscard]] Integers label_array(nb::handle object, const char* name);

/// A new NumPy array in C order, filled by whoever asks for it. It owns its memory.
template <typename Scalar>
struct NewArray {
  explicit NewArray(std::initializer_list<std::size_t> shape);

  Scalar* data = nullptr;
  std::size_t size = 0;
  nb::object object; ///< the numpy.ndarray
};

extern template struct NewArray<double>;
extern template struct NewArray<std::int64_t>;
extern template struct NewArray<std::uint8_t>;
extern template struct NewArray<bool>;

/// A copy of a column-major matrix as rows, and of a vector.
[[nodiscard]] nb::object row_major(const arma::mat& matrix);
[[nodiscard]] nb::object vector_array(const arma::vec& vector);
/// A map of vertices, or any other list of indices.
[[nodiscard]] nb::object index_array(const std::vector<std::size_t>& indices);

/// The memory of `matrix` itself, in Fortran order, without a copy.
[[nodiscard]] nb::object owned_array(arma::mat matrix);

/// Copies features row by row to `to`.
void copy_rows(const arma::mat& matrix, double* to);

} // namespace canon::python
