// What a hostile file may take: little memory, little time, one line and the documented exit code.
#define BOOST_TEST_MODULE limits
#include "program.hpp"

#include <boost/test/unit_test.hpp>

namespace {

constexpr bool sanitized =
#ifdef __SANITIZE_ADDRESS__
    true;
#else
    false;
#endif

/// The threads and arenas that a library makes per core take address space, so that a limit would
/// mean something else on every machine.
const std::string few_threads = "export OPENBLAS_NUM_THREADS=1 MALLOC_ARENA_MAX=1; ";

/// The MiB of address space that the program takes to do next to nothing.
std::size_t least_address_space() {
  static const std::size_t least = [] {
    std::size_t low = 16, high = 16384;
    while (high - low > 8) {
      const std::size_t middle = (low + high) / 2;
      const Ran ran = run(few_threads + "ulimit -v " + std::to_string(middle * 1024) +
                          "; echo 0 1 | canon convert - - --from edge-list --to dot");
      (ran.code == 0 && !ran.out.empty() ? high : low) = middle;
    }
    return high;
  }();
  return least;
}

/// What the line takes of memory beyond a program that does next to nothing. The sanitizers' own
/// books are no part of what is promised: 0 there.
std::size_t mib_beyond_least(const Ran& ran) {
  static const std::size_t least =
      run("echo 0 1 | canon convert - - --from edge-list --to dot").peak_mib;
  return sanitized || ran.peak_mib < least ? 0 : ran.peak_mib - least;
}

void refuses(const Ran& ran, int code, const std::string& message) {
  BOOST_TEST_CONTEXT("said " << ran.err) {
    BOOST_TEST(ran.code == code);
    BOOST_TEST(ran.one_line());
    BOOST_TEST(ran.err.find(message) != std::string::npos);
  }
}

std::string many(std::size_t count, const std::string& before, const std::string& after) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text += before + std::to_string(i) + after;
  return text;
}

} // namespace

BOOST_AUTO_TEST_CASE(memory_that_runs_out_is_code_3_in_every_format) {
  if (sanitized) {
    BOOST_TEST_MESSAGE("skipped: a sanitized program does not run under ulimit -v");
    return;
  }
  const Workplace place;
  constexpr std::size_t n = 400'000;
  write_file(place / "a.dot", "graph {" + many(n, " v", ";") + "}");
  write_file(place / "a.graphml", "<graphml><graph edgedefault='undirected'>" +
                                      many(n, "<node id='", "'/>") + "</graph></graphml>");
  write_file(place / "a.el", many(n, "0 1", "\n"));
  write_file(place / "a.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n2000000 2000000 "
                              "400000\n" +
                                  many(n, "2000000 1", "\n"));
  for (const char* name : {"a.dot", "a.graphml", "a.el", "a.mtx"}) {
    const Ran ran =
        run(few_threads + "ulimit -v " + std::to_string((least_address_space() + 8) * 1024) +
            "; canon convert " + place / name + " " + place / "out.el");
    BOOST_TEST_CONTEXT(name)
    refuses(ran, 3, "canon convert: not enough memory");
  }
  BOOST_TEST(place.files() == 4U);
}

BOOST_AUTO_TEST_CASE(defaults_of_attributes_are_not_copied_to_every_vertex) {
  const Workplace place;
  write_file(place / "a.dot",
             "graph { node [" + many(7000, "k", "=1,") + "];" + many(7000, " v", "") + "}");
  const auto check = [&](const std::string& file) {
    const Ran ran = run("canon convert " + file + " " + place / "a.s6");
    BOOST_TEST(ran.code == 0);
    BOOST_TEST(mib_beyond_least(ran) < 64U);
  };
  check(place / "a.dot");
  if (const std::string file = repro("ad7000.dot"); !file.empty()) check(file);
}

BOOST_AUTO_TEST_CASE(a_gzip_bomb_is_refused_within_its_limit) {
  const Workplace place;
  const std::string bomb = place / "bomb.gz";
  // 2 GiB in 2 MB: a gzip may have many members.
  const auto make = [&](const std::string& byte) {
    const Ran ran =
        run("head -c 67108864 /dev/zero | tr '\\0' '" + byte + "' | gzip > " + place / "piece" +
            "; for i in {1..32}; do cat " + place / "piece" + "; done > " + bomb);
    BOOST_TEST(ran.code == 0);
  };
  const auto refuses_within = [&](std::size_t mib, const std::string& options,
                                  const std::string& message) {
    const Ran ran = run("canon convert " + bomb + " " + place / "a.el" + options);
    refuses(ran, 2, message);
    BOOST_TEST(mib_beyond_least(ran) < mib);
  };
  make("\\n"); // no line is long
  refuses_within(96, " --from edge-list",
                 "expected gzip data that unfold at most 200-fold, or to at most 256 MiB "
                 "(ReadOptions::max_text), got more; --max-text");
  make("0");
  for (const char* format : {"edge-list", "graph6", "matrix-market", "graphml", "dot", "exp"})
    BOOST_TEST_CONTEXT(format) {
      refuses_within(96, std::string(" --max-text 32 --from ") + format,
                     "at most 32 MiB (ReadOptions::max_text), got more; --max-text");
    }
  // Within 1.5 times the limit, where one buffer becomes a larger one.
  refuses_within(448, " --from edge-list",
                 "at most 256 MiB (ReadOptions::max_text), got more; --max-text");
  BOOST_TEST(place.files() == 2U);
}

BOOST_AUTO_TEST_CASE(many_large_numbers_in_a_short_file) {
  const Workplace place;
  BOOST_TEST(run("for i in {1..5000}; do echo ':~~??BsG~'; done > " + place / "a.s6").code == 0);
  const Ran ran = run("canon convert " + place / "a.s6" + " " + place / "b.s6");
  refuses(ran, 2, "that account for n = ");
}

BOOST_AUTO_TEST_CASE(files_of_the_review) {
  const auto check = [](const std::string& name, const std::string& options, int code,
                        const std::string& message) {
    const std::string file = repro(name);
    if (!file.empty()) refuses(run("canon inspect " + file + options), code, message);
  };
  check("illformed.graphml", "", 2, "illformed.graphml:1: expected an attribute");
  check("undeclared_key.graphml", "", 2, "undeclared_key.graphml:1: expected a <data> whose <key>");
  check("weights_1.7e308.el", " --operator laplacian", 2, "overflow in laplacian");
  check("weights_1.7e308.el", " --operator adjacency", 2, "overflow in adjacency");
  check("path6.el", " --operator laplacian --c 1e12", 2, "--c: expected a number");
  const std::string file = repro("weights_1.7e308.el");
  if (file.empty()) return;
  const Workplace place;
  write_file(place / "a.el", "0 1\n0 2\n1 2\n2 3\n3 4\n4 5\n");
  for (const std::string op : {"lazy-adjacency", "normalised-adjacency", "normalised-laplacian"}) {
    const auto eigenvalues = [&](const std::string& graph) {
      return run("canon inspect " + graph + " --operator " + op +
                 " | awk '$1 + 0 == $1 {printf \"%.9f\\n\", $1 < 0 ? -$1 : $1}'")
          .out;
    };
    BOOST_TEST(eigenvalues(file) == eigenvalues(place / "a.el"));
  }
}
