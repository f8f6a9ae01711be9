#define BOOST_TEST_MODULE pieces
#include "canon/commands.hpp"
#include "cli/command_line.hpp"
#include "cli/json.hpp"
#include "cli/progress.hpp"

#include <canon/base/text_table.hpp>

#include <boost/test/unit_test.hpp>

#include <iostream>
#include <limits>
#include <sstream>

using namespace canon;
using namespace canon::tool;

BOOST_AUTO_TEST_CASE(json_has_one_line_and_no_nan_and_survives_any_bytes) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  BOOST_TEST(json_text(Json::object()) == "{}");
  BOOST_TEST(json_text({{"b", 1}, {"a", 2.0}, {"c", -infinity}, {"text", "say \"\\\n\""}}) ==
             R"({"b":1,"a":2.0,"c":null,"text":"say \"\\\n\""})");
  BOOST_TEST(json_text("\xff") == "\"\xef\xbf\xbd\"");
}

BOOST_AUTO_TEST_CASE(tables_align) {
  TextTable table({"<name", "count"});
  table.row({"a", "10"});
  table.row({"longer", "1"});
  BOOST_TEST(table.str(1) == " name    count\n ------  -----\n a          10\n longer      1\n");
  BOOST_TEST(percent(1, 3) == "33.3");
  BOOST_TEST(percent(0, 0) == "-");
  BOOST_TEST(counted(1, "graph") == "1 graph");
}

BOOST_AUTO_TEST_CASE(numbers_are_read_whole_and_finite) {
  double value = 0.0;
  BOOST_TEST((read_number("-1.5e3", value) && value == -1500.0));
  for (const char* text : {"", "x", "1x", " 1", "nan", "inf", "1e999"})
    BOOST_TEST(!read_number(text, value), text);
}

BOOST_AUTO_TEST_CASE(a_group_of_options_has_one_heading) {
  CommandLine line("canon test [OPTION]...", "Tests.\n", {"canon test"});
  line.group("Running");
  line.flag("first", "one");
  line.group("Running");
  line.flag("second", "another");
  BOOST_TEST(line.parse({"--first"}));
  const std::string help = line.help();
  BOOST_TEST(help.find("Running:") == help.rfind("Running:"));
  BOOST_TEST(help.find("--second") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_program_adds_which_option_lifts_an_error) {
  const Program program = {
      "hinting", "",
      "",        {{"fail", "", [](const Words&) -> int { throw ReadError("stale"); }}},
      "",        [](const std::exception&) { return std::string("; --fresh helps"); }};
  std::ostringstream said;
  std::streambuf* const usual = std::cerr.rdbuf(said.rdbuf());
  const int code = run(program, {"fail"});
  std::cerr.rdbuf(usual);
  BOOST_TEST(code == 2);
  BOOST_TEST(said.str() == "hinting fail: stale; --fresh helps\n");
}

BOOST_AUTO_TEST_CASE(progress_tells_count_rate_and_time_left) {
  BOOST_TEST(progress_line(50, 200, 10.0) ==
             "[#######.......................] 50/200 graphs, 5/s, 0:10, 0:30 left");
  BOOST_TEST(progress_line(8000, std::nullopt, 2.0) == "8000 graphs, 4000/s, 0:02");
  BOOST_TEST(progress_line(0, 1, 61.0) == "[..............................] 0/1 graph, 1:01");
  BOOST_TEST(progress_line(7, std::nullopt, 3600.0) == "7 graphs, 0.00194/s, 1:00:00");
}

BOOST_AUTO_TEST_CASE(exceptions_have_their_documented_codes) {
  BOOST_TEST(exit_code_of(canon::ParseError("f", 1, "x")) == 2);
  BOOST_TEST(exit_code_of(canon::ArgumentError("x")) == 2);
  BOOST_TEST(exit_code_of(UsageError("x")) == 2);
  BOOST_TEST(exit_code_of(ReadError("x")) == 2);
  BOOST_TEST(exit_code_of(canon::SolverError("x")) == 3);
  BOOST_TEST(exit_code_of(canon::WriteError("x")) == 4);
  BOOST_TEST(exit_code_of(std::bad_alloc()) == 3);
}
