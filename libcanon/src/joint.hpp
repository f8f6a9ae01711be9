#pragma once

#include <canon/canonize.hpp>

namespace canon {

/// Level::joint: settles what it can of the spaces whose outcome is not unique, by colours that all
/// spaces give to the vertices together. `outcomes` has one entry a space of the spectrum.
void settle_jointly(Spectrum& spectrum, const CanonizeOptions& options,
                    std::vector<Outcome>& outcomes);

} // namespace canon
