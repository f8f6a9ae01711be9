#include "report/part_journal.hpp"

#include <algorithm>

namespace canon::lab {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view mark = ".part-";

std::vector<fs::path> parts_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.find(mark) != std::string::npos && name.ends_with(".journal"))
      files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// The pieces of all parts, by their numbers.
class Collection {
public:
  void add(const fs::path& file) {
    const std::vector<Json> lines = Journal::lines_of(file);
    files_.push_back(file);
    if (lines.empty()) return; // its writer was killed before it did anything
    if (head_.is_null()) {
      first_ = file;
      head_ = lines.front();
      const auto count = head_.value("pieces", std::size_t{0});
      values_.resize(count);
      from_.resize(count);
    } else if (lines.front() != head_) {
      throw ReadError(first_.string() + " and " + file.string() +
                      " are parts of different runs: " + difference(lines.front()));
    }
    for (auto line = lines.begin() + 1; line != lines.end(); ++line) {
      const auto piece = line->at("piece").get<std::size_t>();
      if (piece >= values_.size())
        throw ReadError(file.string() + ": expected pieces below " +
                        std::to_string(values_.size()) + ", got " + std::to_string(piece));
      if (!from_[piece].empty())
        throw ReadError("doubled: piece " + std::to_string(piece) + " is in " +
                        from_[piece].string() + " and in " + file.string());
      from_[piece] = file;
      values_[piece] = line->at("value");
    }
  }

  void require_all() const {
    if (head_.is_null()) throw ReadError("lost: no part has begun; start every shard again");
    const auto lost = static_cast<std::size_t>(std::count_if(
        from_.begin(), from_.end(), [](const fs::path& file) { return file.empty(); }));
    if (lost == 0) return;
    const auto first = std::find(from_.begin(), from_.end(), fs::path()) - from_.begin();
    throw ReadError("lost: " + std::to_string(lost) + " of " + std::to_string(from_.size()) +
                    " pieces of " + head_.value("name", std::string("the run")) +
                    ", the first is piece " + std::to_string(first) +
                    "; is a shard missing, or not at its end?");
  }

  void lay_into(const fs::path& out) const {
    if (head_.at("journal").get<bool>()) {
      const auto journal =
          Journal::in(out, head_.at("name").get<std::string>(), head_.at("configuration"), true);
      for (const Json& value : values_)
        journal->append(value);
      return;
    }
    for (std::size_t piece = 0; piece < values_.size(); ++piece) {
      const fs::path name(values_[piece].get<std::string>());
      const fs::path from = from_[piece].parent_path() / name, to = out / name;
      std::error_code error;
      if (fs::equivalent(from, to, error)) continue;
      fs::create_directories(to, error);
      fs::copy(from, to, fs::copy_options::recursive | fs::copy_options::overwrite_existing, error);
      if (error)
        throw WriteError(to.string() + ": cannot be copied from " + from.string() + ": " +
                         error.message());
    }
  }

  [[nodiscard]] const Json& head() const { return head_; }
  [[nodiscard]] const std::vector<fs::path>& files() const { return files_; }

private:
  [[nodiscard]] std::string difference(const Json& other) const {
    for (const char* key : {"name", "pieces"})
      if (head_.value(key, Json()) != other.value(key, Json()))
        return std::string(key) + " " + head_.value(key, Json()).dump() + " and " +
               other.value(key, Json()).dump();
    for (const auto& [key, value] : head_.at("configuration").items())
      if (other.at("configuration").value(key, Json()) != value)
        return key + " " + value.dump().substr(0, 60) + " and " +
               other.at("configuration").value(key, Json()).dump().substr(0, 60);
    return "another command";
  }

  fs::path first_; ///< whose head is head_
  Json head_;
  std::vector<Json> values_;
  std::vector<fs::path> from_, files_;
};

} // namespace

PartJournal::PartJournal(const Whole& whole, const Share& share, bool fresh)
    : pieces_(*share.pieces) {
  const Json head = {{"name", whole.name},
                     {"command", share.command},
                     {"configuration", whole.configuration},
                     {"pieces", whole.pieces},
                     {"journal", whole.journal}};
  std::error_code error;
  fs::create_directories(whole.folder, error);
  if (error) throw WriteError(whole.folder.string() + ": cannot be made: " + error.message());
  const fs::path own =
      whole.folder / (whole.name + std::string(mark) + share.pieces->name() + ".journal");
  journal_ = std::make_unique<Journal>(own, head, fresh);
  std::vector<Json> lines = journal_->take_lines();
  for (const fs::path& file : parts_in(whole.folder)) {
    if (file == own || !file.filename().string().starts_with(whole.name + std::string(mark)))
      continue;
    const std::vector<Json> others = Journal::lines_of(file);
    if (others.empty()) continue; // of another rank, which begins at the same moment
    if (others.front() != head) {
      if (fresh) continue;
      throw JournalError(file.string(), 0, "a part of a run with another configuration");
    }
    lines.insert(lines.end(), others.begin() + 1, others.end());
  }
  for (const Json& line : lines)
    done_.insert(line.at("piece").get<std::size_t>());
}

bool PartJournal::take(std::size_t piece) {
  return !done_.contains(piece) && pieces_.mine(piece);
}

void PartJournal::add(std::size_t piece, const Json& value) {
  const std::lock_guard guard(adding_);
  journal_->append({{"piece", piece}, {"value", value}});
}

MergedParts merge_parts(const std::vector<fs::path>& folders, const fs::path& out) {
  Collection collection;
  for (const fs::path& folder : folders) {
    const std::vector<fs::path> files = parts_in(folder);
    if (files.empty()) throw ReadError(folder.string() + ": expected a folder with parts of a run");
    for (const fs::path& file : files)
      collection.add(file);
  }
  collection.require_all();
  collection.lay_into(out);
  return {collection.head().at("command").get<std::vector<std::string>>(), collection.files()};
}

} // namespace canon::lab
