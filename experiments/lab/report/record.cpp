#include "report/record.hpp"

#include <canon/base/atomic_file.hpp>
#include <canon/error.hpp>

#include <fstream>
#include <iterator>

namespace canon::lab {

std::string record_text(const Record& record) {
  Json json = {{"name", record.name}, {"title", record.title}};
  json["configuration"] = record.configuration;
  if (record.seed) json["seed"] = *record.seed;
  json["tables"] = Json::array();
  for (const Table& table : record.tables)
    json["tables"].push_back(table_json(table));
  json["plots"] = Json::array();
  for (const Plot& plot : record.plots)
    json["plots"].push_back(plot_json(plot));
  json["results"] = record.results;
  json["stamp"] = record.stamp;
  return json.dump(1) + "\n";
}

Record record_of_text(const std::string& text, const std::string& file) {
  try {
    const Json json = Json::parse(text);
    Record record;
    record.name = json.at("name").get<std::string>();
    record.title = json.at("title").get<std::string>();
    record.configuration = json.at("configuration");
    if (json.contains("seed")) record.seed = json["seed"].get<std::uint64_t>();
    for (const Json& table : json.at("tables"))
      record.tables.push_back(table_of(table));
    for (const Json& plot : json.at("plots"))
      record.plots.push_back(plot_of(plot));
    record.results = json.at("results");
    record.stamp = json.at("stamp");
    return record;
  } catch (const Json::exception& error) {
    throw ParseError(file, 0, std::string("expected a record of canon-lab: ") + error.what());
  } catch (const ArgumentError& error) {
    throw ParseError(file, 0, error.what());
  }
}

void write_record(const Record& record, const std::filesystem::path& path) {
  AtomicFile file(path);
  file.stream() << record_text(record);
  file.commit();
}

Record read_record(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in || in.peek() == std::ifstream::traits_type::eof())
    throw ReadError(path.string() + ": cannot be read");
  return record_of_text({std::istreambuf_iterator<char>(in), {}}, path.string());
}

} // namespace canon::lab
