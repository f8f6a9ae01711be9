#include "canonize/basis_rules.hpp"
#include "canonize/levels.hpp"
#include "canonize/sign_rules.hpp"

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

/// In which order the axes come at Level::label: vertex v has the place places[v].
VertexMap axis_places(const Graph& graph, const Symmetry& symmetry,
                      const CanonizeOptions& options) {
  if (!options.own_axis_order || !symmetry.complete) return symmetry.labelling;
  const std::size_t n = num_vertices(graph);
  const std::vector<std::int64_t> priority = options.own_axis_order->priority(graph);
  if (priority.size() != n)
    throw ArgumentError("canonize: expected one priority per vertex (" + std::to_string(n) +
                        "), got " + std::to_string(priority.size()));
  std::vector<Vertex> order(n);
  for (Vertex v = 0; v < n; ++v)
    order[symmetry.labelling[v]] = v;
  std::stable_sort(order.begin(), order.end(),
                   [&](Vertex a, Vertex b) { return priority[a] > priority[b]; });
  VertexMap places(n);
  for (std::size_t i = 0; i < n; ++i)
    places[order[i]] = i;
  return places;
}

bool all_settled(const std::vector<Outcome>& outcomes, std::size_t count) {
  return std::all_of(outcomes.begin(), outcomes.begin() + static_cast<std::ptrdiff_t>(count),
                     [](const Outcome& o) { return o.verdict == Verdict::unique; });
}

} // namespace

Canonization canonize(Spectrum& spectrum, const CanonizeOptions& options, std::size_t columns) {
  require_ranges(options);
  if (options.level > Level::joint)
    throw ArgumentError("canonize: level " + std::string(name(options.level)) +
                        " needs the graph, not only its spectrum");
  const std::size_t wanted = spaces_holding(spectrum, columns);
  const bool joint = options.level == Level::joint;
  Canonization result;
  result.outcomes = settle_each(spectrum, options, joint ? spectrum.spaces.size() : wanted);
  if (joint) settle_jointly(spectrum, nullptr, options, result.outcomes);
  result.outcomes.resize(wanted);
  return result;
}

Canonization canonize_with_graph(Spectrum& spectrum, const Graph& graph,
                                 const CanonizeOptions& options, std::size_t columns) {
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
    settle_by_symmetry(spectrum, *result.symmetry, axis_places(graph, *result.symmetry, options),
                       options, result.outcomes);
  }
  return result;
}

const VertexMap* moving_automorphism(const Spectrum& spectrum, const Eigenspace& space,
                                     const std::vector<VertexMap>& automorphisms) {
  for (const VertexMap& map : automorphisms)
    for (std::size_t j = space.first; j < space.first + space.held(); ++j) {
      const double* u = spectrum.vectors.colptr(j);
      for (std::size_t v = 0; v < spectrum.size(); ++v)
        if (std::abs(u[map[v]] - u[v]) > spectrum.tolerance.zero) return &map;
    }
  return nullptr;
}

} // namespace canon
