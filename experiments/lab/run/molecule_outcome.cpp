#include "run/molecule_outcome.hpp"

#include <canon/base/atomic_file.hpp>

#include <fstream>
#include <limits>

namespace canon::lab {
namespace {

constexpr int format = 1;
constexpr const char* file_name = "run.json";

/// Json has no NaN, which stands for what was not computed; it is written as null.
double number_of(const Json& value) {
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

EpochRecord epoch_of(const Json& json) {
  EpochRecord record;
  record.epoch = json.at(0).get<int>();
  double* const values[] = {&record.rate,        &record.train_loss, &record.valid_loss,
                            &record.valid_score, &record.test_loss,  &record.test_score};
  for (std::size_t i = 0; i < std::size(values); ++i)
    *values[i] = number_of(json.at(i + 1));
  return record;
}

Json json_of(const EpochRecord& record) {
  return Json::array({record.epoch, record.rate, record.train_loss, record.valid_loss,
                      record.valid_score, record.test_loss, record.test_score});
}

} // namespace

const EpochRecord& MoleculeOutcome::best(Score score) const {
  return best_epoch(history, score);
}

void write_outcome(const std::filesystem::path& folder, const MoleculeOutcome& outcome) {
  Json json = {{"format", format},
               {"row", outcome.row},
               {"seed", outcome.seed},
               {"identity", outcome.identity},
               {"parameters", outcome.parameters},
               {"to_the_end", outcome.to_the_end},
               {"seconds", outcome.seconds},
               {"epochs", Json::array()}};
  for (const EpochRecord& record : outcome.history)
    json["epochs"].push_back(json_of(record));
  AtomicFile file(folder / file_name);
  file.stream() << json.dump() << "\n";
  file.commit();
}

std::optional<MoleculeOutcome> read_outcome(const std::filesystem::path& folder) {
  std::ifstream file(folder / file_name);
  if (!file) return std::nullopt;
  try {
    const Json json = Json::parse(file);
    if (json.at("format").get<int>() != format) return std::nullopt;
    MoleculeOutcome outcome;
    outcome.row = json.at("row").get<std::string>();
    outcome.seed = json.at("seed").get<std::uint64_t>();
    outcome.identity = json.at("identity").get<std::string>();
    outcome.parameters = json.at("parameters").get<std::int64_t>();
    outcome.to_the_end = json.at("to_the_end").get<bool>();
    outcome.seconds = json.at("seconds").get<double>();
    for (const Json& epoch : json.at("epochs"))
      outcome.history.push_back(epoch_of(epoch));
    if (outcome.history.empty()) return std::nullopt;
    return outcome;
  } catch (const Json::exception&) { // half a file, or one of another program
    return std::nullopt;
  }
}

} // namespace canon::lab
