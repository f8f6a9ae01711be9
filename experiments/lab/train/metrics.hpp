#pragma once

#include "train/options.hpp"

#include <filesystem>
#include <memory>

namespace canon {
class OpenFile;
}

namespace canon::lab {

/// One line of json, without its end and without the seconds.
[[nodiscard]] std::string metrics_line(const EpochRecord& record);

/// The seconds of all epochs that seconds.jsonl of a folder knows of, whichever run trained them.
[[nodiscard]] double seconds_in(const std::filesystem::path& folder);

/// metrics.jsonl in a folder, one line per epoch, written while it trains; and seconds.jsonl beside
/// it, so that the first is the same bytes in every run. Beginning, it puts both files in place
/// with the epochs that a checkpoint knows of: what a killed run had written after its last
/// checkpoint, or only half, is gone. WriteError if something cannot be written.
class MetricsFile {
public:
  MetricsFile(const std::filesystem::path& folder, const std::vector<EpochRecord>& history);
  MetricsFile(const MetricsFile&) = delete;
  MetricsFile& operator=(const MetricsFile&) = delete;
  ~MetricsFile();

  void append(const EpochRecord& record);

private:
  std::filesystem::path metrics_path_, seconds_path_;
  std::unique_ptr<OpenFile> metrics_, seconds_;
};

} // namespace canon::lab
