#pragma once

#include <canon/export.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace canon CANON_API {

/// One of `count` parts of a list: a range of it. The ranges of all parts follow each other, cover
/// the list and differ by at most one in length.
///
///     const Shard third = parse_shard("2/3"); // the last of three: they are counted from 0
///     for (std::uint64_t i = third.first(total); i < third.end(total); ++i) ...
struct Shard {
  std::uint64_t index = 0, count = 1;

  [[nodiscard]] std::uint64_t first(std::uint64_t total) const;
  [[nodiscard]] std::uint64_t end(std::uint64_t total) const {
    return Shard{index + 1, count}.first(total);
  }
  /// "2/3"
  [[nodiscard]] std::string text() const;

  friend bool operator==(const Shard&, const Shard&) = default;
};

/// "I/N" with 0 <= I < N; ArgumentError otherwise.
[[nodiscard]] Shard parse_shard(std::string_view text);

/// What a file with a part of an encoding says of itself, so that parts of different runs are not
/// put together.
struct PartLabel {
  Shard shard;
  std::uint64_t total = 0; ///< graphs of all parts
  std::string input;       ///< of which graphs: name, size and checksum
  std::string options;     ///< all that decides the result

  [[nodiscard]] std::uint64_t first() const { return shard.first(total); }
  [[nodiscard]] std::uint64_t graphs() const { return shard.end(total) - first(); }

  friend bool operator==(const PartLabel&, const PartLabel&) = default;
};

/// One line of JSON.
[[nodiscard]] std::string label_text(const PartLabel& label);
/// ParseError that names `file` if it is not such a line.
[[nodiscard]] PartLabel label_of_text(std::string_view text, const std::string& file);

} // namespace canon
