#include "options.hpp"

#include "bindings.hpp"

#include <canon/option_ranges.hpp>

#include <nanobind/stl/string.h>
#include <sstream>

namespace canon::python {
namespace {

constexpr std::int64_t most_columns = 1'000'000;

double checked_tolerance(const char* name, double value) {
  if (value >= smallest_tolerance && value <= largest_tolerance) return value;
  std::ostringstream text;
  text << name << ": expected a number from " << smallest_tolerance << " to " << largest_tolerance
       << ", got " << value;
  throw ArgumentError(text.str());
}

std::uint64_t natural(const char* name, std::int64_t value, std::int64_t least) {
  if (value < least)
    throw ArgumentError(std::string(name) + ": expected an integer from " + std::to_string(least) +
                        " on, got " + std::to_string(value));
  return static_cast<std::uint64_t>(value);
}

/// What of the options changes the features, in one line: the key of caches.
std::string key_of(const Options& options) {
  const EncodingOptions& e = options.encoding;
  const CanonizeOptions& c = e.canonize;
  std::ostringstream text;
  text.precision(17);
  text << std::boolalpha << "k=" << e.k << " operator=" << e.op << " columns=" << e.columns
       << " drop_trivial=" << e.drop_trivial << " drop_first=" << e.drop_first
       << " by_component=" << e.by_component << " random_signs=" << e.random_signs
       << " seed=" << e.seed << " solver=" << e.solver << " lanes=" << e.lanes
       << " level=" << c.level << " sign=" << c.sign_rule << " axes=" << c.axis_rule
       << " axis_order=" << c.axis_order << " c=" << c.c << " labels=" << c.labels
       << " max_nodes=" << c.max_nodes << " tolerance_eigenvalue=" << c.tolerance.eigenvalue
       << " tolerance_length=" << c.tolerance.length << " tolerance_zero=" << c.tolerance.zero
       << " loops=" << options.rules.loops << " duplicates=" << options.rules.duplicates
       << " directed=" << options.rules.directed
       << " negative_weights=" << options.rules.negative_weights;
  return text.str();
}

} // namespace

std::size_t checked_columns(std::int64_t k) {
  if (k < 1 || k > most_columns)
    throw ArgumentError("k: expected 1 to " + std::to_string(most_columns) + ", got " +
                        std::to_string(k));
  return static_cast<std::size_t>(k);
}

std::size_t wanted_columns(nb::handle k) {
  if (k.is_none()) return SpectrumOptions::all;
  std::int64_t columns = 0;
  if (!nb::try_cast(nb::borrow(k), columns))
    throw ArgumentError("k: expected an integer from 1 to " + std::to_string(most_columns) +
                        " or None, got " + nb::cast<std::string>(nb::repr(k)));
  return checked_columns(columns);
}

void bind_options(nb::module_& module) {
  const Options defaults;
  const CanonizeOptions& c = defaults.encoding.canonize;
  const auto text = [](auto value) { return std::string(name(value)); };
  nb::class_<Options>(module, "Options", "Checked options of an encoding; made once, used often.")
      .def(
          "__init__",
          [](Options* self, std::int64_t k, const std::string& level, const std::string& op,
             const std::string& columns, bool drop_trivial, bool drop_first, bool by_component,
             bool random_signs, std::int64_t seed, const std::string& solver, std::int64_t lanes,
             const std::string& sign, const std::string& axes, const std::string& axis_order,
             double c, bool ignore_labels, std::int64_t max_nodes, double tolerance_eigenvalue,
             double tolerance_length, double tolerance_zero, const std::string& loops,
             const std::string& duplicates, const std::string& directed, bool negative_weights) {
            Options options;
            EncodingOptions& e = options.encoding;
            e.k = checked_columns(k);
            e.op = enumerator<GraphOperator>("operator", op);
            e.columns = enumerator<EncodingColumns>("columns", columns);
            e.drop_trivial = drop_trivial;
            e.drop_first = drop_first;
            e.by_component = by_component;
            e.random_signs = random_signs;
            e.seed = natural("seed", seed, 0);
            e.solver = enumerator<Solver>("solver", solver);
            e.lanes = natural("lanes", lanes, 0);
            (void)batched_limit(e.lanes); // throws for a width that this processor lacks
            e.canonize.level = enumerator<Level>("level", level);
            e.canonize.sign_rule = enumerator<SignRule>("sign", sign);
            e.canonize.axis_rule = enumerator<AxisRule>("axes", axes);
            e.canonize.axis_order = enumerator<AxisOrder>("axis_order", axis_order);
            e.canonize.c = c;
            e.canonize.labels = !ignore_labels;
            e.canonize.max_nodes = natural("max_nodes", max_nodes, 1);
            e.canonize.tolerance = {checked_tolerance("tolerance_eigenvalue", tolerance_eigenvalue),
                                    checked_tolerance("tolerance_length", tolerance_length),
                                    checked_tolerance("tolerance_zero", tolerance_zero)};
            require_ranges(e.canonize);
            options.rules.loops = enumerator<ReadOptions::Loops>("loops", loops);
            options.rules.duplicates =
                enumerator<ReadOptions::Duplicates>("duplicates", duplicates);
            options.rules.directed = enumerator<ReadOptions::Directed>("directed", directed);
            options.rules.negative_weights = negative_weights;
            new (self) Options(options);
          },
          nb::kw_only(), nb::arg("k") = defaults.encoding.k, nb::arg("level") = text(c.level),
          nb::arg("operator") = text(defaults.encoding.op),
          nb::arg("columns") = text(defaults.encoding.columns), nb::arg("drop_trivial") = false,
          nb::arg("drop_first") = false, nb::arg("by_component") = false,
          nb::arg("random_signs") = false, nb::arg("seed") = 0,
          nb::arg("solver") = text(defaults.encoding.solver), nb::arg("lanes") = 0,
          nb::arg("sign") = text(c.sign_rule), nb::arg("axes") = text(c.axis_rule),
          nb::arg("axis_order") = text(c.axis_order), nb::arg("c") = c.c,
          nb::arg("ignore_labels") = false, nb::arg("max_nodes") = c.max_nodes,
          nb::arg("tolerance_eigenvalue") = c.tolerance.eigenvalue,
          nb::arg("tolerance_length") = c.tolerance.length,
          nb::arg("tolerance_zero") = c.tolerance.zero,
          nb::arg("loops") = text(defaults.rules.loops),
          nb::arg("duplicates") = text(defaults.rules.duplicates),
          nb::arg("directed") = text(defaults.rules.directed), nb::arg("negative_weights") = false)
      .def_prop_ro("k", [](const Options& o) { return o.encoding.k; })
      .def_prop_ro("width", [](const Options& o) { return o.encoding.width(); })
      .def_prop_ro("key", &key_of, "All options in one line: the key of caches.")
      .def("__repr__", [](const Options& o) { return "<libcanon options " + key_of(o) + ">"; });
}

} // namespace canon::python
