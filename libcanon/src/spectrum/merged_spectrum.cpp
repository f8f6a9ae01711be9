#include "spectrum/merged_spectrum.hpp"

#include <algorithm>

namespace canon {
namespace {

constexpr std::size_t partial_limit = std::size_t{1} << 24U; // numbers in the columns

} // namespace

Spectrum merged_spectrum(const arma::vec& values, double scale, const SpectrumOptions& options) {
  Spectrum result;
  result.tolerance = options.tolerance;
  result.scale = scale == 0.0 ? 1.0 : scale;
  result.spaces = eigenspaces(values, result.scale, options.tolerance);
  const auto beyond =
      std::find_if(result.spaces.begin(), result.spaces.end(),
                   [&](const Eigenspace& space) { return space.first >= options.k; });
  result.spaces.erase(beyond, result.spaces.end());
  result.eigenvalues =
      result.spaces.empty()
          ? arma::vec()
          : arma::vec(values.head(result.spaces.back().first + result.spaces.back().dimension));
  return result;
}

void keep_leading(Spectrum& spectrum, std::size_t vertices, std::size_t k) {
  const std::size_t columns = spectrum.eigenvalues.n_elem;
  if (columns <= k || vertices * columns <= partial_limit) return;
  spectrum.spaces.back().missing = columns - k;
  spectrum.eigenvalues.resize(k);
}

void lay_out(Spectrum& spectrum, std::size_t vertices) {
  spectrum.vectors.zeros(vertices, spectrum.eigenvalues.n_elem);
  spectrum.complete = spectrum.eigenvalues.n_elem == vertices;
}

} // namespace canon
