#include "bindings.hpp"

#include <canon/error.hpp>

#include <exception>

namespace canon::python {
namespace {

namespace nb = nanobind;

/// Raises libcanon.errors.`type` with the same words.
nb::object exception_of(const char* type, const Error& error) {
  return nb::module_::import_("libcanon.errors").attr(type)(error.what());
}

void raise(const nb::object& exception) {
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exception.ptr())), exception.ptr());
}

void translate(const std::exception_ptr& pointer, void*) {
  try {
    std::rethrow_exception(pointer);
  } catch (const ParseError& error) {
    const nb::object exception = exception_of("ParseError", error);
    exception.attr("file") = error.file().c_str();
    exception.attr("line") = error.line();
    raise(exception);
  } catch (const ArgumentError& error) {
    raise(exception_of("ArgumentError", error));
  } catch (const SolverError& error) {
    raise(exception_of("SolverError", error));
  } catch (const ReadError& error) {
    raise(exception_of("ReadError", error));
  } catch (const WriteError& error) {
    raise(exception_of("WriteError", error));
  } catch (const Error& error) {
    raise(exception_of("Error", error));
  }
}

} // namespace

void bind_errors(nb::module_&) {
  nb::register_exception_translator(translate);
}

} // namespace canon::python
