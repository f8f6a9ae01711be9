// libcanon._core: the part of the package that is compiled. libcanon/*.py gives it its names, its
// types and its documentation.
#include "bindings.hpp"

#include <canon/blas.hpp>
#include <canon/version.hpp>

#include <nanobind/stl/string.h>
#include <string>

NB_MODULE(_core, module) {
  using namespace canon::python;
  module.attr("version") = std::string(canon::version);
  bind_errors(module);
  bind_options(module);
  bind_results(module);
  bind_encoding(module);
  bind_dataset(module);
  bind_spectrum(module);
  bind_symmetry(module);
  bind_certificate(module);
  bind_graph_io(module);
  module.def(
      "blas", [] { return canon::blas_library().str(); },
      "The BLAS in use and its kernels, in one line.");
  // Small problems on many threads of ours, not one problem on many threads of the BLAS: faster,
  // and the numbers do not depend on how many there are. (NumPy from PyPI has a BLAS of its own.)
  canon::use_one_blas_thread();
}
