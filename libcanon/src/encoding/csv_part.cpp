#include "base/line_reader.hpp"
#include "encoding/parts.hpp"

#include <canon/error.hpp>

#include <cmath>
#include <limits>

namespace canon {
namespace {

namespace fs = std::filesystem;

class CsvPart final : public PartReader {
public:
  explicit CsvPart(const fs::path& path) : lines_(path) {
    std::string_view line;
    if (!lines_.next(line) || !line.starts_with(part_line))
      throw ParseError(path.string(), 0, "expected a part of canon encode --shard");
    label_ = label_of_text(line.substr(part_line.size()), path.string());
    if (!lines_.next(line)) lines_.fail_at_end("the names of the columns");
    for (std::size_t at = 0; (at = line.find(",x", at)) != std::string_view::npos; ++at)
      ++width_;
    for (std::size_t at = 0; (at = line.find(",eigenvalue", at)) != std::string_view::npos; ++at)
      ++k_;
    if (width_ == 0 || k_ == 0) lines_.fail("the names of the columns", quote_token(line));
    next_line();
  }

private:
  /// A graph without vertices has no line: all of it is padding.
  void read(Encoding& e, std::uint64_t index) override {
    const std::uint64_t graph = label_.first() + index;
    values_.clear();
    e.eigenvalues.set_size(k_);
    e.eigenvalues.fill(std::numeric_limits<double>::quiet_NaN());
    e.settled.assign(k_, Guarantee::none);
    std::size_t rows = 0;
    for (; more_ && graph_ == graph; next_line(), ++rows) {
      Fields fields(lines_, line_, true);
      (void)fields.natural("a graph");
      if (fields.natural("a vertex") != rows)
        lines_.fail("vertex " + std::to_string(rows), quote_token(line_));
      for (std::size_t j = 0; j < width_; ++j)
        values_.push_back(fields.real("a number"));
      for (std::size_t j = 0; j < k_; ++j)
        e.eigenvalues(j) = fields.real("an eigenvalue");
      for (std::size_t j = 0; j < k_; ++j) {
        const std::uint64_t settled = fields.natural("0, 1 or 2");
        if (settled > 2) lines_.fail("0, 1 or 2", std::to_string(settled));
        e.settled[j] = static_cast<Guarantee>(settled);
      }
      fields.expect_done();
    }
    if (more_ && graph_ < graph) lines_.fail("graph " + std::to_string(graph), quote_token(line_));
    if (more_ && index + 1 == label_.graphs())
      lines_.fail("the end of the file", quote_token(line_));
    e.features = arma::mat(values_.data(), width_, rows).t();
  }

  void next_line() {
    more_ = lines_.next(line_);
    if (more_) graph_ = Fields(lines_, line_, true).natural("a graph");
  }

  LineReader lines_;
  std::string_view line_;
  bool more_ = false;
  std::uint64_t graph_ = 0; ///< of the line
  std::vector<double> values_;
};

} // namespace

std::unique_ptr<EncodingReader> csv_part(const fs::path& path) {
  return std::make_unique<CsvPart>(path);
}

} // namespace canon
