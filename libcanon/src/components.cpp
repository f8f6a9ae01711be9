#include <canon/components.hpp>

#include <algorithm>
#include <tuple>

namespace canon {
namespace {

/// One component with what is known of it. The form compares components; it is complete unless the
/// search for a canonical labelling gave up.
struct Part {
  Component component;
  CanonicalSpectrum canonical;
  bool labelled = false; ///< `form` is the canonical form
  std::tuple<std::size_t, std::size_t, std::vector<std::int64_t>,
             std::vector<std::tuple<Vertex, Vertex, double, std::int64_t>>>
      form;
  bool repeated = false; ///< an equal component exists, or cannot be excluded
};

/// Only components of equal size and edge count need their canonical forms to be told apart.
void find_form(Part& part, const CanonizeOptions& options) {
  const Graph& g = part.component.graph;
  const Symmetry s = symmetry(g, {options.labels, options.max_nodes});
  part.labelled = s.complete;
  if (!s.complete) return;
  const Graph canonical = relabel(g, s.place);
  auto& [n, m, labels, edges] = part.form;
  for (Vertex v = 0; v < n; ++v)
    labels.push_back(options.labels ? canonical[v].label : 0);
  for (const Edge& e : sorted_edges(canonical))
    edges.emplace_back(e.u, e.v, e.weight, options.labels ? e.label : 0);
}

void order_parts(std::vector<Part>& parts, const CanonizeOptions& options) {
  const auto by_form = [](const Part& a, const Part& b) { return a.form < b.form; };
  for (Part& part : parts)
    part.form = {num_vertices(part.component.graph), num_edges(part.component.graph), {}, {}};
  std::stable_sort(parts.begin(), parts.end(), by_form);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto same_size = [&](std::size_t j) {
      return j < parts.size() && std::get<0>(parts[i].form) == std::get<0>(parts[j].form) &&
             std::get<1>(parts[i].form) == std::get<1>(parts[j].form);
    };
    if (same_size(i + 1) || (i > 0 && same_size(i - 1))) find_form(parts[i], options);
  }
  std::stable_sort(parts.begin(), parts.end(), by_form);
  for (std::size_t i = 0; i + 1 < parts.size(); ++i)
    if (parts[i].form == parts[i + 1].form) parts[i].repeated = parts[i + 1].repeated = true;
}

/// A column of the whole spectrum and where it comes from.
struct Source {
  double eigenvalue;
  std::size_t part;
  std::size_t column;
  std::size_t space;
};

std::vector<Source> sources_of(const std::vector<Part>& parts) {
  std::vector<Source> sources;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const Spectrum& s = parts[p].canonical.spectrum;
    for (std::size_t i = 0; i < s.spaces.size(); ++i)
      for (std::size_t j = 0; j < s.spaces[i].dimension; ++j)
        sources.push_back({s.eigenvalues[s.spaces[i].first + j], p, s.spaces[i].first + j, i});
  }
  return sources;
}

Outcome outcome_of(const Spectrum& spectrum, const Eigenspace& space,
                   const std::vector<Source>& sources, const std::vector<Part>& parts,
                   const CanonizeOptions& options) {
  Outcome result{Verdict::unique, Level::map, spectrum.margin(space)};
  for (std::size_t j = space.first; j < space.first + space.dimension; ++j) {
    const Part& part = parts[sources[j].part];
    const Outcome& own = part.canonical.outcomes[sources[j].space];
    result.margin.join(own.margin);
    if (own.verdict != Verdict::unique) {
      result.verdict = own.verdict;
      result.level = Level::none;
      return result;
    }
    result.level = std::max(result.level, own.level);
    if (!part.repeated) continue;
    if (!part.labelled || options.level < Level::label) {
      result.verdict = part.labelled ? Verdict::too_few_axis_classes : Verdict::gave_up;
      result.level = Level::none;
      return result;
    }
    result.level = Level::label;
  }
  return result;
}

} // namespace

CanonicalSpectrum canonize_components(const Graph& graph, GraphOperator op,
                                      const SpectrumOptions& spectrum_options,
                                      const CanonizeOptions& options) {
  std::vector<Part> parts;
  for (Component& component : split_components(graph)) {
    Part part;
    part.component = std::move(component);
    Spectrum& s = part.canonical.spectrum;
    s = spectrum(part.component.graph, op, spectrum_options);
    part.canonical.outcomes =
        canonize(s, part.component.graph, options, spectrum_options.k).outcomes;
    s.spaces.resize(part.canonical.outcomes.size());
    parts.push_back(std::move(part));
  }
  order_parts(parts, options);

  std::vector<Source> sources = sources_of(parts);
  const bool descending = low_frequency_is_large(op);
  std::stable_sort(sources.begin(), sources.end(), [&](const Source& a, const Source& b) {
    return descending ? a.eigenvalue > b.eigenvalue : a.eigenvalue < b.eigenvalue;
  });
  CanonicalSpectrum result;
  Spectrum& whole = result.spectrum;
  whole.tolerance = spectrum_options.tolerance;
  whole.scale = 0.0;
  for (const Part& part : parts) {
    whole.scale = std::max(whole.scale, part.canonical.spectrum.scale);
    whole.backward_error = std::max(whole.backward_error, part.canonical.spectrum.backward_error);
  }
  if (whole.scale == 0.0) whole.scale = 1.0;
  whole.eigenvalues.set_size(sources.size());
  for (std::size_t j = 0; j < sources.size(); ++j)
    whole.eigenvalues[j] = sources[j].eigenvalue;
  whole.spaces = eigenspaces(whole.eigenvalues, whole.scale, whole.tolerance);
  std::size_t count = 0;
  while (count < whole.spaces.size() && whole.spaces[count].first < spectrum_options.k)
    ++count;
  whole.spaces.resize(count);
  const std::size_t columns =
      count == 0 ? 0 : whole.spaces.back().first + whole.spaces.back().dimension;
  whole.eigenvalues.resize(columns);
  whole.complete = columns == num_vertices(graph);

  whole.vectors.zeros(num_vertices(graph), columns);
  for (const Eigenspace& space : whole.spaces) {
    // Within a space the order of the eigenvalues is rounding; that of the components is not.
    const auto first = sources.begin() + static_cast<std::ptrdiff_t>(space.first);
    std::stable_sort(first, first + static_cast<std::ptrdiff_t>(space.dimension),
                     [](const Source& a, const Source& b) {
                       return std::pair(a.part, a.column) < std::pair(b.part, b.column);
                     });
    for (std::size_t j = space.first; j < space.first + space.dimension; ++j) {
      const Part& part = parts[sources[j].part];
      const double* from = part.canonical.spectrum.vectors.colptr(sources[j].column);
      for (std::size_t i = 0; i < part.component.vertices.size(); ++i)
        whole.vectors(part.component.vertices[i], j) = from[i];
    }
    result.outcomes.push_back(outcome_of(whole, space, sources, parts, options));
  }
  return result;
}

} // namespace canon
