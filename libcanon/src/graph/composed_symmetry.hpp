#pragma once

#include "graph/twins.hpp"

#include <canon/symmetry.hpp>

namespace canon {

/// The orbits that the generators give, numbered in order of the canonical labelling.
void number_orbits(Symmetry& symmetry);

/// Component by component: the canonical form of the whole is that of its components, in order.
/// Equal components are exchanged by two generators, whatever their number, and one of them stands
/// for the symmetry within all. options.max_nodes bounds the search in each component.
[[nodiscard]] Symmetry symmetry_of_components(const Graph& graph, const SymmetryOptions& options);

/// Whether the search would meet its bound on twins alone: it tries every member of a class against
/// every other.
[[nodiscard]] bool too_many_twins(const TwinClasses& twins, const SymmetryOptions& options);

/// Classes of twins as single vertices, coloured by their sizes: any order of the members will do.
[[nodiscard]] Symmetry symmetry_of_twins(const Graph& graph, const TwinClasses& twins,
                                         const SymmetryOptions& options);

} // namespace canon
