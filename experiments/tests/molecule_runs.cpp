// The tables of molecules as commands, on generated molecules: what they write, that nothing
// depends on threads or on being stopped, and what they say to bad input.
#define BOOST_TEST_MODULE molecule_runs
#include "molecule_folder.hpp"
#include "report/record.hpp"
#include "run/molecule_benchmark.hpp"
#include "workplace.hpp"

#include <boost/test/unit_test.hpp>

using namespace canon;
using namespace canon::lab;

namespace {

struct Fixture {
  Workplace place, data;

  [[nodiscard]] Ran lab(const std::string& arguments) const {
    return run_lab("cd '" + place.path().string() + "' && lab run " + arguments);
  }
  /// The results without the times.
  [[nodiscard]] Json results(const std::string& file) const {
    Json results = read_record(place.path() / file).results;
    for (auto& [row, entry] : results.items())
      entry.erase("seconds");
    return results;
  }
  void ends_well(const std::string& arguments) const {
    // Beside other tests on the same cores threads would only wait for each other.
    const bool chosen = arguments.find("--threads") != std::string::npos;
    const Ran ran = lab(arguments + (chosen ? "" : " --threads 1"));
    BOOST_TEST_CONTEXT(arguments << ": " << ran.err)
    BOOST_TEST(ran.code == 0);
  }
  void refused(const std::string& arguments, const std::string& word) const {
    const Ran ran = lab(arguments + " --quiet");
    BOOST_TEST_CONTEXT(arguments << ": " << ran.err) {
      BOOST_TEST(ran.code == 2);
      BOOST_TEST(ran.err.find(word) != std::string::npos);
      BOOST_TEST(ran.one_line());
      BOOST_TEST(place.files() == 0U);
    }
  }
};

const std::string quick = "zinc --quick --quiet --rows gatedgcn-none,gatedgcn-map ";

} // namespace

BOOST_FIXTURE_TEST_CASE(the_same_on_any_number_of_threads, Fixture) {
  ends_well(quick + "--epochs 2 --threads 1 --out a");
  ends_well(quick + "--epochs 2 --threads 2 --out b");
  BOOST_TEST(results("a/zinc.json") == results("b/zinc.json"));
  const Json map = results("a/zinc.json")["gatedgcn-map"];
  for (const char* key : {"last", "best", "epochs", "parameters"})
    BOOST_TEST(map[key].size() == 1U, key << " of one seed");
  BOOST_TEST(map["epochs"][0] == 2);
  const std::string page = contents(place.path() / "a" / "zinc.html");
  BOOST_TEST(page.find("Generated molecules") != std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(goes_on_where_it_was_and_takes_more_rows_and_seeds, Fixture) {
  // Few epochs by the settings, so that a run to their end is not short.
  std::string settings = contents(CANON_FIXTURES "/../../configs/zinc.ini");
  const std::string longer = "generated_epochs = 40";
  BOOST_REQUIRE(settings.find(longer) != std::string::npos);
  settings.replace(settings.find(longer), longer.size(), "generated_epochs = 4");
  std::ofstream(place.path() / "four.ini") << settings;
  const std::string four = "zinc --quick --quiet --config four.ini ";
  ends_well(four + "--rows gatedgcn-map --seeds 2 --out whole");
  ends_well(four + "--rows gatedgcn-map --seeds 1 --epochs 2 --out parts");
  BOOST_TEST(results("parts/zinc.json")["gatedgcn-map"]["short"][0] == true);
  ends_well(four + "--rows gatedgcn-map --seeds 1 --out parts");
  ends_well(four + "--rows gatedgcn-map --seeds 2 --out parts");
  BOOST_TEST(results("whole/zinc.json") == results("parts/zinc.json"));
  ends_well(four + "--rows gatedgcn-none --epochs 1 --out parts");
  BOOST_TEST(results("parts/zinc.json").size() == 2U); // what was there before, too
  // Other data (of another seed) do not fit the checkpoints.
  const Ran other = lab(four + "--rows gatedgcn-map --seed 5 --out parts");
  BOOST_TEST(other.code == 2);
  BOOST_TEST(other.one_line());
  ends_well(four + "--rows gatedgcn-map --seed 5 --fresh --out parts");
}

BOOST_FIXTURE_TEST_CASE(every_command_has_a_quick_form, Fixture) {
  ends_well("moltox21 --quick --quiet --rows gatedgcn-complete --epochs 1 --out tox");
  ends_well("molpcba --quick --quiet --rows gatedgcn-none --epochs 1 --out pcba");
  ends_well("k-sweep --quick --quiet --rows k0,k4 --epochs 1 --out k");
  ends_well("ablation --quick --quiet --rows no-sign,no-eigenvalues --epochs 1 --out ablation");
  ends_well("time-table --quick --quiet --out times");
  const Json times = read_record(place.path() / "times" / "time-table.json").results["times"];
  BOOST_TEST(times["ratio"].get<double>() > 0.0);
  BOOST_TEST(times["preparation"].size() == 2U);
}

BOOST_FIXTURE_TEST_CASE(reads_a_folder_and_keeps_its_encodings, Fixture) {
  write_molecule_folder(data.path() / "zinc12k", molecule_benchmark("zinc").layout, 30);
  const std::string run = "zinc --quick --quiet --rows gatedgcn-map --epochs 1 --data '" +
                          data.path().string() + "' --cache cache ";
  ends_well(run + "--out a");
  BOOST_TEST(std::distance(std::filesystem::directory_iterator(place.path() / "cache"), {}) == 1);
  ends_well(run + "--out b");
  BOOST_TEST(results("a/zinc.json") == results("b/zinc.json"));
}

BOOST_FIXTURE_TEST_CASE(bad_input_is_refused_in_one_line, Fixture) {
  const MoleculeLayout& tox = molecule_benchmark("moltox21").layout;
  const std::string folder = data / "ogbg_moltox21";
  const auto run = [&] {
    return "moltox21 --rows gatedgcn-none --epochs 1 --data '" + folder + "'";
  };
  refused("zinc", "--data");
  refused("zinc --data /nowhere/at/all", "/nowhere/at/all");
  refused("zinc --quick --rows gatedgcn", "gatedgcn-none");
  refused("zinc --quick --seeds 9", "--seeds");
  refused("zinc --quick --epochs 0", "--epochs");
  write_molecule_folder(folder, tox, 12);
  std::filesystem::remove(folder + "/split/scaffold/valid.csv");
  refused(run(), "valid");
  write_molecule_folder(folder, tox, 12);
  const std::string labels = contents(folder + "/raw/graph-label.csv");
  std::ofstream(folder + "/raw/graph-label.csv") << "2" + labels.substr(labels.find(','));
  refused(run(), "0, 1");
  std::ofstream(folder + "/raw/graph-label.csv") << [&] {
    std::string one_each;
    for (int i = 0; i < 12; ++i)
      one_each += "1\n";
    return one_each;
  }();
  refused(run(), "12 labels");
  std::filesystem::remove(folder + "/raw/graph-label.csv");
  refused(run(), "graph-label");
}

BOOST_FIXTURE_TEST_CASE(damaged_folders_are_refused_in_one_line, Fixture) {
  const std::string folder = data / "zinc12k";
  const auto spoiled = [&](const std::string& file, const auto& spoil, const std::string& word) {
    write_molecule_folder(folder, molecule_benchmark("zinc").layout, 12);
    const std::string path = folder + "/" + file, before = contents(path);
    std::ofstream(path) << spoil(before);
    BOOST_TEST_CONTEXT(file)
    refused("zinc --rows gatedgcn-none --epochs 1 --data '" + data.path().string() + "'", word);
  };
  const auto first_line = [](const std::string& line) {
    return [line](const std::string& text) { return line + text.substr(text.find('\n')); };
  };
  const auto nothing = [](const std::string&) { return std::string(); };
  spoiled("raw/graph-label.csv", first_line("nan"), "finite label");
  spoiled("raw/graph-label.csv", first_line("many"), "graph-label");
  spoiled("raw/node-feat.csv", first_line("28"), "[0, 28)");
  spoiled("raw/node-feat.csv", first_line("-1"), "node-feat");
  spoiled("raw/edge-feat.csv", first_line("4"), "[0, 4)");
  spoiled("raw/edge.csv", first_line("0,99"), "edge");
  spoiled("raw/num-node-list.csv", first_line("1000"), "node-feat");
  spoiled("raw/num-node-list.csv", nothing, "zinc12k");
  spoiled("split/published/train.csv", first_line("12"), "12");
  spoiled("split/published/valid.csv", nothing, "all three parts");
  spoiled("split/published/test.csv", first_line("x"), "test");
  std::filesystem::remove_all(folder + "/split");
  refused("zinc --rows gatedgcn-none --data '" + data.path().string() + "'", "split");
  std::filesystem::remove_all(folder);
  refused("zinc --rows gatedgcn-none --data '" + data.path().string() + "'", data.path().string());
  refused("zinc --quick --device tpu", "device: expected");
  refused("zinc --quick --config /nowhere.ini", "/nowhere.ini");
  refused("time-table --rows pna-none --quick --threads 0", "--threads");
}
