#pragma once

#include "model/options.hpp"

namespace canon::nn {

/// ArgumentError for numbers out of range, and for an option set away from its default that the
/// chosen architecture, encoder or head would ignore: a silent difference from the settings is
/// worse than a refusal. Widths and depths of parts that are absent are not looked at.
void check_options(const ModelOptions& options);

} // namespace canon::nn
