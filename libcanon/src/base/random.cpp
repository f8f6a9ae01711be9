#include "base/require.hpp"

#include <canon/base/hash.hpp>
#include <canon/random.hpp>

#include <cmath>
#include <numeric>

namespace canon {

Rng trial_rng(std::uint64_t seed, std::uint64_t index) {
  // For one seed this is a bijection of the index, so two trials of a run never share a stream;
  // scattering the seed first keeps (seed, index) and (seed + 1, index - 1) apart.
  return Rng(scatter(scatter(seed + golden_step) + golden_step * (index + 1)));
}

std::uint64_t uniform_below(Rng& rng, std::uint64_t bound) {
  require(bound > 0, "uniform_below: expected bound > 0");
  // The words from `first` on split into whole runs of length `bound`.
  const std::uint64_t first = (0 - bound) % bound;
  std::uint64_t word = rng();
  while (word < first)
    word = rng();
  return word % bound;
}

double normal(Rng& rng) {
  // Marsaglia's polar method. The second normal of the pair is dropped: keeping it would need
  // state outside the generator, and draws would depend on who called before.
  for (;;) {
    const double x = 2.0 * uniform01(rng) - 1.0;
    const double y = 2.0 * uniform01(rng) - 1.0;
    const double s = x * x + y * y;
    if (s > 0.0 && s < 1.0) return x * std::sqrt(-2.0 * std::log(s) / s);
  }
}

std::vector<std::size_t> random_permutation(std::size_t n, Rng& rng) {
  std::vector<std::size_t> result(n);
  std::iota(result.begin(), result.end(), std::size_t{0});
  for (std::size_t left = n; left > 1; --left)
    std::swap(result[left - 1], result[uniform_below(rng, left)]);
  return result;
}

} // namespace canon
