#pragma once

#include <canon/random.hpp>

#include <cstdint>
#include <vector>

namespace canon::nn::test {

/// `count` numbers in [-range, range): stream `index` of the seed.
template <typename T>
std::vector<T> drawn(std::int64_t count, std::uint64_t seed, std::uint64_t index,
                     double range = 1.0) {
  Rng rng = trial_rng(seed, index);
  std::vector<T> values(static_cast<std::size_t>(count));
  for (T& value : values)
    value = static_cast<T>(range * (2.0 * uniform01(rng) - 1.0));
  return values;
}

} // namespace canon::nn::test
