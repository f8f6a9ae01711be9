#define BOOST_TEST_MODULE exp_format
#include "io_test.hpp"

#include <boost/range/iterator_range.hpp>

using namespace canon;
using namespace io_test;

namespace {
constexpr auto format = GraphFormat::exp;
constexpr Fails fails{format};
} // namespace

BOOST_AUTO_TEST_CASE(a_small_file) {
  const auto records = read_text("2\n3 1\n1 1 1\n0 2 0 2\n-5 1 1\n0 0\n\n", format);
  BOOST_REQUIRE_EQUAL(records.size(), 2U);
  Graph path = make_graph(3, {{0, 1}, {1, 2}});
  path[0].label = 1;
  path[2].label = -5;
  BOOST_CHECK(same_graph(records[0].graph, path));
  BOOST_CHECK((records[0].targets == std::vector<double>{1.0}));
  BOOST_CHECK_EQUAL(num_vertices(records[1].graph), 0U);
  BOOST_CHECK(read_text("0\n", format).empty());
}

BOOST_AUTO_TEST_CASE(malformed_files_are_named) {
  fails("", 1, "expected the number of graphs, got the end of the file");
  fails("x", 1, "expected the number of graphs, got \"x\"");
  fails("1 1\n", 1, "expected the end of the line");
  fails("1\n", 2, "expected graph 1 of 1, got the end of the file");
  fails("1\n2\n", 2, "expected the graph's label");
  fails("1\n2 1\n0 0\n", 4, "expected vertex 1 of 2, got the end of the file");
  fails("1\n1 1\n0\n", 3, "expected the number of neighbours");
  fails("1\n1 1\nx 0\n", 3, "expected a vertex label, got \"x\"");
  fails("1\n2 1\n0 2 1\n0 1 0\n", 3, "expected 2 neighbours, got 1");
  fails("1\n2 1\n0 1 1\n0 0 0\n", 4, "expected 0 neighbours, got 1");
  fails("1\n2 1\n0 1 2\n0 0\n", 3, "expected a neighbour below n = 2, got 2");
  fails("1\n2 1\n0 1 1\n0 0\n", 3, "expected edge 1-0 wherever edge 0-1 is listed");
  fails("1\n2 1\n0 0\n0 1 0\n", 4, "expected edge 0-1 wherever edge 1-0 is listed");
  fails("1\n2 1\n0 2 1 1\n0 1 0\n", 3, "edge 0-1 again");
  fails("1\n1 1\n0 1 0\n", 3, "the loop 0-0");
  fails("1\n0 1\n0 1\n", 3, "expected the end of the file after 1 graphs");
  fails("1\n99999999999 1\n", 2, "expected at most 50000000 vertices");
  fails("1\n49999999 1\n0 0\n", 4, "expected vertex 1 of 49999999");
  fails("1000000000000000000\n0 1\n", 3, "expected graph 2 of 1000000000000000000");
}

BOOST_AUTO_TEST_CASE(the_options_hold) {
  ReadOptions options;
  options.directed = ReadOptions::Directed::symmetrise;
  options.loops = ReadOptions::Loops::keep;
  options.duplicates = ReadOptions::Duplicates::merge;
  BOOST_CHECK(same_graph(read_text("1\n3 0\n0 2 1 1\n0 1 1\n0 0\n", format, options)[0].graph,
                         make_graph(3, {{0, 1}, {1, 1}})));
}

BOOST_AUTO_TEST_CASE(writing) {
  GraphRecord record = record_of(make_graph(3, {{2, 0}, {1, 0}, {1, 1}}));
  record.graph[1].label = 4;
  record.targets = {1};
  BOOST_CHECK_EQUAL(write_text({record, record_of(Graph{1})}, format),
                    "2\n3 1\n0 2 1 2\n4 2 0 1\n0 1 0\n1 nan\n0 0\n");
  BOOST_CHECK_EQUAL(write_text({}, format), "0\n");
  BOOST_CHECK_THROW((void)write_text({record_of(make_graph(2, {{0, 1, 2.0}}))}, format),
                    ArgumentError);
  BOOST_CHECK_THROW((void)write_text({record_of(make_graph(2, {{0, 1, 1.0, 2}}))}, format),
                    ArgumentError);
  record.targets = {1, 2};
  BOOST_CHECK_THROW((void)write_text({record}, format), ArgumentError);
}

BOOST_AUTO_TEST_CASE(the_published_file) {
  if (!have_shared_data()) return;
  const std::filesystem::path path = std::filesystem::path(CANON_TEST_DATA) / "exp/GRAPHSAT.txt";
  BOOST_CHECK(guess_format(path) == GraphFormat::exp);
  const auto reader = open_graphs(path);
  BOOST_CHECK(reader->size() == 1200U);
  std::size_t count = 0, nodes = 0, literals = 0, mixed = 0, edges_in_all = 0;
  std::size_t least = 1000, most = 0;
  for (GraphRecord record; reader->next(record); ++count) {
    const Graph& g = record.graph;
    BOOST_REQUIRE_EQUAL(record.targets.size(), 1U);
    BOOST_REQUIRE_EQUAL(record.targets[0], count % 2 == 0 ? 1.0 : 0.0);
    nodes += num_vertices(g);
    edges_in_all += num_edges(g);
    least = std::min(least, num_vertices(g));
    most = std::max(most, num_vertices(g));
    for (auto v : boost::make_iterator_range(vertices(g)))
      literals += g[v].label == 1;
    for (auto e : boost::make_iterator_range(edges(g)))
      mixed += g[source(e, g)].label != g[target(e, g)].label;
  }
  BOOST_CHECK_EQUAL(count, 1200U);
  BOOST_CHECK_EQUAL(nodes, 58442U);
  BOOST_CHECK_EQUAL(literals, 34212U);
  BOOST_CHECK_EQUAL(mixed, 55424U);
  BOOST_CHECK_EQUAL(edges_in_all, 55424U + 17106U);
  BOOST_CHECK_EQUAL(least, 33U);
  BOOST_CHECK_EQUAL(most, 73U);
}
