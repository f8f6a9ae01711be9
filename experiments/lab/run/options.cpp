#include "run/options.hpp"

#include "cli/errors.hpp"
#include "cli/running.hpp"
#include "cli/table.hpp"
#include "report/stamp.hpp"

#include <chrono>
#include <fstream>
#include <iostream>
#include <sstream>

namespace canon::lab {
namespace {

const auto program_start = std::chrono::steady_clock::now();

} // namespace

void add_run_options(tool::CommandLine& line, const std::string& out) {
  line.group("Output");
  line.option("out", "FOLDER",
              "for the record, tables, plots and page; a stopped run in it goes on", out);
  line.flag("fresh", "begin anew, whatever stopped run is in FOLDER");
  line.group("Running");
  line.natural_option("seed", "N", "of data, weights and order", 0, UINT64_MAX, "0");
  line.flag("quick", "a short form, which says so in its tables");
  line.option("config", "FILE", "settings instead of the built-in ones (experiments/configs)");
  line.option("device", "NAME", "cpu, cuda or auto", "auto");
  tool::add_running(line);
}

RunOptions run_options(const tool::CommandLine& line) {
  RunOptions options;
  options.seed = line.natural("seed");
  options.threads = tool::threads_option(line);
  options.backend = nn::choose_backend(line.text("device"));
  options.out = line.text("out");
  options.quick = line.given("quick");
  options.quiet = line.given("quiet");
  options.fresh = line.given("fresh");
  check_report_folder(options.out);
  return options;
}

Config run_config(const tool::CommandLine& line, const std::string& name) {
  if (!line.given("config")) return Config::built_in(name);
  const std::string path = line.text("config");
  std::ifstream file(path);
  if (!file) throw ReadError(path + ": cannot be read");
  return {{std::istreambuf_iterator<char>(file), {}}, path};
}

std::vector<std::string> rows_option(const tool::CommandLine& line, const std::string& name,
                                     const Config& config) {
  std::vector<std::string> rows;
  std::istringstream words(line.text(name));
  for (std::string word; std::getline(words, word, ',');) {
    if (!config.has(word))
      throw tool::UsageError("--" + name + ": there is no row '" + word + "'" +
                             tool::suggestion(word, config.sections()));
    rows.push_back(word);
  }
  if (rows.empty()) throw tool::UsageError("--" + name + ": expected at least one row");
  return rows;
}

std::filesystem::path row_folder(const RunOptions& options, const std::string& experiment,
                                 const std::string& row) {
  std::filesystem::path folder = options.out / "runs" / experiment / row;
  std::error_code error;
  if (options.fresh) std::filesystem::remove_all(folder, error);
  std::filesystem::create_directories(folder, error);
  if (error) throw WriteError(folder.string() + ": cannot be made: " + error.message());
  return folder;
}

void tell(const RunOptions& options, const std::string& text) {
  if (options.quiet) return;
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - program_start).count();
  std::ostringstream line;
  line.setf(std::ios::fixed);
  line.precision(1);
  line << "["
       << std::string(seconds < 10     ? 3
                      : seconds < 100  ? 2
                      : seconds < 1000 ? 1
                                       : 0,
                      ' ')
       << seconds << " s] " << text << "\n";
  std::cerr << line.str() << std::flush;
}

void finish(Report& report, const RunOptions& options, double seconds) {
  Json stamp = make_stamp(seconds, options.threads);
  for (const auto& [key, value] : report.record().stamp.items())
    stamp[key] = value;
  nn::use_threads(static_cast<int>(options.threads)); // of which the description speaks
  stamp["device"] = nn::describe(options.backend);
  report.record().stamp = stamp;
  const Report::Published published = report.publish(options.out);
  if (options.quiet) return;
  report.print(std::cout);
  std::cout << "\nAll of it is in " << published.files.back().string() << "\n";
  if (!published.missing.empty()) std::cout << published.missing << "\n";
}

} // namespace canon::lab
