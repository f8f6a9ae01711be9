#include "run/config.hpp"

#include "canon_configs.hpp" // made by CMake from experiments/configs

#include <canon/base/text_table.hpp>

#include <cmath>
#include <sstream>

namespace canon::lab {
namespace {

std::string trimmed(const std::string& text) {
  const auto begin = text.find_first_not_of(" \t\r");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

} // namespace

// Not Boost.PropertyTree's ini_parser: it keeps no line of a key, so that a wrong `like` could not
// be placed, and takes a semicolon behind a value for a part of it.
Config::Config(const std::string& text, const std::string& file) : file_(file) {
  std::istringstream in(text);
  std::string raw, section;
  for (std::size_t number = 1; std::getline(in, raw); ++number) {
    const std::string line = trimmed(raw.substr(0, raw.find(';')));
    if (line.empty()) continue;
    if (line.front() == '[') {
      section = line.substr(1, line.size() - 2);
      if (line.back() != ']' || section.empty())
        throw ParseError(file, number, "expected [section], got '" + line + "'");
      if (sections_.contains(section))
        throw ParseError(file, number, "expected every section once, got [" + section + "] again");
      sections_[section] = section == "base" ? Section() : sections_["base"];
      if (section != "base") order_.push_back(section);
      continue;
    }
    const auto equals = line.find('=');
    const std::string key = trimmed(line.substr(0, equals));
    if (equals == std::string::npos || key.empty() || section.empty())
      throw ParseError(file, number, "expected key = value below a [section], got '" + line + "'");
    const std::string value = trimmed(line.substr(equals + 1));
    if (key == "like") {
      const auto other = sections_.find(value);
      if (other == sections_.end())
        throw ParseError(file, number, "like: expected a section above, got '" + value + "'");
      for (const auto& [name, setting] : other->second)
        if (name != "title") sections_[section][name] = setting;
    } else {
      sections_[section][key] = value;
    }
  }
}

Config Config::built_in(std::string_view name) {
  for (const auto& [known, text] : built_in_configs)
    if (known == name) return {std::string(text), "configs/" + std::string(name) + ".ini"};
  throw ArgumentError("no settings named '" + std::string(name) + "' were built in");
}

bool Config::has(const std::string& section) const {
  return section != "base" && sections_.contains(section);
}

std::string Config::where(const std::string& section, const std::string& key) const {
  return file_ + ": [" + section + "] " + key;
}

bool Config::given(const std::string& section, const std::string& key) const {
  const Section& all = sections_.at(section);
  const auto found = all.find(key);
  return found != all.end() && !found->second.empty();
}

std::string Config::text(const std::string& section, const std::string& key) const {
  const Section& all = sections_.at(section);
  const auto found = all.find(key);
  if (found == all.end()) throw ArgumentError(where(section, key) + ": expected a value");
  return found->second;
}

std::vector<double> Config::reals(const std::string& section, const std::string& key) const {
  std::istringstream words(text(section, key));
  std::vector<double> values;
  for (std::string word; words >> word;) {
    values.emplace_back();
    if (!read_number(word, values.back()))
      throw ArgumentError(where(section, key) + ": expected a number, got '" + word + "'");
  }
  if (values.empty()) throw ArgumentError(where(section, key) + ": expected a number");
  return values;
}

double Config::real(const std::string& section, const std::string& key) const {
  const std::vector<double> values = reals(section, key);
  if (values.size() != 1)
    throw ArgumentError(where(section, key) + ": expected one number, got '" + text(section, key) +
                        "'");
  return values.front();
}

int Config::whole(const std::string& section, const std::string& key, int least) const {
  const double value = real(section, key);
  if (value != std::floor(value) || value < least || value > 1e9)
    throw ArgumentError(where(section, key) + ": expected an integer >= " + std::to_string(least) +
                        ", got '" + text(section, key) + "'");
  return static_cast<int>(value);
}

void Config::throw_word(const std::string& section, const std::string& key,
                        const std::vector<std::string>& known) const {
  std::string words;
  for (const std::string& word : known)
    words += (words.empty() ? "" : ", ") + word;
  throw ArgumentError(where(section, key) + ": expected one of " + words + ", got '" +
                      text(section, key) + "'");
}

bool Config::yes(const std::string& section, const std::string& key) const {
  const std::string value = text(section, key);
  if (value == "yes" || value == "no") return value == "yes";
  throw ArgumentError(where(section, key) + ": expected yes or no, got '" + value + "'");
}

std::map<std::string, std::string> Config::all(const std::string& section) const {
  return sections_.at(section);
}

} // namespace canon::lab
