#pragma once

#include <canon/error.hpp>
#include <canon/names.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace canon::tool {

/// The command line itself is wrong.
class UsageError : public Error {
public:
  using Error::Error;
};

/// " (did you mean 'X'?)" or nothing.
[[nodiscard]] std::string suggestion(const std::string& typed,
                                     const std::vector<std::string>& known);

/// "a, b, c"
[[nodiscard]] std::string comma_separated(const std::vector<std::string>& words);

/// The documented exit codes, the last paragraph of every help text.
[[nodiscard]] std::string_view exit_codes_help();

/// The options and arguments of one subcommand, over Boost.Program_options. Values are kept as
/// text and read by the typed getters, whose UsageError names the option and what it expects.
class CommandLine {
public:
  /// `usage` is the whole line, the program and the command first; `about` says what the command
  /// does; `examples` one per line.
  CommandLine(std::string usage, std::string about, std::vector<std::string> examples);
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;
  ~CommandLine();

  /// Options are listed under the group that was begun last; one that is begun again is continued.
  void group(const std::string& title);
  /// `name` is "long" or "long,s"; `fallback` is what text() gives without the option.
  void option(const std::string& name, const std::string& value, const std::string& help,
              const std::string& fallback = {});
  /// Options that are numbers: the help text shows the range and is kept by natural() and
  /// real().
  void natural_option(const std::string& name, const std::string& value, const std::string& help,
                      std::uint64_t least, std::uint64_t most, const std::string& fallback = {});
  void real_option(const std::string& name, const std::string& value, const std::string& help,
                   double least, double most, const std::string& fallback = {});
  void flag(const std::string& name, const std::string& help);
  /// One of the names of an enumeration; they are printed before the help text.
  template <NamedEnum Enum>
  void enum_option(const std::string& option_name, const std::string& value,
                   const std::string& help, Enum fallback) {
    option(option_name, value, comma_separated(names<Enum>()) + (help.empty() ? "" : ": " + help),
           std::string(name(fallback)));
  }
  /// The arguments that are no options: at least `least` and at most `most` of them; `names` appear
  /// in messages.
  void arguments(std::size_t least, std::size_t most, const std::string& names);

  /// False if help was asked for, and has been printed.
  [[nodiscard]] bool parse(const std::vector<std::string>& words);

  [[nodiscard]] bool given(const std::string& name) const;
  [[nodiscard]] std::string text(const std::string& name) const;
  /// Of a natural_option and a real_option; what is out of range is a UsageError.
  [[nodiscard]] std::uint64_t natural(const std::string& name) const;
  [[nodiscard]] double real(const std::string& name) const;
  /// The place in `known` of the option's text; underscores are read as dashes.
  [[nodiscard]] std::size_t choice(const std::string& name,
                                   const std::vector<std::string>& known) const;
  /// Of an enum_option; a UsageError lists what there is.
  template <NamedEnum Enum>
  [[nodiscard]] Enum enumerator(const std::string& name) const {
    if (const std::optional<Enum> value = canon::parse<Enum>(text(name))) return *value;
    return values<Enum>()[choice(name, names<Enum>())];
  }
  [[nodiscard]] const std::vector<std::string>& arguments() const;

  [[nodiscard]] std::string help() const;

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// The range of a number of trials, graphs, copies: so many are never done.
inline constexpr std::uint64_t most_counted = 1'000'000'000;

/// --threads, --quiet: of every command that works through many graphs.
void add_running(CommandLine& line);
[[nodiscard]] std::size_t threads_option(const CommandLine& line);

} // namespace canon::tool
