#include "names.hpp"

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

constexpr Names<EncodingMethod, 4> methods{{{EncodingMethod::none, "none"},
                                            {EncodingMethod::lappe, "lappe"},
                                            {EncodingMethod::random_sign, "random-sign"},
                                            {EncodingMethod::map, "map"}}};
constexpr Names<EncodingColumns, 3> column_kinds{
    {{EncodingColumns::unit, "unit"},
     {EncodingColumns::sqrt_eigenvalue, "sqrt-eigenvalue"},
     {EncodingColumns::with_eigenvalues, "with-eigenvalues"}}};

double root_of(double eigenvalue, double scale, GraphOperator op) {
  if (eigenvalue < -1e-9 * scale)
    throw DimensionError("columns sqrt-eigenvalue need eigenvalues >= 0, but " +
                         std::string(operator_name(op)) + " has " + std::to_string(eigenvalue) +
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
  if (options.method == EncodingMethod::random_sign) signs = trial_rng(options.seed, index);
  for (std::size_t j = 0; j < used; ++j) {
    const double eigenvalue = spectrum.eigenvalues[first + j];
    encoding.eigenvalues[j] = eigenvalue;
    double factor = 1.0;
    if (options.columns == EncodingColumns::sqrt_eigenvalue)
      factor = root_of(eigenvalue, spectrum.scale, options.op);
    if (signs && ((*signs)() >> 63U) != 0) factor = -factor;
    const double* from = spectrum.vectors.colptr(first + j);
    double* to = encoding.features.colptr(j);
    for (std::size_t i = 0; i < n; ++i)
      to[i] = factor * from[i];
    if (options.columns == EncodingColumns::with_eigenvalues)
      std::fill_n(encoding.features.colptr(options.k + j), n, eigenvalue);
  }
}

} // namespace

std::string_view encoding_method_name(EncodingMethod method) {
  return name_of(methods, method);
}
std::optional<EncodingMethod> encoding_method_by_name(std::string_view name) {
  return value_by_name(methods, name);
}
const std::vector<EncodingMethod>& all_encoding_methods() {
  static const std::vector<EncodingMethod> all = values_of(methods);
  return all;
}
std::string_view encoding_columns_name(EncodingColumns columns) {
  return name_of(column_kinds, columns);
}
std::optional<EncodingColumns> encoding_columns_by_name(std::string_view name) {
  return value_by_name(column_kinds, name);
}
const std::vector<EncodingColumns>& all_encoding_columns() {
  static const std::vector<EncodingColumns> all = values_of(column_kinds);
  return all;
}

Encoding encode(const Graph& graph, const EncodingOptions& options, std::uint64_t index) {
  if (options.k == 0) throw DimensionError("encode: k must be >= 1");
  const std::size_t n = num_vertices(graph);
  Encoding encoding;
  encoding.features.zeros(n, options.width());
  encoding.eigenvalues.set_size(options.k);
  encoding.eigenvalues.fill(std::numeric_limits<double>::quiet_NaN());
  encoding.settled.assign(options.k, 0);
  encoding.padded = options.k;
  if (options.method == EncodingMethod::none || n == 0) return encoding;

  SpectrumOptions wanted;
  wanted.k = options.k + (options.drop_trivial ? 1 : 0);
  wanted.solver = options.solver;
  wanted.tolerance = options.canonize.tolerance;
  wanted.partial = true; // columns beyond k are not used, and what is left out cannot be settled
  Spectrum spectrum;
  std::vector<Outcome> outcomes;
  if (options.by_component && options.method == EncodingMethod::map) {
    CanonicalSpectrum canonical = canonize_components(graph, options.op, wanted, options.canonize);
    spectrum = std::move(canonical.spectrum);
    outcomes = std::move(canonical.outcomes);
  } else {
    spectrum = canon::spectrum(graph, options.op, wanted);
  }
  const bool trivial = !spectrum.spaces.empty() && spectrum.spaces.front().dimension == 1;
  const std::size_t first = options.drop_trivial && trivial ? 1 : 0;
  const std::size_t end = first + options.k;
  if (options.method == EncodingMethod::map && !options.by_component)
    outcomes = canonize(spectrum, graph, options.canonize, end).outcomes;
  fill(encoding, spectrum, options, first, index);

  encoding.margin = std::numeric_limits<double>::max();
  for (std::size_t s = 0; s < spectrum.spaces.size() && spectrum.spaces[s].first < end; ++s) {
    const Eigenspace& space = spectrum.spaces[s];
    encoding.cut = space.first + space.dimension > end;
    const double safety =
        (s < outcomes.size() ? outcomes[s].margin : spectrum.margin(space)).safety();
    encoding.margin = std::min(encoding.margin, safety);
    // Who reads the columns sees no margins: a doubtful space is not called settled.
    const Guarantee guarantee =
        s < outcomes.size() && safety >= 1.0 ? outcomes[s].guarantee() : Guarantee::none;
    for (std::size_t j = std::max(space.first, first);
         j < std::min(space.first + space.dimension, end); ++j)
      encoding.settled[j - first] = static_cast<std::uint8_t>(guarantee);
  }
  return encoding;
}

} // namespace canon
