#include "emulation.hpp"

#include <algorithm>
#include <cstdio>

namespace emulation {
namespace {

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

void write_json(std::FILE* file) {
  const Calls& all = calls();
  std::fprintf(file,
               "{\"launches\": %llu, \"products\": %llu, \"flops\": %.6g, \"fills\": %llu, "
               "\"uploads\": %llu, \"uploaded_bytes\": %llu, \"downloads\": %llu, "
               "\"downloaded_bytes\": %llu, \"asynchronous\": %llu, \"allocations\": %llu, "
               "\"kernels\": [",
               all.launches, all.products, all.flops, all.fills, all.uploads, all.uploaded,
               all.downloads, all.downloaded, all.asynchronous, all.allocations);
  const char* between = "";
  for (const auto& [name, one] : counts()) {
    std::fprintf(file,
                 "%s\n {\"name\": \"%s\", \"launches\": %llu, \"threads\": %llu, \"loads\": %llu, "
                 "\"stores\": %llu, \"bytes\": %llu, \"narrow\": %llu, \"requests\": %llu, "
                 "\"sectors\": %llu, \"longest\": %llu, \"shared\": %llu, \"barriers\": %llu, "
                 "\"races\": %llu}",
                 between, escaped(readable(name)).c_str(), one.launches, one.threads, one.loads,
                 one.stores, one.bytes, one.narrow, one.requests, one.sectors, one.longest,
                 one.shared, one.barriers, one.races);
    between = ",";
  }
  std::fprintf(file, "\n]}\n");
}

void write_text() {
  const Calls& all = calls();
  u64 races = 0;
  for (const auto& [name, one] : counts())
    races += one.races;
  std::fprintf(stderr,
               "cuda emulation: %zu kernels, %llu launches, %llu products (%.3g flops), %llu "
               "uploads (%llu bytes), %llu downloads (%llu bytes), %llu races\n",
               counts().size(), all.launches, all.products, all.flops, all.uploads, all.uploaded,
               all.downloads, all.downloaded, races);
}

bool written = false; ///< the program asked for it itself

/// At the end of the program; races end it with a code of their own.
struct AtEnd {
  ~AtEnd() {
    if (settings().report) write_text();
    if (!written) write_report();
    const bool raced = std::any_of(counts().begin(), counts().end(),
                                   [](const auto& one) { return one.second.races > 0; });
    if (raced) stop("there were races");
  }
} at_end;

} // namespace

void write_report() {
  if (settings().json.empty()) return;
  std::FILE* const file = std::fopen(settings().json.c_str(), "w");
  if (file == nullptr) stop("cannot write " + settings().json);
  write_json(file);
  std::fclose(file);
  written = true;
}

} // namespace emulation
