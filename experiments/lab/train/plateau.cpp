#include "train/plateau.hpp"

#include <algorithm>

namespace canon::lab {

double Plateau::next_rate(const PlateauOptions& options, double rate, double loss) {
  if (!options.on) return rate;
  if (loss < best * (1.0 - options.threshold)) {
    best = loss;
    bad_epochs = 0;
  } else {
    ++bad_epochs;
  }
  if (bad_epochs <= options.patience) return rate;
  bad_epochs = 0;
  const double lower = std::max(rate * options.factor, options.least_rate);
  return rate - lower > 1e-8 ? lower : rate; // smaller changes are ignored, as in PyTorch
}

} // namespace canon::lab
