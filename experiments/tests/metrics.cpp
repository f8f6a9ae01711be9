#define BOOST_TEST_MODULE metrics
#include "train/metrics.hpp"

#include "toy.hpp"

#include <boost/test/unit_test.hpp>

#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

using namespace canon::lab;
namespace toy = canon::lab::toy;

namespace {

EpochRecord record(int epoch) {
  EpochRecord record;
  record.epoch = epoch;
  record.rate = 0.001;
  record.train_loss = 1.0 / epoch;
  record.valid_loss = record.valid_score = 0.5;
  record.test_loss = record.test_score = std::numeric_limits<double>::quiet_NaN();
  record.seconds = 0.25;
  return record;
}

std::vector<int> epochs_in(const std::filesystem::path& path) {
  std::istringstream lines(contents(path));
  std::vector<int> epochs;
  for (std::string line; std::getline(lines, line);)
    epochs.push_back(nlohmann::json::parse(line)["epoch"]);
  return epochs;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_line_is_json_without_the_time) {
  const auto line = nlohmann::json::parse(metrics_line(record(3)));
  BOOST_TEST(line["epoch"].get<int>() == 3);
  BOOST_TEST(line["train_loss"].get<double>() == 1.0 / 3.0);
  BOOST_TEST(line["test_score"].is_null());
  BOOST_TEST(!line.contains("seconds"));
}

BOOST_AUTO_TEST_CASE(lines_are_there_at_once) {
  const Workplace folder;
  MetricsFile file(folder.path(), {});
  BOOST_TEST(contents(folder.path() / "metrics.jsonl").empty());
  file.append(record(1));
  file.append(record(2));
  const std::vector<int> expected = {1, 2};
  BOOST_TEST(epochs_in(folder.path() / "metrics.jsonl") == expected,
             boost::test_tools::per_element());
  BOOST_TEST(contents(folder.path() / "seconds.jsonl") ==
             "{\"epoch\":1,\"seconds\":0.25}\n{\"epoch\":2,\"seconds\":0.25}\n");
}

BOOST_AUTO_TEST_CASE(resumed_it_has_what_the_checkpoint_knows) {
  const Workplace folder;
  {
    MetricsFile file(folder.path(), {});
    for (int epoch = 1; epoch <= 5; ++epoch)
      file.append(record(epoch));
  }
  // Killed in the middle of a line.
  for (const char* name : {"metrics.jsonl", "seconds.jsonl"})
    std::ofstream(folder.path() / name, std::ios::app) << "{\"epoch\":6,\"ra";
  const std::vector<EpochRecord> known = {record(1), record(2), record(3)};
  MetricsFile file(folder.path(), known);
  file.append(record(4));
  const std::vector<int> expected = {1, 2, 3, 4};
  for (const char* name : {"metrics.jsonl", "seconds.jsonl"})
    BOOST_TEST(epochs_in(folder.path() / name) == expected, boost::test_tools::per_element());
}
