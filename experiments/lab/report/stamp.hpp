#pragma once

#include "report/table.hpp"

#include <cstddef>
#include <string>

namespace canon::lab {

/// All that may differ between two runs with the same result: commit, date, compiler, BLAS and its
/// kernels, the machine's threads and those used, seconds.
[[nodiscard]] Json make_stamp(double seconds, std::size_t threads);

/// The same in one line, for people.
[[nodiscard]] std::string stamp_line(const Json& stamp);

} // namespace canon::lab
