#include "cli/command_line.hpp"

#include <canon/base/text_table.hpp>
#include <canon/names.hpp>

#include <boost/program_options.hpp>

#include <algorithm>
#include <charconv>
#include <deque>
#include <iostream>
#include <map>
#include <thread>

namespace canon::tool {

namespace po = boost::program_options;

namespace {

constexpr unsigned columns = 100;

/// "canon encode" of "canon encode IN [OPTION]...": the words before the first that names
/// something else.
std::string command_of(const std::string& usage) {
  const auto stands_for = [](char c) { return c == '[' || (c >= 'A' && c <= 'Z'); };
  std::size_t end = 0;
  while (end < usage.size() && !(usage[end] == ' ' && stands_for(usage[end + 1])))
    ++end;
  return usage.substr(0, end);
}

/// "a, b or c"
std::string listed(const std::vector<std::string>& names) {
  std::string result;
  for (std::size_t i = 0; i < names.size(); ++i)
    result += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  return result;
}

template <typename Number>
struct Range {
  Number least, most;
};

std::string shown(std::uint64_t value) {
  return value == UINT64_MAX ? "2^64-1" : std::to_string(value);
}
std::string shown(double value) {
  return exact_number(value);
}

/// The end of a help text.
template <typename Number>
std::string in_words(const Range<Number>& range) {
  return "; " + shown(range.least) + " to " + shown(range.most);
}

template <typename Number>
[[noreturn]] void out_of_range(const std::string& name, const char* kind,
                               const Range<Number>& range, const std::string& word) {
  throw UsageError("--" + name + ": expected " + kind + " >= " + shown(range.least) +
                   " and <= " + shown(range.most) + ", got '" + word + "'");
}

std::string long_name(const std::string& name) {
  return name.substr(0, name.find(','));
}

} // namespace

struct CommandLine::Parts {
  std::string usage, about, last_title;
  std::vector<std::string> examples;
  std::deque<po::options_description> groups;
  po::options_description all{columns};
  po::variables_map values;
  std::vector<std::string> long_names, rest;
  std::map<std::string, Range<std::uint64_t>> naturals;
  std::map<std::string, Range<double>> reals;
  std::size_t least = 0, most = 0;
  std::string argument_names;

  po::options_description& last_group() {
    if (groups.empty()) groups.emplace_back("Options", columns);
    return groups.back();
  }

  void parse(const std::vector<std::string>& words) {
    all.add(groups.front()); // Program_options copies: only now is every group complete
    for (std::size_t i = 1; i < groups.size(); ++i)
      all.add(groups[i]);
    po::options_description every;
    every.add(all);
    every.add_options()("argument", po::value<std::vector<std::string>>(&rest));
    po::positional_options_description positional;
    positional.add("argument", -1);
    using namespace po::command_line_style;
    po::store(po::command_line_parser(words)
                  .options(every)
                  .positional(positional)
                  .style(unix_style & ~allow_guessing)
                  .run(),
              values);
    po::notify(values);
  }

  [[nodiscard]] std::string seek_help() const { return "; see " + command_of(usage) + " --help"; }
};

std::string suggestion(const std::string& typed, const std::vector<std::string>& known) {
  const std::string nearest = nearest_name(typed, known);
  return nearest.empty() ? "" : " (did you mean '" + nearest + "'?)";
}

std::string comma_separated(const std::vector<std::string>& words) {
  std::string result;
  for (const std::string& word : words)
    result += (result.empty() ? "" : ", ") + word;
  return result;
}

std::string_view exit_codes_help() {
  return "Exit codes: 0 done; 1 a check found a claim that does not hold; 2 wrong usage or input; "
         "3 the\n  solver failed or memory ran out; 4 the output could not be written; 130, 143 "
         "interrupted by\n  SIGINT, SIGTERM; 141 the reader of standard output went away.\n";
}

CommandLine::CommandLine(std::string usage, std::string about, std::vector<std::string> examples)
    : parts_(std::make_unique<Parts>()) {
  parts_->usage = std::move(usage);
  parts_->about = std::move(about);
  parts_->examples = std::move(examples);
}

CommandLine::~CommandLine() = default;

void CommandLine::group(const std::string& title) {
  if (title == parts_->last_title) return;
  parts_->groups.emplace_back(title, columns);
  parts_->last_title = title;
}

void CommandLine::option(const std::string& name, const std::string& value, const std::string& help,
                         const std::string& fallback) {
  auto* semantic = po::value<std::string>()->value_name(value);
  if (!fallback.empty()) semantic->default_value(fallback, fallback);
  parts_->last_group().add_options()(name.c_str(), semantic, help.c_str());
  parts_->long_names.push_back("--" + long_name(name));
}

void CommandLine::natural_option(const std::string& name, const std::string& value,
                                 const std::string& help, std::uint64_t least, std::uint64_t most,
                                 const std::string& fallback) {
  const Range<std::uint64_t> range{least, most};
  parts_->naturals.emplace(long_name(name), range);
  option(name, value, help + in_words(range), fallback);
}

void CommandLine::real_option(const std::string& name, const std::string& value,
                              const std::string& help, double least, double most,
                              const std::string& fallback) {
  const Range<double> range{least, most};
  parts_->reals.emplace(long_name(name), range);
  option(name, value, help + in_words(range), fallback);
}

void CommandLine::flag(const std::string& name, const std::string& help) {
  parts_->last_group().add_options()(name.c_str(), help.c_str());
  parts_->long_names.push_back("--" + long_name(name));
}

void CommandLine::arguments(std::size_t least, std::size_t most, const std::string& names) {
  parts_->least = least;
  parts_->most = most;
  parts_->argument_names = names;
}

bool CommandLine::parse(const std::vector<std::string>& words) {
  flag("help,h", "this text");
  try {
    parts_->parse(words);
  } catch (const po::unknown_option& error) {
    const std::string name = error.get_option_name();
    throw UsageError("unknown option '" + name + "'" + suggestion(name, parts_->long_names) +
                     parts_->seek_help());
  } catch (const po::error& error) {
    throw UsageError(error.what() + parts_->seek_help());
  }
  if (given("help")) {
    std::cout << help();
    return false;
  }
  const std::size_t count = parts_->rest.size();
  if (count < parts_->least)
    throw UsageError("expected " + parts_->argument_names + ", got " +
                     (count == 0 ? "nothing" : "'" + parts_->rest.back() + "' only") +
                     parts_->seek_help());
  if (count > parts_->most)
    throw UsageError("unexpected argument '" + parts_->rest[parts_->most] + "'" +
                     parts_->seek_help());
  return true;
}

bool CommandLine::given(const std::string& name) const {
  const auto found = parts_->values.find(name);
  return found != parts_->values.end() && !found->second.defaulted();
}

std::string CommandLine::text(const std::string& name) const {
  const auto found = parts_->values.find(name);
  return found == parts_->values.end() ? std::string() : found->second.as<std::string>();
}

std::uint64_t CommandLine::natural(const std::string& name) const {
  const Range<std::uint64_t>& range = parts_->naturals.at(name);
  const std::string word = text(name);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool whole = error == std::errc{} && end == word.data() + word.size();
  if (!whole || value < range.least || value > range.most)
    out_of_range(name, "an integer", range, word);
  return value;
}

double CommandLine::real(const std::string& name) const {
  const Range<double>& range = parts_->reals.at(name);
  const std::string word = text(name);
  double value = 0.0;
  if (!read_number(word, value) || value < range.least || value > range.most)
    out_of_range(name, "a number", range, word);
  return value;
}

std::size_t CommandLine::choice(const std::string& name,
                                const std::vector<std::string>& known) const {
  std::string word = text(name);
  std::replace(word.begin(), word.end(), '_', '-');
  const auto found = std::find(known.begin(), known.end(), word);
  if (found != known.end()) return static_cast<std::size_t>(found - known.begin());
  throw UsageError("--" + name + ": expected " + listed(known) + ", got '" + text(name) + "'" +
                   suggestion(word, known));
}

const std::vector<std::string>& CommandLine::arguments() const {
  return parts_->rest;
}

std::string CommandLine::help() const {
  std::ostringstream out;
  out << "Usage: " << parts_->usage << "\n\n" << parts_->about << parts_->all;
  out << "\nExamples:\n";
  for (const std::string& example : parts_->examples)
    out << "  " << example << "\n";
  out << "\n" << exit_codes_help();
  return out.str();
}

void add_running(CommandLine& line) {
  line.group("Running");
  line.natural_option("threads", "N",
                      "threads; the result is the same for any number (default: all cores)", 1,
                      1024);
  line.flag("quiet,q", "no progress bar and no summary on standard error");
}

std::size_t threads_option(const CommandLine& line) {
  if (line.given("threads")) return line.natural("threads");
  return std::max(1U, std::thread::hardware_concurrency());
}

} // namespace canon::tool
