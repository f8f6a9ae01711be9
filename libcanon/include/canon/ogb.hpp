#pragma once

#include <canon/export.hpp>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace canon CANON_API {

/// The label that stands for a row of features; the rule is written at GraphFormat::ogb.
[[nodiscard]] std::int64_t packed_label(std::span<const std::int32_t> features);

/// FOLDER/STEM.csv.gz or FOLDER/STEM.csv, whichever exists; empty if neither does.
[[nodiscard]] std::filesystem::path find_table(const std::filesystem::path& folder,
                                               const std::string& stem);
/// The same, but ReadError if there is none.
[[nodiscard]] std::filesystem::path require_table(const std::filesystem::path& folder,
                                                  const std::string& stem);

/// The folder with the tables: FOLDER/raw if there is one, else FOLDER.
[[nodiscard]] std::filesystem::path raw_folder(const std::filesystem::path& folder);

} // namespace canon
