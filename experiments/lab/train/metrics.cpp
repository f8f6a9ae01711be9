#include "train/metrics.hpp"

#include <canon/base/atomic_file.hpp>
#include <canon/base/open_file.hpp>
#include <canon/base/text_table.hpp>
#include <canon/error.hpp>

#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace canon::lab {
namespace {

/// One json object. Numbers are the shortest that read back to the same double, not finite ones
/// null.
std::string json_line(int epoch,
                      std::initializer_list<std::pair<std::string_view, double>> values) {
  std::string line = "{\"epoch\":" + std::to_string(epoch);
  for (const auto& [key, value] : values)
    line.append(",\"").append(key).append("\":").append(exact_number(value));
  return line + "}";
}

/// The first `count` lines of a file, or as many as it has whole.
std::vector<std::string> lines_of(const std::filesystem::path& path, std::size_t count) {
  std::ifstream file(path, std::ios::binary);
  std::vector<std::string> lines;
  for (std::string line; lines.size() < count && std::getline(file, line) && !file.eof();)
    lines.push_back(line);
  return lines;
}

std::unique_ptr<OpenFile> begin(const std::filesystem::path& path,
                                const std::vector<std::string>& lines) {
  AtomicFile whole(path);
  for (const std::string& line : lines)
    whole.stream() << line << '\n';
  whole.commit();
  return std::make_unique<OpenFile>(open_ordinary_file(path, O_WRONLY | O_APPEND));
}

void add_line(OpenFile& file, const std::filesystem::path& path, const std::string& line) {
  // One write: a reader sees whole lines.
  if (!file.write(line + '\n')) throw WriteError(path.string() + not_written(file.error()));
}

} // namespace

std::string metrics_line(const EpochRecord& record) {
  return json_line(record.epoch, {{"rate", record.rate},
                                  {"train_loss", record.train_loss},
                                  {"valid_loss", record.valid_loss},
                                  {"valid_score", record.valid_score},
                                  {"test_loss", record.test_loss},
                                  {"test_score", record.test_score}});
}

double seconds_in(const std::filesystem::path& folder) {
  double sum = 0.0;
  constexpr std::string_view key = "\"seconds\":";
  for (const std::string& line : lines_of(folder / "seconds.jsonl", SIZE_MAX))
    if (const std::size_t at = line.find(key); at != std::string::npos)
      sum += std::strtod(line.c_str() + at + key.size(), nullptr);
  return sum;
}

MetricsFile::MetricsFile(const std::filesystem::path& folder,
                         const std::vector<EpochRecord>& history)
    : metrics_path_(folder / "metrics.jsonl"), seconds_path_(folder / "seconds.jsonl") {
  std::vector<std::string> lines;
  lines.reserve(history.size());
  for (const EpochRecord& record : history)
    lines.push_back(metrics_line(record));
  metrics_ = begin(metrics_path_, lines);
  seconds_ = begin(seconds_path_, lines_of(seconds_path_, history.size()));
}

MetricsFile::~MetricsFile() = default;

void MetricsFile::append(const EpochRecord& record) {
  add_line(*metrics_, metrics_path_, metrics_line(record));
  add_line(*seconds_, seconds_path_, json_line(record.epoch, {{"seconds", record.seconds}}));
}

} // namespace canon::lab
