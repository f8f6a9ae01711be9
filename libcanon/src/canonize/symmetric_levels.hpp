#pragma once

#include <canon/canonize.hpp>

namespace canon {

/// Level::orbit, and from Level::label on the rest: settles the spaces that are not unique yet.
/// With an incomplete symmetry they become Verdict::gave_up.
void settle_by_symmetry(Spectrum& spectrum, const Symmetry& symmetry,
                        const CanonizeOptions& options, std::vector<Outcome>& outcomes);

} // namespace canon
