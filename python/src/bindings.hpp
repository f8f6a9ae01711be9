#pragma once

#include <nanobind/nanobind.h>

// One function per file: what it adds to the module libcanon._core.

namespace canon::python {

void bind_errors(nanobind::module_& module);
void bind_options(nanobind::module_& module);
void bind_results(nanobind::module_& module);
void bind_encoding(nanobind::module_& module);
void bind_dataset(nanobind::module_& module);
void bind_spectrum(nanobind::module_& module);
void bind_symmetry(nanobind::module_& module);
void bind_certificate(nanobind::module_& module);
void bind_graph_io(nanobind::module_& module);

} // namespace canon::python
