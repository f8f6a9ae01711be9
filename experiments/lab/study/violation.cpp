#include "study/violation.hpp"

namespace canon::lab {

Violations count_violations(const Spectrum& spectrum, const std::vector<Outcome>& outcomes) {
  Violations found;
  for (std::size_t s = 0; s < outcomes.size(); ++s) {
    ++(spectrum.spaces[s].dimension == 1 ? found.simple : found.multiple);
    if (outcomes[s].margin.safety() < 1.0) ++found.doubtful;
    if (outcomes[s].verdict == Verdict::sign_undetermined) ++found.assumption1;
    if (outcomes[s].verdict == Verdict::too_few_axis_classes) ++found.assumption2;
    if (outcomes[s].verdict == Verdict::axis_projection_vanishes) ++found.assumption3;
  }
  return found;
}

Violations find_violations(Spectrum& spectrum) {
  CanonizeOptions options;
  options.level = Level::map;
  const std::vector<Outcome> outcomes = canonize(spectrum, options).outcomes;
  return count_violations(spectrum, outcomes);
}

} // namespace canon::lab
