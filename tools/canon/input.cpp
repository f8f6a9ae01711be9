#include "canon/input.hpp"

#include "cli/command_line.hpp"

#include <canon/ogb.hpp>

#include <zlib.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>

namespace canon::tool {
namespace {

/// The option that accepts what was refused; empty if none does.
std::string_view lifting_option(ReadRule rule) {
  switch (rule) {
  case ReadRule::none:
    return {};
  case ReadRule::loops:
    return "--loops keep (or drop) accepts it";
  case ReadRule::duplicates:
    return "--duplicates merge accepts it";
  case ReadRule::directed:
    return "--directed symmetrise accepts it";
  case ReadRule::negative_weights:
    return "--negative-weights accepts it";
  case ReadRule::max_text:
    return "--max-text MIB accepts more";
  }
  return {};
}

} // namespace

std::string explained(const ParseError& error, std::size_t graph) {
  std::string text = error.what();
  if (graph > 0) text += " (graph " + std::to_string(graph) + " of the file, counted from 0)";
  if (const std::string_view option = lifting_option(error.rule()); !option.empty())
    (text += "; ") += option;
  return text;
}

Input::Input(const std::string& path, std::optional<GraphFormat> format, const ReadOptions& rules,
             const std::string& format_flag, std::size_t limit)
    : limit_(limit) {
  if (path == "-" && !format)
    throw UsageError("standard input: expected " + format_flag + " FORMAT, got none");
  try {
    reader_ = open_graphs(path, format, rules);
  } catch (const ParseError& error) {
    throw Error(explained(error, 0));
  }
}

bool Input::next(GraphRecord& record) {
  if (read_ == limit_) return false;
  try {
    const bool more = reader_->next(record);
    if (more) ++read_;
    return more;
  } catch (const ParseError& error) {
    throw Error(explained(error, read_));
  }
}

void Input::select(std::uint64_t first, std::uint64_t end) {
  try {
    if (read_ < first) read_ += reader_->skip(first - read_);
  } catch (const ParseError& error) {
    throw Error(explained(error, read_));
  }
  limit_ = std::max<std::size_t>(end, read_);
}

std::optional<std::size_t> Input::size() const {
  const std::optional<std::size_t> all = reader_->size();
  return all ? std::min(*all, limit_) : all;
}

std::uint64_t count_graphs(const std::string& path, std::optional<GraphFormat> format,
                           const ReadOptions& rules) {
  if (const auto size = Input(path, format, rules).size()) return *size;
  std::size_t count = 0;
  try {
    count = open_graphs(path, format, rules)->skip(static_cast<std::size_t>(-1));
  } catch (const ParseError& error) {
    throw Error(explained(error, 0));
  }
  return count;
}

std::string input_identity(const std::string& path) {
  namespace fs = std::filesystem;
  std::vector<fs::path> files;
  if (fs::is_directory(path)) {
    for (const auto& entry : fs::directory_iterator(raw_folder(path)))
      if (entry.is_regular_file()) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
  } else {
    files.emplace_back(path);
  }
  uLong sum = 0;
  std::uint64_t bytes = 0;
  std::vector<char> buffer(1 << 20);
  for (const fs::path& file : files) {
    std::ifstream in(file, std::ios::binary);
    if (!in) throw ReadError(file.string() + ": cannot be read");
    while (in.read(buffer.data(), static_cast<std::streamsize>(buffer.size())), in.gcount() > 0) {
      sum = crc32_z(sum, reinterpret_cast<const Bytef*>(buffer.data()),
                    static_cast<std::size_t>(in.gcount()));
      bytes += static_cast<std::uint64_t>(in.gcount());
    }
  }
  const fs::path name(path);
  char checksum[16];
  std::snprintf(checksum, sizeof checksum, "%08x", static_cast<unsigned>(sum));
  return (name.has_filename() ? name : name.parent_path()).filename().string() + " of " +
         std::to_string(bytes) + " bytes, checksum " + checksum;
}

std::unique_ptr<GraphWriter> open_output(const std::string& path, GraphFormat format, bool lossy) {
  WriteOptions options;
  options.lossy = lossy;
  return path == "-" ? graph_writer(std::cout, format, options)
                     : graph_writer(std::filesystem::path(path), format, options);
}

} // namespace canon::tool
