// Claims with a margin of 1 or more hold on inputs made to break them. CANON_TRIALS=1000000 in the
// environment runs that many trials instead of 10^4.
#define BOOST_TEST_MODULE adversarial
#include "hard_cases.hpp"

#include <canon/error.hpp>
#include <canon/pipeline.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdlib>

using namespace canon;

namespace {

constexpr std::uint64_t seed = 20;

std::size_t total_trials() {
  const char* const wanted = std::getenv("CANON_TRIALS");
  return wanted == nullptr ? 10'000 : std::strtoull(wanted, nullptr, 10);
}

struct Tally {
  ClaimCheck claims;
  std::size_t refused = 0; ///< the solver gave up
};

} // namespace

BOOST_AUTO_TEST_CASE(no_claim_with_a_margin_of_one_breaks) {
  use_one_blas_thread();
  const std::size_t total = total_trials();
  std::size_t trials = 0;
  for (const hard::Family& family : hard::families) {
    // A Lanczos solve costs as much as hundreds of small dense ones.
    const std::size_t share = family.lanczos ? total / 50 : (total + 4) / 5;
    Tally all;
    std::size_t made = 0;
    ordered_pipeline<std::size_t, Tally>(
        2, [&](std::size_t& index) { return (index = made++) < share; },
        [&](std::size_t index, std::size_t) {
          Tally tally;
          try {
            tally.claims = hard::try_case(family, seed, index);
          } catch (const SolverError&) {
            tally.refused = 1;
          }
          if (tally.claims.broken > 0)
            tally.claims.first_broken = "case " + std::to_string(index) + " of seed " +
                                        std::to_string(seed) + ": " + tally.claims.first_broken;
          return tally;
        },
        [&](const Tally& tally, std::size_t) {
          all.claims.join(tally.claims);
          all.refused += tally.refused;
        });
    trials += share;
    const ClaimCheck& c = all.claims;
    BOOST_TEST_MESSAGE(family.name
                       << ": " << share << " trials (" << all.refused << " refused by the solver), "
                       << c.claims << " claims, " << c.broken << " broken; " << c.doubtful
                       << " with a margin below 1, " << c.doubtful_differences
                       << " differences there; worst deviation of the others " << c.worst);
    BOOST_TEST_CONTEXT(family.name << ": " << c.first_broken) {
      BOOST_TEST(c.broken == 0U);
    }
    // The cases must be hard, and yet not all beyond reach.
    BOOST_TEST(c.claims > c.doubtful);
    BOOST_TEST(all.refused * 10 < share);
  }
  BOOST_TEST(trials >= total);
}
