#include "canon/input.hpp"

#include "cli/errors.hpp"

#include <algorithm>
#include <iostream>

namespace canon::tool {
Input::Input(const std::string& path, std::optional<GraphFormat> format, const ReadOptions& rules,
             const std::string& format_flag, std::size_t limit)
    : limit_(limit) {
  if (path == "-" && !format)
    throw UsageError("standard input: expected " + format_flag + " FORMAT, got none");
  reader_ = open_graphs(path, format, rules);
}

bool Input::next(GraphRecord& record) {
  if (read_ == limit_) return false;
  const bool more = reader_->next(record);
  if (more) ++read_;
  return more;
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
