#pragma once

#include <canon/error.hpp>
#include <canon/names.hpp>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace canon::lab {

/// Settings of an experiment: sections of "key = value", a semicolon begins a comment. A section
/// has what [base] says, what the section named by its key `like` says, and what it says itself.
class Config {
public:
  /// ParseError with the line.
  Config(const std::string& text, const std::string& file);
  /// One that the program was built with: "exp". Its file is experiments/configs/exp.ini.
  [[nodiscard]] static Config built_in(std::string_view name);

  /// Sections other than [base], in order.
  [[nodiscard]] const std::vector<std::string>& sections() const { return order_; }
  [[nodiscard]] bool has(const std::string& section) const;

  // ArgumentError names file, section and key if it is not there or not what is wanted.
  [[nodiscard]] std::string text(const std::string& section, const std::string& key) const;
  [[nodiscard]] double real(const std::string& section, const std::string& key) const;
  [[nodiscard]] int whole(const std::string& section, const std::string& key, int least = 0) const;
  template <NamedEnum Enum>
  [[nodiscard]] Enum word(const std::string& section, const std::string& key) const {
    const std::string given = text(section, key);
    if (const std::optional<Enum> value = parse<Enum>(given)) return *value;
    throw_word(section, key, names<Enum>());
  }
  [[nodiscard]] bool yes(const std::string& section, const std::string& key) const;
  /// Numbers with blanks between them.
  [[nodiscard]] std::vector<double> reals(const std::string& section, const std::string& key) const;
  /// Whether there is a value at all.
  [[nodiscard]] bool given(const std::string& section, const std::string& key) const;

  /// All settings of a section, for the record.
  [[nodiscard]] std::map<std::string, std::string> all(const std::string& section) const;

private:
  [[noreturn]] void throw_word(const std::string& section, const std::string& key,
                               const std::vector<std::string>& known) const;

  using Section = std::map<std::string, std::string>;
  [[nodiscard]] std::string where(const std::string& section, const std::string& key) const;

  std::string file_;
  std::vector<std::string> order_;
  std::map<std::string, Section> sections_; ///< with what they take from others
};

} // namespace canon::lab
