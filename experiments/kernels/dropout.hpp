#pragma once

#include "kernels/math.hpp"

namespace canon::nn {

/// Two rounds of multiply and shift over 32 bits (the mixer of MurmurHash3): every element's number
/// is at hand without the ones before, in lanes, and again on the way back.
template <int W>
CANON_HD inline Lanes<std::uint32_t, W> mix_bits(Lanes<std::uint32_t, W> x) {
  x ^= x >> 16U;
  x *= 0x85ebca6bU;
  x ^= x >> 13U;
  x *= 0xc2b2ae35U;
  x ^= x >> 16U;
  return x;
}

/// The key of operation `number` of a pass: splitmix64's step.
inline std::uint64_t random_key(std::uint64_t seed, std::uint64_t number) {
  std::uint64_t x = seed + 0x9e3779b97f4a7c15ULL * (number + 1);
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31U);
}

CANON_HD inline std::uint32_t random_bits(std::uint64_t key, std::int64_t i) {
  const auto low = static_cast<std::uint32_t>(i);
  const auto high = static_cast<std::uint32_t>(i >> 32U);
  const std::uint32_t first = static_cast<std::uint32_t>(key) + mix_bits<1>(high);
  return mix_bits<1>(mix_bits<1>(low ^ first) + static_cast<std::uint32_t>(key >> 32U));
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
    if constexpr (W > 1 && sizeof(T) == sizeof(std::uint32_t)) {
      using Bits = Lanes<std::uint32_t, W>;
      Bits low;
      for (int lane = 0; lane < W; ++lane)
        low[lane] = static_cast<std::uint32_t>(i + lane); // W divides 2^32: the high half is one
      const std::uint32_t first =
          static_cast<std::uint32_t>(key) + mix_bits<1>(static_cast<std::uint32_t>(i >> 32U));
      const Bits random =
          mix_bits<W>(mix_bits<W>(low ^ first) + static_cast<std::uint32_t>(key >> 32U));
      put<W>(to + i, random >= threshold ? kept : Lanes<T, W>{}, add);
    } else if constexpr (W > 1) {
      Lanes<T, W> value = kept;
      for (int lane = 0; lane < W; ++lane)
        if (random_bits(key, i + lane) < threshold) value[lane] = T(0);
      put<W>(to + i, value, add);
    } else {
      put<1>(to + i, random_bits(key, i) >= threshold ? kept : T(0), add);
    }
  }
};

} // namespace canon::nn
