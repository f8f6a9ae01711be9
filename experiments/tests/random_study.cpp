#define BOOST_TEST_MODULE random_study
#include "study/random_results.hpp"
#include "workplace.hpp"

#include <canon/error.hpp>

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>

using namespace canon;
using namespace canon::lab;

namespace {

const std::string small =
    " --ensembles goe,erdos-renyi,random-tree,rank-one --sizes 6,10,30 --p 0.2,0.5 "
    "--trials 200 --quiet ";

/// All of the record but its stamp, which is its last member.
std::string without_stamp(const std::string& path) {
  const std::string text = contents(path);
  BOOST_REQUIRE(!text.empty());
  Json record = Json::parse(text);
  BOOST_REQUIRE(record.contains("stamp"));
  record.erase("stamp");
  return record.dump();
}

RandomResults results_of(const std::vector<std::pair<std::size_t, RandomTally>>& sizes) {
  RandomResults results;
  for (const auto& [n, tally] : sizes) {
    results.plan.cells.push_back({ensemble_by_name("erdos-renyi"), n, 0.5, tally.trials});
    results.tallies.push_back(tally);
  }
  return results;
}

RandomTally violated(std::size_t trials, std::size_t hits) {
  RandomTally tally;
  tally.trials = trials;
  tally.violating = hits;
  return tally;
}

Fall fall_of_any(const std::vector<std::pair<std::size_t, RandomTally>>& sizes) {
  const RandomResults results = results_of(sizes);
  return fall_of(results, results.series(false).front(), Failing::any);
}

} // namespace

BOOST_AUTO_TEST_CASE(any_number_of_threads_gives_the_same_bytes) {
  const Workplace place;
  const Ran one = run_lab("lab study random" + small + "--threads 1 --out " + place / "one");
  BOOST_REQUIRE_MESSAGE(one.code == 0, one.err);
  BOOST_REQUIRE_EQUAL(
      run_lab("lab study random" + small + "--threads 2 --out " + place / "two").code, 0);
  BOOST_CHECK(without_stamp(place / "one/random.json") == without_stamp(place / "two/random.json"));
  for (const char* table : {"fall", "violations", "projections", "rank-one", "statements"}) {
    const std::string name = std::string("/random-") + table + ".csv";
    BOOST_CHECK(!contents(place / "one" + name).empty());
    BOOST_CHECK(contents(place / "one" + name) == contents(place / "two" + name));
  }
  BOOST_CHECK(!std::filesystem::exists(place / "one/random.journal"));
  // Another seed gives other numbers.
  BOOST_REQUIRE_EQUAL(
      run_lab("lab study random" + small + "--seed 1 --out " + place / "other").code, 0);
  BOOST_CHECK(without_stamp(place / "one/random.json") !=
              without_stamp(place / "other/random.json"));
}

BOOST_AUTO_TEST_CASE(a_killed_run_resumes_to_the_same_bytes) {
  const Workplace place;
  const std::string grid =
      " --ensembles erdos-renyi,random-tree,rank-one --sizes 16,150 --p 0.3 --trials 250 "
      "--quiet --threads 1 ";
  BOOST_REQUIRE_EQUAL(run_lab("lab study random" + grid + "--out " + place / "whole").code, 0);
  const std::string journal = place / "stopped/random.journal";
  // Killed as soon as some chunks are in the journal: no clock decides.
  const Ran killed = run_lab("mkdir '" + place / "stopped" + "'; \"" CANON_LAB "\" study random" +
                             grid + "--out '" + place / "stopped" +
                             "' & pid=$!\n"
                             "while kill -0 $pid 2> /dev/null && [ \"$(cat '" +
                             journal +
                             "' 2> /dev/null | wc -l)\" -lt 4 ]; do sleep 0.02; done\n"
                             "kill -9 $pid; wait $pid");
  BOOST_REQUIRE_EQUAL(killed.code, 137);
  BOOST_REQUIRE(std::filesystem::exists(journal));
  BOOST_CHECK(!std::filesystem::exists(place / "stopped/random.json"));
  std::ofstream(journal, std::ios::app) << "{\"trials\":3,\"not_s"; // torn by the kill
  const Ran resumed = run_lab("lab study random" + grid + "--resume --out " + place / "stopped");
  BOOST_REQUIRE_MESSAGE(resumed.code == 0, resumed.err);
  BOOST_CHECK(without_stamp(place / "whole/random.json") ==
              without_stamp(place / "stopped/random.json"));
  BOOST_CHECK(!std::filesystem::exists(journal));
}

BOOST_AUTO_TEST_CASE(a_journal_of_another_study_is_refused) {
  const Workplace place;
  std::filesystem::create_directory(place / "out");
  const std::string journal = place / "out/random.journal";
  std::ofstream(journal) << "{\"another\":1}\n{}\n";
  const Ran refused = run_lab("lab study random" + small + "--out " + place / "out");
  BOOST_CHECK_EQUAL(refused.code, 2);
  BOOST_CHECK(refused.one_line());
  BOOST_CHECK_EQUAL(contents(journal), "{\"another\":1}\n{}\n");
  BOOST_CHECK_EQUAL(run_lab("lab study random" + small + "--fresh --out " + place / "out").code, 0);
  BOOST_CHECK(std::filesystem::exists(place / "out/random.json"));
}

BOOST_AUTO_TEST_CASE(bad_input_is_one_line_and_leaves_nothing) {
  const Workplace place;
  for (const char* bad : {"--p 1.5",
                          "--p -0.1",
                          "--p nan",
                          "--p 0.1,,0.2",
                          "--p x",
                          "--sizes 0",
                          "--sizes 8,0",
                          "--sizes -3",
                          "--sizes 99999999",
                          "--sizes ''",
                          "--ensembles erdos-renyi,unknown",
                          "--trials 0",
                          "--ensembles regular --sizes 7",
                          "--ensembles regular --sizes 1",
                          "--operator what",
                          "--ensembles watts-strogatz --sizes 4",
                          "--threads 0",
                          "--resume",
                          "--resume --fresh",
                          "--seed -1",
                          "--ensembles rank-one --p 0",
                          "surplus"}) {
    const Ran ran = run_lab("lab study random " + std::string(bad) + " --out " + place / "out");
    BOOST_CHECK_MESSAGE(ran.code == 2 && ran.one_line() && ran.out.empty(),
                        bad << ": " << ran.code << " " << ran.err);
    BOOST_CHECK_MESSAGE(place.files() == 0, bad << " left something");
  }
  BOOST_CHECK_EQUAL(run_lab("lab study random --quick --out /no/such/folder").code, 2);
}

BOOST_AUTO_TEST_CASE(one_vertex_is_a_study) {
  const Workplace place;
  const Ran ran = run_lab(
      "lab study random --ensembles goe,erdos-renyi,random-tree,rank-one --sizes 1 --trials 3 "
      "--p 0.5 --out " +
      place / "out");
  BOOST_CHECK_MESSAGE(ran.code == 0, ran.err);
  BOOST_CHECK(ran.out.find("goe") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(plots_are_drawn_where_gnuplot_is) {
  if (std::system("gnuplot --version > /dev/null 2>&1") != 0) {
    BOOST_TEST_MESSAGE("skipped: no gnuplot");
    return;
  }
  const Workplace place;
  const Ran ran =
      run_lab("lab study random --ensembles erdos-renyi,bernoulli,rank-one --sizes 8,16,32 "
              "--p 0.3 --trials 100 --out " +
              place / "out");
  BOOST_CHECK_EQUAL(ran.code, 0);
  BOOST_CHECK_MESSAGE(ran.err.find("not drawn") == std::string::npos, ran.err);
  for (const char* plot : {"any-graphs", "any-matrices", "histogram-matrices", "quantiles",
                           "distance", "angle-leading", "angle-others"})
    BOOST_CHECK_MESSAGE(
        !contents(place / "out" + ("/random-" + std::string(plot)) + ".svg").empty(), plot);
}

BOOST_AUTO_TEST_CASE(falls_are_distinguished) {
  BOOST_CHECK(fall_of_any({{8, violated(0, 0)}}).kind == Fall::untold);
  BOOST_CHECK(fall_of_any({{8, violated(50, 0)}, {16, violated(50, 0)}}).kind == Fall::never);
  BOOST_CHECK(fall_of_any({{8, violated(50, 50)}, {16, violated(50, 49)}}).kind == Fall::stays);
  const Fall once =
      fall_of_any({{8, violated(50, 40)}, {16, violated(50, 2)}, {32, violated(50, 0)}});
  BOOST_CHECK(once.kind == Fall::once);
  BOOST_CHECK_EQUAL(once.last_n, 16U);
  // 0.4 (n/8)^-2, behind a size at which nearly all violate.
  const Fall fitted = fall_of_any({{4, violated(100000, 99000)},
                                   {8, violated(100000, 40000)},
                                   {16, violated(100000, 10000)},
                                   {32, violated(100000, 2500)}});
  BOOST_REQUIRE(fitted.kind == Fall::fitted);
  BOOST_CHECK_EQUAL(fitted.from_n, 8U);
  BOOST_CHECK_SMALL(fitted.law->exponent + 2.0, 1e-6);
}

BOOST_AUTO_TEST_CASE(chunks_cover_every_trial_once) {
  const RandomPlan plan = make_plan(quick_grid(), {}, 5);
  std::vector<std::size_t> covered(plan.cells.size(), 0);
  for (const RandomChunk& chunk : make_chunks(plan)) {
    BOOST_CHECK_EQUAL(chunk.first, covered[chunk.cell]);
    covered[chunk.cell] += chunk.count;
  }
  for (std::size_t c = 0; c < covered.size(); ++c)
    BOOST_CHECK_EQUAL(covered[c], plan.cells[c].trials);
  std::size_t largest = 0;
  for (const RandomCell& cell : make_plan(full_grid(), {}, 5).cells)
    largest = std::max(largest, cell.n);
  BOOST_CHECK_GE(largest, 1000U);
}

BOOST_AUTO_TEST_CASE(a_cell_has_its_numbers_in_any_grid) {
  RandomGrid grid;
  grid.kinds = {"erdos-renyi"};
  grid.sizes = {9, 20};
  grid.probabilities = {0.3};
  grid.trials = 30;
  const RandomPlan two = make_plan(grid, {}, 1);
  grid.sizes = {20};
  const RandomPlan one = make_plan(grid, {}, 1);
  BOOST_CHECK(run_chunk(two, {1, 0, 30}) == run_chunk(one, {0, 0, 30}));
  BOOST_CHECK(two.cells[0].seed(1) != two.cells[1].seed(1));
  BOOST_CHECK(two.cells[0].seed(1) != two.cells[0].seed(2));
}
