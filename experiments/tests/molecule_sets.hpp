#pragma once

#include "study/molecule_paper.hpp"
#include "study/molecule_set.hpp"

#include <canon/parallel.hpp>

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <filesystem>
#include <optional>
#include <string>

namespace canon::lab {

/// What three independent programs counted, every vector.
struct ExpectedSet {
  const char* name;
  std::size_t multiple, distinct, equal_norm, simple_of_all, assumption1, simple, sign_graphs,
      assumption2, assumption3;
  double uncanonizable; ///< per cent of all vectors, to one decimal
  std::size_t slack;    ///< by how much those counts move with rounding and relabelling
};

inline std::optional<MoleculeResult> count_shared(const std::string& name,
                                                  const MoleculeOptions& options = {}) {
  const std::filesystem::path folder = std::filesystem::path(CANON_SHARED_DATA) / name;
  if (!std::filesystem::exists(folder)) {
    BOOST_TEST_MESSAGE("skipped: no " << folder << " (reference data lie beside a checkout only)");
    return std::nullopt;
  }
  use_one_blas_thread();
  std::vector<MoleculeSet> sets = open_molecule_sets({folder});
  return count_molecule_set(sets.front(), options, 2);
}

inline void check_near(const char* what, std::size_t found, std::size_t expected, double slack) {
  BOOST_TEST_CONTEXT(what << ": " << found << ", expected " << expected << " +- " << slack) {
    BOOST_TEST(std::abs(static_cast<double>(found) - static_cast<double>(expected)) <= slack);
  }
}

inline void check_ours(const MoleculeCounts& c, const ExpectedSet& e) {
  const auto slack = static_cast<double>(e.slack);
  check_near("multiple eigenvalues", c.violations.multiple, e.multiple, slack);
  check_near("distinct eigenvalues", c.distinct(), e.distinct, slack);
  check_near("equal norms", c.equal_norm, e.equal_norm, slack);
  check_near("simple eigenvalues of all graphs", c.simple, e.simple_of_all, slack);
  check_near("Assumption 1", c.violations.assumption1, e.assumption1, slack);
  check_near("simple eigenvalues", c.violations.simple, e.simple, slack);
  check_near("graphs with Assumption 1", c.sign_graphs, e.sign_graphs, slack);
  check_near("Assumption 2", c.violations.assumption2, e.assumption2, slack);
  check_near("Assumption 3", c.violations.assumption3, e.assumption3, slack);
  const double share =
      100.0 * static_cast<double>(c.uncanonizable()) / static_cast<double>(c.large_vectors);
  BOOST_TEST(std::abs(share - e.uncanonizable) <= 0.0501);
}

/// Round-off moves the published way of counting: within 3 % of the paper, n1 and n2 within 20 %.
inline void check_published(const PublishedCounts& c, const std::string& name) {
  const std::optional<PaperCounts> paper = paper_counts(name);
  BOOST_TEST_REQUIRE(paper.has_value());
  const auto within = [](const char* what, std::size_t found, std::size_t printed, double share) {
    check_near(what, found, printed, share * static_cast<double>(printed));
  };
  within("N1 as published", c.multiple, paper->multiple, 0.03);
  within("N2 as published", c.distinct, paper->distinct, 0.03);
  within("canonical sign as published", c.equal_norm, paper->equal_norm, 0.03);
  within("A1 as published", c.sign_graphs, paper->assumption1, 0.03);
  within("n1 as published", c.assumption2, paper->assumption2, 0.20);
  within("n2 as published", c.assumption3, paper->assumption3, 0.20);
  BOOST_TEST(c.vectors == paper->vectors);
  BOOST_TEST(c.large_vectors == paper->assumption1_vectors);
}

inline void check_set(const ExpectedSet& expected) {
  BOOST_TEST_CONTEXT(expected.name) {
    const std::optional<MoleculeResult> result = count_shared(expected.name);
    if (!result) return;
    check_ours(result->ours, expected);
    if (paper_counts(expected.name)) check_published(result->published, expected.name);
    if (const auto ratios = paper_ratios(expected.name)) {
      const auto all = static_cast<double>(result->published.large_vectors);
      const double sign = 100.0 * static_cast<double>(result->published.simple_sign_graphs) / all;
      const double basis = 100.0 * static_cast<double>(result->published.lost_vectors) / all;
      BOOST_TEST(std::abs(sign - ratios->sign) <= 0.03 * ratios->sign);
      BOOST_TEST(std::abs(basis - ratios->basis) <= 0.20 * ratios->basis);
    }
  }
}

} // namespace canon::lab
