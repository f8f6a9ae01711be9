#define BOOST_TEST_MODULE graph_io_fuzz
#include "io_test.hpp"

#include <algorithm>
#include <chrono>
#include <map>

// Every reader, given damaged files, yields graphs or throws canon::Error: nothing else, and soon.
using namespace canon;
using namespace io_test;
namespace fs = std::filesystem;

namespace {

const std::vector<ReadOptions>& option_sets() {
  static const std::vector<ReadOptions> sets{{},
                                             {ReadOptions::Loops::keep,
                                              ReadOptions::Duplicates::merge,
                                              ReadOptions::Directed::symmetrise, true}};
  return sets;
}

template <class Open>
void must_survive(Open open, const std::string& what) {
  const auto start = std::chrono::steady_clock::now();
  try {
    const auto reader = open();
    GraphRecord record;
    while (reader->next(record))
      if (num_vertices(record.graph) > max_vertices) BOOST_ERROR(what << ": too many vertices");
  } catch (const Error&) {
    // the expected end
  } catch (const std::exception& error) {
    BOOST_ERROR(what << ": " << error.what());
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  BOOST_CHECK_MESSAGE(taken.count() < 10.0, what << ": took " << taken.count() << " s");
}

void must_survive_text(const std::string& text, GraphFormat format, const std::string& what) {
  for (const ReadOptions& options : option_sets()) {
    std::istringstream in(text);
    must_survive([&] { return open_graphs(in, format, "text", options); }, what);
  }
}

// Bytes that mean something somewhere.
constexpr std::string_view telling = "0123456789-+.,:;~?@_{}[]()<>/\"'=&#%! \t\r\n\\eEnaif";

std::string damaged(std::string text, std::mt19937_64& random) {
  const auto at = [&](std::size_t bound) { return bound == 0 ? 0 : random() % bound; };
  const auto byte = [&] {
    return random() % 3 == 0 ? static_cast<char>(random()) : telling[at(telling.size())];
  };
  for (std::size_t strikes = 1 + random() % 4; strikes > 0 && !text.empty(); --strikes) {
    const std::size_t here = at(text.size());
    switch (random() % 8) {
    case 0:
      text[here] = byte();
      break;
    case 1:
      text[here] = static_cast<char>(text[here] ^ (1 << random() % 8));
      break;
    case 2:
      text.insert(here, 1 + random() % 3, byte());
      break;
    case 3:
      text.erase(here, 1 + random() % 8);
      break;
    case 4:
      text.resize(here);
      break;
    case 5: { // a piece a second time, elsewhere
      const std::string piece = text.substr(here, 1 + random() % 40);
      text.insert(at(text.size()), piece);
      break;
    }
    case 6:
      text.insert(here, std::to_string(random() >> random() % 64));
      break;
    default: { // two lines change places
      std::vector<std::string> lines;
      std::istringstream in(text);
      for (std::string line; std::getline(in, line);)
        lines.push_back(line);
      if (lines.empty()) break;
      std::swap(lines[at(lines.size())], lines[at(lines.size())]);
      text.clear();
      for (const std::string& line : lines)
        text += line + "\n";
    }
    }
  }
  return text;
}

std::string valid_text(GraphFormat format) {
  std::mt19937_64 random(7);
  RandomGraph kind;
  kind.weights =
      format != GraphFormat::graph6 && format != GraphFormat::sparse6 && format != GraphFormat::exp;
  kind.vertex_labels = format == GraphFormat::exp || format == GraphFormat::edge_list ||
                       format == GraphFormat::graphml || format == GraphFormat::dot;
  kind.edge_labels = kind.vertex_labels && format != GraphFormat::exp;
  std::vector<GraphRecord> records;
  const bool many = format == GraphFormat::graph6 || format == GraphFormat::sparse6 ||
                    format == GraphFormat::exp || format == GraphFormat::edge_list;
  for (std::size_t i = 0; i < (many ? 4U : 1U); ++i)
    records.push_back(record_of(random_graph(random, 6 + 3 * i, kind)));
  return write_text(records, format);
}

std::vector<std::pair<GraphFormat, std::string>> seeds() {
  std::vector<std::pair<GraphFormat, std::string>> result;
  for (const GraphFormat format : values<GraphFormat>())
    if (format != GraphFormat::ogb) result.emplace_back(format, valid_text(format));
  result.emplace_back(GraphFormat::sparse6, ">>sparse6<<:Fa@x^\n:~?@@\nBw\n");
  result.emplace_back(GraphFormat::matrix_market,
                      "%%MatrixMarket matrix coordinate integer general\n% c\n3 3 4\n1 2 2\n2 1 2\n"
                      "3 2 1\n2 3 1\n");
  result.emplace_back(GraphFormat::dot,
                      "strict digraph \"G\" { node [label=5]; a:p -> {b c} [weight=2] ; subgraph s "
                      "{ x -> y; } -> z; /* c */ d [label=\"3\" x=<<b>q</b>>] // e\n}\n");
  result.emplace_back(
      GraphFormat::graphml,
      "<?xml version='1.0'?>\n<!DOCTYPE graphml>\n<graphml><key id='w' for='edge' "
      "attr.name='weight' attr.type='double'><default>2</default></key><graph id='G' "
      "edgedefault='directed'><!-- c --><node id='a'/><node id='b'><![CDATA[ x ]]></node>"
      "<edge source='a' target='b'><data key='w'>0.5</data></edge></graph></graphml>\n");
  return result;
}

} // namespace

BOOST_AUTO_TEST_CASE(cut_off_anywhere) {
  for (const auto& [format, text] : seeds())
    for (std::size_t length = 0; length <= text.size(); length += 1 + text.size() / 1500)
      must_survive_text(text.substr(0, length), format,
                        std::string(name(format)) + " cut at " + std::to_string(length));
}

BOOST_AUTO_TEST_CASE(damaged_text) {
  for (const auto& [format, text] : seeds())
    for (std::uint64_t seed = 0; seed < 2500; ++seed) {
      std::mt19937_64 random(seed);
      must_survive_text(damaged(text, random), format,
                        std::string(name(format)) + " damaged by seed " + std::to_string(seed));
    }
}

BOOST_AUTO_TEST_CASE(pure_noise) {
  for (const GraphFormat format : values<GraphFormat>()) {
    if (format == GraphFormat::ogb) continue;
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
      std::mt19937_64 random(seed);
      std::string text(random() % 300, ' ');
      for (char& c : text)
        c = seed % 2 == 0 ? static_cast<char>(random()) : telling[random() % telling.size()];
      must_survive_text(text, format,
                        std::string(name(format)) + " noise of seed " + std::to_string(seed));
    }
  }
}

BOOST_AUTO_TEST_CASE(damaged_gzip) {
  Workplace temp;
  const fs::path path = temp.path() / "a.gz";
  const auto writer = graph_writer(path, GraphFormat::edge_list);
  std::mt19937_64 source(3);
  writer->write(record_of(random_graph(source, 30, {.weights = true})));
  writer->finish();
  std::ifstream file(path, std::ios::binary);
  const std::string whole(std::istreambuf_iterator<char>(file), {});
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    std::mt19937_64 random(seed);
    must_survive_text(damaged(whole, random), GraphFormat::edge_list,
                      "gzip damaged by seed " + std::to_string(seed));
  }
}

BOOST_AUTO_TEST_CASE(damaged_folders) {
  const std::map<std::string, std::string> tables{
      {"num-node-list", "3\n2\n4\n"},
      {"num-edge-list", "2\n1\n3\n"},
      {"edge", "0,1\n1,2\n1,0\n0,1\n1,2\n2,3\n"},
      {"node-feat", "1,0\n2,0\n3,5\n4,0\n5,0\n6,0\n7,7\n8,8\n9,9\n"},
      {"edge-feat", "7\n8\n9\n1\n2\n3\n"},
      {"graph-label", "0.5,nan\n,-2\n1,1\n"}};
  Workplace temp;
  for (const auto& [stem, text] : tables)
    temp.put("raw/" + stem + ".csv", text);
  for (const auto& [stem, text] : tables) {
    for (std::uint64_t seed = 0; seed < 250; ++seed) {
      std::mt19937_64 random(seed);
      temp.put("raw/" + stem + ".csv",
               seed <= text.size() ? text.substr(0, seed) : damaged(text, random));
      for (const ReadOptions& options : option_sets())
        must_survive([&] { return open_graphs(temp.path(), GraphFormat::ogb, options); },
                     "ogb " + stem + " damaged by seed " + std::to_string(seed));
    }
    temp.put("raw/" + stem + ".csv", text);
  }
}

BOOST_AUTO_TEST_CASE(guessing_never_throws) {
  Workplace temp;
  for (const auto& [format, text] : seeds())
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      std::mt19937_64 random(seed);
      const fs::path path = temp.put("a.txt", damaged(text, random));
      BOOST_CHECK_NO_THROW((void)guess_format(path));
    }
}
