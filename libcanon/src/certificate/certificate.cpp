#include <canon/certificate.hpp>

#include <algorithm>

namespace canon {
namespace {

SpaceCertificate statement(const Spectrum& spectrum, const Eigenspace& space,
                           const Outcome& outcome) {
  SpaceCertificate result;
  result.eigenvalue = space.eigenvalue;
  result.dimension = space.dimension;
  result.basis = spectrum.vectors.cols(space.first, space.first + space.dimension - 1);
  result.verdict = outcome.verdict;
  result.level = outcome.level;
  result.guarantee = outcome.guarantee();
  result.margin = outcome.margin.safety();
  result.warning = result.margin < warning_margin;
  return result;
}

void explain(SpaceCertificate& result, const Spectrum& spectrum, const Eigenspace& space,
             const Symmetry& symmetry) {
  if (!symmetry.complete) {
    result.reason = Reason::gave_up;
  } else if (const VertexMap* map = moving_automorphism(spectrum, space, symmetry.generators)) {
    result.reason = Reason::symmetry;
    result.witness = *map;
  } else {
    result.reason = Reason::stronger_level;
  }
}

} // namespace

Certificate certify(const Graph& graph, GraphOperator op, const CanonizeOptions& options,
                    std::size_t columns) {
  SpectrumOptions wanted;
  wanted.solver = Solver::dense;
  wanted.tolerance = options.tolerance;
  Spectrum spectrum = canon::solve_spectrum(graph, op, wanted);
  Canonization canonization = canonize(spectrum, graph, options, columns);

  Certificate result;
  result.graph = graph;
  result.op = op;
  result.options = options;
  for (std::size_t s = 0; s < canonization.outcomes.size(); ++s)
    result.spaces.push_back(statement(spectrum, spectrum.spaces[s], canonization.outcomes[s]));

  const auto open = [](const SpaceCertificate& c) { return c.guarantee != Guarantee::equivariant; };
  if (std::none_of(result.spaces.begin(), result.spaces.end(), open)) return result;
  if (!canonization.symmetry)
    canonization.symmetry = find_symmetry(graph, {options.labels, options.max_nodes});
  for (std::size_t s = 0; s < result.spaces.size(); ++s)
    if (open(result.spaces[s]))
      explain(result.spaces[s], spectrum, spectrum.spaces[s], *canonization.symmetry);
  result.gave_up = !canonization.symmetry->complete;
  result.nodes = canonization.symmetry->nodes;
  if (!result.gave_up) result.labelling = std::move(canonization.symmetry->labelling);
  return result;
}

} // namespace canon
