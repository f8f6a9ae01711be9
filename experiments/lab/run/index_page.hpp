#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace canon::lab {

/// index.html of a folder of records: of each of those named that is there the main tables and
/// plots, and a link to its own page. Every number comes from NAME.json beside it.
void write_index(const std::filesystem::path& folder, const std::vector<std::string>& names,
                 bool quick);

} // namespace canon::lab
