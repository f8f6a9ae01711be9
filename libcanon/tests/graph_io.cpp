#define BOOST_TEST_MODULE graph_io
#include "base/line_reader.hpp"
#include "io_test.hpp"

#include <canon/base/atomic_file.hpp>

#include <iterator>

using namespace canon;
using namespace io_test;
namespace fs = std::filesystem;

BOOST_AUTO_TEST_CASE(names_of_values) {
  BOOST_CHECK_EQUAL(values<GraphFormat>().size(), 8U);
  for (const GraphFormat format : values<GraphFormat>())
    BOOST_CHECK(parse<GraphFormat>(name(format)) == format);
  BOOST_CHECK_EQUAL(name(GraphFormat::matrix_market), "matrix-market");
  BOOST_CHECK(!parse<GraphFormat>("gml"));
}

BOOST_AUTO_TEST_CASE(guessing_by_name) {
  using F = GraphFormat;
  const std::vector<std::pair<const char*, F>> known{
      {"a.el", F::edge_list},  {"a.edges", F::edge_list},   {"a.edgelist.gz", F::edge_list},
      {"a.tsv", F::edge_list}, {"a.g6", F::graph6},         {"a.g6.gz", F::graph6},
      {"a.s6", F::sparse6},    {"a.mtx", F::matrix_market}, {"a.graphml", F::graphml},
      {"a.xml", F::graphml},   {"a.dot", F::dot},           {"a.gv", F::dot},
      {"a.exp", F::exp}};
  for (const auto& [name, format] : known)
    BOOST_CHECK_MESSAGE(guess_format(name) == format, name);
  const Workplace temp; // GML begins like an edge list
  BOOST_CHECK(!guess_format(temp.put("a.gml", "graph\n[\n  node [ id 0 ]\n]\n")));
  BOOST_CHECK(guess_format(fs::temp_directory_path()) == F::ogb);
  BOOST_CHECK(!guess_format("/no/such/file.txt"));
}

BOOST_AUTO_TEST_CASE(guessing_by_contents) {
  using F = GraphFormat;
  Workplace temp;
  const std::vector<std::pair<std::string, std::optional<F>>> known{
      {">>graph6<<Bw\n", F::graph6},
      {">>sparse6<<:Fa@x^\n", F::sparse6},
      {"%%MatrixMarket matrix coordinate real symmetric\n1 1 0\n", F::matrix_market},
      {"<?xml version='1.0'?><graphml/>", F::graphml},
      {"\xef\xbb\xbf \n<graphml/>", F::graphml},
      {"graph {\n}", F::dot},
      {"strict graph x\n{}", F::dot},
      {"digraph{}", F::dot},
      {"1\n2 1\n0 1 1\n0 1 0\n", F::exp},
      {"# c\n% c\n0 1\n", F::edge_list},
      {"0,1,2.5,1\n", F::edge_list},
      {"graph one\n0 1\n", F::edge_list},
      {"vertex 1 2\n", F::edge_list},
      {"1 2\n2 3\n1 1 3\n", F::edge_list},
      {"hello world\n", std::nullopt},
      {"1 2 3 4 5\n", std::nullopt},
      {"7\n", std::nullopt},
      {"", std::nullopt}};
  for (const auto& [text, format] : known)
    for (const char* name : {"a.txt", "a.csv", "a"})
      BOOST_CHECK_MESSAGE(guess_format(temp.put(name, text)) == format, text);
  AtomicFile zipped(temp.path() / "b.txt.gz");
  zipped.stream() << "0 1\n";
  zipped.commit();
  BOOST_CHECK(guess_format(temp.path() / "b.txt.gz") == F::edge_list);
}

BOOST_AUTO_TEST_CASE(opening) {
  Workplace temp;
  BOOST_CHECK_THROW((void)open_graphs(temp.path() / "none.el"), ReadError);
  BOOST_CHECK_THROW((void)open_graphs(temp.path(), GraphFormat::edge_list), ReadError);
  BOOST_CHECK_THROW((void)open_graphs(temp.path()), ReadError); // no tables in it
  BOOST_CHECK_THROW((void)open_graphs(temp.put("a.txt", "hello")), ParseError);
  BOOST_CHECK_THROW((void)open_graphs("-"), ParseError);
  BOOST_CHECK_THROW((void)open_graphs(temp.put("a.el", ""), GraphFormat::ogb), ReadError);
  std::istringstream in;
  BOOST_CHECK_THROW((void)open_graphs(in, GraphFormat::ogb, "x"), ParseError);
  std::ostringstream out;
  BOOST_CHECK_THROW((void)graph_writer(out, GraphFormat::ogb), ArgumentError);
  if (::geteuid() != 0) {
    const fs::path secret = temp.put("b.el", "0 1");
    fs::permissions(secret, fs::perms::none);
    BOOST_CHECK_THROW((void)open_graphs(secret), ReadError);
  }
}

BOOST_AUTO_TEST_CASE(messages_name_file_and_line) {
  Workplace temp;
  const fs::path path = temp.put("a.el", "0 1\n0 x\n");
  try {
    (void)read_graphs(path);
    BOOST_ERROR("no error");
  } catch (const ParseError& error) {
    BOOST_CHECK_EQUAL(error.what(), path.string() + ":2: expected a vertex number, got \"x\"");
  }
}

BOOST_AUTO_TEST_CASE(a_writer_ends_once) {
  std::ostringstream out;
  const auto writer = graph_writer(out, GraphFormat::edge_list);
  writer->finish();
  BOOST_CHECK_THROW(writer->finish(), ArgumentError);
  BOOST_CHECK_THROW(writer->write(GraphRecord{}), ArgumentError);
  std::ostringstream broken;
  broken.setstate(std::ios::badbit);
  const auto other = graph_writer(broken, GraphFormat::edge_list);
  BOOST_CHECK_THROW(other->write(GraphRecord{}), WriteError);
  BOOST_CHECK_THROW(other->finish(), WriteError);
}

BOOST_AUTO_TEST_CASE(a_failed_write_leaves_nothing) {
  Workplace temp;
  {
    const auto writer = graph_writer(temp.path() / "a.g6", GraphFormat::graph6);
    writer->write(record_of(Graph{3}));
    BOOST_CHECK_THROW(writer->write(record_of(make_graph(2, {{0, 1, 2.0}}))), ArgumentError);
  }
  BOOST_CHECK_EQUAL(temp.files(), 0U);
}

BOOST_AUTO_TEST_CASE(every_cut_of_a_gzip_is_an_error) {
  Workplace temp;
  const fs::path path = temp.path() / "a.el.gz";
  const auto writer = graph_writer(path, GraphFormat::edge_list);
  std::mt19937_64 random(5);
  for (int i = 0; i < 20; ++i)
    writer->write(record_of(random_graph(random, 12, {.weights = true})));
  writer->finish();
  std::ifstream file(path, std::ios::binary);
  const std::string whole(std::istreambuf_iterator<char>(file), {});
  BOOST_CHECK_EQUAL(read_text(whole, GraphFormat::edge_list).size(), 20U);
  BOOST_CHECK_EQUAL(read_text(whole + whole, GraphFormat::edge_list).size(), 40U);
  for (std::size_t length = 2; length < whole.size(); ++length)
    BOOST_CHECK_THROW((void)read_text(whole.substr(0, length), GraphFormat::edge_list), ParseError);
  check_text_error(whole.substr(0, 12), GraphFormat::edge_list, 1, "truncated gzip");
}

std::string zipped(const std::string& text) {
  Workplace temp;
  AtomicFile file(temp.path() / "a.gz");
  file.stream() << text;
  file.commit();
  std::ifstream in(temp.path() / "a.gz", std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

BOOST_AUTO_TEST_CASE(check_sum_and_length_of_a_gzip_are_compared) {
  const std::string whole = zipped("0 1\n1 2\n");
  BOOST_CHECK_EQUAL(read_text(whole, GraphFormat::edge_list).size(), 1U);
  for (std::size_t i = whole.size() - 8; i < whole.size(); ++i) { // CRC, then ISIZE
    std::string wrong = whole;
    wrong[i] = static_cast<char>(wrong[i] + 1);
    check_text_error(wrong, GraphFormat::edge_list, 1,
                     i + 4 < whole.size() ? "incorrect data check" : "incorrect length check");
  }
  check_text_error(whole + "x", GraphFormat::edge_list, 3, "gzip");
  check_text_error(whole + std::string(10, '\0'), GraphFormat::edge_list, 3, "gzip");
}

BOOST_AUTO_TEST_CASE(long_lines_and_documents_are_refused_before_they_fill_the_memory) {
  ReadOptions options;
  options.max_text = std::size_t{1} << 20;
  const std::string line(std::size_t{3} << 20, ' ');
  for (const GraphFormat format : values<GraphFormat>()) {
    if (format == GraphFormat::ogb) continue;
    BOOST_TEST_CONTEXT(name(format)) {
      for (const std::string& text : {line, zipped(line)})
        check_text_error(text, format, 1, "at most 1 MiB (ReadOptions::max_text", options);
    }
  }
  check_text_error("0 1\n" + line, GraphFormat::edge_list, 2, "expected a line or document",
                   options);
  BOOST_CHECK_EQUAL(read_text("0 1\n" + line, GraphFormat::edge_list).size(), 1U);
  // Many lines are no long line.
  std::string lines;
  for (int i = 0; i < 500000; ++i)
    lines += std::to_string(i) + " " + std::to_string(i + 1) + "\n";
  BOOST_CHECK_EQUAL(read_text(lines, GraphFormat::edge_list, options).size(), 1U);
  BOOST_CHECK_EQUAL(read_text(zipped(lines), GraphFormat::edge_list, options).size(), 1U);
  Workplace temp;
  temp.put("raw/num-node-list.csv", "2\n");
  temp.put("raw/num-edge-list.csv", "1\n");
  temp.put("raw/edge.csv", "0,1" + line + "\n");
  check_parse_error([&] { (void)read_graphs(temp.path(), GraphFormat::ogb, options); }, 1,
                    "at most 1 MiB");
}

// No line is long, and nothing is kept, but 10 MB of gzip would give 10 GB to read.
BOOST_AUTO_TEST_CASE(gzip_that_unfolds_without_end_is_refused) {
  ReadOptions options;
  options.max_text = std::size_t{1} << 20;
  const std::string blank(std::size_t{3} << 20, '\n');
  check_text_error(zipped(blank), GraphFormat::edge_list, 1048577,
                   "expected gzip data that unfold at most 200-fold, or to at most 1 MiB", options);
  BOOST_CHECK(read_text(zipped(blank), GraphFormat::edge_list).empty());
  BOOST_CHECK(read_text(blank, GraphFormat::edge_list, options).empty());
}

BOOST_AUTO_TEST_CASE(guessing_looks_at_the_beginning_only) {
  Workplace temp;
  const std::string line(std::size_t{2} << 20, 'x');
  BOOST_CHECK(!guess_format(temp.put("a", line)));
  BOOST_CHECK(guess_format(temp.put("b", "graph {" + line)) == GraphFormat::dot);
  BOOST_CHECK(guess_format(temp.put("c", "0 1\r\n" + line)) == GraphFormat::edge_list);
}

BOOST_AUTO_TEST_CASE(lines_of_every_length) {
  for (const std::size_t length : {0U, 1U, 65534U, 65535U, 65536U, 65537U, 200000U, 1000000U}) {
    const std::string text =
        std::string(length, 'a') + "\r\n\n" + std::string(length, 'b') + "\n" + "c";
    std::istringstream in(text);
    LineReader lines(in, "text");
    std::string_view line;
    BOOST_REQUIRE(lines.next(line));
    BOOST_CHECK_EQUAL(line.size(), length);
    BOOST_REQUIRE(lines.next(line));
    BOOST_CHECK(line.empty());
    BOOST_REQUIRE(lines.next(line));
    BOOST_CHECK_EQUAL(line.size(), length);
    lines.put_back();
    BOOST_REQUIRE(lines.next(line));
    BOOST_CHECK_EQUAL(line.size(), length);
    BOOST_CHECK_EQUAL(lines.line_number(), 3U);
    BOOST_REQUIRE(lines.next(line));
    BOOST_CHECK_EQUAL(line, "c");
    BOOST_CHECK(!lines.next(line));
    BOOST_CHECK_EQUAL(lines.line_number(), 4U);
  }
}

// What a format can hold comes back, through a file, zipped or not.
BOOST_AUTO_TEST_CASE(round_trips) {
  struct Case {
    GraphFormat format;
    RandomGraph kind;
    bool many;
  };
  const std::vector<Case> cases{
      {GraphFormat::edge_list, {true, true, true, true}, true},
      {GraphFormat::graph6, {}, true},
      {GraphFormat::sparse6, {.loops = true}, true},
      {GraphFormat::matrix_market, {.weights = true, .loops = true}, false},
      {GraphFormat::graphml, {true, true, true, true}, false},
      {GraphFormat::dot, {true, true, true, true}, false},
      {GraphFormat::ogb, {false, true, true, true}, true},
      {GraphFormat::exp, {.vertex_labels = true, .loops = true}, true}};
  ReadOptions options;
  options.loops = ReadOptions::Loops::keep;
  for (const Case& c : cases)
    for (std::uint64_t seed = 0; seed < 30; ++seed)
      BOOST_TEST_CONTEXT(name(c.format) << " seed " << seed) {
        std::mt19937_64 random(seed);
        Workplace temp;
        const fs::path path =
            temp.path() / (seed % 2 == 0 || c.format == GraphFormat::ogb ? "a" : "a.gz");
        std::vector<GraphRecord> records;
        for (std::size_t i = 0, count = c.many ? random() % 5 : 1; i < count; ++i)
          records.push_back(record_of(random_graph(random, random() % 20, c.kind)));
        const auto writer = graph_writer(path, c.format);
        for (const GraphRecord& record : records)
          writer->write(record);
        writer->finish();
        const auto again = read_graphs(path, c.format, options);
        BOOST_REQUIRE_EQUAL(again.size(), records.size());
        for (std::size_t i = 0; i < records.size(); ++i)
          BOOST_CHECK(same_graph(again[i].graph, records[i].graph));
        if (!records.empty()) BOOST_CHECK_EQUAL(temp.files(), 1U);
      }
}

// One record is read into again and again: nothing of the graph before may stay.
BOOST_AUTO_TEST_CASE(a_record_is_overwritten_whole) {
  GraphRecord record;
  record.name = "old";
  record.targets = {1};
  record.vertex_width = record.edge_width = 1;
  record.vertex_features = record.edge_features = {1, 2};
  std::istringstream in("A_\n");
  const auto reader = open_graphs(in, GraphFormat::graph6, "text");
  BOOST_REQUIRE(reader->next(record));
  BOOST_CHECK(record.name.empty() && record.targets.empty() && record.vertex_width == 0 &&
              record.edge_width == 0 && record.vertex_features.empty() &&
              record.edge_features.empty());
}
