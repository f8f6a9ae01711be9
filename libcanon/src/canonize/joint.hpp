#pragma once

#include <canon/canonize.hpp>

namespace canon {

/// Level::joint: settles what it can of the spaces whose outcome is not unique, by colours that all
/// spaces give to the vertices together. `outcomes` has one entry a space of the spectrum. The
/// labels of `graph`, if it is given and has any, colour the vertices first and spread over edges.
void settle_jointly(Spectrum& spectrum, const Graph* graph, const CanonizeOptions& options,
                    std::vector<Outcome>& outcomes);

} // namespace canon
