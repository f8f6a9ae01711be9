#include <canon/error.hpp>
#include <canon/shard.hpp>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

namespace canon {
namespace {

using Json = nlohmann::ordered_json;

bool read_natural(std::string_view text, std::uint64_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

} // namespace

// Not index * total / count, which may overflow.
std::uint64_t Shard::first(std::uint64_t total) const {
  return index * (total / count) + std::min(index, total % count);
}

std::string Shard::text() const {
  return std::to_string(index) + "/" + std::to_string(count);
}

Shard parse_shard(std::string_view text) {
  Shard shard;
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos || !read_natural(text.substr(0, slash), shard.index) ||
      !read_natural(text.substr(slash + 1), shard.count) || shard.index >= shard.count)
    throw ArgumentError("expected a shard I/N with 0 <= I < N, got '" + std::string(text) + "'");
  return shard;
}

std::string label_text(const PartLabel& label) {
  return Json({{"shard", label.shard.index},
               {"shards", label.shard.count},
               {"first", label.first()},
               {"graphs", label.graphs()},
               {"total", label.total},
               {"input", label.input},
               {"options", label.options}})
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

PartLabel label_of_text(std::string_view text, const std::string& file) {
  const Json json = Json::parse(text.begin(), text.end(), nullptr, false);
  try {
    PartLabel label;
    label.shard = {json.at("shard").get<std::uint64_t>(), json.at("shards").get<std::uint64_t>()};
    label.total = json.at("total").get<std::uint64_t>();
    label.input = json.at("input").get<std::string>();
    label.options = json.at("options").get<std::string>();
    if (label.shard.index < label.shard.count) return label;
  } catch (const Json::exception&) { // said below
  }
  throw ParseError(file, 0, "expected the label of a part of canon encode --shard");
}

} // namespace canon
