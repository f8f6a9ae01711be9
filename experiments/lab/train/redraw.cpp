#include "train/redraw.hpp"

namespace canon::lab {

Rng pass_rng(std::uint64_t seed, Stream stream, int epoch, std::size_t batch) {
  Rng of_epoch =
      trial_rng(seed, 4 * static_cast<std::uint64_t>(epoch) + static_cast<std::uint64_t>(stream));
  return trial_rng(of_epoch(), batch);
}

} // namespace canon::lab
