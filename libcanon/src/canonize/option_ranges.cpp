#include "base/line_reader.hpp"

#include <canon/error.hpp>
#include <canon/option_ranges.hpp>

#include <cmath>
#include <string>

namespace canon {

namespace {

std::string number(double value) {
  std::string text;
  append_number(text, value);
  return text;
}

} // namespace

void require_ranges(const Tolerance& tolerance) {
  const auto check = [](double value, const char* name) {
    if (!(std::isfinite(value) && value >= 0.0))
      throw ArgumentError(std::string("expected a finite tolerance ") + name + " >= 0, got " +
                          number(value));
  };
  check(tolerance.eigenvalue, "eigenvalue");
  check(tolerance.length, "length");
  check(tolerance.zero, "zero");
}

void require_ranges(const CanonizeOptions& options) {
  if (!(std::abs(options.c) <= largest_c)) // NaN as well
    throw ArgumentError("expected |c| <= " + number(largest_c) + ", got c = " + number(options.c));
  if (options.axis_rule == AxisRule::row_hash && options.level > Level::map)
    throw ArgumentError("expected level none or map with the axis rule row-hash, got level " +
                        std::string(name(options.level)));
  if (options.own_sign && (!options.own_sign->value || !(options.own_sign->lipschitz > 0.0)))
    throw ArgumentError("expected a sign rule of one's own with a function and lipschitz > 0");
  if (options.own_axis_order && !options.own_axis_order->priority)
    throw ArgumentError("expected an axis order of one's own with a function");
  if (options.max_nodes == 0) throw ArgumentError("expected max_nodes >= 1, got 0");
  require_ranges(options.tolerance);
}

} // namespace canon
