#define BOOST_TEST_MODULE dot
#include "io_test.hpp"

using namespace canon;
using namespace io_test;

namespace {

constexpr auto format = GraphFormat::dot;

constexpr ReadOne read_one{format};
constexpr Fails fails{format};

} // namespace

BOOST_AUTO_TEST_CASE(vertices_are_numbered_by_id_or_by_appearance) {
  BOOST_CHECK(same_graph(read_one("graph { 2 -- 0; 1 -- 2 [weight=2.5] }"),
                         make_graph(3, {{0, 2}, {1, 2, 2.5}})));
  // z 0, b 1, a 2
  BOOST_CHECK(same_graph(read_one("graph G { z [x=a]; b -- a [weight=3, label=2] }"),
                         make_graph(3, {{1, 2, 3.0, 2}})));
  BOOST_CHECK(same_graph(read_one("graph { 7 -- 2; 2 -- 1 }"), make_graph(3, {{0, 1}, {1, 2}})));
  BOOST_CHECK(same_graph(read_one("graph { 01 -- 0 }"), make_graph(2, {{0, 1}})));
  BOOST_CHECK(same_graph(read_one("graph{}"), Graph{}));
}

BOOST_AUTO_TEST_CASE(attributes_and_defaults) {
  const Graph g =
      read_one("graph { node [label=5]; a; b [label=\"-3\", color=red]; c [label=\"\"];\n"
               "edge [weight=2]; a -- b -- c [label=4] ; size=3 }");
  BOOST_CHECK_EQUAL(g[0].label, 5);
  BOOST_CHECK_EQUAL(g[1].label, -3);
  BOOST_CHECK_EQUAL(g[2].label, 0);
  BOOST_CHECK((sorted_edges(g) == std::vector<Edge>{{0, 1, 2.0, 4}, {1, 2, 2.0, 4}}));
}

BOOST_AUTO_TEST_CASE(subgraphs_ports_comments_and_strings) {
  BOOST_CHECK(same_graph(read_one("graph { {a b} -- {c; d} }"),
                         make_graph(4, {{0, 2}, {0, 3}, {1, 2}, {1, 3}})));
  BOOST_CHECK(same_graph(read_one("graph { subgraph s { x -- y } -- z }"),
                         make_graph(3, {{0, 1}, {0, 2}, {1, 2}})));
  BOOST_CHECK(same_graph(read_one("graph { z -- { x -- {r t} } }"),
                         make_graph(4, {{1, 2}, {1, 3}, {0, 1}, {0, 2}, {0, 3}})));
  BOOST_CHECK(same_graph(read_one("graph { subgraph s { a -- b }; { x -- subgraph s } -- z }"),
                         make_graph(4, {{0, 1}, {2, 0}, {2, 1}, {3, 2}, {3, 0}, {3, 1}})));
  BOOST_CHECK(same_graph(read_one("graph { a:p -- d:q:n; e }"), make_graph(3, {{0, 1}})));
  BOOST_CHECK(same_graph(read_one("# c\ngraph { // c\n /* { */ \"a b\\\"\" -- \"x\" + \"y\"\n}"),
                         make_graph(2, {{0, 1}})));
  BOOST_CHECK(
      same_graph(read_one("STRICT Graph { h\xc3\xa9 -- <b<i>x</i>>; -1.5 [tip=<<b>]</b>>] }"),
                 make_graph(3, {{0, 1}})));
}

BOOST_AUTO_TEST_CASE(digraphs_and_strict_graphs_follow_the_options) {
  fails("\ndigraph { a -> b }", 2, "expected an undirected graph, got a directed one");
  ReadOptions options;
  options.directed = ReadOptions::Directed::symmetrise;
  BOOST_CHECK(same_graph(read_one("digraph { a -> b -> a; c -> b}", options),
                         make_graph(3, {{0, 1}, {1, 2}})));
  fails("digraph { a -> b;\n a -> b }", 2, "edge 0-1 again", options);
  fails("digraph { a -> b [weight=2];\n b -> a }", 2, "expected weight 2", options);
  fails("strict graph {\n a -- a }", 2, "the loop 0-0");
  fails("strict graph { a -- b\n; b -- a }", 2, "edge 1-0 again");
}

BOOST_AUTO_TEST_CASE(malformed_files_are_named) {
  fails("", 1, "expected \"graph\" or \"digraph\", got the end of the file");
  fails("\nstrict { }", 2, "expected \"graph\" or \"digraph\", got \"{\"");
  fails("graph G H {}", 1, "expected '{', got \"H\"");
  fails("graph {\n a -- b\n", 3, "expected '}', got the end of the file");
  fails("graph {\n a [label=3\n", 3, "expected ']'");
  fails("graph { a }\ngraph { b }", 2, "expected the end of the file after one graph");
  fails("graph {\n a -- \"b }", 2, "expected a closing quote");
  fails("graph {\n a -- <b }", 2, "expected a closing '>'");
  fails("graph {\n /* a }", 2, "expected \"*/\"");
  fails("graph {\n a ! b }", 2, "expected an id or a mark of DOT, got \"! b }\"");
  fails("graph {\n 1a }", 2, "got \"1a\"");
  fails("graph {\n \"a\" + b }", 2, "expected a string after '+'");
  fails("graph {\n a -- }", 2, "expected the rest of the statement, got \"}\"");
  fails("graph { a\n -> b }", 2, "expected '--' in an undirected graph, got \"->\"");
  fails("graph { { a -- } }", 1, "expected the rest of the statement, got \"}\"");
  fails("graph { { a subgraph } }", 1, "expected the rest of the statement");
  fails("graph { ] }", 1, "expected a statement, got \"]\"");
  fails("graph { node a }", 1, "expected '[', got \"a\"");
  fails("graph { {a} [label=1] }", 1, "expected attributes of a vertex or an edge");
  fails("graph { a [= 1] }", 1, "expected the name of an attribute or ']'");
  fails("graph { a [x =] }", 1, "expected the value of an attribute");
  fails("graph { x = }", 1, "expected a value");
  fails("graph { a:b:c:d }", 1, "expected one port of a vertex");
  fails("graph { a:(b c) }", 1, "expected ','");
  fails("graph {\n a [label=carbon] }", 2, "expected an integer label, got \"carbon\"");
  fails("graph {\n a -- b [weight=heavy] }", 2, "expected a weight, got \"heavy\"");
  fails("graph { a -- b [label=x] }", 1, "expected an integer label, got \"x\"");
  fails("graph { a -- b [weight] }", 1, "expected a weight, got \"true\"");
  fails("graph { a -- b [weight=-1] }", 1, "expected a positive weight");
}

BOOST_AUTO_TEST_CASE(defaults_belong_to_their_subgraph_and_to_first_mentions) {
  const Graph g = read_one("graph { node [label=1]; a; subgraph s { node [label=2]; b; }\n"
                           "c; a [label=3]; subgraph s { d } edge [weight=5];\n"
                           "{ edge [weight=7] a -- b } b -- c; node [label=nothing] }");
  const std::vector<std::int64_t> labels = {3, 2, 1, 2}; // a reopened subgraph keeps its own
  for (Vertex v = 0; v < labels.size(); ++v)
    BOOST_CHECK_EQUAL(g[v].label, labels[v]);
  BOOST_CHECK((sorted_edges(g) == std::vector<Edge>{{0, 1, 7.0}, {1, 2, 5.0}}));
  // What nobody has need not be a number, as in the files that Graphviz writes.
  BOOST_CHECK(
      same_graph(read_one("graph { node [label=\"\\N\"]; a [label=0]; b [label=0] }"), Graph{2}));
  fails("graph {\n node [label=\"\\N\"]; a }", 2, "expected an integer label, got \"\\x5cN\"");
}

// Sizes at which the square of the length would take gigabytes or hours.
BOOST_AUTO_TEST_CASE(attributes_that_nobody_reads_cost_nothing) {
  std::string text = "graph { node [";
  for (int i = 0; i < 100000; ++i)
    text += "k" + std::to_string(i) + "=1,";
  text += "label=4];";
  for (int i = 0; i < 100000; ++i)
    text += " v" + std::to_string(i);
  const Graph g = read_one(text + "}");
  BOOST_CHECK_EQUAL(num_vertices(g), 100000U);
  BOOST_CHECK_EQUAL(g[99999].label, 4);
  const std::filesystem::path path = repro("ad7000.dot");
  if (!path.empty()) BOOST_CHECK_EQUAL(num_vertices(read_graphs(path).at(0).graph), 7000U);
}

BOOST_AUTO_TEST_CASE(long_strings_and_many_subgraphs_are_read_in_linear_time) {
  std::string quotes;
  for (int i = 0; i < 1000000; ++i)
    quotes += "\\\"";
  BOOST_CHECK_EQUAL(num_vertices(read_one("graph { \"" + quotes + "\" }")), 1U);
  BOOST_CHECK_EQUAL(num_vertices(read_one("graph { a [x=\"" + quotes + "\"] }")), 1U);
  std::string subgraphs = "graph {";
  for (int i = 0; i < 100000; ++i)
    subgraphs += " v" + std::to_string(i) + " {}";
  BOOST_CHECK_EQUAL(num_vertices(read_one(subgraphs + "}")), 100000U);
  std::string deep; // all of it once more at every depth
  for (int i = 0; i < 60; ++i)
    deep += "subgraph s" + std::to_string(i) + " {";
  for (int i = 0; i < 100000; ++i)
    deep += " v" + std::to_string(i);
  BOOST_CHECK_EQUAL(num_vertices(read_one("graph {" + deep + std::string(61, '}'))), 100000U);
  // A number with many digits in front is read once, not once per vertex.
  std::string zeros = "graph { node [label=" + std::string(1000000, '0') + "7];";
  for (int i = 0; i < 20000; ++i)
    zeros += " v" + std::to_string(i);
  BOOST_CHECK_EQUAL(read_one(zeros + "}")[19999].label, 7);
}

BOOST_AUTO_TEST_CASE(depth_and_products_are_limited) {
  std::string deep = "graph {";
  for (int i = 0; i < 200000; ++i)
    deep += "{";
  fails(deep, 1, "braces at most 64 deep");
  std::string wide = "graph { {";
  for (int i = 0; i < 2000; ++i)
    wide += " a" + std::to_string(i);
  wide += "} -- {";
  for (int i = 0; i < 2000; ++i)
    wide += " b" + std::to_string(i);
  fails(wide + "} }", 1, "joined subgraphs of at most a million edges");
  const std::string body = wide.substr(wide.find("b0"));
  fails(wide.substr(0, wide.find("b0") - 2) + " subgraph s {" + body + "} }", 1,
        "joined subgraphs");
  std::string named = "graph { subgraph s {";
  for (int i = 0; i < 2000; ++i)
    named += " a" + std::to_string(i);
  fails(named + "} subgraph s -- subgraph s }", 1, "joined subgraphs");
  // Joined to nothing they give no edges, but are walked through each time.
  for (int i = 0; i < 2000; ++i)
    named += i == 0 ? "} {} -- subgraph s" : "; {} -- subgraph s";
  fails(named + "}", 1, "joined subgraphs of at most a million members");
}

BOOST_AUTO_TEST_CASE(writing) {
  GraphRecord record = record_of(make_graph(12, {{11, 0, 0.1, -5}, {1, 10}}));
  record.graph[1].label = 4;
  record.graph[2].label = -4;
  BOOST_CHECK(same_graph(read_one(write_text({record}, format)), record.graph));
  BOOST_CHECK_THROW((void)write_text({record, record}, format), ArgumentError);
}
