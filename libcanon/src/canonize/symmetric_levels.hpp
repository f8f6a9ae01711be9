#pragma once

#include <canon/canonize.hpp>

namespace canon {

/// Level::orbit, and from Level::label on the rest: settles the spaces that are not unique yet.
/// With an incomplete symmetry they become Verdict::gave_up. At Level::label the axis of vertex v
/// has the place places[v].
void settle_by_symmetry(Spectrum& spectrum, const Symmetry& symmetry, const VertexMap& places,
                        const CanonizeOptions& options, std::vector<Outcome>& outcomes);

} // namespace canon
