#pragma once

#include <canon/export.hpp>

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace canon CANON_API {

/// Every random thing takes its generator as an argument; nothing global is ever seeded.
using Rng = std::mt19937_64;

/// An independent generator for trial `index` of a run seeded with `seed`: the same numbers
/// whatever the order or the thread in which the trials are made.
[[nodiscard]] Rng trial_rng(std::uint64_t seed, std::uint64_t index);

// The standard fixes the numbers of mt19937_64 but not those of its distributions and of
// std::shuffle. These helpers give the same draws with every standard library.

/// Uniform in [0, 1), a multiple of 2^-53.
[[nodiscard]] inline double uniform01(Rng& rng) {
  return static_cast<double>(rng() >> 11) * 0x1p-53;
}

/// Uniform in 0..bound-1, without bias. Throws ArgumentError if bound is 0.
[[nodiscard]] std::uint64_t uniform_below(Rng& rng, std::uint64_t bound);

/// Standard normal: mean 0, variance 1.
[[nodiscard]] double normal(Rng& rng);

/// Uniform over the n! permutations of 0..n-1.
[[nodiscard]] std::vector<std::size_t> random_permutation(std::size_t n, Rng& rng);

} // namespace canon
