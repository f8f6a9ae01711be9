#include "canonize/basis_rules.hpp"
#include "canonize/levels.hpp"
#include "graph/colouring.hpp"
#include "graph/edge_classes.hpp"

#include <algorithm>
#include <cmath>
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
      if (outcomes_[s].verdict != Verdict::unique && !spectrum_.spaces[s].partial())
        pending_.push_back(s);
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
    // That nothing helped hangs on every comparison there was.
    for (std::size_t s : pending_)
      outcomes_[s].margin.join(margin_);
  }

private:
  /// Whether values that are off by `error` may colour vertices. What is nearly degenerate is not
  /// known well enough; that it is kept out is a decision like any other.
  bool takes_part(double error) {
    const double limit = 0.1 * options_.tolerance.length;
    if (16.0 * error > limit && error < 16.0 * limit) {
      // The error follows from gaps and norms, which are known to a fraction of it, unless it was
      // measured: then another copy may see a multiple.
      const bool measured = spectrum_.backward_error > Spectrum::known_backward_error;
      margin_.allow(std::log(measured ? 4.0 : 1.001), std::abs(std::log(error / limit)));
    }
    return error <= limit;
  }

  void colour_by_all_spaces() {
    std::vector<double> lengths;
    for (std::size_t s = 0; s < outcomes_.size() && !colouring_.discrete(); ++s) {
      const Eigenspace& space = spectrum_.spaces[s];
      const Outcome& outcome = outcomes_[s];
      const double error = spectrum_.error(space);
      margin_.join(spectrum_.margin(space));
      if (space.partial() || !takes_part(error)) continue;
      if (outcome.verdict == Verdict::unique && takes_part(outcome.error)) {
        margin_.join(outcome.margin);
        refine_by(spectrum_.vectors.cols(space.first, space.first + space.dimension - 1),
                  outcome.error);
      } else {
        if (outcome.verdict != Verdict::unique) margin_.join(outcome.margin);
        axis_lengths(spectrum_.vectors.colptr(space.first), spectrum_.size(), space.dimension,
                     lengths);
        colouring_.refine(lengths, options_.tolerance.length, error, margin_);
      }
    }
  }

  void refine_by(const arma::mat& columns, double error) {
    for (arma::uword j = 0; j < columns.n_cols; ++j)
      colouring_.refine({columns.colptr(j), columns.n_rows}, options_.tolerance.length, error,
                        margin_);
  }

  /// True if the space is settled. Otherwise the part of its basis that the colours do fix has
  /// refined the colours.
  bool try_space(std::size_t s) {
    const Eigenspace& space = spectrum_.spaces[s];
    Outcome& outcome = outcomes_[s];
    const double error = spectrum_.error(space);
    arma::mat columns = spectrum_.vectors.cols(space.first, space.first + space.dimension - 1);
    directions_.take(columns, colouring_.classes(), options_.c);
    outcome.margin.join(margin_);
    Margin margin;
    axis_basis(directions_, true, options_.tolerance, error, margin, axes_);
    outcome.margin.join(margin);
    columns = columns * axes_.q;
    // A space that is kept out of the colours is settled for itself alone.
    if (takes_part(error)) {
      margin_.join(margin);
      if (axes_.q.n_cols > 0 && takes_part(error + axes_.error()))
        refine_by(columns, error + axes_.error());
    }
    if (!axes_.complete) return false;
    spectrum_.vectors.cols(space.first, space.first + space.dimension - 1) = columns;
    outcome.verdict = Verdict::unique;
    outcome.level = Level::joint;
    outcome.error = error + axes_.error();
    outcome.margin.promise(outcome.error);
    return true;
  }

  Spectrum& spectrum_;
  std::optional<ClassedGraph> labelled_;
  const CanonizeOptions& options_;
  std::vector<Outcome>& outcomes_;
  Colouring colouring_;
  std::vector<std::size_t> pending_;
  Margin margin_; ///< of all that the colours depend on
  Directions directions_;
  AxisBasis axes_;
};

} // namespace

void settle_jointly(Spectrum& spectrum, const Graph* graph, const CanonizeOptions& options,
                    std::vector<Outcome>& outcomes) {
  JointSettling(spectrum, graph, options, outcomes).run();
}

} // namespace canon
