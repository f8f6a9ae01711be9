#include "base/placed_io.hpp"
#include "encoding/npz_layout.hpp"
#include "encoding/piece_journal.hpp"

#include <canon/error.hpp>
#include <canon/shared_encoding.hpp>

#include <fcntl.h>
#include <unistd.h>

namespace canon {

namespace fs = std::filesystem;

namespace {

std::string first_line(const SharedEncoding::Plan& plan) {
  PartLabel label = plan.label;
  label.shard.index = 0; // the count of pieces matters
  return "canon pieces 1, width " + std::to_string(plan.width) + ", k " + std::to_string(plan.k) +
         ", " + label_text(label) + "\n";
}

fs::path data_file(const fs::path& folder) {
  return folder / "encoding.npz";
}

} // namespace

void EncodedPiece::write(const Encoding& e) {
  const std::size_t n = e.features.n_rows, start = rows_.size();
  if (e.features.n_cols != width_ || e.eigenvalues.n_elem != k_ || e.settled.size() != k_)
    throw ArgumentError("encoded piece: the width differs from the announced");
  rows_.resize(start + n * width_);
  for (std::size_t j = 0; j < width_; ++j)
    for (std::size_t i = 0; i < n; ++i)
      rows_[start + i * width_ + j] = e.features.at(i, j);
  eigenvalues_.insert(eigenvalues_.end(), e.eigenvalues.begin(), e.eigenvalues.end());
  settled_.insert(settled_.end(), e.settled.begin(), e.settled.end());
  ends_.push_back(vertices() + n);
}

void EncodedPiece::clear() {
  rows_.clear();
  eigenvalues_.clear();
  ends_.clear();
  settled_.clear();
}

struct SharedEncoding::State {
  State(fs::path where, const Plan& what, const std::string& writer)
      : folder(std::move(where)), plan(what), line(first_line(plan)),
        journal_path(folder / (writer + ".journal")), done(folder, line, plan.k),
        data(open_ordinary_file(data_file(folder), O_RDWR | O_CREAT)) {
    // What an earlier job left of this name is continued behind its last whole piece.
    journal = open_ordinary_file(journal_path, O_RDWR | O_CREAT);
    journal_end = done.whole(journal_path);
    if (journal_end == 0) {
      write_at(journal, 0, line.data(), line.size(), journal_path);
      journal_end = line.size();
    }
    if (::ftruncate(journal.descriptor(), static_cast<off_t>(journal_end)) != 0)
      throw WriteError(journal_path.string() + ": cannot be cut");
  }

  [[nodiscard]] std::uint64_t place_of(std::uint64_t vertex) const {
    return NpzLayout::first_row() + vertex * plan.width * sizeof(double);
  }
  void append(const void* bytes, std::size_t size) {
    write_at(journal, journal_end, bytes, size, journal_path);
    journal_end += size;
  }

  fs::path folder;
  Plan plan;
  std::string line;
  fs::path journal_path;
  PieceIndex done; ///< of earlier jobs
  OpenFile data, journal;
  std::uint64_t journal_end = 0;
};

void SharedEncoding::prepare(const fs::path& folder, const Plan& plan) {
  const PieceIndex index(folder, first_line(plan), plan.k);
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".journal" && index.whole(entry.path()) == 0)
      fs::remove(entry.path());
}

SharedEncoding::SharedEncoding(fs::path folder, const Plan& plan, const std::string& writer)
    : state_(std::make_unique<State>(std::move(folder), plan, writer)) {}

SharedEncoding::~SharedEncoding() = default;

std::optional<std::uint64_t> SharedEncoding::vertices_of(std::uint64_t piece) const {
  const State& s = *state_;
  const PlacedPiece* const found = s.done.find(piece);
  if (found == nullptr) return std::nullopt;
  std::uint64_t place = s.place_of(found->head.first),
                left = found->head.vertices * s.plan.width * sizeof(double);
  std::uint32_t sum = 0;
  for (std::vector<char> buffer(1 << 18); left > 0;) {
    const std::size_t got = read_at(s.data, place, buffer.data(),
                                    std::min<std::uint64_t>(left, buffer.size()), s.folder);
    if (got == 0) return std::nullopt;
    sum = checksum(sum, buffer.data(), got);
    place += got;
    left -= got;
  }
  if (sum != found->head.rows) return std::nullopt;
  (void)s.done.read(*found, s.plan.k);
  return found->head.vertices;
}

void SharedEncoding::put(std::uint64_t piece, const EncodedPiece& encoded, std::uint64_t first) {
  State& s = *state_;
  write_at(s.data, s.place_of(first), encoded.rows_.data(), encoded.bytes(), data_file(s.folder));
  std::string small;
  const auto add = [&](const auto& numbers) {
    small.append(reinterpret_cast<const char*>(numbers.data()),
                 numbers.size() * sizeof numbers.front());
  };
  add(encoded.ends_);
  add(encoded.eigenvalues_);
  add(encoded.settled_);
  PieceHead head{.piece = piece,
                 .first = first,
                 .vertices = encoded.vertices(),
                 .graphs = encoded.graphs(),
                 .rows = checksum(0, encoded.rows_.data(), encoded.bytes()),
                 .small = checksum(0, small.data(), small.size())};
  head.mark = head.own_mark();
  s.append(&head, sizeof head);
  s.append(small.data(), small.size());
}

std::uint64_t SharedEncoding::finish(const fs::path& out, const std::optional<PartLabel>& label) {
  State& s = *state_;
  const std::size_t k = s.plan.k;
  const PieceIndex all(s.folder, s.line, k);
  NpzShape shape{.width = s.plan.width, .k = k};
  std::array<std::uint32_t, 4> sums{};
  PartLabel piece = s.plan.label;
  for (piece.shard.index = 0; piece.shard.index < piece.shard.count; ++piece.shard.index) {
    const PlacedPiece* const found = all.find(piece.shard.index);
    if (found == nullptr || found->head.graphs != piece.graphs() ||
        found->head.first != shape.vertices)
      throw ReadError(s.folder.string() + ": piece " + piece.shard.text() + " is missing");
    sums[NpzLayout::encoding] =
        joined_checksums(sums[NpzLayout::encoding], found->head.rows,
                         found->head.vertices * shape.width * sizeof(double));
    shape.graphs += found->head.graphs;
    shape.vertices += found->head.vertices;
  }
  const fs::path path = data_file(s.folder);
  const NpzLayout layout(shape, label ? label_text(*label) : std::string());
  NpzSection offsets(s.data, layout.begin(NpzLayout::offsets), path),
      eigenvalues(s.data, layout.begin(NpzLayout::eigenvalues), path),
      settled(s.data, layout.begin(NpzLayout::settled), path);
  std::uint64_t zero = 0;
  offsets.add(&zero, sizeof zero);
  for (std::uint64_t i = 0; i < piece.shard.count; ++i) {
    const PlacedPiece& found = *all.find(i);
    std::string small = all.read(found, k);
    const std::size_t graphs = found.head.graphs;
    auto* const ends = reinterpret_cast<std::uint64_t*>(small.data());
    for (std::size_t g = 0; g < graphs; ++g)
      ends[g] += found.head.first;
    const char* const values = small.data() + graphs * sizeof(std::uint64_t);
    offsets.add(ends, graphs * sizeof(std::uint64_t));
    eigenvalues.add(values, graphs * k * sizeof(double));
    settled.add(values + graphs * k * sizeof(double), graphs * k);
  }
  sums[NpzLayout::offsets] = offsets.finish();
  sums[NpzLayout::eigenvalues] = eigenvalues.finish();
  sums[NpzLayout::settled] = settled.finish();
  layout.complete(s.data, sums, path);
  if (!s.data.sync()) throw WriteError(path.string() + not_written(s.data.error()));
  std::error_code error;
  fs::rename(path, out, error);
  if (error) throw WriteError(out.string() + ": cannot be put in place: " + error.message());
  return shape.graphs;
}

} // namespace canon
