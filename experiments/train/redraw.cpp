#include "train/redraw.hpp"

#include <canon/error.hpp>

#include <algorithm>

namespace canon::lab {

Redraw random_features(int kept, int drawn) {
  if (kept < 0 || drawn < 1)
    throw DimensionError("random features: expected kept >= 0 and drawn >= 1, got " +
                         std::to_string(kept) + " and " + std::to_string(drawn));
  return {"random features " + std::to_string(kept) + "+" + std::to_string(drawn),
          [kept, drawn](nn::GraphSample& sample, Rng& rng) {
            if (sample.width < kept)
              throw DimensionError("random features: expected at least " + std::to_string(kept) +
                                   " real features to keep, got " + std::to_string(sample.width));
            std::vector<double> features;
            features.reserve(static_cast<std::size_t>(sample.nodes) *
                             static_cast<std::size_t>(kept + drawn));
            auto row = sample.features.begin();
            for (int node = 0; node < sample.nodes; ++node, row += sample.width) {
              features.insert(features.end(), row, row + kept);
              for (int i = 0; i < drawn; ++i)
                features.push_back(normal(rng));
            }
            sample.width = kept + drawn;
            sample.features = std::move(features);
          }};
}

Redraw random_signs() {
  return {"random signs", [](nn::GraphSample& sample, Rng& rng) {
            const auto width = static_cast<std::size_t>(sample.encoding_width);
            for (std::size_t column = 0; column < width; ++column) {
              if ((rng() & 1U) == 0) continue;
              for (std::size_t i = column; i < sample.encoding.size(); i += width)
                sample.encoding[i] = -sample.encoding[i];
            }
          }};
}

Rng pass_rng(std::uint64_t seed, Stream stream, int epoch, std::size_t batch) {
  Rng of_epoch =
      trial_rng(seed, 4 * static_cast<std::uint64_t>(epoch) + static_cast<std::uint64_t>(stream));
  return trial_rng(of_epoch(), batch);
}

} // namespace canon::lab
