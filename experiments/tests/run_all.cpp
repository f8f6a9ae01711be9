// Everything in one: stopped in the middle, it resumes, and the page holds all of it.
#define BOOST_TEST_MODULE run_all
#include "report/record.hpp"
#include "workplace.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace canon;
using namespace canon::lab;

BOOST_AUTO_TEST_CASE(a_killed_run_resumes_and_writes_one_page) {
  const Workplace place;
  const std::string out = place / "report", done = out + "/steps.journal";
  // What is trained, and how well, is the matter of other tests: few graphs, and two epochs.
  const std::string data = place / "exp.txt";
  BOOST_REQUIRE_EQUAL(run_lab("lab generate exp --pairs 10 --seed 1 -o '" + data + "'").code, 0);
  const std::string small = " --quick --epochs 2 --data '" + data + "' --out '" + out + "'";
  // Killed as soon as the third step has begun: no clock decides.
  const Ran killed = run_lab("\"" CANON_LAB "\" run --all --quiet" + small +
                             " & pid=$!\nwhile kill -0 $pid 2> /dev/null && [ ! -e '" + out +
                             "/basis-isomorphism.journal' ]; do sleep 0.02; done\n"
                             "kill -9 $pid; wait $pid");
  BOOST_REQUIRE_EQUAL(killed.code, 137);
  const auto lines_of = [](const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
  };
  const std::string before = contents(done);
  BOOST_TEST(lines_of(before) == 3);
  const std::string verification = contents(out + "/verification.json");

  const Ran resumed = run_lab("lab run all" + small);
  BOOST_REQUIRE_MESSAGE(resumed.code == 0, resumed.err);
  BOOST_TEST((resumed.err.find("verification: done before") != std::string::npos));
  BOOST_TEST((resumed.err.find("random: done before") != std::string::npos));
  BOOST_TEST((resumed.err.find("exp: done before") == std::string::npos));
  BOOST_TEST(contents(done).starts_with(before));
  BOOST_TEST(lines_of(contents(done)) == 7);
  BOOST_TEST((contents(out + "/verification.json") == verification)); // not done again

  const std::string page = contents(out + "/index.html");
  for (const char* name :
       {"verification", "random", "basis-isomorphism", "exp", "zinc", "expressivity"})
    BOOST_TEST_CONTEXT(name) {
      const Record record = read_record(out + "/" + name + ".json");
      BOOST_TEST(!record.tables.empty());
      BOOST_TEST((page.find(std::string(name) + ".json") != std::string::npos));
      // The tables of steps that were done before are printed as well.
      BOOST_TEST((resumed.out.find(record.tables.front().title) != std::string::npos));
    }
  const Record basis = read_record(out + "/basis-isomorphism.json");
  BOOST_TEST(basis.results.size() == 3U);
  BOOST_TEST(basis.configuration["epochs"].get<int>() == 2);
  const Record exp = read_record(out + "/exp.json");
  for (const auto& row : exp.tables.front().rows)
    BOOST_TEST(row[4].text == "2"); // the column "epochs"

  // It says what it is.
  BOOST_TEST((resumed.out.find("Generated molecules (not ZINC)") != std::string::npos));
  BOOST_TEST((page.find("generated molecules (not ZINC)") != std::string::npos));

  const Ran again = run_lab("lab run all" + small);
  BOOST_TEST(again.code == 0);
  BOOST_TEST((again.err.find("expressivity: done before") != std::string::npos));
}
