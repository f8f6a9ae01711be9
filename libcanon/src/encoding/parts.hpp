#pragma once

#include <canon/encoding_io.hpp>

#include <string_view>

namespace canon {

/// How a csv file that is a part begins; the label follows.
inline constexpr std::string_view part_line = "# part ";

[[nodiscard]] std::unique_ptr<EncodingReader> npz_part(const std::filesystem::path& path);
[[nodiscard]] std::unique_ptr<EncodingReader> csv_part(const std::filesystem::path& path);

/// The parts of a merge by their places. No file stays open: there may be thousands.
struct SortedParts {
  std::vector<std::filesystem::path> files;
  PartLabel label; ///< of the first
  std::size_t width = 0, k = 0;
};

/// ArgumentError in one line for a part that is lost, given twice or of another run.
[[nodiscard]] SortedParts sorted_parts(const std::vector<std::filesystem::path>& files,
                                       const OpenEncodingPart& open);

/// What all readers of parts share: the label, the shape, and the count of graphs that are left.
class PartReader : public EncodingReader {
public:
  [[nodiscard]] const PartLabel& label() const override { return label_; }
  [[nodiscard]] std::size_t width() const override { return width_; }
  [[nodiscard]] std::size_t k() const override { return k_; }

  bool next(Encoding& encoding) override {
    if (done_ == label_.graphs()) return false;
    read(encoding, done_++);
    return true;
  }

protected:
  /// Graph `index` of the part; they are asked for in order.
  virtual void read(Encoding& encoding, std::uint64_t index) = 0;

  PartLabel label_;
  std::size_t width_ = 0, k_ = 0;

private:
  std::uint64_t done_ = 0;
};

} // namespace canon
