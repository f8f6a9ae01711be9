#pragma once

#include "dataset/molecules.hpp"

#include <cstddef>
#include <cstdint>

namespace canon::lab {

/// Graphs in the manner of molecules, for runs without data: rings of five and six atoms and single
/// atoms, joined by bonds, no atom with more than four, 8 to 26 of them (never fewer than the
/// layout wants). A number to predict is the rings of six less those of five, plus the share of
/// atoms whose first feature is 1; a binary label says whether there are more rings of six, every
/// second one the contrary, and one in ten is missing. Three parts: 3/5, 1/5 and 1/5 of `count`,
/// which is 5 or more.
[[nodiscard]] Molecules generate_molecules(std::size_t count, const MoleculeLayout& layout,
                                           std::uint64_t seed);

} // namespace canon::lab
