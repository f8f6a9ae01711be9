#define BOOST_TEST_MODULE graph6
#include "io_test.hpp"

using namespace canon;
using namespace io_test;

namespace {

constexpr auto g6 = GraphFormat::graph6;
constexpr auto s6 = GraphFormat::sparse6;

void fails(const std::string& text, std::size_t line, const std::string& part,
           const ReadOptions& options = {}) {
  check_text_error(text, g6, line, part, options);
  check_text_error(text, s6, line, part, options);
}

void check_reads(const std::string& text, const Graph& graph) {
  BOOST_TEST_CONTEXT(text) {
    const auto records = read_text(text, g6);
    BOOST_REQUIRE_EQUAL(records.size(), 1U);
    BOOST_CHECK(same_graph(records[0].graph, graph));
  }
}

const Graph petersen = make_graph(10, {{0, 1},
                                       {1, 2},
                                       {2, 3},
                                       {3, 4},
                                       {0, 4},
                                       {0, 5},
                                       {1, 6},
                                       {2, 7},
                                       {3, 8},
                                       {4, 9},
                                       {5, 7},
                                       {7, 9},
                                       {6, 9},
                                       {6, 8},
                                       {5, 8}});

} // namespace

BOOST_AUTO_TEST_CASE(strings_checked_by_hand) {
  check_reads("?", Graph{});
  check_reads("@", Graph{1});
  check_reads("A?", Graph{2});
  check_reads("A_", make_graph(2, {{0, 1}}));
  check_reads("Bw", make_graph(3, {{0, 1}, {0, 2}, {1, 2}}));
  check_reads("DQc", make_graph(5, {{0, 2}, {0, 4}, {1, 3}, {3, 4}})); // McKay's example
  check_reads("IheA@GUAo", petersen);
  check_reads(":Fa@x^", make_graph(7, {{0, 1}, {0, 2}, {1, 2}, {5, 6}})); // McKay's example
  check_reads(":?", Graph{});
  check_reads(":@", Graph{1});
  BOOST_CHECK_EQUAL(write_text({record_of(petersen)}, g6), "IheA@GUAo\n");
  BOOST_CHECK_EQUAL(write_text({record_of(make_graph(7, {{0, 1}, {0, 2}, {1, 2}, {5, 6}}))}, s6),
                    ":Fa@x^\n");
}

BOOST_AUTO_TEST_CASE(many_lines_headers_and_both_kinds) {
  BOOST_CHECK_EQUAL(read_text(">>graph6<<Bw\r\nA_\n\n:Fa@x^", g6).size(), 3U);
  BOOST_CHECK_EQUAL(read_text(">>sparse6<<:Fa@x^\nBw\n", s6).size(), 2U);
  BOOST_CHECK_EQUAL(read_text(">>graph6<<\nBw\n", g6).size(), 1U);
  BOOST_CHECK(read_text("", g6).empty());
}

BOOST_AUTO_TEST_CASE(malformed_lines_are_named) {
  fails("Bw\nB", 2, "expected 1 bytes after n = 3, got 0");
  fails("Bww", 1, "expected 1 bytes after n = 3, got 2");
  fails("Bw\nBx", 2, "expected zero bits as padding");
  fails("B w", 1, "in column 2");
  fails("B\x7f", 1, "expected a byte from 63 to 126");
  fails("&B?", 1, "a digraph6 line");
  fails(">>digraph6<<&B?", 1, "a digraph6 line");
  fails(":Fa@x^\n;Fa@x^", 2, "an incremental sparse6 line");
  fails(":", 1, "expected a number of vertices");
  fails("~?", 1, "expected a number of vertices");
  fails("~~????", 1, "expected a number of vertices");
  fails(":Fa@x^~", 1, "expected the end of the line after the last edge");
  fails("~~~~~~~~", 1, "expected at most 50000000 vertices, got 68719476735");
  fails(":~~~~~~~~", 1, "expected at most 50000000 vertices");
  // n = 2^24 without an edge
  fails(":~~?@????", 1, "that account for n = 16777216");
  fails("~??~", 1, "after n = 63"); // 63 vertices need 326 bytes
}

// Each line alone is within the bounds; together they would take time without any relation to the
// length of the file.
BOOST_AUTO_TEST_CASE(vertices_without_edges_are_limited_over_a_file) {
  const std::string million = write_text({record_of(Graph{1'000'000})}, s6);
  BOOST_CHECK_EQUAL(num_vertices(read_text(million, s6).at(0).graph), 1'000'000U);
  std::string many;
  for (int i = 0; i < 20000; ++i)
    many += million;
  fails(many, 2,
        "expected edges or vertices that account for n = 1000000 (a file may have 1000000");
  check_text_error("vertex 999999\ngraph\nvertex 999999\ngraph\n0 1\n", GraphFormat::edge_list, 4,
                   "that account for n = 1000000");
  // Small graphs bear themselves out, however many.
  std::string small;
  for (int i = 0; i < 100000; ++i)
    small += ":~?@?\n"; // 64 vertices, no edge
  BOOST_CHECK_EQUAL(read_text(small, s6).size(), 100000U);
}

BOOST_AUTO_TEST_CASE(sparse6_loops_and_multiple_edges_follow_the_options) {
  ReadOptions keep;
  keep.loops = ReadOptions::Loops::keep;
  const std::string loops = write_text({record_of(make_graph(3, {{0, 0}, {1, 2}, {2, 2}}))}, s6);
  fails(loops, 1, "expected two different ends");
  BOOST_CHECK(
      same_graph(read_text(loops, s6, keep)[0].graph, make_graph(3, {{0, 0}, {1, 2}, {2, 2}})));
  // n = 3, width 2: (1,0) (0,0): the edge 0-1 twice
  const std::string twice = ":B_"; // 100 000
  fails(twice, 1, "edge 0-1 again");
  ReadOptions merge;
  merge.duplicates = ReadOptions::Duplicates::merge;
  BOOST_CHECK(same_graph(read_text(twice, s6, merge)[0].graph, make_graph(3, {{0, 1}})));
}

BOOST_AUTO_TEST_CASE(round_trips_over_all_sizes) {
  std::mt19937_64 random(1);
  for (std::size_t n = 0; n <= 70; ++n)
    for (int k = 0; k < 4; ++k)
      BOOST_TEST_CONTEXT("n " << n << " sample " << k) {
        const Graph simple = random_graph(random, n, {});
        const std::string text = write_text({record_of(simple)}, g6);
        BOOST_CHECK_EQUAL(text.size(), (n <= 62 ? 1 : 4) + (n * (n - (n > 0)) / 2 + 5) / 6 + 1);
        BOOST_CHECK(same_graph(read_text(text, g6).at(0).graph, simple));
        const Graph looped = random_graph(random, n, {.loops = true});
        ReadOptions keep;
        keep.loops = ReadOptions::Loops::keep;
        BOOST_CHECK(same_graph(read_text(write_text({record_of(looped)}, s6), s6, keep).at(0).graph,
                               looped));
        BOOST_CHECK(
            same_graph(read_text(write_text({record_of(simple)}, s6), s6).at(0).graph, simple));
      }
}

// Where n is a power of two, padding by ones alone would read as a loop at n-1.
BOOST_AUTO_TEST_CASE(sparse6_padding) {
  for (const std::size_t n : {2U, 4U, 8U, 16U, 32U, 64U}) {
    std::mt19937_64 random(n);
    for (int k = 0; k < 300; ++k) {
      // Vertex n-1 stays isolated, the others get few edges.
      std::vector<Edge> edges;
      for (Vertex u = 0; u + 1 < n; ++u)
        for (Vertex v = u; v + 1 < n; ++v)
          if (random() % n == 0) edges.push_back({u, v});
      const Graph graph = make_graph(n, edges);
      ReadOptions keep;
      keep.loops = ReadOptions::Loops::keep;
      const std::string text = write_text({record_of(graph)}, s6);
      BOOST_TEST_CONTEXT("n " << n << ": " << text)
      BOOST_CHECK(same_graph(read_text(text, s6, keep).at(0).graph, graph));
    }
  }
  // n = 4, edge 1-2: fields (1, 10) (0, 01) = 110 001, no padding; with edge 0-2 beside it
  // 110 000 001: three bits of padding, of which the first is 0.
  const std::string text = write_text({record_of(make_graph(4, {{0, 2}, {1, 2}}))}, s6);
  BOOST_CHECK_EQUAL(text, std::string(":C") + static_cast<char>(0b110000 + 63) +
                              static_cast<char>(0b001011 + 63) + "\n");
}

BOOST_AUTO_TEST_CASE(larger_number_forms) {
  const Graph big = make_graph(300000, {{0, 299999}, {7, 8}});
  const std::string text = write_text({record_of(big)}, s6);
  BOOST_CHECK(text.starts_with(":~~"));
  BOOST_CHECK(same_graph(read_text(text, s6).at(0).graph, big));
  const Graph middle = make_graph(1000, {{0, 999}, {7, 8}});
  BOOST_CHECK(same_graph(read_text(write_text({record_of(middle)}, g6), g6).at(0).graph, middle));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_held_is_refused) {
  const auto weighted = record_of(make_graph(2, {{0, 1, 2.0}}));
  const auto edge_labelled = record_of(make_graph(2, {{0, 1, 1.0, 5}}));
  auto labelled = record_of(Graph{1});
  labelled.graph[0].label = 1;
  const auto looped = record_of(make_graph(1, {{0, 0}}));
  for (const auto format : {g6, s6}) {
    for (const auto& record : {weighted, edge_labelled, labelled}) {
      BOOST_CHECK_THROW((void)write_text({record}, format), ArgumentError);
      BOOST_CHECK_NO_THROW((void)write_text({record}, format, {.lossy = true}));
    }
  }
  BOOST_CHECK_THROW((void)write_text({looped}, g6), ArgumentError);
  BOOST_CHECK_THROW((void)write_text({looped}, g6, {.lossy = true}), ArgumentError);
  BOOST_CHECK_NO_THROW((void)write_text({looped}, s6));
}
