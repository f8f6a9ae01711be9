#pragma once

#include "canon/encoding_file.hpp"
#include "canon/input.hpp"
#include "cli/command_line.hpp"
#include "cli/ranks.hpp"

#include <canon/encoding_io.hpp>

#include <cstdint>
#include <functional>
#include <string>

namespace canon::tool {

// What `canon encode` does alike in one process and on several ranks.

[[nodiscard]] EncodingOptions encoding_options(const CommandLine& line);
/// Reads the input once, to count its graphs. UsageError for standard input.
[[nodiscard]] PartLabel label_of(const CommandLine& line, const std::string& path,
                                 const Shard& shard);
/// All that the input has left, to the writer. `first` is the place of the next graph, `at_once`
/// how many a thread takes to begin with: fewer than it will take in the long run, if that is not
/// known.
void encode_graphs(Input& input, EncodingWriter& writer, const EncodingOptions& options,
                   std::size_t threads, std::uint64_t first,
                   const std::function<void(const Encoding&)>& count, std::size_t at_once = 1);
/// ReadError if there were not as many graphs as the label says.
void require_count(const PartLabel& label, std::uint64_t graphs);

/// On several ranks: each encodes pieces and puts them into one file.
[[nodiscard]] int encode_on_ranks(const CommandLine& line, Ranks& ranks, EncodingFile kind);

} // namespace canon::tool
