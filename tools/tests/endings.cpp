// How the program ends when the world does not play along.
#define BOOST_TEST_MODULE endings
#include "program.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <functional>
#include <sys/ioctl.h>
#include <sys/stat.h>
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

BOOST_AUTO_TEST_CASE(a_signal_ends_it_while_the_reader_of_its_pipe_sleeps) {
  const Workplace place;
  BOOST_TEST(run("canon generate cycle n=40 --count 2000 -o " + place / "a.g6").code == 0);
  BOOST_REQUIRE(mkfifo((place / "out").c_str(), 0666) == 0);
  const int reader = open((place / "out").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  const Started run({"canon", "encode", place / "a.g6", "--to", "csv", "-o", place / "out"});
  // When it holds as much as before, the program waits within a write.
  int before = 0, held = -1;
  BOOST_TEST(soon([&] {
    before = held;
    return ioctl(reader, FIONREAD, &held) == 0 && held > 0 && held == before;
  }));
  kill(run.child, SIGTERM);
  const int status = run.wait();
  close(reader);
  BOOST_TEST(WIFSIGNALED(status));
  BOOST_TEST(WTERMSIG(status) == SIGTERM);
}

BOOST_AUTO_TEST_CASE(a_signal_ends_it_while_a_pipe_has_no_reader) {
  const Workplace place;
  BOOST_TEST(run("canon generate petersen -o " + place / "a.g6").code == 0);
  BOOST_REQUIRE(mkfifo((place / "out").c_str(), 0666) == 0);
  const Started run({"canon", "encode", place / "a.g6", "--to", "csv", "-o", place / "out"});
  std::this_thread::sleep_for(500ms); // wherever it is then, it has to end
  kill(run.child, SIGTERM);
  const int status = run.wait();
  BOOST_TEST(WIFSIGNALED(status));
  BOOST_TEST(place.files() == 2U);
}

BOOST_AUTO_TEST_CASE(links_and_pipes_under_the_names_of_older_versions) {
  // The shell becomes the program, whose process number is thereby known.
  const Workplace place;
  BOOST_TEST(run("canon generate petersen -o " + place / "a.g6").code == 0);
  write_file(place / "victim", "untouched");
  const std::string go = "exec " CANON_PROGRAM " encode a.g6 -o out.npz)";
  const std::string names = "for i in 0 1 2 3; do NAME=.out.npz.tmp$BASHPID-$i; ";
  const std::string enter = "(cd " + place / "" + "; " + names;
  BOOST_TEST(run(enter + "ln -s victim $NAME; done; " + go).code == 0);
  BOOST_TEST(contents(place / "victim") == "untouched");
  BOOST_TEST(contents(place / "out.npz").starts_with("PK"));
  BOOST_TEST(!std::filesystem::is_symlink(place / "out.npz"));
  BOOST_TEST(run(enter + "mkfifo $NAME; done; " + go).code == 0);
}

BOOST_AUTO_TEST_CASE(a_file_larger_than_ulimit_allows_is_code_4) {
  const Workplace place;
  BOOST_TEST(run("canon generate erdos-renyi n=40 p=0.5 --count 20 -o " + place / "a.g6").code ==
             0);
  const std::string graphs = place / "a.g6";
  for (const std::string& line :
       {"canon encode " + graphs + " -o " + place / "out.npz",
        "canon encode " + graphs + " -o " + place / "out.csv",
        "canon encode " + graphs + " --to npz > " + place / "stdout",
        "canon inspect " + graphs + " --certificates " + place / "out.jsonl > /dev/null",
        "canon inspect " + graphs + " > " + place / "stdout",
        "canon generate complete n=60 -o " + place / "out.graphml",
        "canon convert " + graphs + " " + place / "out.el",
        "canon convert " + graphs + " " + place / "folder --to ogb"}) {
    std::filesystem::remove(place / "stdout");
    const Ran ran = run("ulimit -f 1; " + line);
    std::filesystem::remove(place / "stdout");
    BOOST_TEST_CONTEXT(line << " said " << ran.err) {
      BOOST_TEST(ran.code == 4);
      BOOST_TEST(ran.one_line());
      BOOST_TEST(place.files() == 1U);
    }
  }
  const Ran ran = run("ulimit -f 1; canon encode " + graphs + " -o " + place / "out.npz");
  BOOST_TEST(ran.err.find("File too large") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(without_a_temporary_folder_is_code_4) {
  const Workplace place;
  BOOST_TEST(run("canon generate petersen -o " + place / "a.g6").code == 0);
  for (const std::string& to : {" > " + place / "stdout", " -o " + place / "out.npz"}) {
    const Ran ran = run("export TMPDIR=/nonexistent; canon encode --to npz " + place / "a.g6" + to);
    BOOST_TEST_CONTEXT(to << " said " << ran.err) {
      BOOST_TEST(ran.code == 4);
      BOOST_TEST(ran.one_line());
      BOOST_TEST(ran.err.find("TMPDIR") != std::string::npos);
    }
  }
  BOOST_TEST(!std::filesystem::exists(place / "out.npz"));
  BOOST_TEST(run("export TMPDIR=/nonexistent; canon encode " + place / "a.g6").code == 0);
}

// Wherever memory runs out: in the reader, in a text that grows, in the compressor. One thread of
// OpenBLAS, since others ask for memory of their own as soon as the program is loaded.
BOOST_AUTO_TEST_CASE(memory_that_runs_out_is_code_3_and_leaves_no_file) {
  const auto with = [](int megabytes, const std::string& words) {
    return run("export OPENBLAS_NUM_THREADS=1; ulimit -v " + std::to_string(megabytes) +
               "000; canon " + words);
  };
  int least = 40; // in which it can be loaded at all
  while (least < 2000 && with(least, "generate petersen").code != 0)
    least += 4;
  if (least >= 2000) { // as under a sanitizer
    BOOST_TEST_MESSAGE("skipped: the program does not run under ulimit -v");
    return;
  }
  const Workplace place;
  BOOST_TEST(run("canon generate complete n=300 -o " + place / "a.el").code == 0);
  for (const char* name : {"out.graphml", "out.dot", "out.mtx.gz"}) {
    const std::string out = place / name, words = "convert " + place / "a.el" + " " + out;
    BOOST_TEST(run("canon " + words).code == 0);
    const std::string whole = contents(out);
    std::filesystem::remove(out);
    std::size_t failures = 0;
    for (int megabytes = least; megabytes < least + 64; megabytes += 6) {
      const Ran ran = with(megabytes, words);
      BOOST_TEST_CONTEXT(words << " with " << megabytes << " MB said " << ran.err) {
        BOOST_TEST((ran.code == 0 || ran.code == 3));
        BOOST_TEST((ran.code == 0 || ran.one_line()));
        BOOST_TEST(place.files() == (ran.code == 0 ? 2U : 1U));
        if (ran.code == 0) BOOST_TEST((contents(out) == whole));
      }
      failures += ran.code == 3 ? 1 : 0;
      std::filesystem::remove(out);
    }
    BOOST_TEST(failures > 0U);
  }
}
