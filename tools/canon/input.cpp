#include "canon/input.hpp"

#include "cli/command_line.hpp"

#include <algorithm>
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

std::optional<std::size_t> Input::size() const {
  const std::optional<std::size_t> all = reader_->size();
  return all ? std::min(*all, limit_) : all;
}

std::unique_ptr<GraphWriter> open_output(const std::string& path, GraphFormat format, bool lossy) {
  WriteOptions options;
  options.lossy = lossy;
  return path == "-" ? graph_writer(std::cout, format, options)
                     : graph_writer(std::filesystem::path(path), format, options);
}

} // namespace canon::tool
