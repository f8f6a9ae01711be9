#include "arrays.hpp"

#include <array>
#include <memory>
#include <utility>

namespace canon::python {
namespace {

template <typename Array>
Array converted(nb::handle object, const char* name, std::size_t dimensions, const char* how) {
  Array array;
  if (nb::try_cast(nb::borrow(object), array, false) && array.ndim() == dimensions) return array;
  const nb::object converter = nb::module_::import_("libcanon._arrays").attr(how);
  return nb::cast<Array>(converter(object, name, dimensions));
}

} // namespace

Integers integer_array(nb::handle object, const char* name, std::size_t dimensions) {
  return converted<Integers>(object, name, dimensions, "integers");
}

Reals real_array(nb::handle object, const char* name, std::size_t dimensions) {
  return converted<Reals>(object, name, dimensions, "reals");
}

Integers label_array(nb::handle object, const char* name) {
  return converted<Integers>(object, name, 1, "labels");
}

template <typename Scalar>
NewArray<Scalar>::NewArray(std::initializer_list<std::size_t> shape) : size(1) {
  for (const std::size_t extent : shape)
    size *= extent;
  auto memory = std::make_unique<Scalar[]>(size);
  data = memory.get();
  const nb::capsule owner(memory.release(),
                          [](void* p) noexcept { delete[] static_cast<Scalar*>(p); });
  object = nb::cast(nb::ndarray<nb::numpy, Scalar, nb::c_contig>(data, shape, owner));
}

template struct NewArray<double>;
template struct NewArray<std::int64_t>;
template struct NewArray<std::uint8_t>;
template struct NewArray<bool>;

void copy_rows(const arma::mat& matrix, double* to) {
  const arma::uword rows = matrix.n_rows, columns = matrix.n_cols;
  for (arma::uword j = 0; j < columns; ++j) {
    const double* const from = matrix.colptr(j);
    for (arma::uword i = 0; i < rows; ++i)
      to[i * columns + j] = from[i];
  }
}

nb::object row_major(const arma::mat& matrix) {
  const NewArray<double> rows({matrix.n_rows, matrix.n_cols});
  copy_rows(matrix, rows.data);
  return rows.object;
}

nb::object vector_array(const arma::vec& vector) {
  const NewArray<double> array({vector.n_elem});
  std::copy(vector.begin(), vector.end(), array.data);
  return array.object;
}

nb::object index_array(const std::vector<std::size_t>& indices) {
  const NewArray<std::int64_t> array({indices.size()});
  std::copy(indices.begin(), indices.end(), array.data);
  return array.object;
}

nb::object owned_array(arma::mat matrix) {
  auto kept = std::make_unique<arma::mat>(std::move(matrix));
  const std::array<std::size_t, 2> shape = {kept->n_rows, kept->n_cols};
  const std::array<std::int64_t, 2> strides = {1, static_cast<std::int64_t>(kept->n_rows)};
  double* const data = kept->memptr();
  const nb::capsule owner(kept.release(),
                          [](void* p) noexcept { delete static_cast<arma::mat*>(p); });
  return nb::cast(
      nb::ndarray<nb::numpy, double, nb::f_contig>(data, 2, shape.data(), owner, strides.data()));
}

} // namespace canon::python
