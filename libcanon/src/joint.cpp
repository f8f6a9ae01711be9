#include "joint.hpp"

#include "basis_rules.hpp"
#include "colouring.hpp"
#include "edge_classes.hpp"

#include <algorithm>
#include <optional>

namespace canon {
namespace {

/// The walk of the stronger algorithm. Invariant: colours, settled bases and partial bases are the
/// same for every choice of eigenvectors and move with the vertices, so whatever is computed from
/// them in a fixed order is canonical too.
class JointSettling {
public:
  JointSettling(Spectrum& spectrum, const Graph* graph, const CanonizeOptions& options,
                std::vector<Outcome>& outcomes)
      : spectrum_(spectrum), options_(options), outcomes_(outcomes), colouring_(spectrum.size()) {
    if (graph != nullptr && options.labels && is_labelled(*graph))
      labelled_ = classed_graph(*graph, true);
  }

  void run() {
    for (std::size_t s = 0; s < outcomes_.size(); ++s)
      if (outcomes_[s].verdict != Verdict::unique) pending_.push_back(s);
    if (pending_.empty()) return;
    if (labelled_) colouring_.refine(labelled_->vertex_kind);
    colour_by_all_spaces();
    for (bool grew = true; grew && !pending_.empty();) {
      grew = false;
      if (labelled_)
        while (colouring_.refine_over_edges(*labelled_)) {
        }
      std::vector<std::size_t> left;
      for (std::size_t s : pending_) {
        const std::size_t before = colouring_.count();
        if (try_space(s))
          grew = true;
        else
          left.push_back(s);
        grew = grew || colouring_.count() > before;
      }
      pending_ = std::move(left);
    }
  }

private:
  void colour_by_all_spaces() {
    std::vector<double> lengths;
    for (std::size_t s = 0; s < outcomes_.size() && !colouring_.discrete(); ++s) {
      const Eigenspace& space = spectrum_.spaces[s];
      if (outcomes_[s].verdict == Verdict::unique) {
        refine_by(spectrum_.vectors.cols(space.first, space.first + space.dimension - 1));
      } else {
        axis_lengths(spectrum_.vectors.colptr(space.first), spectrum_.size(), space.dimension,
                     lengths);
        colouring_.refine(lengths, options_.tolerance.length, margin_);
      }
    }
  }

  void refine_by(const arma::mat& columns) {
    for (arma::uword j = 0; j < columns.n_cols; ++j)
      colouring_.refine({columns.colptr(j), columns.n_rows}, options_.tolerance.length, margin_);
  }

  /// True if the space is settled. Otherwise the part of its basis that the colours do fix has
  /// refined the colours.
  bool try_space(std::size_t s) {
    const Eigenspace& space = spectrum_.spaces[s];
    arma::mat columns = spectrum_.vectors.cols(space.first, space.first + space.dimension - 1);
    summary_coordinates(columns, colouring_.classes(), options_.c, sums_);
    Margin margin = margin_;
    axis_basis(sums_, true, options_.tolerance, margin, axes_);
    if (axes_.q.n_cols == 0) return false;
    columns = columns * axes_.q;
    refine_by(columns);
    if (!axes_.complete) return false;
    spectrum_.vectors.cols(space.first, space.first + space.dimension - 1) = columns;
    Outcome& outcome = outcomes_[s];
    outcome.verdict = Verdict::unique;
    outcome.level = Level::joint;
    outcome.margin.join(margin);
    return true;
  }

  Spectrum& spectrum_;
  std::optional<ClassedGraph> labelled_;
  const CanonizeOptions& options_;
  std::vector<Outcome>& outcomes_;
  Colouring colouring_;
  std::vector<std::size_t> pending_;
  Margin margin_;
  arma::mat sums_;
  AxisBasis axes_;
};

} // namespace

void settle_jointly(Spectrum& spectrum, const Graph* graph, const CanonizeOptions& options,
                    std::vector<Outcome>& outcomes) {
  JointSettling(spectrum, graph, options, outcomes).run();
}

} // namespace canon
