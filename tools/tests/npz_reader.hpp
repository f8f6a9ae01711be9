#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>

/// The members of a stored zip archive with 64-bit sizes, as the encoder writes them.
inline std::map<std::string, std::string> npz_members(const std::string& bytes) {
  const auto number = [&](std::size_t at, std::size_t width) {
    std::uint64_t value = 0;
    if (at + width > bytes.size()) throw std::runtime_error("the archive ends too early");
    std::memcpy(&value, bytes.data() + at, width);
    return value;
  };
  std::map<std::string, std::string> members;
  std::size_t at = 0;
  while (number(at, 4) == 0x04034b50) {
    const std::size_t name = number(at + 26, 2), extra = number(at + 28, 2);
    const std::size_t size = number(at + 30 + name + 4, 8);
    members[bytes.substr(at + 30, name)] = bytes.substr(at + 30 + name + extra, size);
    at += 30 + name + extra + size;
  }
  if (number(at, 4) != 0x02014b50) throw std::runtime_error("expected the archive's directory");
  return members;
}
