#include "canon/commands.hpp"
#include "canon/encode_steps.hpp"
#include "canon/options.hpp"
#include "cli/placed_pieces.hpp"
#include "cli/progress.hpp"

#include <canon/base/text_table.hpp>
#include <canon/error.hpp>
#include <canon/pipeline.hpp>
#include <canon/shared_encoding.hpp>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <iostream>

namespace canon::tool {
namespace {

namespace fs = std::filesystem;

/// Of encodings that wait for their place. Beyond it a rank waits, too.
constexpr std::size_t most_waiting = std::size_t{64} << 20;

/// Large enough that a message is nothing beside a piece, small enough to be shared out evenly. A
/// piece that is read has about a megabyte at most, unless it is a single graph. Does not depend on
/// the ranks: any number of them may continue.
std::uint64_t piece_count(std::uint64_t graphs, std::uint64_t bytes) {
  constexpr std::uint64_t most = 4096, pieces = 128, megabyte = std::uint64_t{1} << 20;
  const std::uint64_t of_megabyte = megabyte * graphs / std::max<std::uint64_t>(bytes, 1),
                      each = std::max<std::uint64_t>(std::min({most, graphs / pieces, of_megabyte}),
                                                     1);
  return std::max<std::uint64_t>(1, (graphs + each - 1) / each);
}

std::uint64_t size_of(const fs::path& input) {
  std::error_code error;
  const auto size = fs::file_size(input, error);
  return error ? 0 : size; // a folder
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw WriteError(folder.string() + ": cannot be made: " + error.message());
}

std::size_t in_ten_milliseconds(std::uint64_t graphs, std::chrono::nanoseconds spent) {
  const std::chrono::duration<double, std::milli> time = spent;
  return static_cast<std::size_t>(
      std::clamp(static_cast<double>(graphs) * 10.0 / std::max(time.count(), 1e-3), 1.0, 1e6));
}

/// What a rank has done, in the order of the pieces, and not put into the file yet.
class Waiting {
public:
  Waiting(PlacedPieces& pieces, SharedEncoding& file, std::size_t width, std::size_t k)
      : pieces_(pieces), file_(file), width_(width), k_(k) {}

  /// Empty, for the next piece.
  std::unique_ptr<EncodedPiece> take() {
    if (spare_.empty()) return std::make_unique<EncodedPiece>(width_, k_);
    std::unique_ptr<EncodedPiece> piece = std::move(spare_.back());
    spare_.pop_back();
    return piece;
  }
  void add(std::uint64_t number, std::unique_ptr<EncodedPiece> piece) {
    pieces_.done(number, piece->vertices());
    bytes_ += piece->bytes();
    queue_.push_back({number, std::move(piece)});
    while (!queue_.empty() && put(bytes_ > most_waiting)) {
    }
  }
  /// The piece is in the file already.
  void add_done(std::uint64_t number, std::uint64_t vertices) {
    pieces_.done(number, vertices);
    queue_.push_back({number, nullptr});
  }
  void put_all() {
    while (!queue_.empty())
      (void)put(true);
  }

private:
  struct Entry {
    std::uint64_t number;
    std::unique_ptr<EncodedPiece> piece; ///< null if it is in the file already
  };

  bool put(bool wait) {
    const std::optional<std::uint64_t> first = pieces_.place(wait);
    if (!first) return false;
    if (auto& [number, piece] = queue_.front(); piece) {
      file_.put(number, *piece, *first);
      bytes_ -= piece->bytes();
      piece->clear();
      spare_.push_back(std::move(piece));
    }
    queue_.pop_front();
    return true;
  }

  PlacedPieces& pieces_;
  SharedEncoding& file_;
  std::size_t width_, k_;
  std::deque<Entry> queue_;
  std::vector<std::unique_ptr<EncodedPiece>> spare_;
  std::size_t bytes_ = 0;
};

/// Only what has no name yet, or is an ordinary file, can be replaced by a rename.
bool takes_a_rename(const fs::path& out) {
  std::error_code ignored;
  const fs::file_status status = fs::symlink_status(out, ignored);
  return !fs::exists(status) || fs::is_regular_file(status);
}

} // namespace

/// The file to be lies in OUT.parts until it is complete. What a job that ended early left there is
/// not done again.
int encode_on_ranks(const CommandLine& line, Ranks& ranks, EncodingFile kind) {
  const std::string in = line.arguments()[0];
  const fs::path out = line.text("out"), folder = out.string() + ".parts";
  if (out == "-" || line.given("shard") || line.given("json"))
    throw UsageError("on several ranks: expected --out FILE, and neither --shard nor --json");
  const EncodingOptions options = encoding_options(line);
  const std::size_t threads = threads_option(line);
  Input input(in, format_option(line, "format"), reading_rules(line));
  SharedEncoding::Plan plan{.label = {}, .width = options.width(), .k = options.k};
  plan.label = label_of_text(ranks.share([&] {
    make_folder(folder);
    plan.label = label_of(line, in, {});
    plan.label.shard.count = piece_count(plan.label.total, size_of(in));
    SharedEncoding::prepare(folder, plan);
    return label_text(plan.label);
  }),
                             "the label of rank 0");
  SharedEncoding file(folder, plan, "rank-" + std::to_string(ranks.rank()));
  (void)ranks.share([] { return std::string("all have read what was there"); });
  PartLabel label = plan.label;
  Progress progress(ranks.rank() == 0 && !line.given("quiet"), label.shard.count, "piece");
  {
    PlacedPieces pieces(ranks);
    Waiting waiting(pieces, file, plan.width, plan.k);
    std::size_t at_once = 1;
    for (std::size_t piece = pieces.next(); piece < label.shard.count; piece = pieces.next()) {
      label.shard.index = piece;
      if (const auto vertices = file.vertices_of(piece)) {
        waiting.add_done(piece, *vertices);
        continue;
      }
      input.select(label.first(), label.first() + label.graphs());
      std::unique_ptr<EncodedPiece> encoded = waiting.take();
      const auto start = time_of_thread();
      encode_graphs(
          input, *encoded, options, threads, label.first(), [](const Encoding&) {}, at_once);
      at_once = in_ten_milliseconds(label.graphs() / threads, time_of_thread() - start);
      require_count(label, encoded->graphs());
      waiting.add(piece, std::move(encoded));
      progress.tick();
    }
    waiting.put_all();
  }
  if (ranks.rank() > 0) return exit_ok;
  std::uint64_t graphs = 0;
  if (kind == EncodingFile::npz && takes_a_rename(out)) {
    graphs = file.finish(out);
  } else {
    PartLabel whole = plan.label;
    whole.shard = {};
    const fs::path npz = folder / "whole.npz";
    file.finish(npz, whole);
    graphs = merge_files({npz}, kind, out);
  }
  fs::remove_all(folder);
  if (!line.given("quiet"))
    std::cerr << "canon encode: " << counted(graphs, "graph") << " on "
              << counted(ranks.size(), "rank") << "; " << short_number(progress.seconds(), 3)
              << " s" << std::endl;
  return exit_ok;
}

} // namespace canon::tool
