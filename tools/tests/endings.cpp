// How the program ends when the world does not play along.
#define BOOST_TEST_MODULE endings
#include "program.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <functional>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;

/// Starts the program with its standard input at the read end of a pipe that stays open.
struct Started {
  explicit Started(std::vector<std::string> words) {
    int ends[2];
    BOOST_REQUIRE(pipe(ends) == 0);
    input = ends[1];
    child = fork();
    if (child == 0) {
      for (const int number : {SIGINT, SIGTERM}) // whoever runs the tests may ignore them
        signal(number, SIG_DFL);
      dup2(ends[0], STDIN_FILENO);
      close(ends[0]);
      close(ends[1]);
      const int nowhere = open("/dev/null", O_WRONLY);
      dup2(nowhere, STDERR_FILENO);
      std::vector<char*> arguments;
      for (std::string& word : words)
        arguments.push_back(word.data());
      arguments.push_back(nullptr);
      execv(CANON_PROGRAM, arguments.data());
      _exit(127);
    }
    close(ends[0]);
  }

  int wait() const {
    int status = 0;
    waitpid(child, &status, 0);
    close(input);
    return status;
  }

  pid_t child = -1;
  int input = -1;
};

bool soon(const std::function<bool()>& condition) {
  for (int i = 0; i < 2000; ++i, std::this_thread::sleep_for(10ms))
    if (condition()) return true;
  return false;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_signal_leaves_no_file_while_input_is_awaited) {
  for (const int signal : {SIGINT, SIGTERM})
    for (const char* name : {"a.npz", "a.csv"}) {
      const Workplace place;
      const Started run({"canon", "encode", "-", "--format", "graph6", "-o", place / name});
      BOOST_REQUIRE(write(run.input, "DqK\n", 4) == 4);
      BOOST_TEST(soon([&] { return place.files() == 1; }));
      kill(run.child, signal);
      const int status = run.wait();
      BOOST_TEST(WIFSIGNALED(status));
      BOOST_TEST(WTERMSIG(status) == signal);
      BOOST_TEST(place.files() == 0U);
    }
}

BOOST_AUTO_TEST_CASE(a_signal_leaves_no_file_in_the_middle_of_a_solve) {
  const Workplace place;
  BOOST_TEST(run("canon generate path n=1400 --count 3 -o " + place / "a.s6").code == 0);
  const Started run({"canon", "encode", place / "a.s6", "--threads", "1", "-o", place / "a.npz"});
  BOOST_TEST(soon([&] { return place.files() == 2; }));
  kill(run.child, SIGTERM);
  const int status = run.wait();
  BOOST_TEST(WIFSIGNALED(status));
  BOOST_TEST(place.files() == 1U);
}

BOOST_AUTO_TEST_CASE(a_failure_keeps_the_older_file) {
  const Workplace place;
  write_file(place / "a.el", "0 1\ngraph\n0 x\n");
  write_file(place / "a.npz", "older");
  BOOST_TEST(run("canon encode " + place / "a.el" + " -o " + place / "a.npz").code == 2);
  BOOST_TEST(contents(place / "a.npz") == "older");
  BOOST_TEST(place.files() == 2U);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_written_is_code_4) {
  const Workplace place;
  BOOST_TEST(run("canon generate cycle n=40 --count 200 -o " + place / "a.g6").code == 0);
  const std::string graphs = place / "a.g6";
  for (const std::string& line :
       {"canon encode " + graphs + " > /dev/full",
        "canon encode " + graphs + " --to npz > /dev/full",
        "canon encode " + graphs + " --to csv -o /dev/full",
        "canon encode " + graphs + " -o /nowhere/a.npz", "canon inspect " + graphs + " > /dev/full",
        "canon inspect " + graphs + " --json > /dev/full",
        "canon convert " + graphs + " /nowhere/a.s6",
        "canon convert " + graphs + " - --to sparse6 > /dev/full",
        std::string("canon generate petersen > /dev/full"), std::string("canon demo > /dev/full"),
        std::string("canon --help > /dev/full")}) {
    const Ran ran = run(line);
    BOOST_TEST_CONTEXT(line << " said " << ran.err) {
      BOOST_TEST(ran.code == 4);
      BOOST_TEST(ran.one_line());
    }
  }
}

BOOST_AUTO_TEST_CASE(a_reader_that_goes_away_is_no_error) {
  for (const std::string command : {"inspect - --format graph6", "encode - --format graph6 -q"}) {
    const Ran ran = run("canon generate cycle n=60 --count 2000 -q | canon " + command +
                        " | head -1 > /dev/null; echo ${PIPESTATUS[1]}");
    BOOST_TEST(ran.err == "");
    BOOST_TEST(ran.out == "141\n");
  }
}
