#include "names.hpp"

#include <canon/canonize.hpp>

namespace canon {
namespace {

constexpr Names<Verdict, 5> verdicts{{
    {Verdict::unique, "unique"},
    {Verdict::sign_undetermined, "sign_undetermined"},
    {Verdict::too_few_axis_classes, "too_few_axis_classes"},
    {Verdict::axis_projection_vanishes, "axis_projection_vanishes"},
    {Verdict::gave_up, "gave_up"},
}};
constexpr Names<Guarantee, 3> guarantees{{
    {Guarantee::none, "none"},
    {Guarantee::equivariant, "equivariant"},
    {Guarantee::up_to_automorphism, "up_to_automorphism"},
}};
constexpr Names<Level, 7> levels{{
    {Level::none, "none"},
    {Level::map, "map"},
    {Level::oap, "oap"},
    {Level::search, "search"},
    {Level::joint, "joint"},
    {Level::orbit, "orbit"},
    {Level::label, "label"},
}};
constexpr Names<SignRule, 4> sign_rules{{
    {SignRule::map, "map"},
    {SignRule::odd_power, "odd-power"},
    {SignRule::largest_norm, "largest-norm"},
    {SignRule::largest_entry, "largest-entry"},
}};
constexpr Names<AxisOrder, 2> axis_orders{{
    {AxisOrder::label, "label"},
    {AxisOrder::longest, "longest"},
}};

} // namespace

std::string_view verdict_name(Verdict verdict) {
  return name_of(verdicts, verdict);
}
std::string_view guarantee_name(Guarantee guarantee) {
  return name_of(guarantees, guarantee);
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
std::string_view axis_order_name(AxisOrder order) {
  return name_of(axis_orders, order);
}
std::optional<AxisOrder> axis_order_by_name(std::string_view name) {
  return value_by_name(axis_orders, name);
}
const std::vector<AxisOrder>& all_axis_orders() {
  static const std::vector<AxisOrder> all = values_of(axis_orders);
  return all;
}

} // namespace canon
