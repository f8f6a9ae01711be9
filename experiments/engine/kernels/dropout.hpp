#pragma once

#include "kernels/math.hpp"

#include <canon/base/hash.hpp>

namespace canon::nn::kernel {

/// 32 random bits of an element by its number: multiply and shift twice (as MurmurHash3 ends), the
/// two halves of the key at two places. Every element's are at hand without the ones before, in
/// lanes, and again on the way back.
template <int W>
CANON_HD inline Lanes<std::uint32_t, W> mix_bits(Lanes<std::uint32_t, W> x, std::uint64_t key) {
  x ^= static_cast<std::uint32_t>(key);
  x ^= x >> 16U;
  x *= 0x85ebca6bU;
  x += static_cast<std::uint32_t>(key >> 32U);
  x ^= x >> 13U;
  x *= 0xc2b2ae35U;
  x ^= x >> 16U;
  return x;
}

/// The key of operation `number` of a pass: splitmix64's step.
inline std::uint64_t random_key(std::uint64_t seed, std::uint64_t number) {
  return scatter(seed + golden_step * (number + 1));
}

/// Matrices of more than 2^32 elements: another key for each such part.
CANON_HD inline std::uint64_t key_of_part(std::uint64_t key, std::int64_t i) {
  return key + static_cast<std::uint64_t>(i >> 32U) * golden_step;
}

CANON_HD inline std::uint32_t random_bits(std::uint64_t key, std::int64_t i) {
  return mix_bits<1>(static_cast<std::uint32_t>(i), key_of_part(key, i));
}

/// to (+)= x scale where the element is kept, else 0. Going back is the same with gradients.
template <typename T>
struct Drop {
  const T* x;
  std::uint64_t key;
  std::uint32_t threshold; ///< dropped if the random number lies below
  T scale;
  T* to;
  bool add;

  template <int W>
  CANON_HD void at(std::int64_t i) const {
    const Lanes<T, W> kept = load<W>(x + i) * scale;
    const std::uint64_t part = key_of_part(key, i);
    const auto low = static_cast<std::uint32_t>(i);
    if constexpr (W == 1) {
      put<1>(to + i, mix_bits<1>(low, part) >= threshold ? kept : T(0), add);
    } else {
      Lanes<std::uint32_t, W> place{};
      for (int lane = 0; lane < W; ++lane)
        place[lane] = static_cast<std::uint32_t>(lane);
      const Lanes<std::uint32_t, W> bits = mix_bits<W>(place + low, part); // W divides 2^32
      if constexpr (sizeof(T) == sizeof(std::uint32_t)) {
        put<W>(to + i, bits >= threshold ? kept : Lanes<T, W>{}, add);
      } else {
        Lanes<T, W> value = kept;
        for (int lane = 0; lane < W; ++lane)
          if (bits[lane] < threshold) value[lane] = T(0);
        put<W>(to + i, value, add);
      }
    }
  }
};

} // namespace canon::nn::kernel
