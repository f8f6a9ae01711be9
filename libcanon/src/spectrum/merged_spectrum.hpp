#pragma once

#include <canon/spectrum.hpp>

#include <cstddef>

// A spectrum put together from those of the parts of a graph, which the callers know: components,
// equal components, classes of twins.
namespace canon {

/// `values` are the eigenvalues of all known columns in the order of the operator. The result has
/// the spaces that begin before options.k, whole; its vectors are for lay_out and the caller.
[[nodiscard]] Spectrum merged_spectrum(const arma::vec& values, double scale,
                                       const SpectrumOptions& options);

/// Drops the columns beyond k from the last space if all of them would be too many numbers to hold
/// for a space of which nothing else is to be learnt.
void keep_leading(Spectrum& spectrum, std::size_t vertices, std::size_t k);

/// Zero vectors, one per eigenvalue, for the caller to fill.
void lay_out(Spectrum& spectrum, std::size_t vertices);

} // namespace canon
