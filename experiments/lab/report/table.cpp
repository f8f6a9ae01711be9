#include "report/table.hpp"

#include <canon/base/text_table.hpp>
#include <canon/error.hpp>

#include <algorithm>

namespace canon::lab {
namespace {

/// What csv and json hold: the shortest text that reads back to the same number.
std::string raw_text(const Cell& cell) {
  return cell.value ? exact_number(*cell.value) : cell.text;
}

std::string quoted(const std::string& field) {
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  std::string result = "\"";
  for (const char c : field)
    (result += c == '"' ? "\"" : "") += c;
  return result + '"';
}

template <typename Has>
bool any_cell(const Table& table, std::size_t column, const Has& has) {
  return std::any_of(table.rows.begin(), table.rows.end(),
                     [&](const auto& row) { return has(row[column]); });
}

bool has_interval(const Cell& cell) {
  return cell.interval.has_value();
}

bool has_note(const Cell& cell) {
  return !cell.note.empty();
}

std::string full_name(const Column& column) {
  return column.group.empty() ? column.name : column.group + ": " + column.name;
}

std::string joined(const std::vector<std::string>& fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i)
    line += (i == 0 ? "" : ",") + quoted(fields[i]);
  return line + "\r\n";
}

/// The headings of groups over the columns of `body`, which start where the dashes of its rule do;
/// nothing without groups. A heading wider than its columns is cut at the next one.
std::string group_line(const Table& table, const std::string& body) {
  const std::size_t start = body.find('\n') + 1;
  const std::string rule = body.substr(start, body.find('\n', start) - start);
  std::string line;
  std::size_t from = 0;
  for (std::size_t j = 0; j < table.columns.size(); ++j) {
    const std::size_t dash = rule.find('-', from);
    from = std::min(rule.find(' ', dash), rule.size());
    const std::string& group = table.columns[j].group;
    if (group.empty() || (j > 0 && group == table.columns[j - 1].group)) continue;
    line.resize(dash - (j > 0 ? 2 : 0), ' ');
    line += (j > 0 ? "| " : "") + group;
  }
  return line.empty() ? line : line + "\n";
}

Json cell_json(const Cell& cell) {
  if (cell == Cell(cell.text)) return cell.text;
  Json json;
  if (cell.value) {
    // A count stays an integer in the file.
    const auto whole = static_cast<std::int64_t>(*cell.value);
    const bool is_count = std::to_string(whole) == cell.text;
    if (is_count && !cell.interval && cell.note.empty()) return whole;
    json["value"] = is_count ? Json(whole) : Json(*cell.value);
  }
  json["text"] = cell.text;
  if (cell.interval) json["interval"] = {cell.interval->low, cell.interval->high};
  if (!cell.note.empty()) json["note"] = cell.note;
  return json;
}

Cell cell_of(const Json& json) {
  if (json.is_string()) return json.get<std::string>();
  if (json.is_number()) {
    Cell cell(std::to_string(json.get<std::int64_t>()));
    cell.value = json.get<double>();
    return cell;
  }
  Cell cell(json.at("text").get<std::string>());
  if (json.contains("value")) cell.value = json["value"].get<double>();
  if (json.contains("interval"))
    cell.interval = {json["interval"].at(0).get<double>(), json["interval"].at(1).get<double>()};
  cell.note = json.value("note", "");
  return cell;
}

constexpr const char* origin_names[] = {"ours", "published", "paper"};

Origin origin_of(const std::string& name) {
  for (const Origin origin : {Origin::published, Origin::paper})
    if (name == origin_names[static_cast<int>(origin)]) return origin;
  return Origin::ours;
}

} // namespace

void Table::row(std::vector<Cell> cells) {
  if (cells.size() != columns.size())
    throw ArgumentError("table " + name + ": expected " + std::to_string(columns.size()) +
                        " cells in a row, got " + std::to_string(cells.size()));
  rows.push_back(std::move(cells));
}

std::string table_csv(const Table& table) {
  std::vector<bool> intervals, notes;
  std::vector<std::string> header;
  for (std::size_t j = 0; j < table.columns.size(); ++j) {
    intervals.push_back(any_cell(table, j, has_interval));
    notes.push_back(any_cell(table, j, has_note));
    const std::string name = full_name(table.columns[j]);
    header.push_back(name);
    if (intervals[j]) header.insert(header.end(), {name + " low", name + " high"});
    if (notes[j]) header.push_back(name + " note");
  }
  std::string text = joined(header);
  for (const auto& row : table.rows) {
    std::vector<std::string> fields;
    for (std::size_t j = 0; j < row.size(); ++j) {
      fields.push_back(raw_text(row[j]));
      for (const double end :
           {row[j].interval.value_or(Interval{}).low, row[j].interval.value_or(Interval{}).high})
        if (intervals[j]) fields.push_back(has_interval(row[j]) ? exact_number(end) : "");
      if (notes[j]) fields.push_back(row[j].note);
    }
    text += joined(fields);
  }
  return text;
}

std::string table_text(const Table& table) {
  std::vector<std::string> header;
  header.reserve(table.columns.size());
  for (const Column& column : table.columns)
    header.push_back((column.align == Align::left ? "<" : "") + column.name);
  TextTable plain(header);
  for (const auto& row : table.rows) {
    std::vector<std::string> cells;
    for (const Cell& cell : row)
      cells.push_back(cell.text + (cell.note.empty() ? "" : " (" + cell.note + ")"));
    plain.row(std::move(cells));
  }
  const std::string body = plain.str(2);
  std::string text = table.title + "\n" + group_line(table, body) + body;
  for (const std::string& note : table.notes)
    text += "  " + note + "\n";
  return text;
}

Json table_json(const Table& table) {
  Json json = {{"name", table.name}, {"title", table.title}, {"caption", table.caption}};
  json["columns"] = Json::array();
  for (const Column& column : table.columns) {
    Json one = {{"name", column.name}};
    if (column.align == Align::left) one["align"] = "left";
    if (column.origin != Origin::ours)
      one["origin"] = origin_names[static_cast<int>(column.origin)];
    if (!column.group.empty()) one["group"] = column.group;
    json["columns"].push_back(std::move(one));
  }
  json["rows"] = Json::array();
  for (const auto& row : table.rows) {
    Json cells = Json::array();
    for (const Cell& cell : row)
      cells.push_back(cell_json(cell));
    json["rows"].push_back(std::move(cells));
  }
  json["notes"] = table.notes;
  return json;
}

Table table_of(const Json& json) {
  Table table;
  table.name = json.at("name").get<std::string>();
  table.title = json.at("title").get<std::string>();
  table.caption = json.at("caption").get<std::string>();
  for (const Json& column : json.at("columns"))
    table.columns.push_back({column.at("name").get<std::string>(),
                             column.value("align", "right") == "left" ? Align::left : Align::right,
                             origin_of(column.value("origin", "ours")), column.value("group", "")});
  for (const Json& row : json.at("rows")) {
    std::vector<Cell> cells;
    for (const Json& cell : row)
      cells.push_back(cell_of(cell));
    table.row(std::move(cells));
  }
  table.notes = json.at("notes").get<std::vector<std::string>>();
  return table;
}

} // namespace canon::lab
