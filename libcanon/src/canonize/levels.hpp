#pragma once

#include <canon/canonize.hpp>

#include <vector>

// The levels above map and search: each settles what it can of the spaces whose outcome is not
// unique.
namespace canon {

/// Level::joint: settles what it can of the spaces whose outcome is not unique, by colours that all
/// spaces give to the vertices together. `outcomes` has one entry per space of the spectrum. The
/// labels of `graph`, if it is given and has any, colour the vertices first and spread over edges.
void settle_jointly(Spectrum& spectrum, const Graph* graph, const CanonizeOptions& options,
                    std::vector<Outcome>& outcomes);

/// Level::orbit, and from Level::label on the rest: settles the spaces that are not unique yet.
/// With an incomplete symmetry they become Verdict::gave_up. At Level::label the axis of vertex v
/// has the place places[v].
void settle_by_symmetry(Spectrum& spectrum, const Symmetry& symmetry, const VertexMap& places,
                        const CanonizeOptions& options, std::vector<Outcome>& outcomes);

} // namespace canon
