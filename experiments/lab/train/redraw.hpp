#pragma once

#include "batch/graph_sample.hpp"

#include <canon/random.hpp>

#include <functional>
#include <string>

namespace canon::lab {

/// What is drawn anew whenever a graph is shown to a model, in training and in evaluation alike.
/// The noise of RNI and the signs of RS are drawn by the models themselves, on the backend.
struct Redraw {
  std::string name; ///< with its parameters; runs with different names do not continue each other
  std::function<void(nn::GraphSample&, Rng&)> draw;

  explicit operator bool() const { return static_cast<bool>(draw); }
};

/// Streams of random numbers of a run.
enum class Stream { order, train, valid, test };

/// Of batch `batch` in epoch `epoch`: whatever was drawn before, and on any number of threads.
[[nodiscard]] Rng pass_rng(std::uint64_t seed, Stream stream, int epoch, std::size_t batch);

} // namespace canon::lab
