#include "canon/encode_steps.hpp"

#include "canon/options.hpp"

#include <canon/error.hpp>
#include <canon/pipeline.hpp>

#include <algorithm>
#include <span>
#include <vector>

namespace canon::tool {
namespace {

/// Graphs of similar size are solved together, so a batch is a few times what the lanes hold.
constexpr BatchSize encoding_batch = {192, std::chrono::milliseconds(5),
                                      std::chrono::milliseconds(20)};

/// All that decides the numbers, in words.
std::string options_text(const CommandLine& line) {
  std::string text = "canon=" CANON_VERSION;
  for (const char* name : {"k", "columns", "seed", "solver", "lanes", "operator", "level", "sign",
                           "axes", "axis-order", "c", "max-nodes", "tolerance-eigenvalue",
                           "tolerance-length", "tolerance-zero", "loops", "duplicates", "directed"})
    text.append(" ").append(name).append("=").append(line.text(name));
  for (const char* flag : {"random-signs", "by-component", "drop-trivial", "drop-first",
                           "ignore-labels", "negative-weights"})
    if (line.given(flag)) text.append(" ").append(flag);
  return text;
}

} // namespace

EncodingOptions encoding_options(const CommandLine& line) {
  EncodingOptions options;
  options.k = line.natural("k");
  options.op = operator_option(line);
  options.random_signs = line.given("random-signs");
  options.columns = line.enumerator<EncodingColumns>("columns");
  options.drop_trivial = line.given("drop-trivial");
  options.drop_first = line.given("drop-first");
  options.by_component = line.given("by-component");
  options.seed = line.natural("seed");
  options.canonize = canonizing(line);
  options.solver = solver_option(line);
  options.lanes = lanes_option(line);
  return options;
}

PartLabel label_of(const CommandLine& line, const std::string& path, const Shard& shard) {
  if (path == "-")
    throw UsageError("--shard: expected a file, for standard input cannot be read twice");
  return {shard, count_graphs(path, format_option(line, "format"), reading_rules(line)),
          input_identity(path), options_text(line)};
}

void encode_graphs(Input& input, EncodingWriter& writer, const EncodingOptions& options,
                   std::size_t threads, std::uint64_t first,
                   const std::function<void(const Encoding&)>& count, std::size_t at_once) {
  BatchSize size = encoding_batch;
  size.first = at_once;
  ordered_batches<GraphRecord, Encoding>(
      threads, size, [&](GraphRecord& record) { return input.next(record); },
      [&](std::span<GraphRecord> records, std::size_t place, std::vector<Encoding>& encodings) {
        std::vector<const Graph*> graphs(records.size());
        std::transform(records.begin(), records.end(), graphs.begin(),
                       [](const GraphRecord& record) { return &record.graph; });
        for (Encoding& encoding : encode(graphs, options, first + place))
          encodings.push_back(std::move(encoding));
      },
      [&](const Encoding& encoding, std::size_t) {
        writer.write(encoding);
        count(encoding);
      });
}

void require_count(const PartLabel& label, std::uint64_t graphs) {
  if (graphs != label.graphs())
    throw ReadError("expected " + std::to_string(label.graphs()) + " graphs in shard " +
                    label.shard.text() + ", got " + std::to_string(graphs) +
                    ": the input changed while it was read");
}

} // namespace canon::tool
