#pragma once

#include "report/table.hpp"

#include <cstddef>
#include <string>

namespace canon::lab {

/// All that may differ between two runs with the same result: commit, date, compiler, BLAS, the
/// machine's threads and those used, seconds.
[[nodiscard]] Json make_stamp(double seconds, std::size_t threads);

/// The same in one line, for people.
[[nodiscard]] std::string stamp_line(const Json& stamp);

/// OpenBLAS tells its version and kernels; of any other only the library's name is known.
[[nodiscard]] std::string blas_name();

} // namespace canon::lab
