#include "dataset/basis_isomorphism.hpp"

#include "dataset/degenerate_graph.hpp"
#include "dataset/tight_frame.hpp"

#include <canon/error.hpp>
#include <canon/random_matrix.hpp>
#include <canon/verify.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace canon::lab {
namespace {

constexpr std::size_t most_draws = 1000;

Rows rows_of(const Spectrum& spectrum, const Eigenspace& space) {
  Rows rows{space.dimension, {}};
  for (std::size_t i = 0; i < spectrum.size(); ++i)
    for (std::size_t j = 0; j < space.dimension; ++j)
      rows.values.push_back(spectrum.vectors(i, space.first + j));
  return rows;
}

/// A class with what its instances are made from.
struct Source {
  BasisClass made;
  Spectrum spectrum; ///< solved; in `as_published` one space of unknown eigenvalue
};

class Maker {
public:
  explicit Maker(const BasisIsomorphismOptions& options)
      : options_(options), n_(checked_nodes(options)) {
    if (options.variant == BasisVariant::matched) {
      // The trial after those of all classes and instances.
      Rng rng = trial_rng(options.seed, options.classes * (1 + options.instances));
      lengths_ = row_lengths(random_tight_frame(n_, options.multiplicity, rng));
    }
  }

  BasisIsomorphism run() {
    result_.least_spectral_difference = result_.least_row_distance =
        std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < options_.classes; ++c)
      add_class(c);
    for (std::size_t c = 0; c < options_.classes; ++c)
      for (std::size_t i = 0; i < options_.instances; ++i)
        add_instance(c, options_.classes + c * options_.instances + i);
    for (Source& source : sources_)
      result_.classes.push_back(std::move(source.made));
    return std::move(result_);
  }

private:
  [[nodiscard]] const Eigenspace& space(const Spectrum& spectrum) const {
    return spectrum.spaces[options_.variant == BasisVariant::as_published ? 0 : 1];
  }

  /// Of the space in question, in place.
  Verdict canonize_at(Level level, Spectrum& spectrum, const Graph& graph) const {
    CanonizeOptions options;
    options.axis_order = options_.axis_order;
    if (options_.variant == BasisVariant::as_published) {
      // Without a graph there is no labelling; MAP settles every class that is kept.
      options.level = Level::map;
      return canonize(spectrum, options).outcomes.front().verdict;
    }
    options.level = level;
    return canonize(spectrum, graph, options, 1 + options_.multiplicity).outcomes[1].verdict;
  }

  /// A class by itself; nothing if a check fails.
  std::optional<Source> draw(Rng& rng) const {
    Source source;
    const std::size_t d = options_.multiplicity;
    if (options_.variant == BasisVariant::as_published) {
      // Part of a uniformly random orthonormal basis, as one space.
      source.spectrum = solve_spectrum(goe_matrix(n_, rng), EigenvalueOrder::descending);
      source.spectrum.vectors = source.spectrum.vectors.head_cols(d).eval();
      source.spectrum.eigenvalues = arma::vec(d, arma::fill::ones);
      source.spectrum.complete = false;
      source.spectrum.spaces = {{1.0, 0, d}};
    } else {
      Graph& graph = source.made.graph;
      if (options_.variant == BasisVariant::matched) {
        const std::optional<arma::mat> frame = tight_frame_with(lengths_, d, rng);
        if (!frame) return std::nullopt;
        graph = degenerate_graph_of(*frame, rng);
      } else {
        graph = options_.variant == BasisVariant::symmetric ? transitive_degenerate_graph(d, rng)
                                                            : degenerate_graph(n_, d, rng);
      }
      const DegenerateCheck check = check_degenerate(graph);
      if (!check.connected || !check.positive || check.multiplicity != d ||
          check.gap < class_margin)
        return std::nullopt;
      source.made.gap = check.gap;
      source.spectrum = solve_spectrum(graph, GraphOperator::laplacian);
    }
    Spectrum copy = source.spectrum;
    source.made.map = canonize_at(Level::map, copy, source.made.graph);
    const bool settled = source.made.map == Verdict::unique;
    if (settled != (options_.variant != BasisVariant::symmetric)) return std::nullopt;
    copy = source.spectrum;
    if (canonize_at(Level::label, copy, source.made.graph) != Verdict::unique) return std::nullopt;
    source.made.label = rows_of(copy, space(copy));
    return source;
  }

  void add_class(std::size_t index) {
    Rng rng = trial_rng(options_.seed, index);
    for (std::size_t draws = 0; draws < most_draws; ++draws) {
      std::optional<Source> source = draw(rng);
      if (!source) continue;
      double spectral = std::numeric_limits<double>::infinity(), rows = spectral;
      for (const Source& other : sources_) {
        if (options_.variant != BasisVariant::as_published)
          spectral = std::min(
              spectral, arma::abs(source->spectrum.eigenvalues - other.spectrum.eigenvalues).max());
        rows = std::min(rows, row_set_distance(source->made.label, other.made.label));
      }
      if (spectral < class_margin || rows < class_margin) continue;
      result_.least_spectral_difference = std::min(result_.least_spectral_difference, spectral);
      result_.least_row_distance = std::min(result_.least_row_distance, rows);
      sources_.push_back(std::move(*source));
      return;
    }
    throw SolverError("basis isomorphism: no class " + std::to_string(index) + " in " +
                      std::to_string(most_draws) + " draws");
  }

  void add_instance(std::size_t c, std::size_t trial) {
    Rng rng = trial_rng(options_.seed, trial);
    const Source& source = sources_[c];
    const std::vector<Vertex> place = random_permutation(n_, rng);
    BasisInstance instance;
    instance.label = c;
    Spectrum rotated;
    if (options_.variant == BasisVariant::as_published) {
      rotated = source.spectrum;
      for (Vertex v = 0; v < n_; ++v)
        rotated.vectors.row(place[v]) = source.spectrum.vectors.row(v);
    } else {
      instance.graph = relabel(source.made.graph, place);
      rotated = solve_spectrum(instance.graph, GraphOperator::laplacian);
    }
    rotate_spaces(rotated, rng());
    instance.presented = rows_of(rotated, space(rotated));
    Spectrum copy = rotated;
    (void)canonize_at(Level::map, copy, instance.graph);
    instance.map = rows_of(copy, space(copy));
    (void)canonize_at(Level::label, rotated, instance.graph);
    instance.complete = rows_of(rotated, space(rotated));
    result_.instances.push_back(std::move(instance));
  }

  BasisIsomorphismOptions options_;
  std::size_t n_;
  arma::vec lengths_; ///< `matched`: of the rows of every class
  std::vector<Source> sources_;
  BasisIsomorphism result_;
};

double directed_distance(const Rows& a, const Rows& b) {
  double worst = 0.0;
  for (std::size_t i = 0; i < a.count(); ++i) {
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < b.count(); ++j) {
      double sum = 0.0;
      for (std::size_t k = 0; k < a.columns; ++k)
        sum += (a.at(i, k) - b.at(j, k)) * (a.at(i, k) - b.at(j, k));
      nearest = std::min(nearest, sum);
    }
    worst = std::max(worst, nearest);
  }
  return std::sqrt(worst);
}

} // namespace

std::size_t checked_nodes(const BasisIsomorphismOptions& options) {
  const std::size_t d = options.multiplicity;
  if (d < 2)
    throw ArgumentError("basis isomorphism: expected multiplicity >= 2, got " + std::to_string(d));
  const bool symmetric = options.variant == BasisVariant::symmetric;
  const std::size_t fitting =
      symmetric ? transitive_degenerate_size(d) : BasisIsomorphismOptions::usual_n;
  const std::size_t n = options.n.value_or(fitting);
  if (symmetric && n != fitting)
    throw ArgumentError("basis isomorphism: the symmetric graphs of multiplicity " +
                        std::to_string(d) + " have n = " + std::to_string(fitting) +
                        ", got n = " + std::to_string(n));
  if (n < d + 2 || n > 2000)
    throw ArgumentError("basis isomorphism: expected multiplicity + 2 <= n <= 2000, got n = " +
                        std::to_string(n));
  if (options.variant == BasisVariant::matched && !lengths_leave_freedom(n, d))
    throw ArgumentError(
        "basis isomorphism: matched graphs of multiplicity d need n >= d (d + 1) / (d - 1), got "
        "d = " +
        std::to_string(d) + ", n = " + std::to_string(n));
  if (options.classes < 2 || options.instances < 1)
    throw ArgumentError("basis isomorphism: expected classes >= 2 and instances >= 1");
  return n;
}

BasisIsomorphismOptions BasisIsomorphismOptions::published() {
  BasisIsomorphismOptions options;
  options.variant = BasisVariant::as_published;
  options.n = 7;
  options.classes = 2;
  options.instances = 1000;
  return options;
}

double row_set_distance(const Rows& a, const Rows& b) {
  return std::max(directed_distance(a, b), directed_distance(b, a));
}

BasisIsomorphism make_basis_isomorphism(const BasisIsomorphismOptions& options) {
  return Maker(options).run();
}

} // namespace canon::lab
