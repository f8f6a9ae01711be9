#include <canon/names.hpp>

#include <algorithm>
#include <numeric>

namespace canon {
namespace {

/// Insertions, deletions and replacements of a character that lead from `a` to `b`.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

} // namespace

std::string spelling(std::string_view word) {
  std::string key(word);
  std::replace(key.begin(), key.end(), '_', '-');
  if (const auto z = key.find("normalized"); z != std::string::npos) key[z + 7] = 's';
  return key;
}

std::string nearest_name(const std::string& typed, const std::vector<std::string>& names) {
  std::string nearest;
  std::size_t least = std::max<std::size_t>(typed.size() / 3, 1) + 1;
  for (const std::string& name : names)
    if (const std::size_t distance = edit_distance(typed, name); distance < least) {
      nearest = name;
      least = distance;
    }
  return nearest;
}

} // namespace canon
