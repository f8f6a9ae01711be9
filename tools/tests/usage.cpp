#define BOOST_TEST_MODULE usage
#include "canon/commands.hpp"
#include "program.hpp"

#include <boost/test/unit_test.hpp>

namespace {

void refuses(const std::string& line, int code, const std::string& message) {
  const Ran ran = run(line);
  BOOST_TEST_CONTEXT(line << " said " << ran.err) {
    BOOST_TEST(ran.code == code);
    BOOST_TEST(ran.one_line());
    BOOST_TEST(ran.out == "");
    BOOST_TEST(ran.err.find(message) != std::string::npos);
  }
}

} // namespace

BOOST_AUTO_TEST_CASE(every_help_text_names_its_options_examples_and_exit_codes) {
  const std::string reading = " --loops --duplicates --directed --negative-weights --max-text";
  const std::string form = " --operator --level --sign --axis-order --c --ignore-labels "
                           "--max-nodes --tolerance-eigenvalue "
                           "--tolerance-length --tolerance-zero";
  const std::pair<std::string, std::string> expected[] = {
      {"merge", "--out --to --quiet"},
      {"encode",
       "-k --out --format --to --shard --random-signs --columns --drop-trivial --drop-first "
       "--seed --solver "
       "--threads --quiet --json" +
           reading + form},
      {"inspect",
       "-k --limit --format --json --certificates --solver --threads --quiet" + reading + form},
      {"verify", "--trials --max-n --seed --format --json --threads --quiet" + reading + form},
      {"certify", "--trials --seed --json --accept-tolerance --max-text --threads --quiet"},
      {"generate", "--list --count --seed --weights --out --format --quiet"},
      {"convert", "--from --to --lossy --quiet" + reading},
      {"demo", "--operator"}};
  BOOST_TEST(std::size(expected) == canon::tool::canon_program().commands.size());
  const Ran overview = run("canon --help");
  BOOST_TEST(overview.code == 0);
  for (const auto& [command, options] : expected) {
    BOOST_TEST(overview.out.find("  " + command + " ") != std::string::npos);
    const Ran help = run("canon " + command + " --help");
    BOOST_TEST(help.code == 0);
    BOOST_TEST(help.err == "");
    BOOST_TEST(run("canon help " + command).out == help.out);
    std::istringstream words(options + " Examples: Exit --help");
    for (std::string word; words >> word;)
      BOOST_TEST(help.out.find(word) != std::string::npos, command << " does not name " << word);
    std::istringstream lines(help.out);
    for (std::string text; std::getline(lines, text);)
      BOOST_TEST(text.size() <= 105U, text);
  }
  BOOST_TEST(run("canon --version").out.starts_with("canon "));
}

BOOST_AUTO_TEST_CASE(levels_and_operators_of_the_library_stand_in_the_help) {
  const std::string help = run("canon encode --help").out;
  for (const char* name : {"none, map, ", "lazy-adjacency", "normalised-laplacian", "random-sign",
                           "sqrt-eigenvalue", "largest-norm"})
    BOOST_TEST(help.find(name) != std::string::npos, name);
}

BOOST_AUTO_TEST_CASE(wrong_usage_is_one_line_and_code_2) {
  refuses("canon", 2, "canon: expected a command");
  refuses("canon encod", 2, "canon: unknown command 'encod' (did you mean 'encode'?)");
  refuses("canon --verson", 2, "did you mean '--version'?");
  refuses("canon encode", 2, "canon encode: expected IN, got nothing");
  refuses("canon encode a b", 2, "unexpected argument 'b'");
  refuses("canon encode a --levl map", 2, "unknown option '--levl' (did you mean '--level'?)");
  refuses("canon encode a --level jont", 2, "--level: expected none, map, ");
  refuses("canon encode a --axis-order short", 2, "--axis-order: expected label or longest");
  refuses("canon encode a --operator laplacain", 2, "(did you mean 'laplacian'?)");
  refuses("canon encode a -k 0", 2, "--k: expected an integer >= 1");
  refuses("canon encode a -k -3", 2, "--k: expected an integer >= 1");
  refuses("canon encode a -k 8x", 2, "got '8x'");
  refuses("canon encode a --threads 0", 2, "--threads: expected an integer >= 1");
  refuses("canon encode a --c ten", 2, "--c: expected a number >= -1e+06 and <= 1e+06, got 'ten'");
  refuses("canon generate cycle n=3 --weights 2:1", 2, "--weights: expected -1e+300 <= LOW < HIGH");
  refuses("canon generate cycle n=3 --weights 0:1e301", 2, "--weights: expected -1e+300 <= LOW");
  refuses("canon encode a -o b.txt", 2, "expected a name in .npz, .csv or .h5");
  refuses("canon encode a -o b.npz.gz", 2, "b.npz.gz");
  refuses("canon encode a --json", 2, "--json: expected --out FILE");
  refuses("canon encode a --seed", 2, "canon encode: ");
  refuses("canon encode a --format graph7", 2, "(did you mean 'graph6'?)");
  refuses("canon encode -", 2, "standard input: expected --format FORMAT, got none");
  refuses("canon convert - b.g6", 2, "expected --from FORMAT");
  refuses("canon convert a.g6", 2, "expected IN and OUT, got 'a.g6' only");
  refuses("canon convert a.g6 b", 2, "expected --to FORMAT");
  refuses("canon generate", 2, "expected FAMILY");
  refuses("canon generate cyle n=3", 2, "did you mean 'cycle'?");
  refuses("canon generate cycle n", 2, "expected NAME=NUMBER, got 'n'");
  refuses("canon generate cycle n=3 n=4", 2, "parameter 'n' is given twice");
  refuses("canon generate cycle", 2, "missing parameter 'n'");
  refuses("canon generate cycle n=2", 2, "n");
  refuses("canon generate cycle n=3 --weights 1", 2, "--weights: expected LOW:HIGH");
  refuses("canon verify --trials 0", 2, "--trials: expected an integer >= 1");
}

BOOST_AUTO_TEST_CASE(every_number_has_a_range_in_the_help_which_is_kept) {
  struct Number {
    std::string command, option, range;
    std::vector<std::string> outside;
  };
  const std::string max_seed = "18446744073709551616";
  std::vector<Number> numbers;
  for (const std::string command : {"encode a", "inspect a", "verify a", "certify a"})
    numbers.push_back({command, "threads", "1 to 1024", {"0", "1025", "-1"}});
  for (const std::string command : {"encode a", "inspect a", "verify"}) {
    numbers.push_back({command, "c", "-1e+06 to 1e+06", {"1.1e6", "-1e7", "inf", "nan", "1e999"}});
    numbers.push_back({command, "max-nodes", "1 to 1000000000000", {"0", "1000000000001"}});
    for (const std::string kind : {"eigenvalue", "length", "zero"})
      numbers.push_back({command,
                         "tolerance-" + kind,
                         "1e-14 to 0.01",
                         {"0", "9e-15", "0.011", "-1e-9", "nan", "inf", "1"}});
  }
  for (const std::string command : {"encode a", "inspect a", "verify a", "convert a b.g6"})
    numbers.push_back({command, "max-text", "1 to 65536", {"0", "65537"}});
  for (const std::string command : {"encode a", "verify", "certify a", "generate cycle n=3"})
    numbers.push_back({command, "seed", "0 to 2^64-1", {max_seed, "-1", "1.5"}});
  numbers.push_back({"encode a", "k", "1 to 1000000", {"0", "1000001"}});
  numbers.push_back({"inspect a", "k", "1 to 1000000", {"0", "1000001"}});
  numbers.push_back({"inspect a", "limit", "0 to 2^64-1", {max_seed}});
  numbers.push_back({"verify", "trials", "1 to 1000000000", {"0", "1000000001"}});
  numbers.push_back({"verify", "max-n", "2 to 10000", {"1", "10001"}});
  numbers.push_back({"certify a", "trials", "0 to 1000000000", {"1000000001"}});
  numbers.push_back({"generate cycle n=3", "count", "0 to 1000000000", {"1000000001"}});
  for (const auto& [command, option, range, outside] : numbers) {
    const std::string word = command.substr(0, command.find(' '));
    std::string help = run("canon " + word + " --help").out;
    const std::size_t at = help.find("--" + option + " ");
    BOOST_REQUIRE_MESSAGE(at != std::string::npos, word << " --" << option);
    // Up to the next option, as one line: long texts are broken.
    std::istringstream words(help.substr(at, help.find("\n  -", at) - at));
    std::string text;
    for (std::string next; words >> next;)
      text += next + " ";
    BOOST_TEST(text.find("; " + range + " ") != std::string::npos, word << ": " << text);
    for (const std::string& value : outside)
      refuses("canon " + command + " --" + option + "=" + value, 2, "--" + option + ": expected a");
  }
}

BOOST_AUTO_TEST_CASE(bad_input_is_one_line_with_its_place_and_code_2) {
  const Workplace place;
  const std::string file = place / "bad.el";
  const auto bad = [&](const std::string& text, const std::string& message,
                       const std::string& options = "") {
    write_file(file, text);
    const std::string out = place / "out.npz";
    for (const std::string& command : {"encode " + file + " -o " + out, "verify " + file,
                                       "convert " + file + " " + place / "o.s6"})
      refuses("canon " + command + " " + (command.starts_with("convert") ? "" : options), 2,
              message);
    BOOST_TEST(place.files() == 1U);
  };
  refuses("canon encode " + place / "missing.g6", 2, "missing.g6: no such file or folder");
  bad("0 1\n1 x\n", "bad.el:2: expected ");
  bad("0 1\n1 1\n", "bad.el:2: expected two different ends, got the loop 1-1");
  bad("0 1\n1 0\n", "bad.el:2: expected every edge once");
  bad("0 1 -1\n", "bad.el:1: expected a positive weight, got -1");
  bad("0 1 nan\n", "bad.el:1: expected a finite weight");
  write_file(place / "t.g6.gz", "\x1f\x8b\x08");
  refuses("canon inspect " + place / "t.g6.gz", 2, "t.g6.gz:1: expected gzip data");
  write_file(file, "0 1\ngraph\n0 1 -1\n1 2 1\n");
  refuses("canon inspect " + file + " --negative-weights --json --threads 2 --limit 2 > /dev/null",
          2, "degree");
  refuses("canon encode " + file + " --operator adjacency --columns sqrt-eigenvalue --quiet " +
              "--negative-weights > /dev/null",
          2, "sqrt-eigenvalue");
}

BOOST_AUTO_TEST_CASE(the_rules_for_reading_are_passed_on) {
  const Workplace place;
  write_file(place / "a.el", "0 1\n1 1\n1 0\n1 2 -1\n");
  const std::string rules = " --duplicates merge --negative-weights --operator adjacency --json";
  BOOST_TEST(run("canon inspect " + place / "a.el" + rules + " --loops drop")
                 .out.starts_with(R"({"graph":0,"n":3,"m":2,"operator":"adjacency")"));
  BOOST_TEST(run("canon inspect " + place / "a.el" + rules + " --loops keep")
                 .out.starts_with(R"({"graph":0,"n":3,"m":3,"operator":"adjacency")"));
  write_file(place / "a.dot", "digraph { 0 -> 1; 1 -> 2; }");
  refuses("canon inspect " + place / "a.dot", 2, "expected an undirected graph");
  BOOST_TEST(run("canon inspect " + place / "a.dot" + " --directed symmetrise").code == 0);
}

#ifdef __linux__
// An empty entry of the search path is the current folder, from which no library may come.
BOOST_AUTO_TEST_CASE(libraries_are_not_looked_for_in_the_current_folder) {
  const Ran ran = run("readelf -d '" CANON_PROGRAM "'");
  if (ran.code != 0) {
    BOOST_TEST_MESSAGE("skipped: no readelf");
    return;
  }
  for (const char* empty : {"[:", "::", ":]"}) {
    const std::size_t at = ran.out.find(empty);
    BOOST_TEST(at == std::string::npos, ran.out);
  }
}
#endif
