#define BOOST_TEST_MODULE graphml
#include "io_test.hpp"

using namespace canon;
using namespace io_test;

namespace {

constexpr auto format = GraphFormat::graphml;

std::string wrap(const std::string& body, const std::string& kind = "undirected") {
  return "<?xml version=\"1.0\"?>\n<graphml>\n"
         "<key id=\"l\" for=\"node\" attr.name=\"label\" attr.type=\"int\"/>\n"
         "<key id=\"w\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\">"
         "<default>2</default></key>\n"
         "<graph edgedefault=\"" +
         kind + "\">\n" + body + "\n</graph>\n</graphml>\n";
}

const std::string two = "<node id=\"a\"/>\n<node id=\"b\"><data key=\"l\">7</data></node>\n";

void fails(const std::string& text, std::size_t line, const std::string& part,
           const ReadOptions& options = {}) {
  check_text_error(text, format, line, part, options);
}

} // namespace

BOOST_AUTO_TEST_CASE(a_small_file) {
  const auto records =
      read_text(wrap(two + "<!-- <node id='no'/> --><edge source='b' target='a'/>"), format);
  BOOST_REQUIRE_EQUAL(records.size(), 1U);
  Graph graph = make_graph(2, {{0, 1, 2.0}});
  graph[1].label = 7;
  BOOST_CHECK(same_graph(records[0].graph, graph));
  BOOST_CHECK(
      same_graph(read_text(wrap("<node id='q'/><node id='p'/><node id='o'/>"
                                "<edge source='o' target='q'><data key='w'>0.25</data></edge>"),
                           format)[0]
                     .graph,
                 make_graph(3, {{0, 2, 0.25}})));
}

BOOST_AUTO_TEST_CASE(directed_files_follow_the_options) {
  const std::string arc = two + "<edge source='b' target='a'/>";
  fails(wrap(arc, "directed"), 5, "expected an undirected graph, got a directed one");
  ReadOptions options;
  options.directed = ReadOptions::Directed::symmetrise;
  for (const std::string& body : {arc, arc + "<edge source='a' target='b'/>"})
    BOOST_CHECK_EQUAL(num_edges(read_text(wrap(body, "directed"), format, options)[0].graph), 1U);
  fails(wrap(arc + "<edge source='b' target='a'/>", "directed"), 0, "again", options);
  fails(wrap(arc + "<edge source='b' target='a' directed='false'/>", "directed"), 5,
        "expected edges of one kind", options);
}

BOOST_AUTO_TEST_CASE(malformed_files_are_named) {
  fails("", 1, "expected a <graph>, got none");
  fails("<graphml></graphml>", 1, "expected a <graph>, got none");
  fails(wrap("<node id='a'>"), 7, "expected </node>, got \"</graph\"");
  fails(wrap("<node id='a'/></nod>"), 6, "expected </graph>, got \"</nod\"");
  fails("<graphml>\n<graph edgedefault='undirected'>\n", 3, "expected </graph>");
  fails(wrap("<node id='a'/><edge source='a' target='c'/>"), 5, "to be declared once");
  fails(wrap("<node id='a'/><node id='a'/>"), 5, "to be declared once");
  fails(wrap("<node/>"), 0, "expected GraphML");
  fails(wrap("<node id='a'/>\n<edge source='a'/>"), 0, "expected GraphML");
  fails("<graphml><graph></graph></graphml>", 0, "expected GraphML");
  fails("<graph></graph>", 0, "expected GraphML");
  fails(wrap("<node id='a'><data key='l'>C</data></node>"), 0,
        "expected an integer label, got \"C\"");
  fails(wrap(two + "<edge source='b' target='a'><data key='w'>x</data></edge>"), 0,
        "expected a weight, got \"x\"");
  fails(wrap(two + "<edge source='b' target='a'><data key='w'>0</data></edge>"), 0,
        "expected a non-zero weight");
  fails(wrap(two + "<edge source='b' target='b'/>"), 0, "the loop 1-1");
  fails(wrap(two + "<edge source='b' target='a'/><edge source='a' target='b'/>"), 0, "again");
  fails(wrap("<node id='a'>&nosuch</node><node id=\"b\" id2></node>"), 6, "expected XML");
}

BOOST_AUTO_TEST_CASE(what_boost_would_pass_over_or_fall_over) {
  fails(wrap("<node id='a'><graph edgedefault='undirected'/></node>"), 6, "a second <graph>");
  fails("<graphml>\n<graph edgedefault='undirected'/>\n<graph edgedefault='undirected'/>\n"
        "</graphml>",
        3, "expected one graph");
  fails(wrap("<hyperedge/>"), 6, "a <hyperedge>");
  fails(wrap("<node id='a'/>") + std::string("\0", 1), 9, "a zero byte");
  fails("<!DOCTYPE x [ <!ENTITY a 'b'> ]>\n", 1, "expected an element");
  std::string deep;
  for (int i = 0; i < 200000; ++i)
    deep += "<a>";
  fails(deep, 1, "elements at most 64 deep");
  fails("<a x'=\"1\">" + deep + "'>", 1, "expected an attribute");
}

BOOST_AUTO_TEST_CASE(writing) {
  GraphRecord record = record_of(make_graph(3, {{2, 0, 0.1, -5}, {1, 0}}));
  record.graph[1].label = 4;
  record.name = "caf\xc3\xa9 <&> \"x\"";
  const std::string text = write_text({record}, format);
  const auto again = read_text(text, format);
  BOOST_REQUIRE_EQUAL(again.size(), 1U);
  BOOST_CHECK(same_graph(again[0].graph, record.graph));
  BOOST_CHECK_EQUAL(again[0].name, record.name);
  BOOST_CHECK(text.find("attr.type=\"double\"") != std::string::npos);
  BOOST_CHECK_THROW((void)write_text({record, record}, format), DimensionError);
}
