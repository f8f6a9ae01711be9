#define BOOST_TEST_MODULE edge_list
#include "io_test.hpp"

using namespace canon;
using namespace io_test;

namespace {
constexpr auto format = GraphFormat::edge_list;
constexpr Fails fails{format};
} // namespace

BOOST_AUTO_TEST_CASE(all_of_the_grammar) {
  const auto records = read_text("# comment\n\n% comment\n0 1\n1,2,0.5 # trailing\r\n"
                                 "2\t3 2 7\nvertex 5 -4\n  vertex 0\n"
                                 "graph second one\n0, 1\ngraph\ngraph\nvertex 0",
                                 format);
  BOOST_REQUIRE_EQUAL(records.size(), 4U);
  Graph first = make_graph(6, {{0, 1}, {1, 2, 0.5}, {2, 3, 2.0, 7}});
  first[5].label = -4;
  BOOST_CHECK(same_graph(records[0].graph, first));
  BOOST_CHECK_EQUAL(records[0].name, "");
  BOOST_CHECK_EQUAL(records[1].name, "second one");
  BOOST_CHECK(same_graph(records[1].graph, make_graph(2, {{0, 1}})));
  BOOST_CHECK(same_graph(records[2].graph, Graph{}));
  BOOST_CHECK(same_graph(records[3].graph, Graph{1}));
}

BOOST_AUTO_TEST_CASE(a_file_without_graphs) {
  BOOST_CHECK(read_text("", format).empty());
  BOOST_CHECK(read_text("# nothing\n\n", format).empty());
  BOOST_CHECK_EQUAL(read_text("graph", format).size(), 1U);
}

BOOST_AUTO_TEST_CASE(malformed_lines_are_named) {
  fails("0 1\n0 x\n", 2, "expected a vertex number, got \"x\"");
  fails("0 1\n0\n", 2, "got the end of the line");
  fails("node 1\n", 1, "\"vertex\" or \"graph\", got \"node\"");
  fails("0 -1\n", 1, "got \"-1\"");
  fails("0 1 heavy", 1, "expected a weight, got \"heavy\"");
  fails("0 1 1 1.5", 1, "expected an integer label, got \"1.5\"");
  fails("0 1 1 1 1", 1, "expected the end of the line, got \"1\"");
  fails("0,,1", 1, "got \"\"");
  fails("0,1,", 1, "expected a weight, got \"\"");
  fails("vertex\n", 1, "expected a vertex number");
  fails("vertex 1 C", 1, "expected an integer label, got \"C\"");
  fails("vertex 1 2 3", 1, "expected the end of the line");
  fails(std::string("\x01\xff\"") + std::string(100, 'a'), 1, "got \"\\x01\\xff\\x22aaa");
  fails(std::string(100, 'a'), 1, std::string(40, 'a') + "...\"");
}

BOOST_AUTO_TEST_CASE(weights_are_finite_and_not_zero) {
  for (const char* bad : {"0", "-0.0", "0.0"})
    fails(std::string("0 1\n1 2 ") + bad, 2, "expected a non-zero weight");
  for (const char* bad : {"nan", "inf", "-inf"})
    fails(std::string("0 1\n1 2 ") + bad, 2, "expected a finite weight");
  for (const char* bad : {"1e999", "1e-999", "0x10", "+-1", "1,5,2,1"})
    fails(std::string("0 1\n1 2 ") + bad, 2, "expected");
  fails("0 1 -2", 1, "expected a positive weight, got -2");
  ReadOptions negative;
  negative.negative_weights = true;
  BOOST_CHECK(
      same_graph(read_text("0 1 -2", format, negative)[0].graph, make_graph(2, {{0, 1, -2.0}})));
  fails("0 1 0", 1, "expected a non-zero weight", negative);
  BOOST_CHECK(same_graph(read_text("0 1 +2e0", format)[0].graph, make_graph(2, {{0, 1, 2.0}})));
}

BOOST_AUTO_TEST_CASE(loops_and_duplicates_follow_the_options) {
  fails("0 1\n1 1", 2, "expected two different ends, got the loop 1-1");
  fails("0 1\n2 3\n1 0", 3, "edge 1-0 again, first in line 1");
  ReadOptions options;
  options.loops = ReadOptions::Loops::drop;
  BOOST_CHECK(
      same_graph(read_text("0 1\n2 2\n2 2 5", format, options)[0].graph, make_graph(3, {{0, 1}})));
  options.loops = ReadOptions::Loops::keep;
  BOOST_CHECK(same_graph(read_text("0 1\n2 2 3", format, options)[0].graph,
                         make_graph(3, {{0, 1}, {2, 2, 3.0}})));
  fails("2 2\n2 2", 2, "edge 2-2 again", options);
  options.duplicates = ReadOptions::Duplicates::merge;
  BOOST_CHECK(same_graph(read_text("0 1 2\n1 0 2\n0 1 2\n2 2\n2 2", format, options)[0].graph,
                         make_graph(3, {{0, 1, 2.0}, {2, 2}})));
  fails("0 1 2\n\n1 0 3", 3, "expected weight 2 and label 0 as in line 1", options);
  fails("0 1 2 1\n1 0 2 4", 2, "label 4", options);
  fails("vertex 1 3\nvertex 1 3", 2, "vertex 1 again");
  fails("vertex 1 3\nvertex 1 4", 2, "vertex 1 again", options);
  BOOST_CHECK_EQUAL(read_text("vertex 1 3\nvertex 1 3", format, options)[0].graph[1].label, 3);
}

BOOST_AUTO_TEST_CASE(a_large_number_takes_no_memory) {
  fails("0 1\n0 2000000000", 2, "expected a vertex below 50000000, got 2000000000");
  fails("0 18446744073709551615", 1, "expected a vertex below");
  fails("0 18446744073709551616", 1, "expected a vertex number");
  fails("vertex 50000000", 1, "expected a vertex below");
  fails("0 1\n0 49999999", 2,
        "that account for n = 50000000 (a file may have 1000000 vertices without), got only 2");
  BOOST_CHECK_EQUAL(num_vertices(read_text("0 999999", format)[0].graph), 1000000U);
}

BOOST_AUTO_TEST_CASE(what_is_written_is_read) {
  GraphRecord record = record_of(make_graph(4, {{2, 1, 0.1, -3}, {0, 1, 1.0, 2}, {2, 2, 5.0}}));
  record.graph[1].label = 9;
  record.name = "a #b\nc";
  const std::string text = write_text({record, record_of(Graph{}), record_of(Graph{2})}, format);
  BOOST_CHECK_EQUAL(text, "graph a _b_c\nvertex 1 9\nvertex 3\n2 1 0.1 -3\n0 1 1 2\n2 2 5\n"
                          "graph\ngraph\nvertex 0\nvertex 1\n");
  ReadOptions options;
  options.loops = ReadOptions::Loops::keep;
  const auto again = read_text(text, format, options);
  BOOST_REQUIRE_EQUAL(again.size(), 3U);
  BOOST_CHECK(same_graph(again[0].graph, record.graph));
  BOOST_CHECK_EQUAL(again[0].name, "a _b_c");
  BOOST_CHECK(same_graph(again[2].graph, Graph{2}));
}
