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

constexpr Fails fails{format};

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
  fails(wrap(arc + "\n<edge source='b' target='a'/>", "directed"), 9, "again", options);
  fails(wrap(arc + "<edge source='b' target='a' directed='false'/>", "directed"), 8,
        "expected edges of one kind", options);
  fails(wrap(arc, "both"), 5, "expected edgedefault to be directed or undirected");
  fails(wrap(two + "<edge source='b' target='a' directed='yes'/>"), 8,
        "expected directed to be true or false");
}

BOOST_AUTO_TEST_CASE(malformed_files_are_named) {
  fails("", 1, "expected an element, got the end of the file");
  fails("<graphml></graphml>", 1, "expected a <graph>, got none");
  fails(wrap("<node id='a'>"), 7, "expected </node>, got \"</graph\"");
  fails(wrap("<node id='a'/></nod>"), 6, "expected </graph>, got \"</nod\"");
  fails("<graphml>\n<graph edgedefault='undirected'>\n", 3, "expected </graph>");
  fails(wrap("<node id='a'/><edge source='a' target='c'/>"), 6, "to be declared once");
  fails(wrap("<node id='a'/>\n<node id='a'/>"), 7, "to be declared once");
  fails(wrap("<node/>"), 6, "expected the attribute id of a <node>");
  fails(wrap("<node id='a'/>\n<edge source='a'/>"), 7, "expected the attribute target");
  fails("<graphml><graph></graph></graphml>", 1, "expected the attribute edgedefault");
  fails("<graph></graph>", 1, "expected a <graphml>");
  fails(wrap("<node id='a'><data key='l'>C</data></node>"), 6,
        "expected an integer label, got \"C\"");
  fails(wrap(two + "<edge source='b' target='a'><data key='w'>x</data></edge>"), 8,
        "expected a weight, got \"x\"");
  fails(wrap(two + "<edge source='b' target='a'><data key='w'>0</data></edge>"), 8,
        "expected a non-zero weight");
  fails(wrap(two + "<edge source='b' target='b'/>"), 8, "the loop 1-1");
  fails(wrap(two + "<edge source='b' target='a'/><edge source='a' target='b'/>"), 8, "again");
  fails(wrap("<node id='a'>&nosuch</node><node id=\"b\" id2></node>"), 6,
        "expected XML's references");
}

BOOST_AUTO_TEST_CASE(what_is_not_xml_is_refused) {
  const auto graph = [](const std::string& before, const std::string& inside = "",
                        const std::string& after = "") {
    return before + "<graphml><graph edgedefault='undirected'>" + inside + "</graph></graphml>" +
           after;
  };
  fails(graph("", "<node id='a' id='b'/>"), 1, "expected every attribute once");
  fails(graph("", "<node id='a'label='b'/>"), 1, "expected a blank");
  fails(graph("", "<node id=a/>"), 1, "expected a quote");
  fails(graph("", "<node id/>"), 1, "expected '='");
  fails(graph("", "<node id='a<b'/>"), 1, "expected a closing quote");
  fails(graph("", "<no=='true'/>"), 1, "expected a blank");
  fails(graph("", "<1node/>"), 1, "expected the name of an element");
  fails(graph("", "<node id='&lt'/>"), 1, "expected XML's references");
  fails(graph("", "<node id='&#0;'/>"), 1, "expected XML's references");
  fails(graph("", "<node id='&#xd800;'/>"), 1, "expected XML's references");
  fails(graph("", "<!-- a -- b -->"), 1, "expected a comment without");
  fails(graph("", "a ]]> b"), 1, "expected text without");
  fails(graph("", "<?xml version='1.0'?>"), 1, "expected <?xml only at the beginning");
  fails(graph("", "", "<graphml/>"), 1, "expected one root element");
  fails(graph("", "", "x"), 1, "expected the end of the file after the root");
  fails(graph("x"), 1, "expected an element");
  fails(graph("<?xml?>"), 1, "expected the version of XML");
  fails(graph("<?xml version='1.0' encoding='ISO-8859-1'?>", "\xc3\xa9"), 1,
        "expected the encoding UTF-8");
  for (const char* bad : {"\xff", "\xc3", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\x80",
                          "\x01", "\xef\xbf\xbf"})
    fails(graph("\n", bad), 2, "expected XML text in UTF-8");
  for (const std::string& good :
       {graph("\xef\xbb\xbf<?xml version='1.0' encoding='utf-8'?>\n<!DOCTYPE graphml>"),
        graph("<?xml version=\"1.1\" encoding='ISO-8859-1'?><!-- c --><?pi x?>"),
        graph("<!DOCTYPE graphml SYSTEM 'a>b'>", "<desc>caf\xc3\xa9 &#233;&amp;</desc>",
              "<!-- e -->\n")})
    BOOST_CHECK_EQUAL(read_text(good, format).size(), 1U);
  const std::filesystem::path path = repro("illformed.graphml");
  if (!path.empty())
    check_parse_error([&] { (void)read_graphs(path); }, 1, "expected an attribute, '/>' or '>'");
}

BOOST_AUTO_TEST_CASE(what_would_be_lost_silently_is_refused) {
  const std::string edge = two + "<edge source='a' target='b'>";
  fails(wrap(edge + "<data key='v'>2</data></edge>"), 8,
        "expected a <data> whose <key> is declared before it, got key \"v\"");
  fails(wrap(edge + "<data key='l'>2</data></edge>"), 8,
        "expected a key for edge inside <edge>, got \"l\", which is for node");
  fails(wrap(edge + "<data key='w'>2</data>\n<data key='w'>3</data></edge>"), 9,
        "expected weight once inside <edge>");
  fails(wrap(edge + "<data key='w'><b>2</b></data></edge>"), 8, "expected nothing but text");
  fails(wrap(edge + "<data>2</data></edge>"), 8, "expected the attribute key of a <data>");
  fails(wrap("<nod id='a'/>"), 6, "expected an element of GraphML inside <graph>, got \"<nod\"");
  fails(wrap("<node id='a'><node id='b'/></node>"), 6, "inside <node>");
  fails("<graphml><key id='a' for='node' attr.name='label'/><key id='a' for='edge'/></graphml>", 1,
        "expected every key once");
  fails("<graphml>\n<key id='a' for='node' attr.name='label'/>\n<key id='b' for='all' "
        "attr.name='label'/></graphml>",
        3, "expected one key for label of <node>, got \"b\" beside \"a\"");
  fails("<graphml><key id='a' for='vertex'/></graphml>", 1, "expected a key for all, graphml");
  fails("<graphml><key id='a'><x/></key></graphml>", 1, "expected <desc> or <default>");
  fails("<graphml><key attr.name='a'/></graphml>", 1, "expected the attribute id of a <key>");
  const std::filesystem::path path = repro("undeclared_key.graphml");
  if (!path.empty()) check_parse_error([&] { (void)read_graphs(path); }, 1, "got key \"w\"");
}

// As yEd, Gephi and networkx write them: declared, and of no concern here.
BOOST_AUTO_TEST_CASE(other_attributes_are_passed_over) {
  const std::string text =
      "<graphml xmlns='http://graphml.graphdrawing.org/xmlns' xmlns:y='http://y'>\n"
      "<desc>x</desc><key id='d0' for='node' yfiles.type='nodegraphics'/>\n"
      "<key id='d1' for='node' attr.name='weight'><default>heavy</default></key>\n"
      "<key id='d2' attr.name='label' attr.type='long'><desc/><default>5</default></key>\n"
      "<key id='d3' for='graph' attr.name='name'/><key id='d4' for='port'/>\n"
      "<graph edgedefault='undirected' id='G'><data key='d3'> a graph </data>\n"
      "<edge source='b' target='a' sourceport='p'><data key='d2'>-2</data></edge>\n"
      "<node id='a'><data key='d0'><y:ShapeNode><y:Fill color='#FF'/></y:ShapeNode></data>"
      "<port name='p'><data key='d4'/><port name='q'/></port></node>\n"
      "<node id='b'><data key='d2'>7</data><data key='d1'/></node>\n"
      "</graph></graphml>";
  const auto records = read_text(text, format);
  Graph graph = make_graph(2, {{0, 1, 1.0, -2}});
  graph[0].label = 5;
  graph[1].label = 7;
  BOOST_CHECK(same_graph(records.at(0).graph, graph));
  BOOST_CHECK_EQUAL(records[0].name, "a graph");
}

BOOST_AUTO_TEST_CASE(many_keys_cost_no_more_than_their_text) {
  std::string text = "<graphml>";
  for (int i = 0; i < 50000; ++i)
    text += "<key id='k" + std::to_string(i) + "' for='node' attr.name='n" + std::to_string(i) +
            "'><default>1</default></key>";
  text += "<graph edgedefault='undirected'>";
  for (int i = 0; i < 50000; ++i)
    text += "<node id='" + std::to_string(i) + "'/>";
  BOOST_CHECK_EQUAL(num_vertices(read_text(text + "</graph></graphml>", format).at(0).graph),
                    50000U);
}

BOOST_AUTO_TEST_CASE(structure_is_limited) {
  fails(wrap("<node id='a'><graph edgedefault='undirected'/></node>"), 6, "a second <graph>");
  fails("<graphml>\n<graph edgedefault='undirected'/>\n<graph edgedefault='undirected'/>\n"
        "</graphml>",
        3, "expected one graph");
  fails(wrap("<hyperedge/>"), 6, "expected edges of two ends, got \"<hyperedge\"");
  fails(wrap("<node id='a'/>") + std::string("\0", 1), 9, "got \"\\x00\"");
  fails("<!DOCTYPE x [ <!ENTITY a 'b'> ]>\n", 1, "expected a document type without");
  fails("<!DOCTYPE x><!DOCTYPE x><graphml/>", 1, "expected one document type");
  std::string deep;
  for (int i = 0; i < 200000; ++i)
    deep += "<a>";
  fails("<graphml><desc>" + deep, 1, "elements at most 64 deep");
  std::string wide = "<graphml";
  for (int i = 0; i < 200000; ++i)
    wide += " a" + std::to_string(i) + "=''";
  fails(wide + "/>", 1, "at most 64 attributes");
  fails("<a x'=\"1\">" + deep + "'>", 1, "expected '='");
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
  BOOST_CHECK_THROW((void)write_text({record, record}, format), ArgumentError);
  record.name = "a\xff\xfe\nb\xc3"; // what XML cannot hold
  BOOST_CHECK_EQUAL(read_text(write_text({record}, format), format).at(0).name, "a___b_");
}
