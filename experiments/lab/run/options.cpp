#include "run/options.hpp"

#include <canon/error.hpp>

namespace canon::lab {

std::filesystem::path row_folder(const RunOptions& options, const std::string& experiment,
                                 const std::string& row) {
  std::filesystem::path folder = options.out / "runs" / experiment / row;
  std::error_code error;
  if (options.fresh) std::filesystem::remove_all(folder, error);
  std::filesystem::create_directories(folder, error);
  if (error) throw WriteError(folder.string() + ": cannot be made: " + error.message());
  return folder;
}

void stamp_device(Record& record, const RunOptions& options) {
  nn::use_threads(static_cast<int>(options.threads)); // of which the description speaks
  record.stamp["device"] = nn::describe(options.backend);
}

} // namespace canon::lab
