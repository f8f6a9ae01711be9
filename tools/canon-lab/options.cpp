#include "canon-lab/options.hpp"

#include "canon-lab/distribution.hpp"
#include "cli/command_line.hpp"
#include "cli/program.hpp"
#ifdef CANON_WITH_NCCL
#include "nccl/nccl_communicator.hpp"
#endif
#include "report/stamp.hpp"
#include "run/verification.hpp"

#include <canon/base/text_table.hpp>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>

namespace canon::tool {

namespace {

Shard shard_option(const CommandLine& line) {
  if (Ranks::world().several())
    throw UsageError("--shard: expected one rank; several share by themselves");
  if (line.given("fresh")) // others may be at work in the folder
    throw UsageError("--fresh and --shard: choose another --out, or remove the folder");
  try {
    return parse_shard(line.text("shard"));
  } catch (const ArgumentError& error) {
    throw UsageError("--shard: " + std::string(error.what()));
  }
}

/// What a stopped run left.
void discard_state(const std::filesystem::path& folder) {
  std::error_code ignored;
  std::filesystem::remove_all(folder / "runs", ignored);
  std::vector<std::filesystem::path> journals;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
    if (entry.path().extension() == ".journal") journals.push_back(entry.path());
  for (const std::filesystem::path& journal : journals)
    std::filesystem::remove(journal, ignored);
}

} // namespace

void add_report_options(CommandLine& line, const std::string& out, Stoppable stoppable) {
  line.group("Output");
  const bool stopped = stoppable == Stoppable::yes;
  line.option("out,o", "FOLDER",
              std::string("for the record, tables, plots and page") +
                  (stopped ? "; a stopped run in it is resumed" : ""),
              out);
  if (stopped) line.flag("fresh", "start over: discard a stopped run in FOLDER");
  line.flag("json", "print the record instead of the tables");
  add_running(line);
}

void add_seed(CommandLine& line, const std::string& help) {
  line.natural_option("seed", "N", help, 0, UINT64_MAX, "0");
}

void add_run_options(CommandLine& line, const std::string& out) {
  add_report_options(line, out);
  add_seed(line, "of data, weights and order");
  line.flag("quick", "a short form, which says so in its tables");
}

void add_shard(CommandLine& line) {
  line.option("shard", "I/N",
              "do only the I-th of N parts, I from 0, and no report; canon-lab merge makes it");
}

void add_data_parallel(CommandLine& line) {
  line.flag("data-parallel",
            "on several MPI ranks: each takes a part of every batch, one training after another "
            "(default: each rank trains other rows and seeds)");
}

Words joined(Words first, const Words& words) {
  first.insert(first.end(), words.begin(), words.end());
  return first;
}

void add_device(CommandLine& line) {
  line.option("device", "NAME", "cpu, cuda or auto", "auto");
}

void add_config(CommandLine& line) {
  line.option("config", "FILE", "settings instead of the built-in ones (experiments/configs)");
}

namespace {

/// NCCL where the ranks train on devices and the program is built with it; null otherwise.
std::unique_ptr<nn::Communicator> between_devices(const CommandLine& line, nn::Communicator& host) {
#ifdef CANON_WITH_NCCL
  if (nn::choose_backend(line.text("device")) == nn::Backend::cuda)
    return std::make_unique<nn::NcclCommunicator>(host);
#else
  static_cast<void>(line), static_cast<void>(host);
#endif
  return nullptr;
}

} // namespace

Reporting::Reporting(const CommandLine& line)
    : out_(line.text("out")), threads_(threads_option(line)), fresh_(line.given("fresh")),
      json_(line.given("json")), quiet_(line.given("quiet") || Ranks::world().rank() > 0),
      console_(quiet_) {
  lab::check_report_folder(out_);
  if (!fresh_ || !Ranks::world().several()) return;
  // Once for all ranks, before any of them begins.
  (void)Ranks::world().share([&] {
    discard_state(out_);
    return std::string();
  });
  fresh_ = false;
}

lab::RunOptions Reporting::run_options(const CommandLine& line) {
  lab::RunOptions options;
  options.seed = line.natural("seed");
  options.threads = threads_;
  if (const std::string device = line.text("device"); !device.empty())
    options.backend = nn::choose_backend(device);
  options.out = out_;
  options.quick = line.given("quick");
  options.fresh = fresh_;
  options.progress = &console_;
  return options;
}

int Reporting::finish(const CommandLine& line, const Words& words,
                      const std::function<void(const lab::Share&)>& part,
                      const std::function<lab::Report()>& whole) {
  Ranks& ranks = Ranks::world();
  const Words command = whole_command(words);
  if (line.given("shard")) {
    lab::ShardPieces pieces(shard_option(line));
    part({&pieces, command});
    if (!quiet_)
      std::cerr << "shard " << line.text("shard") << " is done; canon-lab merge " << out_.string()
                << " makes the report of all\n";
    return exit_ok;
  }
  if (!ranks.several()) return finish(whole());
  if (line.given("data-parallel")) {
    RankCommunicator host(ranks);
    const std::unique_ptr<nn::Communicator> devices = between_devices(line, host);
    const nn::TrainsWith with(devices ? devices.get() : &host);
    lab::Report report = whole();
    return ranks.rank() == 0 ? finish(std::move(report)) : exit_ok;
  }
  {
    RankPieces pieces(ranks);
    part({&pieces, command});
  }
  if (ranks.rank() > 0) return exit_ok;
  const lab::MergedParts parts = lab::merge_parts({out_}, out_);
  const int code = finish(whole());
  std::error_code ignored;
  for (const std::filesystem::path& file : parts.files)
    std::filesystem::remove(file, ignored);
  return code;
}

int Reporting::finish(lab::Report report) {
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  lab::Json stamp = lab::make_stamp(seconds, threads_);
  for (const auto& [key, value] : report.record().stamp.items())
    stamp[key] = value;
  report.record().stamp = stamp;
  const lab::Report::Published published = report.publish(out_);
  if (json_)
    std::cout << lab::record_text(report.record());
  else
    report.print(std::cout);
  std::cout << std::flush;
  if (!published.missing.empty()) std::cerr << published.missing << "\n";
  if (!quiet_)
    std::cerr << report.record().name << ": " << short_number(seconds, 3) << " s; all is in "
              << published.files.back().string() << "\n";
  return lab::checks_hold(report) ? exit_ok : exit_check_failed;
}

void Reporting::show(const std::string& name) const {
  const lab::Record record = lab::read_record(out_ / (name + ".json"));
  if (json_) {
    std::cout << lab::record_text(record);
    return;
  }
  for (const lab::Table& table : record.tables)
    std::cout << lab::table_text(table) << "\n";
}

lab::Config run_config(const CommandLine& line, const std::string& name) {
  if (!line.given("config")) return lab::Config::built_in(name);
  const std::string path = line.text("config");
  std::ifstream file(path);
  if (!file) throw ReadError(path + ": cannot be read");
  return {{std::istreambuf_iterator<char>(file), {}}, path};
}

std::vector<std::string> listed(const CommandLine& line, const std::string& name) {
  std::vector<std::string> items;
  const std::string text = line.text(name);
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    items.push_back(text.substr(begin, end - begin));
    if (items.back().empty())
      throw UsageError("--" + name + ": expected values with commas between them, got '" + text +
                       "'");
    begin = end + 1;
  }
  return items;
}

void add_rows(CommandLine& line, const std::string& fallback) {
  line.option("rows", "LIST",
              "of the settings, with commas; \"list\" prints them (default: " + fallback + ")");
}

std::vector<std::string> rows_option(const CommandLine& line, const lab::Config& config) {
  if (!line.given("rows")) return {};
  std::vector<std::string> rows = listed(line, "rows");
  for (const std::string& row : rows)
    if (!config.has(row))
      throw UsageError("--rows: there is no row '" + row + "'" +
                       suggestion(row, config.sections()) + "; there are " +
                       comma_separated(config.sections()));
  return rows;
}

bool rows_were_listed(const CommandLine& line, const lab::Config& config) {
  if (line.text("rows") != "list" || config.has("list")) return false;
  TextTable table({"<row", "<title"});
  for (const std::string& row : config.sections())
    table.row({row, config.given(row, "title") ? config.text(row, "title") : ""});
  std::cout << table.str();
  return true;
}

} // namespace canon::tool
