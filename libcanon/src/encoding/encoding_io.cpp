#include "encoding/npz.hpp"
#include "encoding/parts.hpp"

#include <canon/base/atomic_file.hpp>
#include <canon/base/open_file.hpp>
#include <canon/encoding_io.hpp>
#include <canon/error.hpp>

#include <boost/iostreams/stream.hpp>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <string>

namespace canon {
namespace {

namespace fs = std::filesystem;

static_assert(std::endian::native == std::endian::little, "the archive is written as memory lies");

void check_shape(const Encoding& e, std::size_t width, std::size_t k) {
  if (e.features.n_cols != width || e.eigenvalues.n_elem != k || e.settled.size() != k)
    throw ArgumentError("encoding writer: width " + std::to_string(e.features.n_cols) + " and k " +
                        std::to_string(e.eigenvalues.n_elem) + " differ from the announced " +
                        std::to_string(width) + " and " + std::to_string(k));
}

/// An unnamed file for what cannot be put in its place before the rest is known.
class Spool {
public:
  Spool() : file_(nameless_file()), stream_(FileDevice{&file_}, buffer_size) {}

  [[nodiscard]] std::ostream& stream() { return stream_; }

  void add(const void* data, std::size_t size) {
    stream_.write(static_cast<const char*>(data), static_cast<std::streamsize>(size));
    check();
  }

  void check() const {
    if (!stream_ || file_.error() != 0)
      throw WriteError("a temporary file" + not_written(file_.error()) +
                       " (TMPDIR says in which folder)");
  }

  /// Calls `take(data, size)` for one piece after another.
  template <typename Take>
  void read_back(const Take& take) {
    stream_.flush();
    check();
    std::array<char, 1 << 16> buffer{};
    bool good = file_.seek(0, SEEK_SET) == 0;
    std::streamsize size = 0;
    while (good && (size = file_.read(buffer.data(), buffer.size())) > 0)
      take(buffer.data(), static_cast<std::size_t>(size));
    if (!good || size < 0) throw WriteError("a temporary file cannot be read back");
  }

private:
  static constexpr std::streamsize buffer_size = 1 << 16;

  OpenFile file_;
  boost::iostreams::stream<FileDevice> stream_;
};

class NpzWriter final : public EncodingWriter {
public:
  NpzWriter(const fs::path& path, std::size_t width, std::size_t k,
            const std::optional<PartLabel>& label)
      : width_(width), k_(k), label_(label ? label_text(*label) : std::string()),
        file_(path == "-" ? nullptr : std::make_unique<AtomicFile>(path)),
        spool_(file_ ? nullptr : std::make_unique<Spool>()),
        zip_(file_ ? file_->stream() : spool_->stream()) {
    zip_.begin("encoding.npy");
    put_offset();
  }

  void write(const Encoding& e) override {
    check_shape(e, width_, k_);
    // NumPy's order is row after row, Armadillo's column after column.
    rows_ = e.features.t();
    zip_.add(rows_.memptr(), rows_.n_elem * sizeof(double));
    eigenvalues_.add(e.eigenvalues.memptr(), k_ * sizeof(double));
    settled_.add(e.settled.data(), k_ * sizeof(Guarantee)); // one byte each
    vertices_ += e.features.n_rows;
    ++graphs_;
    put_offset();
    check();
  }

  void finish() override {
    zip_.end(npy_head("<f8", vertices_, width_));
    append("offsets.npy", offsets_, npy_head("<i8", graphs_ + 1, 0));
    append("eigenvalues.npy", eigenvalues_, npy_head("<f8", graphs_, k_));
    append("settled.npy", settled_, npy_head("|u1", graphs_, k_));
    if (!label_.empty()) {
      zip_.begin("part.npy");
      zip_.add(label_.data(), label_.size());
      zip_.end(npy_head("|u1", label_.size(), 0));
    }
    zip_.finish();
    if (file_)
      file_->commit();
    else
      send_to_stdout();
  }

private:
  void check() {
    if (file_)
      file_->check();
    else
      spool_->check();
  }

  void append(const std::string& name, Spool& spool, const std::string& head) {
    zip_.begin(name);
    spool.read_back([this](const char* data, std::size_t size) { zip_.add(data, size); });
    zip_.end(head);
  }

  void put_offset() {
    const auto offset = static_cast<std::int64_t>(vertices_);
    offsets_.add(&offset, sizeof offset);
  }

  void send_to_stdout() {
    spool_->read_back([](const char* data, std::size_t size) {
      if (!std::cout.write(data, static_cast<std::streamsize>(size)))
        throw WriteError("standard output cannot be written");
    });
    if (!std::cout.flush()) throw WriteError("standard output cannot be written");
  }

  std::size_t width_, k_;
  std::string label_;
  std::unique_ptr<AtomicFile> file_; ///< or, for standard output, which cannot seek, the spool
  std::unique_ptr<Spool> spool_;
  StoredZip zip_;
  Spool offsets_, eigenvalues_, settled_;
  arma::mat rows_;
  std::uint64_t vertices_ = 0, graphs_ = 0;
};

class CsvWriter final : public EncodingWriter {
public:
  CsvWriter(const fs::path& path, std::size_t width, std::size_t k,
            const std::optional<PartLabel>& label)
      : width_(width), k_(k), graphs_(label ? label->first() : 0) {
    if (path != "-") file_ = std::make_unique<AtomicFile>(path);
    if (label) {
      line_ = std::string(part_line) + label_text(*label);
      end_line();
    }
    line_ = "graph,vertex";
    for (std::size_t j = 0; j < width_; ++j)
      line_ += ",x" + std::to_string(j);
    for (std::size_t j = 0; j < k_; ++j)
      line_ += ",eigenvalue" + std::to_string(j);
    for (std::size_t j = 0; j < k_; ++j)
      line_ += ",settled" + std::to_string(j);
    end_line();
  }

  void write(const Encoding& e) override {
    check_shape(e, width_, k_);
    std::string tail;
    for (double value : e.eigenvalues)
      number(tail, value);
    for (const Guarantee guarantee : e.settled)
      (tail += ',') += static_cast<char>('0' + static_cast<int>(guarantee));
    for (arma::uword i = 0; i < e.features.n_rows; ++i) {
      line_ = std::to_string(graphs_);
      (line_ += ',') += std::to_string(i);
      for (arma::uword j = 0; j < width_; ++j)
        number(line_, e.features(i, j));
      line_ += tail;
      end_line();
    }
    ++graphs_;
    check();
  }

  void finish() override {
    out().flush();
    check();
    if (file_) file_->commit();
  }

private:
  std::ostream& out() { return file_ ? file_->stream() : std::cout; }

  void check() {
    if (file_)
      file_->check();
    else if (!std::cout)
      throw WriteError("standard output cannot be written");
  }

  static void number(std::string& line, double value) {
    std::array<char, 32> text{};
    line += ',';
    if (std::isnan(value)) {
      line += "nan";
      return;
    }
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    line.append(text.data(), end);
  }

  void end_line() {
    line_ += '\n';
    out().write(line_.data(), static_cast<std::streamsize>(line_.size()));
  }

  std::size_t width_, k_;
  std::unique_ptr<AtomicFile> file_;
  std::string line_;
  std::size_t graphs_;
};

} // namespace

std::unique_ptr<EncodingWriter> npz_writer(const fs::path& path, std::size_t width, std::size_t k,
                                           const std::optional<PartLabel>& label) {
  return std::make_unique<NpzWriter>(path, width, k, label);
}

std::unique_ptr<EncodingWriter> csv_writer(const fs::path& path, std::size_t width, std::size_t k,
                                           const std::optional<PartLabel>& label) {
  return std::make_unique<CsvWriter>(path, width, k, label);
}

} // namespace canon
