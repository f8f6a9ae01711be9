#define BOOST_TEST_MODULE ogb
#include "io_test.hpp"

#include <canon/ogb.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

using namespace canon;
using namespace io_test;
namespace fs = std::filesystem;

namespace {

// Two graphs: a path of three vertices and a single edge; the tables of a test can be replaced.
const std::map<std::string, std::string> sound{
    {"num-node-list", "3\n2\n"},      {"num-edge-list", "2\n1\n"},
    {"edge", "0,1\n1,2\n1,0\n"},      {"node-feat", "1,0\n2,0\n3,5\n4,0\n5,0\n"},
    {"edge-feat", "7\n8\n9\n"},       {"graph-label", "0.5,nan\n,-2\n"},
    {"../split/random/train", "0\n"}, {"../split/random/valid", "1\n"},
    {"../split/random/test", ""}};

fs::path write_folder(const Workplace& temp, const std::map<std::string, std::string>& changed = {},
                      const std::vector<std::string>& without = {}) {
  auto tables = sound;
  for (const auto& [stem, text] : changed)
    tables[stem] = text;
  for (const auto& stem : without)
    tables.erase(stem);
  fs::create_directories(temp.path() / "set/raw");
  for (const auto& [stem, text] : tables)
    temp.put("set/raw/" + stem + ".csv", text);
  return temp.path() / "set";
}

void fails(const std::map<std::string, std::string>& changed, const std::string& file,
           std::size_t line, const std::string& part) {
  Workplace temp;
  const fs::path folder = write_folder(temp, changed);
  BOOST_TEST_CONTEXT("file " << file)
  check_parse_error(
      [&] {
        try {
          (void)read_graphs(folder);
        } catch (const ParseError& error) {
          BOOST_CHECK_EQUAL(fs::path(error.file()).filename(), file);
          throw;
        }
      },
      line, part);
}

} // namespace

BOOST_AUTO_TEST_CASE(tables_are_read_side_by_side) {
  Workplace temp;
  const fs::path folder = write_folder(temp);
  for (const fs::path& path : {folder, folder / "raw", folder / ""}) {
    BOOST_CHECK(guess_format(path) == GraphFormat::ogb);
    const auto reader = open_graphs(path);
    BOOST_CHECK(reader->size() == 2U);
    const auto records = drain(*reader);
    BOOST_REQUIRE_EQUAL(records.size(), 2U);
    const GraphRecord& first = records[0];
    Graph expected = make_graph(3, {{0, 1, 1.0, 7}, {1, 2, 1.0, 8}});
    expected[0].label = std::int64_t{1} << 31;
    expected[1].label = std::int64_t{2} << 31;
    expected[2].label = (std::int64_t{3} << 31) + 5;
    BOOST_CHECK(same_graph(first.graph, expected));
    BOOST_CHECK_EQUAL(first.vertex_width, 2U);
    BOOST_CHECK((first.vertex_features == std::vector<std::int32_t>{1, 0, 2, 0, 3, 5}));
    BOOST_CHECK_EQUAL(first.edge_width, 1U);
    BOOST_CHECK((first.edge_features == std::vector<std::int32_t>{7, 8}));
    BOOST_REQUIRE_EQUAL(first.targets.size(), 2U);
    BOOST_CHECK_EQUAL(first.targets[0], 0.5);
    BOOST_CHECK(std::isnan(first.targets[1]));
    BOOST_CHECK(std::isnan(records[1].targets[0]));
    BOOST_CHECK_EQUAL(records[1].targets[1], -2.0);
    BOOST_CHECK((records[1].edge_features == std::vector<std::int32_t>{9}));
  }
}

BOOST_AUTO_TEST_CASE(features_and_labels_are_optional) {
  Workplace temp;
  const fs::path folder = write_folder(temp, {}, {"node-feat", "edge-feat", "graph-label"});
  const auto records = read_graphs(folder);
  BOOST_REQUIRE_EQUAL(records.size(), 2U);
  BOOST_CHECK(same_graph(records[0].graph, make_graph(3, {{0, 1}, {1, 2}})));
  BOOST_CHECK_EQUAL(records[0].vertex_width, 0U);
  BOOST_CHECK(records[0].targets.empty());
  for (const char* stem : {"edge", "num-node-list", "num-edge-list"}) {
    Workplace other;
    BOOST_CHECK_THROW((void)read_graphs(write_folder(other, {}, {stem})), ReadError);
  }
}

BOOST_AUTO_TEST_CASE(one_missing_target_is_an_empty_line) {
  Workplace temp;
  const auto records = read_graphs(write_folder(temp, {{"graph-label", "1\n\n"}}));
  BOOST_REQUIRE_EQUAL(records[1].targets.size(), 1U);
  BOOST_CHECK(std::isnan(records[1].targets[0]));
}

// A record that is read into again keeps the memory of its graph, and nothing else of it.
BOOST_AUTO_TEST_CASE(a_record_can_be_read_into_again) {
  Workplace temp;
  const fs::path folder = write_folder(temp,
                                       {{"num-node-list", "4\n2\n5\n0\n3\n"},
                                        {"num-edge-list", "4\n1\n6\n0\n0\n"},
                                        {"edge", "0,1\n2,2\n+1, 2\n0,3\n"
                                                 "1,0\n"
                                                 "4,0\n0,1\n1,2\n3,2\n4,4\n4,3\n"}},
                                       {"edge-feat", "node-feat", "graph-label"});
  ReadOptions options;
  options.loops = ReadOptions::Loops::keep;
  const auto reader = open_graphs(folder, GraphFormat::ogb, options);
  const std::vector<Graph> expected{
      make_graph(4, {{0, 1}, {2, 2}, {1, 2}, {0, 3}}), make_graph(2, {{1, 0}}),
      make_graph(5, {{4, 0}, {0, 1}, {1, 2}, {3, 2}, {4, 4}, {4, 3}}), Graph(0), Graph(3)};
  GraphRecord record;
  for (const Graph& graph : expected) {
    BOOST_REQUIRE(reader->next(record));
    BOOST_CHECK(same_graph(record.graph, graph));
    BOOST_CHECK_EQUAL(num_edges(record.graph), num_edges(graph));
    for (Vertex v = 0; v < num_vertices(graph); ++v) {
      const auto [begin, end] = adjacent_vertices(v, record.graph);
      const auto [first, last] = adjacent_vertices(v, graph);
      BOOST_CHECK(std::equal(begin, end, first, last));
      record.graph[v].label = 7; // must not be found again
    }
  }
  BOOST_CHECK(!reader->next(record));
}

BOOST_AUTO_TEST_CASE(tables_that_disagree_are_named) {
  fails({{"edge", "0,1\n1,2\n"}}, "edge.csv", 3, "expected an edge, got the end of the file");
  fails({{"edge", "0,1\n1,2\n0,1\n0,1\n"}}, "edge.csv", 4, "expected the end of the file");
  fails({{"node-feat", "1\n2\n3\n4\n"}}, "node-feat.csv", 5, "expected a row of features");
  fails({{"node-feat", "1\n2\n3\n4\n5\n6\n"}}, "node-feat.csv", 6, "expected the end of the file");
  fails({{"node-feat", "1\n2,3\n3\n4\n5\n"}}, "node-feat.csv", 2, "expected 1 fields");
  fails({{"edge-feat", "1\n2\n"}}, "edge-feat.csv", 3, "expected a row of features");
  fails({{"edge-feat", "1\n2\n3\n4\n"}}, "edge-feat.csv", 4, "expected the end of the file");
  fails({{"graph-label", "1\n"}}, "graph-label.csv", 2, "expected a row of labels");
  fails({{"graph-label", "1\n2\n3\n"}}, "graph-label.csv", 3, "expected the end of the file");
  fails({{"graph-label", "1,2\n2\n"}}, "graph-label.csv", 2, "expected 2 fields");
  fails({{"num-edge-list", "2\n"}}, "num-edge-list.csv", 2, "expected 2 lines");
  fails({{"num-edge-list", "2\n1\n0\n"}}, "num-edge-list.csv", 3, "expected 2 lines");
}

BOOST_AUTO_TEST_CASE(malformed_rows_are_named) {
  fails({{"edge", "0,1\n1,3\n0,1\n"}}, "edge.csv", 2, "expected vertices below n = 3, got 3");
  fails({{"edge", "0,1\n1\n0,1\n"}}, "edge.csv", 2, "expected a vertex number");
  fails({{"edge", "0,1\n1,2,3\n0,1\n"}}, "edge.csv", 2, "expected the end of the line");
  fails({{"edge", "0,1\n1,1\n0,1\n"}}, "edge.csv", 2, "the loop 1-1");
  fails({{"edge", "0,1\n1,0\n0,1\n"}}, "edge.csv", 2, "edge 1-0 again, first in line 1");
  fails({{"node-feat", "1\n2.5\n3\n4\n5\n"}}, "node-feat.csv", 2,
        "expected an integer feature, got \"2.5\"");
  fails({{"edge-feat", "1\n9999999999\n3\n"}}, "edge-feat.csv", 2, "expected an integer feature");
  fails({{"edge-feat", "1\n\n3\n"}}, "edge-feat.csv", 2, "expected an integer feature");
  fails({{"graph-label", "1\nx\n"}}, "graph-label.csv", 2, "expected a number or nan, got \"x\"");
  fails({{"num-node-list", "3\n-2\n"}}, "num-node-list.csv", 2, "expected a number of vertices");
  fails({{"num-node-list", "3\n1000000000000000000\n"}}, "num-node-list.csv", 2, "below 2^31");
  fails({{"num-node-list", "3\n2000000000\n"}}, "num-node-list.csv", 2, "at most 50000000");
  fails({{"num-node-list", "3\n40000000\n"}}, "node-feat.csv", 6, "expected a row of features");
  fails({{"num-edge-list", "2\n2000000000\n"}}, "edge.csv", 4, "expected an edge");
  Workplace temp;
  const fs::path folder = write_folder(temp, {{"num-node-list", "3\n40000000\n"}}, {"node-feat"});
  check_parse_error([&] { (void)read_graphs(folder); }, 3, "that account for n = 40000000");
}

BOOST_AUTO_TEST_CASE(features_of_dropped_edges_go_too) {
  Workplace temp;
  const fs::path folder = write_folder(temp, {{"edge", "0,1\n1,2\n1,2\n0,0\n2,0\n1,0\n"},
                                              {"num-edge-list", "5\n1\n"},
                                              {"edge-feat", "1,1\n2,2\n2,2\n3,3\n4,4\n5,5\n"}});
  ReadOptions options;
  options.loops = ReadOptions::Loops::drop;
  options.duplicates = ReadOptions::Duplicates::merge;
  const auto records = read_graphs(folder, {}, options);
  BOOST_CHECK((records[0].edge_features == std::vector<std::int32_t>{1, 1, 2, 2, 4, 4}));
  BOOST_CHECK_EQUAL(num_edges(records[0].graph), 3U);
  BOOST_CHECK((records[1].edge_features == std::vector<std::int32_t>{5, 5}));
}

BOOST_AUTO_TEST_CASE(packing) {
  using Row = std::vector<std::int32_t>;
  BOOST_CHECK_EQUAL(packed_label(Row{}), 0);
  BOOST_CHECK_EQUAL(packed_label(Row{-7}), -7);
  BOOST_CHECK_EQUAL(packed_label(Row{1, 2, 3}), (std::int64_t{1} << 42) + (2 << 21) + 3);
  BOOST_CHECK_EQUAL(packed_label(Row{127, 0, 0, 0, 0, 0, 0, 0, 1}), (std::int64_t{127} << 56) + 1);
  const Row too_large{128, 0, 0, 0, 0, 0, 0, 0, 1}, negative{-1, 0};
  BOOST_CHECK_GE(packed_label(too_large), 0);
  BOOST_CHECK_NE(packed_label(too_large), packed_label(negative));
  BOOST_CHECK_GE(packed_label(Row(100, 1)), 0); // no bit left for each
}

BOOST_AUTO_TEST_CASE(splits) {
  Workplace temp;
  const fs::path folder = write_folder(temp);
  for (const fs::path& path : {folder, folder / "raw"}) {
    const OgbSplit split = read_ogb_split(path, "random");
    BOOST_CHECK((split.train == std::vector<std::size_t>{0}));
    BOOST_CHECK((split.valid == std::vector<std::size_t>{1}));
    BOOST_CHECK(split.test.empty());
  }
  BOOST_CHECK_THROW((void)read_ogb_split(folder, "scaffold"), ReadError);
  BOOST_CHECK_THROW((void)read_ogb_split(temp.path(), "random"), ReadError);
  const auto refuses = [&](const std::string& test, const std::string& part) {
    temp.put("set/split/random/test.csv", test);
    check_parse_error([&] { (void)read_ogb_split(folder, "random"); }, 1, part);
  };
  refuses("2\n", "expected an index below 2, got 2");
  refuses("0\n", "expected every graph once, got 0 again");
  refuses("x\n", "expected the index of a graph, got \"x\"");
}

BOOST_AUTO_TEST_CASE(writing_a_folder) {
  Workplace temp;
  const auto records = read_graphs(write_folder(temp));
  const fs::path target = temp.path() / "copy";
  {
    const auto writer = graph_writer(target, GraphFormat::ogb);
    for (const GraphRecord& record : records)
      writer->write(record);
    BOOST_CHECK(!fs::exists(target));
    writer->finish();
  }
  const auto again = read_graphs(target);
  BOOST_REQUIRE_EQUAL(again.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    BOOST_CHECK(same_graph(again[i].graph, records[i].graph));
    BOOST_CHECK(again[i].vertex_features == records[i].vertex_features);
    BOOST_CHECK(again[i].edge_features == records[i].edge_features);
    BOOST_CHECK_EQUAL(again[i].targets.size(), 2U);
  }
  BOOST_CHECK_THROW((void)graph_writer(target, GraphFormat::ogb), WriteError);
  { // given up
    const auto writer = graph_writer(temp.path() / "other", GraphFormat::ogb);
    writer->write(records[0]);
  }
  BOOST_CHECK_EQUAL(temp.files(), 2U);
}

BOOST_AUTO_TEST_CASE(what_a_folder_cannot_hold) {
  Workplace temp;
  const auto writer = graph_writer(temp.path() / "set", GraphFormat::ogb);
  GraphRecord record = record_of(make_graph(2, {{0, 1, 2.0}}));
  BOOST_CHECK_THROW(writer->write(record), ArgumentError); // weights
  record = record_of(make_graph(2, {{0, 1, 1.0, std::int64_t{1} << 40}}));
  BOOST_CHECK_THROW(writer->write(record), ArgumentError); // labels beyond 32 bits
  record = record_of(make_graph(2, {{0, 1}}));
  record.vertex_width = 2;
  record.vertex_features = {0, 1};
  BOOST_CHECK_THROW(writer->write(record), ArgumentError); // half of the rows
  record.vertex_features = {0, 1, 0, 2};
  BOOST_CHECK_THROW(writer->write(record), ArgumentError); // labels that do not follow
  record.graph[0].label = 1;
  record.graph[1].label = 2;
  writer->write(record);
  BOOST_CHECK_THROW(writer->write(record_of(Graph{1})), ArgumentError); // another width
  record.targets = {1};
  BOOST_CHECK_THROW(writer->write(record), ArgumentError); // another number of targets
  writer->finish();
  BOOST_CHECK_EQUAL(read_graphs(temp.path() / "set").size(), 1U);
}

BOOST_AUTO_TEST_CASE(the_molecule_sets) {
  if (!have_shared_data()) return;
  struct Set {
    const char* name;
    std::size_t graphs, nodes, targets, vertex_width, edge_width;
    const char* split;
  };
  for (const Set& set :
       std::array<Set, 6>{{{"ogbg_molesol", 1128, 14991, 1, 9, 3, "scaffold"},
                           {"ogbg_molfreesolv", 642, 5600, 1, 9, 3, "scaffold"},
                           {"ogbg_mollipo", 4200, 113568, 1, 9, 3, "scaffold"},
                           {"ogbg_moltox21", 7831, 145459, 12, 9, 3, "scaffold"},
                           {"ogbg_moltoxcast", 8576, 161088, 617, 9, 3, "scaffold"},
                           {"zinc12k", 12000, 277864, 1, 1, 1, "published"}}})
    BOOST_TEST_CONTEXT(set.name) {
      const fs::path folder = fs::path(CANON_TEST_DATA) / set.name;
      const auto reader = open_graphs(folder);
      BOOST_CHECK(reader->size() == set.graphs);
      std::size_t count = 0, nodes = 0;
      for (GraphRecord record; reader->next(record); ++count) {
        const std::size_t n = num_vertices(record.graph), m = num_edges(record.graph);
        nodes += n;
        BOOST_REQUIRE_EQUAL(record.targets.size(), set.targets);
        BOOST_REQUIRE_EQUAL(record.vertex_width, set.vertex_width);
        BOOST_REQUIRE_EQUAL(record.edge_width, set.edge_width);
        BOOST_REQUIRE_EQUAL(record.vertex_features.size(), n * set.vertex_width);
        BOOST_REQUIRE_EQUAL(record.edge_features.size(), m * set.edge_width);
      }
      BOOST_CHECK_EQUAL(count, set.graphs);
      BOOST_CHECK_EQUAL(nodes, set.nodes);
      const OgbSplit split = read_ogb_split(folder, set.split);
      BOOST_CHECK_EQUAL(split.train.size() + split.valid.size() + split.test.size(), set.graphs);
      if (std::string(set.name) == "zinc12k") {
        BOOST_CHECK_EQUAL(split.train.size(), 10000U);
        BOOST_CHECK_EQUAL(split.valid.size(), 1000U);
      }
    }
}
