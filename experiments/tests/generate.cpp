// canon-lab generate, as a user calls it.
#define BOOST_TEST_MODULE generate
#include "workplace.hpp"

#include <boost/test/unit_test.hpp>

using namespace canon::lab;

BOOST_AUTO_TEST_CASE(a_file_is_made_and_holds) {
  const Workplace place;
  const std::string file = place / "exp.txt";
  const Ran made =
      run_lab("lab generate exp --pairs 12 --seed 1 -o " + file + " --stats --threads 2");
  BOOST_TEST(made.code == 0);
  BOOST_TEST(made.out.find("published") != std::string::npos);
  const Ran checked = run_lab("lab generate exp --check " + file);
  BOOST_TEST(checked.code == 0);
  BOOST_TEST(checked.out.find("12 of 12 pairs pass") != std::string::npos);
  // The same seed, other threads, standard output.
  BOOST_TEST(run_lab("lab generate exp --pairs 12 --seed 1 -q -o - --threads 1").out ==
             contents(file));
  BOOST_TEST(run_lab("lab generate exp --pairs 12 --seed 2 -q -o -").out != contents(file));
}

BOOST_AUTO_TEST_CASE(a_pair_that_fails_is_code_1) {
  const Workplace place;
  write_file(place / "a.txt", "2\n2 1\n1 1 1\n1 1 0\n2 0\n1 1 1\n1 1 0\n");
  const Ran ran = run_lab("lab generate exp --check " + place / "a.txt");
  BOOST_TEST(ran.code == 1);
  BOOST_TEST(ran.out.find("pair 0: the two are isomorphic") != std::string::npos);
  BOOST_TEST(ran.out.find("0 of 1 pair pass") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(wrong_usage_and_input_is_one_line_and_code_2) {
  const Workplace place;
  write_file(place / "odd.txt", "1\n1 1\n0 0\n");
  const auto refuses = [](const std::string& line, const std::string& message) {
    const Ran ran = run_lab(line);
    BOOST_TEST_CONTEXT(line << ": " << ran.err) {
      BOOST_TEST(ran.code == 2);
      BOOST_TEST(ran.one_line());
      BOOST_TEST(ran.err.find(message) != std::string::npos);
    }
  };
  refuses("lab generate", "expected a command");
  refuses("lab generate exq", "did you mean 'exp'?");
  refuses("lab generate exp", "expected --out FILE");
  refuses("lab generate exp --pairs 0 -o " + place / "x", "--pairs: expected an integer >= 1");
  refuses("lab generate exp --check /nonexistent", "/nonexistent");
  refuses("lab generate exp --check " + place / "odd.txt", "expected whole pairs");
  refuses("lab generate exp --check a --seed 3", "--check cannot be combined with --seed");
  BOOST_TEST(place.files() == 1U);
  const Ran ran = run_lab("lab generate exp --pairs 2 -o /nonexistent/x");
  BOOST_TEST(ran.code == 4);
}

BOOST_AUTO_TEST_CASE(help_names_the_options) {
  const Ran help = run_lab("lab generate exp --help");
  BOOST_TEST(help.code == 0);
  for (const char* word : {"--pairs", "--seed", "--out", "--stats", "--check", "--threads"})
    BOOST_TEST(help.out.find(word) != std::string::npos, word);
  BOOST_TEST(run_lab("lab --help").out.find("generate") != std::string::npos);
}
