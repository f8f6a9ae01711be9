#include "canonize/basis_rules.hpp"
#include "canonize/joint.hpp"
#include "canonize/sign_rules.hpp"
#include "canonize/symmetric_levels.hpp"

#include <canon/canonize.hpp>
#include <canon/error.hpp>
#include <canon/option_ranges.hpp>

#include <algorithm>

namespace canon {
namespace {

/// How many spaces hold the first `columns` columns.
std::size_t spaces_holding(const Spectrum& spectrum, std::size_t columns) {
  const auto beyond = [&](const Eigenspace& space) { return space.first >= columns; };
  return static_cast<std::size_t>(
      std::find_if(spectrum.spaces.begin(), spectrum.spaces.end(), beyond) -
      spectrum.spaces.begin());
}

/// The levels at which a space stands for itself.
std::vector<Outcome> settle_each(Spectrum& spectrum, const CanonizeOptions& options,
                                 std::size_t count) {
  std::vector<Outcome> outcomes(count);
  std::vector<double> scratch;
  BasisWorkspace workspace;
  const std::size_t n = spectrum.size();
  for (std::size_t s = 0; s < count; ++s) {
    const Eigenspace& space = spectrum.spaces[s];
    Outcome& outcome = outcomes[s];
    double* const block = spectrum.vectors.colptr(space.first);
    const double error = spectrum.error(space);
    // A partial space has more dimensions than its graph has vertex orbits.
    if (options.level == Level::none || space.partial())
      outcome.verdict =
          space.dimension == 1 ? Verdict::sign_undetermined : Verdict::too_few_axis_classes;
    else if (options.axis_rule == AxisRule::row_hash)
      outcome = settle_by_row_hash(block, n, space.dimension, options, error, workspace);
    else if (space.dimension == 1)
      outcome = settle_sign(block, n, options, error, scratch);
    else
      outcome = settle_basis(block, n, space.dimension, options, error, workspace);
    outcome.margin.join(spectrum.margin(space));
  }
  return outcomes;
}

bool all_settled(const std::vector<Outcome>& outcomes, std::size_t count) {
  return std::all_of(outcomes.begin(), outcomes.begin() + static_cast<std::ptrdiff_t>(count),
                     [](const Outcome& o) { return o.verdict == Verdict::unique; });
}

} // namespace

std::vector<Outcome> canonize(Spectrum& spectrum, const CanonizeOptions& options,
                              std::size_t columns) {
  require_ranges(options);
  if (options.level > Level::joint)
    throw ArgumentError("canonize: level " + std::string(name(options.level)) +
                        " needs the graph, not only its spectrum");
  const std::size_t wanted = spaces_holding(spectrum, columns);
  const bool joint = options.level == Level::joint;
  std::vector<Outcome> outcomes =
      settle_each(spectrum, options, joint ? spectrum.spaces.size() : wanted);
  if (joint) settle_jointly(spectrum, nullptr, options, outcomes);
  outcomes.resize(wanted);
  return outcomes;
}

Canonization canonize(Spectrum& spectrum, const Graph& graph, const CanonizeOptions& options,
                      std::size_t columns) {
  require_ranges(options);
  if (num_vertices(graph) != spectrum.size())
    throw ArgumentError("canonize: the graph has " + std::to_string(num_vertices(graph)) +
                        " vertices, the spectrum " + std::to_string(spectrum.size()));
  const std::size_t wanted = spaces_holding(spectrum, columns);
  const bool joint = options.level >= Level::joint;
  Canonization result;
  result.outcomes = settle_each(spectrum, options, joint ? spectrum.spaces.size() : wanted);
  if (joint && !all_settled(result.outcomes, wanted))
    settle_jointly(spectrum, &graph, options, result.outcomes);
  result.outcomes.resize(wanted);
  if (options.level >= Level::orbit && !all_settled(result.outcomes, wanted)) {
    result.symmetry = find_symmetry(graph, {options.labels, options.max_nodes});
    settle_by_symmetry(spectrum, *result.symmetry, options, result.outcomes);
  }
  return result;
}

std::optional<std::size_t> moving_automorphism(const Spectrum& spectrum, const Eigenspace& space,
                                               const std::vector<VertexMap>& generators) {
  constexpr double moved = 1e-6; // far above rounding, far below the entry of any moved vector
  for (std::size_t g = 0; g < generators.size(); ++g)
    for (std::size_t j = space.first; j < space.first + space.held(); ++j) {
      const double* u = spectrum.vectors.colptr(j);
      for (std::size_t v = 0; v < spectrum.size(); ++v)
        if (std::abs(u[generators[g][v]] - u[v]) > moved) return g;
    }
  return std::nullopt;
}

} // namespace canon
