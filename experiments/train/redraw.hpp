#pragma once

#include "model/graph_sample.hpp"

#include <canon/random.hpp>

#include <functional>
#include <string>

namespace canon::lab {

/// What is drawn anew whenever a graph is shown to a model, in training and in evaluation alike.
struct Redraw {
  std::string name; ///< with its parameters; runs with different names do not continue each other
  std::function<void(nn::GraphSample&, Rng&)> draw;

  explicit operator bool() const { return static_cast<bool>(draw); }
};

/// The first `kept` real features of a node, and `drawn` standard normal ones (RNI).
[[nodiscard]] Redraw random_features(int kept, int drawn);
/// Every column of the positional encoding times +1 or -1, for each graph by itself (RS).
[[nodiscard]] Redraw random_signs();

/// Streams of random numbers of a run.
enum class Stream { order, train, valid, test };

/// Of batch `batch` in epoch `epoch`: whatever was drawn before, and on any number of threads.
[[nodiscard]] Rng pass_rng(std::uint64_t seed, Stream stream, int epoch, std::size_t batch);

} // namespace canon::lab
