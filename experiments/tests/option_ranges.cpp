// Every number that a command of canon-lab takes has a range in its help text, which is kept.
#define BOOST_TEST_MODULE option_ranges
#include "workplace.hpp"

#include <boost/test/unit_test.hpp>

#include <sstream>

using namespace canon::lab;

namespace {

struct Number {
  std::string command, option, range;
  std::vector<std::string> outside;
};

std::string one_line(const std::string& text) {
  std::istringstream words(text);
  std::string result;
  for (std::string next; words >> next;)
    result += next + " ";
  return result;
}

} // namespace

BOOST_AUTO_TEST_CASE(ranges_are_documented_and_kept) {
  const Workplace place;
  std::vector<Number> numbers = {
      {"generate exp", "pairs", "1 to 1000000", {"0", "1000001"}},
      {"study random", "sizes", "each 1 to 10000", {"0", "8,10001", "8,,9"}},
      {"study random", "p", "each 0 to 1", {"1.1", "-0.1", "0.5,nan"}},
      {"study random", "trials", "1 to 100000000", {"0", "100000001"}},
      {"study random", "d", "0 to 10000", {"10001"}},
      {"study random", "m", "1 to 10000", {"0", "10001"}},
      {"study random", "k", "0 to 10000", {"10001"}},
      {"study molecules x", "min-nodes", "1 to 50000000", {"0", "50000001"}},
      {"study molecules x", "c", "-1e+06 to 1e+06", {"1.1e6", "-1e9", "inf", "nan"}},
      {"run exp", "pairs", "2 to 1000000", {"1", "1000001"}},
      {"run exp", "folds", "2 to 1000", {"1", "1001"}},
      {"run exp", "only-folds", "1 to 1000", {"0", "1001"}},
      {"run exp", "epochs", "1 to 1000000", {"0", "1000001"}},
      {"run basis-isomorphism", "classes", "2 to 10000", {"1", "10001"}},
      {"run basis-isomorphism", "instances", "2 to 1000000", {"1", "1000001"}},
      {"run basis-isomorphism", "multiplicity", "2 to 100", {"1", "101"}},
      {"run basis-isomorphism", "nodes", "1 to 10000", {"0", "10001"}},
      {"run basis-isomorphism", "runs", "1 to 10000", {"0", "10001"}},
      {"run basis-isomorphism", "epochs", "1 to 1000000", {"0", "1000001"}}};
  for (const std::string command : {"generate exp --stats", "study random", "run exp",
                                    "run basis-isomorphism", "run verification", "run all"})
    numbers.push_back({command, "seed", "0 to 2^64-1", {"18446744073709551616", "-1", "x"}});
  for (const std::string command :
       {"generate exp --stats", "study random", "study molecules x", "run exp",
        "run basis-isomorphism", "run verification", "run all"})
    numbers.push_back({command, "threads", "1 to 1024", {"0", "1025"}});
  for (const auto& [command, option, range, outside] : numbers) {
    std::istringstream words(command);
    std::string group, name;
    words >> group >> name;
    const std::string help = run_lab("lab " + group + " " + name + " --help").out;
    // Where it is described, not where a text mentions it: "  --c NUMBER" or "  -c [ --c ] NUMBER".
    std::size_t at = help.find("\n  --" + option + " ");
    if (at == std::string::npos) at = help.find("[ --" + option + " ]");
    BOOST_REQUIRE_MESSAGE(at != std::string::npos, command << " --" << option);
    const std::string text = one_line(help.substr(at, help.find("\n  -", at + 1) - at));
    BOOST_TEST(text.find("; " + range + " ") != std::string::npos, command << ": " << text);
    for (const std::string& value : outside) {
      const Ran ran =
          run_lab("cd '" + place.path().string() + "' && lab " + command +
                  (command == "generate exp" ? " --stats --" : " --") + option + "=" + value);
      BOOST_TEST_CONTEXT(command << " --" << option << "=" << value << " said " << ran.err) {
        BOOST_TEST(ran.code == 2);
        BOOST_TEST(ran.one_line());
        BOOST_TEST(place.files() == 0U);
        BOOST_TEST(ran.err.find("--" + option + ": expected ") != std::string::npos);
      }
    }
  }
}
