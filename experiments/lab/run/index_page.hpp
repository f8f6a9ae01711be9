#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace canon::lab {

/// index.html of a folder of records: of each of those named that is there the main tables and
/// plots, and a link to its own page. Every number comes from NAME.json beside it. The page lists
/// the steps `to_come`, in the order in which they will run.
void write_index(const std::filesystem::path& folder, const std::vector<std::string>& names,
                 const std::vector<std::string>& to_come, bool quick);

} // namespace canon::lab
