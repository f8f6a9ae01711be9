#include "run/expressivity_outcomes.hpp"

#include <cmath>

namespace canon::lab {
namespace {

constexpr std::size_t numbers = 8; ///< of a Distinction

void put(const Distinction& from, std::vector<double>& to) {
  for (const std::size_t count : {from.graphs, from.kept, from.pairs, from.distinguished})
    to.push_back(static_cast<double>(count));
  to.insert(to.end(), {from.worst_kept, from.least_moved, from.worst_equal, from.least_different});
}

Distinction take(const double* from) {
  const auto count = [&](int i) { return static_cast<std::size_t>(from[i]); };
  return {count(0), count(1), count(2), count(3), from[4], from[5], from[6], from[7]};
}

} // namespace

std::string key_of(const ExpressivityUnit& unit, const ExpressivityRow& row,
                   const std::string& set) {
  const std::string group = "/" + set + "/" + std::to_string(unit.group);
  if (!row.trained()) return row.name + group;
  return row.name + "/" + columns_text(row.distinction.columns[unit.columns]) + group + "/" +
         std::to_string(unit.pair);
}

ExpressivityOutcomes::ExpressivityOutcomes(Journal& journal) : journal_(journal) {
  for (const Json& line : journal.take_lines())
    try {
      Done done;
      for (const Json& value : line.at("values"))
        done.values.push_back(value.is_null() ? Distinction::nothing : value.get<double>());
      done.seconds = line.at("seconds").get<double>();
      done_[line.at("unit").get<std::string>()] = std::move(done);
    } catch (const Json::exception&) {
      refuse("the line '" + line.dump().substr(0, 60) + "'");
    }
}

void ExpressivityOutcomes::refuse(const std::string& what) const {
  throw JournalError(journal_.path().string(), 0, what + " is not what this experiment writes");
}

void ExpressivityOutcomes::add(const std::string& key, const std::vector<ColumnsDistinction>& found,
                               double seconds) {
  Done done{{}, seconds};
  for (const ColumnsDistinction& one : found) {
    put(one.rows, done.values);
    put(one.edges, done.values);
  }
  add(key, std::move(done));
}

void ExpressivityOutcomes::add(const std::string& key, const Comparison& found, double seconds) {
  add(key, {{found.difference, found.reliability, found.fresh, found.loss,
             static_cast<double>(found.epochs)},
            seconds});
}

/// Json has no infinity, which is a minimum over nothing; it is written as null.
void ExpressivityOutcomes::add(const std::string& key, Done done) {
  Json line = {{"unit", key}, {"seconds", done.seconds}, {"values", Json::array()}};
  for (const double value : done.values)
    line["values"].push_back(std::isfinite(value) ? Json(value) : Json());
  const std::lock_guard lock(mutex_);
  journal_.append(line);
  done_[key] = std::move(done);
}

std::vector<ColumnsDistinction> ExpressivityOutcomes::distinctions(const std::string& key) const {
  const std::vector<double>& values = done_.at(key).values;
  if (values.empty() || values.size() % (2 * numbers) != 0) refuse("the unit '" + key + "'");
  std::vector<ColumnsDistinction> result;
  for (std::size_t i = 0; i < values.size(); i += 2 * numbers)
    result.push_back({take(&values[i]), take(&values[i + numbers])});
  return result;
}

Comparison ExpressivityOutcomes::comparison(const std::string& key) const {
  const std::vector<double>& values = done_.at(key).values;
  if (values.size() != 5) refuse("the unit '" + key + "'");
  return {values[0], values[1], values[2], values[3], static_cast<int>(values[4])};
}

} // namespace canon::lab
