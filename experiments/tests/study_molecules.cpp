// The command: what it writes, and what it says to bad input.
#define BOOST_TEST_MODULE study_molecules
#include "report/record.hpp"
#include "workplace.hpp"

#include <canon/generate.hpp>
#include <canon/graph_io.hpp>

#include <boost/test/unit_test.hpp>

using namespace canon;
using namespace canon::lab;
namespace fs = std::filesystem;

namespace {

/// FOLDER/NAME in OGB's layout, of a few graphs whose counts are known.
void write_set(const fs::path& folder) {
  const auto writer = graph_writer(folder, GraphFormat::ogb);
  for (const std::size_t n : {6U, 7U, 8U, 9U}) {
    GraphRecord record;
    record.graph = cycle_graph(n);
    record.targets = {static_cast<double>(n)};
    writer->write(record);
  }
  writer->finish();
}

fs::path table(const fs::path& set, const std::string& stem) {
  for (const auto& entry : fs::recursive_directory_iterator(set))
    if (entry.path().filename().string().starts_with(stem + ".csv")) return entry.path();
  return {};
}

struct Fixture {
  Workplace place;
  std::string data = place / "data";

  Fixture() {
    fs::create_directory(data);
    write_set(fs::path(data) / "cycles");
    write_set(fs::path(data) / "more");
  }

  /// Runs with --out and expects one line, exit code 2 and no report. An error in the middle of a
  /// set leaves the journal of what was counted before.
  void refused(const std::string& arguments, const std::string& word, bool begun = false) const {
    const Ran ran = run_lab("cd '" + place.path().string() + "' && lab study molecules " +
                            arguments + " --out out");
    BOOST_TEST_CONTEXT(arguments << ": " << ran.err) {
      BOOST_TEST(ran.code == 2);
      BOOST_TEST(ran.one_line());
      BOOST_TEST(ran.out.empty());
      BOOST_TEST(ran.err.find(word) != std::string::npos);
      BOOST_TEST(fs::exists(place / "out") == begun);
      BOOST_TEST(fs::exists(place / "out/molecules.journal") == begun);
      BOOST_TEST(!fs::exists(place / "out/molecules.json"));
    }
  }
};

std::string without_stamp(const std::string& text) {
  return text.substr(0, text.find("\"stamp\""));
}

} // namespace

BOOST_FIXTURE_TEST_CASE(a_folder_of_sets_is_taken_whole, Fixture) {
  const Ran ran = run_lab("lab study molecules '" + data + "' --out '" + place / "out" + "'");
  BOOST_TEST_REQUIRE(ran.code == 0, ran.err);
  const Record record = read_record(place / "out/molecules.json");
  BOOST_TEST(record.configuration["sets"] == Json({"cycles", "more"}));
  bool found = false;
  for (const Table& t : record.tables)
    if (t.name == "multiple") {
      found = true;
      BOOST_TEST(t.rows.at(0).at(1).text == "12"); // (n-1)/2 of n = 6, 7, 8, 9
      BOOST_TEST(t.rows.at(0).at(2).text == "18"); // n/2 + 1
      BOOST_TEST(fs::exists(place / "out/molecules-multiple.csv"));
    }
  BOOST_TEST(found);
  BOOST_TEST(contents(place / "out/molecules.html").find("cycles") != std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(threads_and_reruns_change_only_the_stamp, Fixture) {
  const std::string study =
      "lab study molecules '" + data + "' --json -q -o '" + place / "out" + "' --threads ";
  const Ran one = run_lab(study + "1"), four = run_lab(study + "4");
  BOOST_TEST_REQUIRE(one.code == 0, one.err);
  BOOST_TEST(one.out.size() > 1000U);
  BOOST_TEST(without_stamp(one.out) == without_stamp(four.out));
  BOOST_TEST(four.out == contents(place / "out/molecules.json")); // --json prints the record
}

BOOST_FIXTURE_TEST_CASE(without_gnuplot_it_says_so_and_succeeds, Fixture) {
  const Ran ran = run_lab("PATH=/nonexistent lab study molecules '" + data + "/cycles' --quiet " +
                          "--out '" + place / "out" + "'");
  BOOST_TEST(ran.code == 0);
  BOOST_TEST(ran.one_line());
  BOOST_TEST(ran.err.find("3 plots not drawn: no gnuplot on PATH") != std::string::npos);
  BOOST_TEST(fs::exists(place / "out/molecules.html"));
}

BOOST_FIXTURE_TEST_CASE(a_missing_file_is_named, Fixture) {
  for (const std::string stem : {"edge", "num-edge-list", "num-node-list"}) {
    const fs::path file = table(data + "/cycles", stem), aside = place / "aside";
    fs::rename(file, aside);
    refused("data", stem);
    refused("data/cycles", stem);
    fs::rename(aside, file);
  }
}

BOOST_FIXTURE_TEST_CASE(graph_counts_must_agree, Fixture) {
  const fs::path file = table(data + "/more", "num-edge-list");
  fs::remove(file);
  std::ofstream(file.parent_path() / "num-edge-list.csv") << "6\n7\n8\n";
  refused("data", "expected 4 lines as in num-node-list, got 3");
  std::ofstream(file.parent_path() / "num-edge-list.csv") << "6\n7\n8\n90\n";
  refused("data", "an edge", true);
}

BOOST_FIXTURE_TEST_CASE(bad_words_are_refused, Fixture) {
  refused("", "PATH");
  refused("nowhere", "nothing of that name");
  refused("data/cycles data/../data/cycles", "a second data set");
  refused("data --min-nodes 0", "--min-nodes");
  refused("data --threads 0", "--threads");
  refused("data --c x", "--c");
  fs::create_directory(place / "empty");
  refused("empty", "holds no data set");
}

BOOST_FIXTURE_TEST_CASE(the_output_folder_is_looked_at_first, Fixture) {
  std::ofstream(place / "file") << "x";
  const Ran ran = run_lab("lab study molecules '" + data + "' --out '" + place / "file" + "'");
  BOOST_TEST(ran.code == 2);
  BOOST_TEST(ran.one_line());
}
