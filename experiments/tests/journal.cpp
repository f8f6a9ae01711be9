#define BOOST_TEST_MODULE journal
#include "report/journal.hpp"

#include "run/basis_training.hpp"
#include "run/done_steps.hpp"
#include "study/random.hpp"
#include "workplace.hpp"

#include <canon/error.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <sstream>
#include <sys/stat.h>

using namespace canon;
using namespace canon::lab;

namespace {

/// A new file: to cut the one that is there would make ext4 write to the disk every time.
void put(const std::string& path, const std::string& text) {
  std::filesystem::remove(path);
  std::ofstream(path, std::ios::binary) << text;
}

const Json configuration = {{"seed", 1}};

/// A journal of three lines, as text.
std::string small_journal() {
  const Workplace place;
  Journal journal(place / "journal", configuration, false);
  for (int i = 0; i < 3; ++i)
    journal.append({{"a", i}, {"text", "some"}});
  return contents(place / "journal");
}

std::string message(const std::string& path) {
  try {
    (void)Journal(path, configuration, false);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

void check_holds(const std::string& text, const std::string& part) {
  BOOST_CHECK_MESSAGE(text.find(part) != std::string::npos, text << " lacks: " << part);
}

} // namespace

BOOST_AUTO_TEST_CASE(a_journal_has_one_writer_and_drops_a_torn_line) {
  const Workplace place;
  const std::string path = place / "journal";
  {
    Journal journal(path, configuration, false);
    journal.append({{"a", 1}});
    journal.append({{"a", 2}});
    BOOST_CHECK_THROW(Journal(path, configuration, false), ArgumentError);
  }
  std::ofstream(path, std::ios::app) << "{\"a\":3";
  {
    Journal journal(path, configuration, false);
    const std::vector<Json> lines = journal.take_lines();
    BOOST_REQUIRE_EQUAL(lines.size(), 2U);
    BOOST_CHECK_EQUAL(lines[1]["a"].get<int>(), 2);
    journal.append({{"a", 4}});
  }
  BOOST_CHECK_EQUAL(Journal(path, configuration, false).take_lines().size(), 3U);
  BOOST_CHECK_THROW(Journal(path, {{"seed", 2}}, false), JournalError);
  BOOST_CHECK(Journal(path, {{"seed", 2}}, true).take_lines().empty());
  BOOST_CHECK(Journal(path, configuration, true).take_lines().empty());
  // Killed while writing the head.
  const std::string head = contents(path).substr(0, 12);
  std::ofstream(path, std::ios::trunc) << head;
  BOOST_CHECK(Journal(path, configuration, false).take_lines().empty());
}

BOOST_AUTO_TEST_CASE(a_damaged_line_is_named) {
  const Workplace place;
  const std::string path = place / "journal", good = small_journal();
  std::string changed = good;
  changed[changed.find("\"a\":1") + 4] = '7';
  put(path, changed);
  const std::string said = message(path);
  check_holds(said, path + ":3: damaged");
  check_holds(said, "discard the whole journal");
  BOOST_TEST(contents(path) == changed); // what is left of it is the user's
  // As the message says: without that line and those after it.
  put(path, good.substr(0, good.find('\n', good.find('\n') + 1) + 1));
  BOOST_TEST(Journal(path, configuration, false).take_lines().size() == 1U);
  put(path, changed);
  BOOST_TEST(Journal(path, configuration, true).take_lines().empty());
}

BOOST_AUTO_TEST_CASE(lines_stay_where_they_were_written) {
  const Workplace place;
  const std::string path = place / "journal", good = small_journal();
  std::vector<std::string> lines;
  std::istringstream in(good);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line + "\n");
  BOOST_REQUIRE(lines.size() == 4U);
  put(path, lines[0] + lines[1] + lines[3]);
  check_holds(message(path), ":3: damaged");
  put(path, lines[0] + lines[2] + lines[1] + lines[3]);
  check_holds(message(path), ":2: damaged");
  put(path, lines[0] + lines[1] + lines[1]);
  check_holds(message(path), ":3: damaged");
  put(path, good + lines[3]);
  check_holds(message(path), ":5: damaged");
}

BOOST_AUTO_TEST_CASE(any_flipped_bit_is_found) {
  const Workplace place;
  const std::string path = place / "journal", good = small_journal();
  put(path, good);
  const std::vector<Json> whole = Journal(path, configuration, false).take_lines();
  BOOST_REQUIRE(whole.size() == 3U);
  std::size_t refused = 0, shortened = 0;
  for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
    std::string flipped = good;
    flipped[bit / 8] =
        static_cast<char>(static_cast<unsigned char>(flipped[bit / 8]) ^ 1U << bit % 8);
    put(path, flipped);
    try {
      const std::vector<Json> lines = Journal(path, configuration, false).take_lines();
      // Only the last line can go without a word: without its end it looks like a torn one.
      BOOST_TEST(bit / 8 == good.size() - 1);
      BOOST_TEST((lines == std::vector<Json>(whole.begin(), whole.end() - 1)));
      ++shortened;
    } catch (const JournalError&) {
      ++refused;
    }
  }
  BOOST_TEST(shortened == 8U);
  BOOST_TEST(refused == 8 * good.size() - 8);
}

BOOST_AUTO_TEST_CASE(torn_anywhere_it_resumes) {
  const Workplace place;
  const std::string path = place / "journal", good = small_journal();
  for (std::size_t size = 0; size <= good.size(); ++size) {
    put(path, good.substr(0, size));
    const auto ends =
        std::count(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size), '\n');
    Journal journal(path, configuration, false);
    const auto lines = static_cast<std::ptrdiff_t>(journal.take_lines().size());
    BOOST_TEST(lines == std::max<std::ptrdiff_t>(ends - 1, 0));
    for (auto i = lines; i < 3; ++i)
      journal.append({{"a", i}, {"text", "some"}});
    BOOST_TEST(contents(path) == good);
  }
}

BOOST_AUTO_TEST_CASE(a_study_has_the_same_numbers_or_says_that_it_cannot_go_on) {
  RandomGrid grid;
  grid.kinds = {"erdos-renyi", "random-tree"};
  grid.sizes = {6};
  grid.probabilities = {0.5};
  grid.trials = 5;
  const RandomPlan plan = make_plan(grid, {}, 1);
  const Workplace place;
  const std::string path = place / "journal";
  const auto run = [&] {
    Journal journal(path, plan_json(plan), false);
    return run_plan(plan, 1, journal).tallies;
  };
  const std::vector<RandomTally> expected = run();
  const std::string good = contents(path);
  const std::size_t first = 8 * (good.find('\n') + 1);
  std::size_t same = 0, refused = 0;
  for (std::size_t bit = first; bit < 8 * good.size(); ++bit) {
    std::string flipped = good;
    flipped[bit / 8] =
        static_cast<char>(static_cast<unsigned char>(flipped[bit / 8]) ^ 1U << bit % 8);
    put(path, flipped);
    try {
      BOOST_TEST((run() == expected));
      ++same;
    } catch (const ParseError& error) {
      BOOST_TEST(error.line() > 1U);
      ++refused;
    }
  }
  BOOST_TEST_MESSAGE(refused << " flips refused, " << same << " recomputed");
  BOOST_TEST(same == 8U);
}

BOOST_AUTO_TEST_CASE(a_whole_line_of_something_else_is_refused) {
  const Workplace place;
  const std::string path = place / "journal";
  Journal(path, configuration, false).append({{"outcomes", {{0.1, 0.2}}}});
  Journal journal(path, configuration, false);
  BOOST_CHECK_THROW(BasisRuns(journal, 1), JournalError);
  RandomGrid grid;
  grid.kinds = {"random-tree"};
  grid.sizes = {6};
  grid.trials = 5;
  const std::string other = place / "other";
  Journal(other, configuration, false).append({{"outcomes", {{0.1, 0.2}}}});
  Journal second(other, configuration, false);
  BOOST_CHECK_THROW((void)run_plan(make_plan(grid, {}, 1), 1, second), JournalError);
}

BOOST_AUTO_TEST_CASE(journals_of_an_older_version_are_refused) {
  const Workplace place;
  const std::string path = place / "random.journal";
  put(path, configuration.dump() + "\n{\"a\":1}\n");
  check_holds(message(path), ":1: expected a checksum");
  const std::filesystem::path kept = std::filesystem::path(CANON_TEST_DATA) / "../review/repro";
  for (const std::string name : {"good", "flipped1", "flipped2"}) {
    const std::filesystem::path journal = kept / ("random.journal." + name);
    if (!std::filesystem::exists(journal)) {
      BOOST_TEST_MESSAGE("skipped: no " << journal.string());
      continue;
    }
    put(path, contents(journal));
    const Ran ran = run_lab("lab study random --quick --out " + place.path().string());
    BOOST_TEST(ran.code == 2);
    BOOST_TEST(ran.one_line());
    check_holds(ran.err, "random.journal:1: expected a checksum");
    check_holds(ran.err, "--fresh");
    BOOST_TEST(contents(path) == contents(journal));
  }
}

BOOST_AUTO_TEST_CASE(steps_are_done_if_all_that_decides_them_is_the_same) {
  const Workplace place;
  {
    DoneSteps steps(place.path(), false);
    BOOST_TEST(!steps.has("exp", configuration));
    steps.add("exp", configuration);
    BOOST_TEST(steps.has("exp", configuration));
  }
  {
    DoneSteps steps(place.path(), false);
    BOOST_TEST(steps.has("exp", configuration));
    BOOST_TEST(!steps.has("exp", {{"seed", 2}}));
    BOOST_TEST(!steps.has("random", configuration));
    steps.add("random", configuration);
    BOOST_CHECK_THROW(DoneSteps(place.path(), false), ArgumentError); // one series at a time
  }
  std::ofstream(place / "steps.journal", std::ios::app) << "00000000 {\"torn"; // by a kill
  BOOST_TEST(DoneSteps(place.path(), false).has("random", configuration));
  BOOST_TEST(!DoneSteps(place.path(), true).has("random", configuration));
}

BOOST_AUTO_TEST_CASE(a_report_replaces_its_journal_when_it_is_published) {
  const Workplace place;
  const std::string path = place / "study.journal";
  Report report("study", "A study");
  report.replaces(Journal::in(place.path(), "study", configuration, false));
  BOOST_TEST(std::filesystem::exists(path));
  (void)report.publish(place.path());
  BOOST_TEST(!std::filesystem::exists(path));
  BOOST_TEST(std::filesystem::exists(place / "study.json"));
}

BOOST_AUTO_TEST_CASE(only_an_ordinary_file_is_a_journal) {
  const Workplace place;
  put(place / "victim", "untouched");
  std::filesystem::create_symlink("victim", place / "link");
  BOOST_REQUIRE(mkfifo((place / "pipe").c_str(), 0666) == 0);
  for (const char* name : {"link", "pipe"})
    BOOST_CHECK_THROW(Journal(place / name, configuration, true), WriteError);
  BOOST_TEST(contents(place / "victim") == "untouched");
}

BOOST_AUTO_TEST_CASE(a_journal_that_may_not_grow_is_code_4) {
  const Workplace place;
  const std::string study =
      "lab study random --ensembles erdos-renyi,random-tree --sizes 10,30 --p 0.5 --trials 100 "
      "--quiet --threads 1 --out " +
      place / "out";
  const Ran ran = run_lab("ulimit -f 1; " + study);
  BOOST_TEST(ran.code == 4);
  BOOST_TEST(ran.one_line());
  check_holds(ran.err, "random.journal: cannot be written: File too large");
  BOOST_TEST(run_lab(study).code == 0); // continues after the torn line
}
