// Many small matrices at once: every lane width is as good as LAPACK, whatever the matrix, and the
// bits of a matrix do not depend on what is solved beside it.
#define BOOST_TEST_MODULE batched
#include "spectrum/batched.hpp"

#include "hard_cases.hpp"
#include "spectrum_checks.hpp"

#include <canon/blas.hpp>
#include <canon/error.hpp>
#include <canon/generate.hpp>
#include <canon/random_matrix.hpp>

#include <boost/test/unit_test.hpp>

#include <cstring>
#include <numeric>
#include <thread>

using namespace canon;

namespace {

constexpr EigenvalueOrder ascending = EigenvalueOrder::ascending;
constexpr double good = 1e-13;

SpectrumOptions in_lanes(std::size_t lanes) {
  SpectrumOptions options;
  options.solver = Solver::batched;
  options.lanes = lanes;
  return options;
}

std::vector<Spectrum> solve_all(const std::vector<arma::mat>& matrices, std::size_t lanes,
                                EigenvalueOrder order = ascending) {
  std::vector<Spectrum> spectra(matrices.size());
  std::size_t taken = 0;
  const BatchCounts counts = solve_spectra(
      std::span(matrices), order, in_lanes(lanes), [&](std::size_t i, Spectrum& spectrum) {
        spectra[i] = std::move(spectrum); // the batch must cope with what is moved away
        ++taken;
      });
  BOOST_TEST(taken == matrices.size());
  BOOST_TEST(counts.in_lanes + counts.one_by_one == matrices.size());
  BOOST_TEST(counts.fallbacks == 0);
  return spectra;
}

/// Every lane width, both orders.
void check_matrices(const std::string& what, const std::vector<arma::mat>& matrices,
                    double tolerance = good) {
  for (const std::size_t lanes : lane_widths())
    for (const EigenvalueOrder order : {ascending, EigenvalueOrder::descending})
      BOOST_TEST_CONTEXT(what << ", lanes " << lanes) {
        const std::vector<Spectrum> spectra = solve_all(matrices, lanes, order);
        checks::SpectrumErrors errors;
        for (std::size_t i = 0; i < matrices.size(); ++i) {
          if (matrices[i].is_empty()) continue;
          errors.add(spectra[i], matrices[i], order);
          BOOST_TEST(spectra[i].complete);
          const arma::vec& values = spectra[i].eigenvalues;
          BOOST_TEST(values.is_sorted(order == ascending ? "ascend" : "descend"));
        }
        BOOST_TEST_MESSAGE(what << ", lanes " << lanes << ": " << errors);
        BOOST_TEST(errors.residual <= tolerance);
        BOOST_TEST(errors.orthonormality <= tolerance);
        BOOST_TEST(errors.eigenvalues <= tolerance);
        BOOST_TEST(errors.conditioned <= tolerance);
        BOOST_TEST(errors.cut_differently == 0);
      }
}

std::vector<arma::mat> random_matrices(std::size_t count, std::size_t largest, std::uint64_t seed) {
  std::vector<arma::mat> matrices;
  for (std::size_t i = 0; i < count; ++i) {
    Rng rng = trial_rng(seed, i);
    matrices.push_back(goe_matrix(uniform_below(rng, largest + 1), rng));
  }
  return matrices;
}

bool same_bits(const arma::mat& a, const arma::mat& b) {
  return arma::size(a) == arma::size(b) &&
         (a.is_empty() || std::memcmp(a.memptr(), b.memptr(), a.n_elem * sizeof(double)) == 0);
}

bool same_bits(const Spectrum& a, const Spectrum& b) {
  return same_bits(a.eigenvalues, b.eigenvalues) && same_bits(a.vectors, b.vectors);
}

} // namespace

BOOST_AUTO_TEST_CASE(widths_are_ascending_and_others_are_refused) {
  use_one_blas_thread();
  const std::vector<std::size_t> widths = lane_widths();
  BOOST_REQUIRE(!widths.empty());
  BOOST_TEST(widths.front() == 2);
  BOOST_TEST(std::is_sorted(widths.begin(), widths.end()));
  BOOST_TEST(batched_limit() == batched_limit(widths.back()));
  for (const std::size_t lanes : {1U, 3U, 64U}) {
    BOOST_CHECK_THROW((void)batched_limit(lanes), ArgumentError);
    BOOST_CHECK_THROW(
        (void)solve_spectrum(petersen_graph(), GraphOperator::laplacian, in_lanes(lanes)),
        ArgumentError);
  }
}

BOOST_AUTO_TEST_CASE(random_matrices_of_all_sizes) {
  check_matrices("GOE", random_matrices(300, 40, 1));
  check_matrices("large GOE", random_matrices(12, 130, 2));
}

BOOST_AUTO_TEST_CASE(a_taker_may_solve_others) {
  const std::vector<arma::mat> matrices = random_matrices(60, 30, 7);
  for (const std::size_t lanes : lane_widths()) {
    const std::vector<Spectrum> alone = solve_all(matrices, lanes);
    std::size_t taken = 0;
    solve_spectra(
        std::span(matrices), ascending, in_lanes(lanes), [&](std::size_t i, Spectrum& spectrum) {
          const std::size_t other = (i + 17) % matrices.size();
          if (matrices[other].n_rows > 0)
            BOOST_TEST(same_bits(solve_spectrum(matrices[other], ascending, in_lanes(lanes)),
                                 alone[other]));
          BOOST_TEST(same_bits(spectrum, alone[i]));
          ++taken;
        });
    BOOST_TEST(taken == matrices.size());
  }
}

BOOST_AUTO_TEST_CASE(written_out_answers) {
  for (const std::size_t lanes : lane_widths()) {
    const std::vector<arma::mat> matrices{arma::mat(),           arma::mat("-3"),
                                          arma::mat("0"),        arma::mat("2 1; 1 2"),
                                          arma::mat("0 0; 0 0"), arma::mat("5 0; 0 -1")};
    const std::vector<Spectrum> spectra = solve_all(matrices, lanes);
    BOOST_TEST(spectra[0].size() == 0);
    BOOST_TEST(spectra[0].spaces.empty());
    BOOST_TEST(spectra[1].eigenvalues[0] == -3.0);
    BOOST_TEST(spectra[1].vectors(0, 0) == 1.0);
    BOOST_TEST(spectra[2].eigenvalues[0] == 0.0);
    BOOST_TEST(std::abs(spectra[3].eigenvalues[0] - 1.0) <= 1e-15);
    BOOST_TEST(std::abs(spectra[3].eigenvalues[1] - 3.0) <= 1e-15);
    BOOST_TEST(std::abs(std::abs(spectra[3].vectors(0, 1)) - std::sqrt(0.5)) <= 1e-15);
    BOOST_TEST(spectra[3].vectors(0, 0) * spectra[3].vectors(1, 0) < 0.0);
    BOOST_TEST(spectra[4].spaces.size() == 1);
    BOOST_TEST(spectra[4].scale == 1.0);
    BOOST_TEST(spectra[5].eigenvalues[0] == -1.0);
    BOOST_TEST(std::abs(spectra[5].vectors(1, 0)) == 1.0);
    BOOST_TEST(spectra[5].vectors(0, 0) == 0.0);
  }
}

BOOST_AUTO_TEST_CASE(zeros_equal_entries_and_diagonals) {
  std::vector<arma::mat> matrices;
  for (const std::size_t n : {1U, 2U, 3U, 8U, 17U, 33U, 64U}) {
    const arma::vec ramp = arma::linspace(-1.0, 2.0, n);
    matrices.emplace_back(n, n, arma::fill::zeros);
    matrices.emplace_back(n, n, arma::fill::ones);
    matrices.emplace_back(n, n, arma::fill::eye);
    matrices.emplace_back(-7.0 * arma::mat(n, n, arma::fill::ones));
    matrices.emplace_back(arma::diagmat(ramp));
    arma::mat block(n, n, arma::fill::zeros); // zeros before, behind and between
    for (std::size_t i = n / 4; i + 1 < n - n / 4; i += 3)
      block(i, i + 1) = block(i + 1, i) = 1.0;
    matrices.push_back(block);
  }
  check_matrices("special", matrices);
}

BOOST_AUTO_TEST_CASE(graded_matrices) {
  std::vector<arma::mat> matrices;
  for (std::uint64_t i = 0; i < 60; ++i) {
    Rng rng = trial_rng(4, i);
    const std::size_t n = 2 + i % 31;
    arma::mat m = goe_matrix(n, rng);
    for (std::size_t r = 0; r < n; ++r)
      for (std::size_t c = 0; c < n; ++c) {
        const auto grade = static_cast<double>(i % 2 == 0 ? r + c : 2 * n - r - c);
        m(r, c) *= std::pow(10.0, -16.0 * grade / static_cast<double>(n));
      }
    matrices.push_back(arma::symmatu(m));
    // Eigenvalues of every size in a random basis.
    arma::vec values(n);
    for (double& value : values)
      value = hard::power_of_ten(rng, -18.0, 0.0);
    const arma::mat q = hard::random_rotation(n, rng);
    matrices.push_back(arma::symmatu(arma::mat(q * arma::diagmat(values) * q.t())));
  }
  // Eigenvalues below the tolerance of the largest form spaces whose cut is a matter of rounding.
  for (const std::size_t lanes : lane_widths()) {
    const std::vector<Spectrum> spectra = solve_all(matrices, lanes);
    checks::SpectrumErrors errors;
    for (std::size_t i = 0; i < matrices.size(); ++i)
      errors.add(spectra[i], matrices[i], ascending);
    BOOST_TEST_MESSAGE("graded, lanes " << lanes << ": " << errors);
    BOOST_TEST(errors.residual <= good);
    BOOST_TEST(errors.orthonormality <= good);
    BOOST_TEST(errors.eigenvalues <= good);
    BOOST_TEST(errors.conditioned <= good);
  }
}

BOOST_AUTO_TEST_CASE(a_power_of_two_scales_the_eigenvalues_and_nothing_else) {
  const std::vector<arma::mat> matrices = random_matrices(40, 24, 5);
  for (const std::size_t lanes : lane_widths()) {
    const std::vector<Spectrum> base = solve_all(matrices, lanes);
    for (const int power : {-1000, -400, -150, -3, 5, 90, 300, 1000}) {
      std::vector<arma::mat> scaled = matrices;
      for (arma::mat& m : scaled)
        m *= std::ldexp(1.0, power);
      const std::vector<Spectrum> spectra = solve_all(scaled, lanes);
      for (std::size_t i = 0; i < matrices.size(); ++i) {
        if (matrices[i].is_empty()) continue;
        const arma::vec unscaled = spectra[i].eigenvalues * std::ldexp(1.0, -power);
        BOOST_TEST(arma::abs(unscaled - base[i].eigenvalues).max() <= good * base[i].scale);
        BOOST_TEST(orthonormality_error(spectra[i].vectors) <= good);
        const arma::mat backwards = scaled[i] * std::ldexp(1.0, -power);
        Spectrum s = spectra[i];
        s.eigenvalues = unscaled;
        s.scale = base[i].scale;
        BOOST_TEST(residual(s, backwards) <= good);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(denormal_and_huge_entries) {
  constexpr double smallest = std::numeric_limits<double>::denorm_min();
  constexpr double largest = std::numeric_limits<double>::max();
  arma::mat path(6, 6, arma::fill::zeros), huge(4, 4, arma::fill::eye);
  for (arma::uword i = 0; i + 1 < path.n_rows; ++i)
    path(i, i + 1) = path(i + 1, i) = 1.0;
  huge *= largest / 4.0;
  huge(0, 1) = huge(1, 0) = largest / 8.0;
  arma::mat mixed = path; // entries whose squares vanish beside others
  mixed(2, 3) = mixed(3, 2) = 1e-200;
  mixed(4, 5) = mixed(5, 4) = smallest;
  for (const std::size_t lanes : lane_widths()) {
    const std::vector<Spectrum> spectra =
        solve_all({path, arma::mat(path * smallest), huge, mixed}, lanes);
    BOOST_TEST(spectra[1].eigenvalues.is_finite());
    // Eigenvalues of 1 to 2 denormals are rounded to one; the vectors are not.
    BOOST_TEST(arma::abs(spectra[1].vectors - spectra[0].vectors).max() <= 1e-12);
    BOOST_TEST(arma::abs(spectra[1].eigenvalues / smallest - spectra[0].eigenvalues).max() <= 0.5);
    BOOST_TEST(orthonormality_error(spectra[2].vectors) <= good);
    BOOST_TEST(std::abs(spectra[2].eigenvalues[3] / largest - 0.375) <= 1e-15);
    BOOST_TEST(residual(spectra[3], mixed) <= good);
    BOOST_TEST(orthonormality_error(spectra[3].vectors) <= good);
  }
}

BOOST_AUTO_TEST_CASE(what_is_not_finite_or_not_symmetric_is_refused) {
  const TakeSpectrum never = [](std::size_t, Spectrum&) { BOOST_FAIL("taken"); };
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    arma::mat m(5, 5, arma::fill::ones);
    m(1, 3) = m(3, 1) = bad;
    const std::vector<arma::mat> matrices{arma::mat(5, 5, arma::fill::ones), m};
    BOOST_CHECK_THROW(solve_spectra(std::span(matrices), ascending, {}, never), ArgumentError);
  }
  const std::vector<arma::mat> skew{arma::mat("0 1; 2 0")}, wide{arma::mat(2, 3)};
  BOOST_CHECK_THROW(solve_spectra(std::span(skew), ascending, {}, never), ArgumentError);
  BOOST_CHECK_THROW(solve_spectra(std::span(wide), ascending, {}, never), ArgumentError);
  // Finite entries whose eigenvalues are not.
  const std::vector<arma::mat> over{
      arma::mat(3, 3, arma::fill::value(std::numeric_limits<double>::max()))};
  for (const Solver solver : {Solver::batched, Solver::dense}) {
    SpectrumOptions options;
    options.solver = solver;
    BOOST_CHECK_THROW(solve_spectra(std::span(over), ascending, options, never), ArgumentError);
  }
}

BOOST_AUTO_TEST_CASE(what_does_not_converge_is_left_to_lapack_and_counted) {
  std::vector<arma::mat> matrices = random_matrices(50, 20, 6);
  matrices.emplace_back(arma::diagmat(arma::linspace(1.0, 5.0, 5))); // needs no sweep
  for (const std::size_t lanes : lane_widths()) {
    std::size_t at_once = 0;
    for (const arma::mat& m : matrices)
      at_once += !m.is_empty() && (m.n_rows == 1 || m.is_diagmat()) ? 1 : 0;
    checks::SpectrumErrors errors;
    const BatchCounts counts = solve_spectra_within(
        0, matrices, ascending, in_lanes(lanes), [&](std::size_t i, Spectrum& spectrum) {
          if (!matrices[i].is_empty()) errors.add(spectrum, matrices[i], ascending);
        });
    const auto empty = static_cast<std::size_t>(
        std::count_if(matrices.begin(), matrices.end(), [](auto& m) { return m.is_empty(); }));
    BOOST_TEST(counts.one_by_one == empty);
    BOOST_TEST(counts.fallbacks == matrices.size() - empty - counts.in_lanes);
    BOOST_TEST(counts.in_lanes >= at_once);
    BOOST_TEST(counts.fallbacks > matrices.size() / 2);
    BOOST_TEST(errors.matrices == matrices.size() - empty);
    BOOST_TEST(errors.residual <= good);
    BOOST_TEST(errors.orthonormality <= good);
  }
}

BOOST_AUTO_TEST_CASE(above_the_limit_and_other_solvers_go_one_by_one) {
  Rng rng = trial_rng(7, 0);
  const std::size_t limit = batched_limit(2);
  const std::vector<arma::mat> matrices{goe_matrix(limit, rng), goe_matrix(limit + 1, rng)};
  const TakeSpectrum ignore = [](std::size_t, Spectrum&) {};
  const BatchCounts lanes = solve_spectra(std::span(matrices), ascending, in_lanes(2), ignore);
  BOOST_TEST(lanes.in_lanes == 1);
  BOOST_TEST(lanes.one_by_one == 1);
  for (const Solver solver : {Solver::dense, Solver::mrrr}) {
    SpectrumOptions options;
    options.solver = solver;
    const BatchCounts alone = solve_spectra(std::span(matrices), ascending, options, ignore);
    BOOST_TEST(alone.one_by_one == 2);
    BOOST_TEST(alone.in_lanes == 0);
  }
}

BOOST_AUTO_TEST_CASE(bits_do_not_depend_on_mates_batch_size_or_threads) {
  const std::vector<Graph> graphs = hard::graphs_with_ties();
  const GraphOperator op = GraphOperator::lazy_adjacency;
  for (const std::size_t lanes : lane_widths()) {
    std::vector<Spectrum> alone;
    for (const Graph& graph : graphs)
      alone.push_back(solve_spectrum(graph, op, in_lanes(lanes)));
    const auto check = [&](std::vector<std::size_t> chosen, std::size_t& differ) {
      std::vector<const Graph*> batch;
      for (const std::size_t i : chosen)
        batch.push_back(&graphs[i]);
      solve_spectra(batch, op, in_lanes(lanes), [&](std::size_t i, Spectrum& spectrum) {
        differ += same_bits(spectrum, alone[chosen[i]]) ? 0 : 1;
      });
    };
    for (const std::size_t size : {2U, 3U, 7U, 8U, 9U, 23U, 24U, 25U, 60U}) {
      std::vector<std::size_t> differ(3, 0);
      std::vector<std::jthread> team;
      for (std::size_t t = 0; t < differ.size(); ++t)
        team.emplace_back([&, t] {
          Rng rng = trial_rng(size, t);
          for (int repetition = 0; repetition < 8; ++repetition) {
            std::vector<std::size_t> chosen(size);
            for (std::size_t& i : chosen)
              i = uniform_below(rng, graphs.size());
            check(chosen, differ[t]);
          }
        });
      team.clear();
      BOOST_TEST(std::accumulate(differ.begin(), differ.end(), std::size_t{0}) == 0,
                 "lanes " << lanes << ", batches of " << size);
    }
    // A matrix and a graph of the same entries are one problem.
    for (std::size_t i = 0; i < graphs.size(); ++i)
      BOOST_TEST(same_bits(alone[i], solve_spectrum(dense_operator(graphs[i], op),
                                                    eigenvalue_order(op), in_lanes(lanes))));
  }
}
