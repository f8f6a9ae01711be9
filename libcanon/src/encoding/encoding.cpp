#include <canon/components.hpp>
#include <canon/encoding.hpp>
#include <canon/error.hpp>
#include <canon/random.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace canon {
namespace {

/// Far above what rounding, or Lanczos' tolerance, leaves of an eigenvalue 0 relative to the norm,
/// and far below an eigenvalue that an operator with negative ones has.
constexpr double largest_negative_zero = 1e-9;

double root_of(double eigenvalue, double scale, GraphOperator op) {
  if (eigenvalue < -largest_negative_zero * scale)
    throw ArgumentError("columns sqrt-eigenvalue need eigenvalues >= 0, but " +
                        std::string(name(op)) + " has " + std::to_string(eigenvalue) +
                        " (lazy-adjacency and the Laplacians have none below 0)");
  return std::sqrt(std::max(eigenvalue, 0.0));
}

/// Fills the columns from `first` on of the spectrum into the encoding.
void fill(Encoding& encoding, const Spectrum& spectrum, const EncodingOptions& options,
          std::size_t first, std::uint64_t index) {
  const std::size_t n = spectrum.size();
  const std::size_t available = spectrum.eigenvalues.n_elem - first;
  const std::size_t used = std::min(options.k, available);
  encoding.padded = options.k - used;
  std::optional<Rng> signs; // seeding costs more than a small graph's features
  if (options.random_signs) signs = trial_rng(options.seed, index);
  for (std::size_t j = 0; j < used; ++j) {
    const double eigenvalue = spectrum.eigenvalues[first + j];
    encoding.eigenvalues[j] = eigenvalue;
    double factor = 1.0;
    if (options.columns == EncodingColumns::sqrt_eigenvalue)
      factor = root_of(eigenvalue, spectrum.scale, options.op);
    if (options.columns == EncodingColumns::sqrt_positive_part)
      factor = std::sqrt(std::max(eigenvalue, 0.0));
    if (signs && ((*signs)() >> 63U) != 0) factor = -factor;
    const double* from = spectrum.vectors.colptr(first + j);
    double* to = encoding.features.colptr(j);
    for (std::size_t i = 0; i < n; ++i)
      to[i] = factor * from[i];
    if (options.columns == EncodingColumns::with_eigenvalues)
      std::fill_n(encoding.features.colptr(options.k + j), n, eigenvalue);
  }
}

/// Nothing but padding.
Encoding padding(std::size_t n, const EncodingOptions& options) {
  if (options.k == 0) throw ArgumentError("encode: k must be >= 1");
  Encoding encoding;
  encoding.features.zeros(n, options.width());
  encoding.eigenvalues.set_size(options.k);
  encoding.eigenvalues.fill(std::numeric_limits<double>::quiet_NaN());
  encoding.settled.assign(options.k, Guarantee::none);
  encoding.padded = options.k;
  return encoding;
}

SpectrumOptions spectrum_options(const EncodingOptions& options) {
  SpectrumOptions wanted;
  wanted.k = options.k + (options.drop_trivial || options.drop_first ? 1 : 0);
  wanted.solver = options.solver;
  wanted.lanes = options.lanes;
  wanted.tolerance = options.canonize.tolerance;
  wanted.partial = true; // columns beyond k are not used, and what is left out cannot be settled
  return wanted;
}

/// The first column that is shown.
std::size_t first_column(const Spectrum& spectrum, const EncodingOptions& options) {
  const bool trivial = !spectrum.spaces.empty() && spectrum.spaces.front().dimension == 1;
  return options.drop_first || (options.drop_trivial && trivial) ? 1 : 0;
}

/// From a spectrum that is canonical.
Encoding encode_canonical(const Spectrum& spectrum, const std::vector<Outcome>& outcomes,
                          const EncodingOptions& options, std::uint64_t index) {
  Encoding encoding = padding(spectrum.size(), options);
  const std::size_t first = first_column(spectrum, options), end = first + options.k;
  fill(encoding, spectrum, options, first, index);
  encoding.safety = std::numeric_limits<double>::max();
  encoding.spaces.reserve(outcomes.size());
  for (std::size_t s = 0; s < outcomes.size() && spectrum.spaces[s].first < end; ++s) {
    const Eigenspace& space = spectrum.spaces[s];
    const Outcome& outcome = outcomes[s];
    encoding.cut = space.first + space.dimension > end;
    encoding.safety = std::min(encoding.safety, outcome.margin.safety());
    const std::size_t from = std::max(space.first, first);
    const std::size_t to = std::min(space.first + space.dimension, end);
    if (from >= to) continue; // the trivial one, dropped
    encoding.spaces.push_back({space.eigenvalue, space.dimension, to - from, outcome});
    // Who reads the columns sees no margins: a doubtful space is not called settled.
    const bool sure = outcome.margin.safety() >= 1.0 && !options.random_signs;
    for (std::size_t j = from; j < to; ++j)
      encoding.settled[j - first] = sure ? outcome.guarantee() : Guarantee::none;
  }
  return encoding;
}

Encoding encode_spectrum(Spectrum& spectrum, const Graph& graph, const EncodingOptions& options,
                         std::uint64_t index) {
  const std::size_t end = first_column(spectrum, options) + options.k;
  const std::vector<Outcome> outcomes = canonize(spectrum, graph, options.canonize, end).outcomes;
  return encode_canonical(spectrum, outcomes, options, index);
}

} // namespace

Encoding encode(const Graph& graph, const EncodingOptions& options, std::uint64_t index) {
  if (num_vertices(graph) == 0) return padding(0, options);
  const SpectrumOptions wanted = spectrum_options(options);
  if (options.k == 0) throw ArgumentError("encode: k must be >= 1");
  if (options.by_component) {
    const CanonicalSpectrum canonical =
        canonize_components(graph, options.op, wanted, options.canonize);
    return encode_canonical(canonical.spectrum, canonical.outcomes, options, index);
  }
  Spectrum spectrum = solve_spectrum(graph, options.op, wanted);
  return encode_spectrum(spectrum, graph, options, index);
}

std::vector<Encoding> encode(std::span<const Graph* const> graphs, const EncodingOptions& options,
                             std::uint64_t first) {
  std::vector<Encoding> encodings(graphs.size());
  if (options.by_component) { // the components are what would have to be solved together
    for (std::size_t i = 0; i < graphs.size(); ++i)
      encodings[i] = encode(*graphs[i], options, first + i);
    return encodings;
  }
  if (options.k == 0) throw ArgumentError("encode: k must be >= 1");
  solve_spectra(graphs, options.op, spectrum_options(options),
                [&](std::size_t i, Spectrum& spectrum) {
                  encodings[i] = num_vertices(*graphs[i]) == 0
                                     ? padding(0, options)
                                     : encode_spectrum(spectrum, *graphs[i], options, first + i);
                });
  return encodings;
}

} // namespace canon
