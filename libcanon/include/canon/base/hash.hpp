#pragma once

#include <canon/export.hpp>

#include <cstdint>
#include <string_view>

// Hashes that are the same in every version and on every machine: what they give becomes part of
// random draws, of labels in files and of checkpoints.
namespace canon CANON_API {

/// 2^64 divided by the golden ratio, odd: its multiples are the counters of splitmix64.
inline constexpr std::uint64_t golden_step = 0x9e3779b97f4a7c15U;

/// The output of splitmix64: a bijection of the 64-bit words in which every input bit changes about
/// half of the output bits.
[[nodiscard]] constexpr std::uint64_t scatter(std::uint64_t x) {
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

/// FNV-1a, byte after byte.
class Fnv1a {
public:
  constexpr void add(std::uint8_t byte) { value_ = (value_ ^ byte) * 0x100000001b3U; }
  constexpr void add(std::string_view text) {
    for (const char c : text)
      add(static_cast<std::uint8_t>(c));
  }
  [[nodiscard]] constexpr std::uint64_t value() const { return value_; }

private:
  std::uint64_t value_ = 0xcbf29ce484222325U;
};

} // namespace canon
