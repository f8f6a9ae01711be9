#include "basis_rules.hpp"
#include "joint.hpp"
#include "names.hpp"
#include "sign_rules.hpp"

#include <canon/canonize.hpp>

#include <algorithm>

namespace canon {
namespace {

constexpr Names<Verdict, 4> verdicts{{
    {Verdict::unique, "unique"},
    {Verdict::sign_undetermined, "sign_undetermined"},
    {Verdict::too_few_axis_classes, "too_few_axis_classes"},
    {Verdict::axis_projection_vanishes, "axis_projection_vanishes"},
}};
constexpr Names<Level, 4> levels{{{Level::none, "none"},
                                  {Level::map, "map"},
                                  {Level::search, "search"},
                                  {Level::joint, "joint"}}};
constexpr Names<SignRule, 4> sign_rules{{{SignRule::map, "map"},
                                         {SignRule::odd_power, "odd-power"},
                                         {SignRule::largest_norm, "largest-norm"},
                                         {SignRule::largest_entry, "largest-entry"}}};

} // namespace

std::string_view verdict_name(Verdict verdict) {
  return name_of(verdicts, verdict);
}
std::string_view level_name(Level level) {
  return name_of(levels, level);
}
std::optional<Level> level_by_name(std::string_view name) {
  return value_by_name(levels, name);
}
const std::vector<Level>& all_levels() {
  static const std::vector<Level> all = values_of(levels);
  return all;
}
std::string_view sign_rule_name(SignRule rule) {
  return name_of(sign_rules, rule);
}
std::optional<SignRule> sign_rule_by_name(std::string_view name) {
  return value_by_name(sign_rules, name);
}
const std::vector<SignRule>& all_sign_rules() {
  static const std::vector<SignRule> all = values_of(sign_rules);
  return all;
}

std::vector<Outcome> canonize(Spectrum& spectrum, const CanonizeOptions& options,
                              std::size_t columns) {
  const auto wanted = static_cast<std::size_t>(
      std::find_if(spectrum.spaces.begin(), spectrum.spaces.end(),
                   [&](const Eigenspace& space) { return space.first >= columns; }) -
      spectrum.spaces.begin());
  const bool joint = options.level >= Level::joint;
  const std::size_t treated = joint ? spectrum.spaces.size() : wanted;

  std::vector<Outcome> outcomes(treated);
  std::vector<double> scratch;
  BasisWorkspace workspace;
  for (std::size_t s = 0; s < treated; ++s) {
    const Eigenspace& space = spectrum.spaces[s];
    Outcome& outcome = outcomes[s];
    double* const block = spectrum.vectors.colptr(space.first);
    if (options.level == Level::none)
      outcome.verdict =
          space.dimension == 1 ? Verdict::sign_undetermined : Verdict::too_few_axis_classes;
    else if (space.dimension == 1)
      outcome = settle_sign(block, spectrum.size(), options, scratch);
    else
      outcome = settle_basis(block, spectrum.size(), space.dimension, options, workspace);
    outcome.margin.join(spectrum.margin(space));
  }
  if (joint) settle_jointly(spectrum, options, outcomes);
  outcomes.resize(wanted);
  return outcomes;
}

} // namespace canon
