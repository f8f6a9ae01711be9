#pragma once

#include "report/plot.hpp"
#include "report/table.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace canon::lab {

/// The json file of a study or a run. Everything but `stamp` depends on the configuration and the
/// seed alone: rerun, and the other bytes are the same.
struct Record {
  std::string name; ///< of the files: letters, digits and dashes
  std::string title;
  Json configuration = Json::object();
  std::optional<std::uint64_t> seed;
  std::vector<Table> tables;
  std::vector<Plot> plots;
  Json results = Json::object(); ///< whatever else a study wants to keep
  Json stamp;
};

/// Indented, with the stamp at the end.
[[nodiscard]] std::string record_text(const Record& record);
/// ParseError naming `file` if it is no record.
[[nodiscard]] Record record_of_text(const std::string& text, const std::string& file);

void write_record(const Record& record, const std::filesystem::path& path);
/// ReadError if it cannot be opened.
[[nodiscard]] Record read_record(const std::filesystem::path& path);

} // namespace canon::lab
