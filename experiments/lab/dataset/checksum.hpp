#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace canon::lab {

/// FNV-1a with 64 bits: distinguishes data sets and keys of caches; not cryptographic.
class Checksum {
public:
  void add(const void* from, std::size_t count) {
    const auto* bytes = static_cast<const unsigned char*>(from);
    for (std::size_t i = 0; i < count; ++i)
      value_ = (value_ ^ bytes[i]) * 1099511628211ULL;
  }
  /// The length counts, so that lists one after another do not run into each other.
  template <typename Value>
  void add(const std::vector<Value>& values) {
    static_assert(std::is_arithmetic_v<Value>);
    const std::uint64_t size = values.size();
    add(&size, sizeof size);
    add(values.data(), values.size() * sizeof(Value));
  }

  [[nodiscard]] std::uint64_t value() const { return value_; }
  /// 16 digits.
  [[nodiscard]] std::string hex() const {
    std::string text(16, '0');
    for (std::size_t i = 0; i < text.size(); ++i)
      text[i] = "0123456789abcdef"[value_ >> (60U - 4U * i) & 15U];
    return text;
  }

private:
  std::uint64_t value_ = 14695981039346656037ULL;
};

} // namespace canon::lab
