#pragma once

#include <cstdint>
#include <vector>

namespace canon::nn {

/// Places of equal keys, in a stable order: offset (keys + 1) and the items of each key.
inline void count_sort(const std::vector<int>& key, std::int64_t keys, std::vector<int>& offset,
                       std::vector<int>& item) {
  offset.assign(static_cast<std::size_t>(keys) + 1, 0);
  for (const int k : key)
    ++offset[static_cast<std::size_t>(k) + 1];
  for (std::size_t i = 1; i < offset.size(); ++i)
    offset[i] += offset[i - 1];
  std::vector<int> next(offset.begin(), offset.end() - 1);
  item.resize(key.size());
  for (std::size_t i = 0; i < key.size(); ++i)
    item[static_cast<std::size_t>(next[static_cast<std::size_t>(key[i])]++)] = static_cast<int>(i);
}

} // namespace canon::nn
