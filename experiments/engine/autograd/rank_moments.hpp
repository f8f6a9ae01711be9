#pragma once

#include "device/communicator.hpp"
#include "kernels/columns.hpp"

#include <cstdint>
#include <vector>

namespace canon::nn {

/// The moments of each rank's rows, as blocks for kernel::Moments; on the host.
template <typename T>
struct RankMoments {
  std::vector<T> mean, square; ///< ranks x columns
  std::vector<int> offset;     ///< of the ranks' rows, ranks + 1

  [[nodiscard]] std::int64_t rows() const { return offset.back(); }
  [[nodiscard]] kernel::RowBlocks blocks() const {
    return {rows(), offset.data(), static_cast<std::int64_t>(offset.size()) - 1};
  }
};

/// Puts the moments of this rank's blocks together (as kernel::Moments does) and gathers those of
/// all ranks. A rank may have no rows.
template <typename T>
RankMoments<T> gather_moments(Communicator& ranks, const T* block_mean, const T* block_square,
                              const kernel::RowBlocks& blocks, std::int64_t columns) {
  const auto width = static_cast<std::size_t>(columns);
  std::vector<T> mine(2 * width, T(0));
  for (std::int64_t block = 0; block < blocks.count(); ++block) {
    if (blocks.end(block) == blocks.begin(block)) continue;
    const auto before = static_cast<T>(blocks.begin(block));
    const auto more = static_cast<T>(blocks.end(block) - blocks.begin(block));
    for (std::size_t c = 0; c < width; ++c) {
      const T off = block_mean[static_cast<std::size_t>(block) * width + c] - mine[c];
      mine[c] += off * (more / (before + more));
      mine[width + c] += block_square[static_cast<std::size_t>(block) * width + c] +
                         off * off * (before * more / (before + more));
    }
  }
  const std::size_t count = ranks.size();
  std::vector<T> all(2 * width * count);
  std::vector<std::int64_t> rows(count);
  ranks.gather_all(&blocks.rows, sizeof blocks.rows, rows.data());
  ranks.gather_all(mine.data(), mine.size() * sizeof(T), all.data());
  RankMoments<T> result;
  result.offset.push_back(0);
  for (std::size_t r = 0; r < count; ++r) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(2 * width * r);
    const auto middle = begin + static_cast<std::ptrdiff_t>(width);
    result.mean.insert(result.mean.end(), begin, middle);
    result.square.insert(result.square.end(), middle, middle + static_cast<std::ptrdiff_t>(width));
    result.offset.push_back(result.offset.back() + static_cast<int>(rows[r]));
  }
  return result;
}

} // namespace canon::nn
