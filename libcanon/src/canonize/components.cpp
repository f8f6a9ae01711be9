#include "graph/component_groups.hpp"
#include "spectrum/merged_spectrum.hpp"

#include <canon/components.hpp>

#include <algorithm>
#include <tuple>

namespace canon {
namespace {

/// Equal components with what is known of them.
struct Part {
  ComponentGroup group;
  CanonicalSpectrum canonical; ///< of one of them
  GraphForm form;              ///< the canonical one where `labelled`, else the sizes alone
  bool labelled = true;        ///< no search for a canonical labelling gave up
  bool repeated = false;       ///< an equal component exists, or cannot be excluded
};

/// Only components of equal size and edge count need their canonical forms to be distinguished.
void find_form(Part& part, const SymmetryOptions& options) {
  ComponentGroup& group = part.group;
  if (!group.symmetry) group.symmetry = find_symmetry(group.graph, options);
  part.labelled = group.symmetry->complete;
  if (part.labelled)
    part.form = graph_form(relabel(group.graph, group.symmetry->labelling), options.labels);
}

/// The groups in the order of their forms.
std::vector<Part> parts_of(const Graph& graph, const SymmetryOptions& options) {
  std::vector<Part> parts;
  for (ComponentGroup& group : component_groups(graph, options)) {
    Part part;
    part.form = {num_vertices(group.graph), num_edges(group.graph), {}, {}};
    part.repeated = group.copies.size() > 1;
    part.group = std::move(group);
    parts.push_back(std::move(part));
  }
  const auto by_form = [](const Part& a, const Part& b) { return a.form < b.form; };
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
  return parts;
}

/// A column of the whole spectrum and where it comes from.
struct Source {
  double eigenvalue;
  std::size_t part;
  std::size_t copy;
  std::size_t column; ///< beyond those held where a space of the part is partial
  std::size_t space;
};

std::vector<Source> sources_of(const std::vector<Part>& parts) {
  std::vector<Source> sources;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const Spectrum& s = parts[p].canonical.spectrum;
    for (std::size_t c = 0; c < parts[p].group.copies.size(); ++c)
      for (std::size_t i = 0; i < s.spaces.size(); ++i)
        for (std::size_t j = 0; j < s.spaces[i].dimension; ++j) {
          const std::size_t column = s.spaces[i].first + j;
          const double value =
              j < s.spaces[i].held() ? s.eigenvalues[column] : s.spaces[i].eigenvalue;
          sources.push_back({value, p, c, column, i});
        }
  }
  return sources;
}

Outcome outcome_of(const Spectrum& spectrum, const Eigenspace& space,
                   const std::vector<Source>& sources, const std::vector<Part>& parts,
                   const CanonizeOptions& options) {
  Outcome result{Verdict::unique, Level::map, spectrum.margin(space), 0.0};
  for (std::size_t j = space.first; j < space.first + space.dimension; ++j) {
    const Part& part = parts[sources[j].part];
    const Outcome& own = part.canonical.outcomes[sources[j].space];
    result.margin.join(own.margin);
    result.error = std::max(result.error, own.error);
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
      if (!part.labelled) result.margin.give_up();
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
  std::vector<Part> parts = parts_of(graph, {options.labels, options.max_nodes});
  for (Part& part : parts) {
    Spectrum& s = part.canonical.spectrum;
    s = solve_spectrum(part.group.graph, op, spectrum_options);
    part.canonical.outcomes = canonize(s, part.group.graph, options, spectrum_options.k).outcomes;
    s.spaces.resize(part.canonical.outcomes.size());
  }

  std::vector<Source> sources = sources_of(parts);
  const bool descending = eigenvalue_order(op) == EigenvalueOrder::descending;
  std::stable_sort(sources.begin(), sources.end(), [&](const Source& a, const Source& b) {
    return descending ? a.eigenvalue > b.eigenvalue : a.eigenvalue < b.eigenvalue;
  });
  arma::vec values(sources.size());
  for (std::size_t j = 0; j < sources.size(); ++j)
    values[j] = sources[j].eigenvalue;
  double scale = 0.0;
  for (const Part& part : parts)
    scale = std::max(scale, part.canonical.spectrum.scale);
  CanonicalSpectrum result;
  Spectrum& whole = result.spectrum;
  whole = merged_spectrum(values, scale, spectrum_options);
  for (const Part& part : parts) {
    const Spectrum& spectrum = part.canonical.spectrum;
    whole.backward_error = std::max(whole.backward_error, spectrum.backward_error);
    whole.eigenvalue_error = std::max(whole.eigenvalue_error, spectrum.eigenvalue_error);
  }
  // What became of a space is known from the components.
  if (spectrum_options.partial) keep_leading(whole, num_vertices(graph), spectrum_options.k);
  lay_out(whole, num_vertices(graph));
  for (const Eigenspace& space : whole.spaces) {
    // Within a space the order of the eigenvalues is rounding; that of the components is not.
    const auto first = sources.begin() + static_cast<std::ptrdiff_t>(space.first);
    std::stable_sort(first, first + static_cast<std::ptrdiff_t>(space.dimension),
                     [](const Source& a, const Source& b) {
                       return std::tuple(a.part, a.copy, a.column) <
                              std::tuple(b.part, b.copy, b.column);
                     });
    for (std::size_t j = space.first; j < space.first + space.held(); ++j) {
      const Part& part = parts[sources[j].part];
      const std::vector<Vertex>& vertices = part.group.copies[sources[j].copy];
      const double* from = part.canonical.spectrum.vectors.colptr(sources[j].column);
      for (std::size_t i = 0; i < vertices.size(); ++i)
        whole.vectors(vertices[i], j) = from[i];
    }
    result.outcomes.push_back(outcome_of(whole, space, sources, parts, options));
  }
  return result;
}

} // namespace canon
