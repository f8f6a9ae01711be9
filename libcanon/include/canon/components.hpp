#pragma once

#include <canon/canonize.hpp>
#include <canon/export.hpp>
#include <canon/graph.hpp>
#include <canon/spectrum.hpp>

namespace canon CANON_API {

/// A spectrum whose spaces are canonized.
struct CanonicalSpectrum {
  Spectrum spectrum;
  std::vector<Outcome> outcomes; ///< one per space
};

/// Treats the components of a graph one by one: every column lives on one component, whose spaces
/// are canonized within it. Components come in the order of their canonical forms. Equal ones are
/// exchanged by an automorphism, so that their spaces are settled from Level::label on only, up to
/// automorphism. At least the spectrum_options.k leading columns, in whole spaces of the graph.
[[nodiscard]] CanonicalSpectrum canonize_components(const Graph& graph, GraphOperator op,
                                                    const SpectrumOptions& spectrum_options,
                                                    const CanonizeOptions& options);

} // namespace canon
