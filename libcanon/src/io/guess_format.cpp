#include "io/formats.hpp"

#include <canon/error.hpp>

#include <algorithm>
#include <cstdint>

namespace canon {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t lines_looked_at = 100;
constexpr std::size_t bytes_looked_at = std::size_t{1} << 16;

// The fields of a line if all are numbers; nothing otherwise.
std::optional<std::vector<double>> numbers(const LineReader& lines, std::string_view line,
                                           bool comma) {
  std::vector<double> values;
  for (Fields fields(lines, line, comma); !fields.done();)
    if (!parse_number(fields.text(), values.emplace_back())) return std::nullopt;
  return values;
}

bool looks_like_exp(const LineReader& lines, const std::vector<std::string>& head) {
  if (head.size() < 3) return false;
  const auto count = numbers(lines, head[0], false), graph = numbers(lines, head[1], false);
  const auto vertex = numbers(lines, head[2], false);
  return count && count->size() == 1 && graph && graph->size() == 2 && vertex &&
         vertex->size() >= 2 && (*vertex)[1] == static_cast<double>(vertex->size() - 2);
}

bool looks_like_dot(std::string_view text) {
  const auto starts_word = [&](std::string_view word) {
    return text.starts_with(word) &&
           (text.size() == word.size() ||
            std::string_view(" \t\r\n{\"").find(text[word.size()]) != std::string_view::npos);
  };
  return (starts_word("strict") || starts_word("graph") || starts_word("digraph")) &&
         text.find('{') != std::string_view::npos;
}

bool looks_like_edge_list(const LineReader& lines, const std::vector<std::string>& head) {
  for (const std::string& line : head) {
    const std::string_view text = std::string_view(line).substr(0, line.find_first_of("#%"));
    Fields fields(lines, text, true);
    if (fields.done()) continue;
    const std::string_view word = fields.text();
    if (word == "graph" || word == "vertex") return true;
    const auto values = numbers(lines, text, true);
    return values && values->size() >= 2 && values->size() <= 4;
  }
  return false;
}

std::optional<GraphFormat> by_contents(const fs::path& path) {
  LineReader lines(path);
  const std::string_view text = lines.peek(bytes_looked_at);
  std::vector<std::string> head;
  for (std::size_t at = 0; head.size() < lines_looked_at && at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    // A line that is cut here may say anything, but the first one still says most.
    if (end == bytes_looked_at && !head.empty()) break;
    head.emplace_back(text.substr(at, end - at));
    if (head.back().ends_with('\r')) head.back().pop_back();
    at = end + 1;
  }
  if (text.starts_with(">>graph6<<")) return GraphFormat::graph6;
  if (text.starts_with(">>sparse6<<")) return GraphFormat::sparse6;
  if (text.starts_with("%%MatrixMarket")) return GraphFormat::matrix_market;
  std::string_view body = text;
  if (body.starts_with("\xef\xbb\xbf")) body.remove_prefix(3);
  body.remove_prefix(std::min(body.find_first_not_of(" \t\r\n"), body.size()));
  if (body.starts_with("<")) return GraphFormat::graphml;
  if (looks_like_dot(body)) return GraphFormat::dot;
  if (looks_like_exp(lines, head)) return GraphFormat::exp;
  if (looks_like_edge_list(lines, head)) return GraphFormat::edge_list;
  return std::nullopt;
}

/// That of what is packed where the name ends in .gz.
std::string inner_extension(const fs::path& path) {
  return (path.extension() == ".gz" ? path.stem() : path).extension().string();
}

} // namespace

std::optional<GraphFormat> format_by_extension(const fs::path& path) {
  const std::string extension = inner_extension(path);
  const auto is = [&](std::initializer_list<const char*> known) {
    return std::find(known.begin(), known.end(), extension) != known.end();
  };
  if (is({".el", ".edges", ".edgelist", ".tsv"})) return GraphFormat::edge_list;
  if (is({".g6"})) return GraphFormat::graph6;
  if (is({".s6"})) return GraphFormat::sparse6;
  if (is({".mtx"})) return GraphFormat::matrix_market;
  if (is({".graphml", ".xml"})) return GraphFormat::graphml;
  if (is({".dot", ".gv"})) return GraphFormat::dot;
  if (is({".exp"})) return GraphFormat::exp;
  return std::nullopt;
}

std::optional<GraphFormat> guess_format(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return GraphFormat::ogb;
  if (const auto format = format_by_extension(path)) return format;
  // GML begins like an edge list, and an error in a line of it would mislead.
  if (inner_extension(path) == ".gml") return std::nullopt;
  try {
    return by_contents(path);
  } catch (const Error&) {
    return std::nullopt;
  }
}

} // namespace canon
