#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace canon::lab {

/// A file of numbers: a line that says what it is, the parts one after another (lengths before
/// lists), and the CRC-32 of all that. In the machine's byte order, which a mark gives away.
class BinaryWriter {
public:
  /// `magic` is the first line, with its end.
  explicit BinaryWriter(std::string_view magic);

  template <typename Value>
  void put(const Value& value) {
    static_assert(std::is_arithmetic_v<Value>);
    put_bytes(&value, sizeof value);
  }
  template <typename Value>
  void put(const std::vector<Value>& values) {
    static_assert(std::is_arithmetic_v<Value>);
    put(static_cast<std::uint64_t>(values.size()));
    put_bytes(values.data(), values.size() * sizeof(Value));
  }
  void put(const std::string& text);

  /// Whole or not at all. WriteError if it cannot be written.
  void commit(const std::filesystem::path& path);

private:
  void put_bytes(const void* from, std::size_t count) {
    bytes_.append(static_cast<const char*>(from), count);
  }

  std::string bytes_;
};

/// Reads what BinaryWriter wrote.
class BinaryReader {
public:
  /// `noun` is for messages: "checkpoint". ReadError in one line if the file cannot be opened,
  /// begins with another line, is torn or is of a machine with another byte order.
  BinaryReader(const std::filesystem::path& path, std::string_view magic, std::string noun);

  template <typename Value>
  void get(Value& value) {
    std::memcpy(&value, take(sizeof value), sizeof value);
  }
  template <typename Value>
  void get(std::vector<Value>& values) {
    std::uint64_t count = 0;
    get(count);
    if (count > left_.size() / sizeof(Value)) fail();
    values.resize(static_cast<std::size_t>(count));
    if (count > 0) std::memcpy(values.data(), take(count * sizeof(Value)), count * sizeof(Value));
  }
  void get(std::string& text);
  void expect_end() const {
    if (!left_.empty()) fail();
  }
  /// Bytes that are left: no list can be longer.
  [[nodiscard]] std::size_t left() const { return left_.size(); }

  /// Its sum is right, so nobody tore it.
  [[noreturn]] void fail() const;

private:
  const char* take(std::size_t count);

  std::string path_, noun_, all_;
  std::string_view left_;
};

} // namespace canon::lab
