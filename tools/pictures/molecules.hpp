#pragma once

#include <canon/graph.hpp>

namespace canon::pictures {

/// Heavy atoms only; labels are atomic numbers and bond orders (aromatic: 4).
[[nodiscard]] Graph caffeine();  ///< C8H10N4O2
[[nodiscard]] Graph ibuprofen(); ///< C13H18O2

} // namespace canon::pictures
