// The error model of margins against a reference in quadruple precision: what is called certain
// must be what exact numbers say, and the estimated errors must bound the real ones.
#define BOOST_TEST_MODULE margins
#include "hard_cases.hpp"

#include <canon/pipeline.hpp>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <numeric>

using namespace canon;

namespace {

using quad = boost::multiprecision::cpp_bin_float_quad; // 113 bits
using Vector = std::vector<quad>;
using Columns = std::vector<Vector>; // column by column

quad dot(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), quad(0));
}

/// Eigenpairs by Jacobi's rotations, largest first.
struct ExactSpectrum {
  Vector values;
  Columns vectors;
};

ExactSpectrum exact_spectrum(const arma::mat& matrix) {
  const std::size_t n = matrix.n_rows;
  Columns a(n, Vector(n)), v(n, Vector(n, quad(0)));
  for (std::size_t i = 0; i < n; ++i) {
    v[i][i] = 1;
    for (std::size_t j = 0; j < n; ++j)
      a[i][j] = matrix(i, j);
  }
  for (int sweep = 0; sweep < 30; ++sweep) {
    quad off = 0, all = 0;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        (i == j ? all : off) += a[i][j] * a[i][j];
    if (off <= all * quad(1e-64)) break;
    for (std::size_t p = 0; p < n; ++p)
      for (std::size_t q = p + 1; q < n; ++q) {
        if (a[p][q] == 0) continue;
        const quad theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        const quad t = (theta >= 0 ? 1 : -1) / (abs(theta) + sqrt(theta * theta + 1));
        const quad c = 1 / sqrt(t * t + 1), s = t * c;
        const auto rotate = [&](quad& x, quad& y) {
          const quad x0 = x;
          x = c * x - s * y;
          y = s * x0 + c * y;
        };
        for (std::size_t i = 0; i < n; ++i)
          rotate(a[i][p], a[i][q]);
        for (std::size_t i = 0; i < n; ++i)
          rotate(a[p][i], a[q][i]);
        for (std::size_t i = 0; i < n; ++i)
          rotate(v[p][i], v[q][i]);
      }
  }
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t i, std::size_t j) { return a[i][i] > a[j][j]; });
  ExactSpectrum result;
  for (std::size_t i : order) {
    result.values.push_back(a[i][i]);
    result.vectors.push_back(v[i]);
  }
  return result;
}

/// Vertices by falling value, cut where neighbours differ by more than the tolerance.
std::vector<std::vector<std::size_t>> classes_of(const Vector& values, double tolerance) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t i, std::size_t j) { return values[i] > values[j]; });
  std::vector<std::vector<std::size_t>> classes;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || values[order[i - 1]] - values[order[i]] > tolerance) classes.emplace_back();
    classes.back().push_back(order[i]);
  }
  return classes;
}

/// Algorithms 1, 2 and 7 as the paper writes them.
Verdict exact_map(Columns& basis, const CanonizeOptions& options) {
  const std::size_t d = basis.size(), n = basis.front().size();
  Vector lengths(n);
  for (std::size_t i = 0; i < n; ++i) {
    quad sum = 0;
    for (const Vector& u : basis)
      sum += u[i] * u[i];
    lengths[i] = sqrt(sum);
  }
  const auto classes = classes_of(lengths, options.tolerance.length);
  const auto summary = [&](const Vector& u, const std::vector<std::size_t>& members) {
    quad sum = options.c * std::accumulate(u.begin(), u.end(), quad(0));
    for (std::size_t v : members)
      sum += u[v];
    return sum;
  };
  if (d == 1) {
    for (const auto& members : classes) {
      const quad product = summary(basis[0], members);
      if (abs(product) <= options.tolerance.zero) continue;
      if (product < 0)
        for (quad& x : basis[0])
          x = -x;
      return Verdict::unique;
    }
    return Verdict::sign_undetermined;
  }
  if (classes.size() < d) return Verdict::too_few_axis_classes;
  Columns result;
  for (const auto& members : classes) {
    if (result.size() == d) break;
    Vector w(n, quad(0)); // P x
    for (const Vector& u : basis) {
      const quad along = summary(u, members);
      for (std::size_t i = 0; i < n; ++i)
        w[i] += along * u[i];
    }
    for (int pass = 0; pass < 2; ++pass)
      for (const Vector& u : result) {
        const quad along = dot(u, w);
        for (std::size_t i = 0; i < n; ++i)
          w[i] -= along * u[i];
      }
    const quad norm = sqrt(dot(w, w));
    if (norm <= options.tolerance.zero) {
      if (options.level == Level::map) return Verdict::axis_projection_vanishes;
      continue;
    }
    for (quad& x : w)
      x /= norm;
    result.push_back(w);
  }
  if (result.size() < d) return Verdict::axis_projection_vanishes;
  basis = result;
  return Verdict::unique;
}

struct Tally {
  std::size_t spaces = 0, certain = 0, doubtful = 0, wrong_but_doubtful = 0;
  double tightest = 0.0; ///< the largest share of an estimated error that was real
};

/// The largest sine between a computed column and the exact space.
double angle(const Columns& exact, const arma::mat& computed) {
  double worst = 0.0;
  for (arma::uword j = 0; j < computed.n_cols; ++j) {
    Vector rest(computed.n_rows);
    for (std::size_t i = 0; i < rest.size(); ++i)
      rest[i] = computed(i, j);
    for (const Vector& u : exact) {
      const quad along = dot(u, rest);
      for (std::size_t i = 0; i < rest.size(); ++i)
        rest[i] -= along * u[i];
    }
    worst = std::max(worst, static_cast<double>(sqrt(dot(rest, rest))));
  }
  return worst;
}

void compare(const Graph& graph, GraphOperator op, const CanonizeOptions& options, Tally& tally) {
  const arma::mat matrix = dense_operator(graph, op);
  Spectrum found =
      solve_spectrum(matrix, EigenvalueOrder::descending, {.tolerance = options.tolerance});
  const ExactSpectrum exact = exact_spectrum(matrix);
  const quad scale = std::max(abs(exact.values.front()), abs(exact.values.back()));
  const quad cut = options.tolerance.eigenvalue * (scale > 0 ? scale : quad(1));
  const arma::mat solved = found.vectors;
  const std::vector<Outcome> outcomes = canonize(found, options).outcomes;
  const auto cut_after = [&](std::size_t column) {
    return column + 1 >= exact.values.size() ||
           exact.values[column] - exact.values[column + 1] > cut;
  };
  for (std::size_t s = 0; s < found.spaces.size(); ++s) {
    const Eigenspace& space = found.spaces[s];
    const std::size_t end = space.first + space.dimension;
    const bool certain = outcomes[s].margin.safety() >= 1.0;
    ++tally.spaces;
    ++(certain ? tally.certain : tally.doubtful);
    bool whole = space.first == 0 || cut_after(space.first - 1);
    for (std::size_t i = space.first; i < end; ++i)
      whole = whole && cut_after(i) == (i + 1 == end);
    Columns basis(exact.vectors.begin() + static_cast<std::ptrdiff_t>(space.first),
                  exact.vectors.begin() + static_cast<std::ptrdiff_t>(end));
    bool right = whole;
    if (whole) {
      const double real = angle(basis, solved.cols(space.first, end - 1));
      const double estimate = found.error(space);
      BOOST_TEST(real <= estimate);
      right = exact_map(basis, options) == outcomes[s].verdict;
    }
    if (right && outcomes[s].verdict == Verdict::unique) {
      double off = 0.0;
      for (std::size_t j = 0; j < space.dimension; ++j)
        for (std::size_t i = 0; i < found.size(); ++i)
          off = std::max(
              off, std::abs(static_cast<double>(basis[j][i] - found.vectors(i, space.first + j))));
      if (certain) {
        BOOST_TEST(off <= outcomes[s].error);
        tally.tightest = std::max(tally.tightest, off / outcomes[s].error);
      }
      right = off <= 0.5 * claim_deviation;
    }
    if (!right) ++tally.wrong_but_doubtful;
    BOOST_TEST((right || !certain), "space " << s << " of eigenvalue " << space.eigenvalue
                                             << ": a wrong answer with margin "
                                             << outcomes[s].margin.safety());
  }
}

/// By how many ulps of the scale two relabelled copies of a graph differ.
struct Ulps {
  double eigenvalues = 0.0;
  double spaces = 0.0; ///< the angle times gap over scale
  std::size_t copies = 0;
};

void compare_copies(const Graph& graph, GraphOperator op, const SpectrumOptions& options, Rng& rng,
                    Ulps& worst) {
  constexpr double ulp = std::numeric_limits<double>::epsilon();
  const VertexMap place = random_permutation(num_vertices(graph), rng);
  const Spectrum a = solve_spectrum(graph, op, options);
  const Spectrum b = solve_spectrum(relabel(graph, place), op, options);
  ++worst.copies;
  worst.eigenvalues =
      std::max(worst.eigenvalues, arma::abs(a.eigenvalues - b.eigenvalues).max() / (a.scale * ulp));
  if (a.spaces.size() != b.spaces.size()) return;
  arma::mat moved(arma::size(b.vectors));
  for (std::size_t v = 0; v < place.size(); ++v)
    moved.row(v) = b.vectors.row(place[v]);
  for (const Eigenspace& space : a.spaces) {
    if (!std::isfinite(space.gap)) continue;
    const arma::mat u = a.vectors.cols(space.first, space.first + space.dimension - 1);
    const arma::mat w = moved.cols(space.first, space.first + space.dimension - 1);
    const double angle = arma::norm(u - w * (w.t() * u), 2);
    worst.spaces = std::max(worst.spaces, angle * space.gap / (a.scale * ulp));
  }
}

void check_backward_error(const SpectrumOptions& options) {
  constexpr double ulp = std::numeric_limits<double>::epsilon();
  for (const auto& [n, repetitions] :
       {std::pair{10, 60}, {30, 60}, {100, 10}, {250, 1}, {300, 1}}) {
    const auto size = static_cast<std::size_t>(n);
    if (options.solver == Solver::batched && size > batched_limit(options.lanes)) continue;
    Ulps worst;
    for (GraphOperator op : values<GraphOperator>())
      for (int i = 0; i < repetitions; ++i) {
        Rng rng = trial_rng(static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(i));
        const Graph random = erdos_renyi(size, 6.0 / n, rng);
        std::vector<Edge> wide = sorted_edges(random);
        for (Edge& e : wide)
          e.weight = hard::power_of_ten(rng, -6, 6);
        for (const Graph& graph :
             {random, make_graph(size, wide), random_tree(size, rng), path_graph(size)})
          compare_copies(graph, op, options, rng, worst);
      }
    BOOST_TEST_MESSAGE(name(options.solver)
                       << " (lanes " << options.lanes << "), n = " << n << ": " << worst.copies
                       << " relabelled copies differ by up to " << worst.eigenvalues
                       << " ulps in eigenvalues, " << worst.spaces
                       << " ulps times scale over gap in spaces");
    // Each copy may be off by the error.
    const double eigenvalue_error = options.solver == Solver::batched
                                        ? Spectrum::batched_eigenvalue_error(size)
                                        : Spectrum::known_backward_error;
    BOOST_TEST(worst.eigenvalues * ulp <= 2.0 * eigenvalue_error);
    BOOST_TEST(worst.spaces * ulp <= 2.0 * Spectrum::known_backward_error);
  }
}

} // namespace

BOOST_AUTO_TEST_CASE(the_backward_error_bounds_what_copies_differ_by) {
  use_one_blas_thread();
  check_backward_error({.solver = Solver::dense, .tolerance = {}});
  for (const std::size_t lanes : lane_widths())
    check_backward_error({.solver = Solver::batched, .tolerance = {}, .lanes = lanes});
}

BOOST_AUTO_TEST_CASE(certain_answers_are_those_of_exact_numbers) {
  use_one_blas_thread();
  constexpr std::uint64_t seed = 7;
  for (const hard::Family& family : hard::families) {
    if (family.lanczos) continue;
    Tally tally;
    for (std::uint64_t index = 0; index < 60; ++index) {
      Rng rng = trial_rng(seed, index);
      const Graph graph = family.draw(rng);
      if (num_vertices(graph) > 24) continue;
      CanonizeOptions options;
      options.level = index % 2 == 0 ? Level::map : Level::search;
      options.c = hard::one_of(rng, std::array{0.0, 10.0, 10.0, 1e6});
      const GraphOperator op = family.any_operator
                                   ? hard::one_of(rng, std::array{GraphOperator::adjacency,
                                                                  GraphOperator::lazy_adjacency,
                                                                  GraphOperator::laplacian})
                                   : GraphOperator::adjacency;
      BOOST_TEST_CONTEXT(family.name << ", seed " << seed << ", case " << index) {
        compare(graph, op, options, tally);
      }
    }
    BOOST_TEST_MESSAGE(family.name << ": " << tally.spaces << " spaces, " << tally.certain
                                   << " with a margin of 1 or more, all right; " << tally.doubtful
                                   << " below, " << tally.wrong_but_doubtful
                                   << " of them not as exact numbers say; largest share of an "
                                      "estimated error that was real "
                                   << tally.tightest);
    BOOST_TEST(tally.certain > 0U);
  }
}
