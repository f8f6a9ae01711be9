#include "canon/encoding_file.hpp"

#include <canon/base/open_file.hpp>
#include <canon/base/temporary_name.hpp>
#include <canon/error.hpp>

#ifdef CANON_WITH_HDF5

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <hdf5.h>
#include <utility>

namespace canon::tool {
namespace {

namespace fs = std::filesystem;

constexpr hsize_t chunk_rows = 4096;

/// An identifier of HDF5, closed by its destructor.
class Handle {
public:
  using Close = herr_t (*)(hid_t);
  Handle() = default;
  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Handle() { (void)reset(); }
  operator hid_t() const { return id_; } // NOLINT(google-explicit-constructor): as HDF5 takes it
  [[nodiscard]] bool reset() {
    const bool good = id_ < 0 || close_(id_) >= 0;
    id_ = -1;
    return good;
  }

private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

/// A dataset of rows and the next of its rows in memory.
class Rows {
public:
  /// `columns` 0 stands for a one-dimensional dataset; open() takes those of the file.
  Rows(hid_t type, std::size_t size, std::size_t columns)
      : type_(type), columns_(columns), row_(size * std::max<std::size_t>(columns, 1)) {}

  [[nodiscard]] bool create(hid_t file, const char* name) {
    const hsize_t none[2] = {0, columns_}, most[2] = {H5S_UNLIMITED, columns_},
                  chunk[2] = {chunk_rows, columns_};
    const Handle space(H5Screate_simple(rank(), none, most), H5Sclose);
    const Handle how(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    // Without the time: equal contents are to give equal bytes.
    if (H5Pset_chunk(how, rank(), chunk) < 0 || H5Pset_obj_track_times(how, 0) < 0) return false;
    set_ = {H5Dcreate2(file, name, type_, space, H5P_DEFAULT, how, H5P_DEFAULT), H5Dclose};
    return set_ >= 0;
  }
  [[nodiscard]] bool open(hid_t file, const char* name) {
    set_ = {H5Dopen2(file, name, H5P_DEFAULT), H5Dclose};
    if (set_ < 0) return false;
    const Handle space(H5Dget_space(set_), H5Sclose);
    hsize_t size[2] = {0, 0};
    if (H5Sget_simple_extent_ndims(space) != rank() ||
        H5Sget_simple_extent_dims(space, size, nullptr) < 0)
      return false;
    total_ = size[0];
    if (rank() == 1) return true;
    row_ = row_ / columns_ * size[1];
    columns_ = size[1];
    return columns_ > 0;
  }

  [[nodiscard]] bool append(const void* rows, std::size_t count) {
    const auto* bytes = static_cast<const char*>(rows);
    buffer_.insert(buffer_.end(), bytes, bytes + count * row_);
    return buffer_.size() < chunk_rows * row_ || flush();
  }
  [[nodiscard]] bool flush() {
    const hsize_t count = buffer_.size() / row_;
    if (count == 0) return true;
    const hsize_t size[2] = {done_ + count, columns_};
    if (H5Dset_extent(set_, size) < 0) return false;
    if (!move(count, buffer_.data(), true)) return false;
    buffer_.clear();
    return true;
  }
  [[nodiscard]] bool take(void* to, std::size_t count) {
    auto* bytes = static_cast<char*>(to);
    for (std::size_t left = count * row_; left > 0;) {
      if (at_ == buffer_.size()) {
        const hsize_t more = std::min(chunk_rows, total_ - done_);
        buffer_.resize(more * row_);
        at_ = 0;
        if (more == 0 || !move(more, buffer_.data(), false)) return false;
      }
      const std::size_t part = std::min(left, buffer_.size() - at_);
      std::memcpy(bytes, buffer_.data() + at_, part);
      bytes += part;
      at_ += part;
      left -= part;
    }
    return true;
  }

  [[nodiscard]] bool close() { return set_.reset(); }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] std::uint64_t rows() const { return total_; }

private:
  [[nodiscard]] int rank() const { return columns_ > 0 ? 2 : 1; }

  bool move(hsize_t count, void* memory, bool write) {
    const Handle file_space(H5Dget_space(set_), H5Sclose);
    const hsize_t start[2] = {done_, 0}, size[2] = {count, columns_};
    const Handle memory_space(H5Screate_simple(rank(), size, nullptr), H5Sclose);
    if (H5Sselect_hyperslab(file_space, H5S_SELECT_SET, start, nullptr, size, nullptr) < 0)
      return false;
    done_ += count;
    return (write ? H5Dwrite(set_, type_, memory_space, file_space, H5P_DEFAULT, memory)
                  : H5Dread(set_, type_, memory_space, file_space, H5P_DEFAULT, memory)) >= 0;
  }

  hid_t type_;
  std::size_t columns_, row_; ///< the latter in bytes
  Handle set_;
  std::vector<char> buffer_;
  std::size_t at_ = 0;
  hsize_t done_ = 0, total_ = 0;
};

/// The four datasets of an encoding.
struct Arrays {
  Arrays(std::size_t width, std::size_t k)
      : encoding(H5T_NATIVE_DOUBLE, 8, width), offsets(H5T_NATIVE_INT64, 8, 0),
        eigenvalues(H5T_NATIVE_DOUBLE, 8, k), settled(H5T_NATIVE_UINT8, 1, k) {}
  Rows encoding, offsets, eigenvalues, settled;
};

class H5Writer final : public EncodingWriter {
public:
  H5Writer(const fs::path& path, std::size_t width, std::size_t k,
           const std::optional<PartLabel>& label)
      : path_(path), width_(width), k_(k), arrays_(width, k),
        temporary_(path, [](const fs::path& name) {
          const OpenFile made(
              ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
          return made ? 0 : errno;
        }) {
    (void)H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    file_ = {H5Fcreate(temporary_.path().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
             H5Fclose};
    check(file_ >= 0);
    check(arrays_.encoding.create(file_, "encoding") && arrays_.offsets.create(file_, "offsets") &&
          arrays_.eigenvalues.create(file_, "eigenvalues") &&
          arrays_.settled.create(file_, "settled"));
    if (label) write_label(label_text(*label));
    put_offset();
  }

  void write(const Encoding& e) override {
    if (e.features.n_cols != width_ || e.eigenvalues.n_elem != k_)
      throw ArgumentError("encoding writer: the width differs from the announced");
    rows_ = e.features.t();
    check(arrays_.encoding.append(rows_.memptr(), e.features.n_rows) &&
          arrays_.eigenvalues.append(e.eigenvalues.memptr(), 1) &&
          arrays_.settled.append(e.settled.data(), 1));
    vertices_ += static_cast<std::int64_t>(e.features.n_rows);
    put_offset();
  }

  void finish() override {
    for (Rows* rows : {&arrays_.encoding, &arrays_.offsets, &arrays_.eigenvalues, &arrays_.settled})
      check(rows->flush() && rows->close());
    check(file_.reset());
    OpenFile written(::open(temporary_.path().c_str(), O_RDONLY | O_CLOEXEC));
    check(written && written.sync());
    temporary_.give(path_);
  }

private:
  void check(bool good) const {
    if (!good) throw WriteError(path_.string() + ": cannot be written as HDF5");
  }
  void put_offset() { check(arrays_.offsets.append(&vertices_, 1)); }

  void write_label(const std::string& text) {
    const Handle type(H5Tcopy(H5T_C_S1), H5Tclose), space(H5Screate(H5S_SCALAR), H5Sclose);
    check(H5Tset_size(type, text.size()) >= 0);
    const Handle label(H5Acreate2(file_, "part", type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    check(label >= 0 && H5Awrite(label, type, text.data()) >= 0);
  }

  fs::path path_;
  std::size_t width_, k_;
  Arrays arrays_;
  TemporaryName temporary_;
  Handle file_;
  arma::mat rows_;
  std::int64_t vertices_ = 0;
};

class H5Part final : public EncodingReader {
public:
  explicit H5Part(const fs::path& path) : path_(path), arrays_(1, 1) {
    (void)H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    file_ = {H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose};
    const Handle part(file_ < 0 ? -1 : H5Aopen(file_, "part", H5P_DEFAULT), H5Aclose);
    if (part < 0 || !arrays_.encoding.open(file_, "encoding") ||
        !arrays_.offsets.open(file_, "offsets") ||
        !arrays_.eigenvalues.open(file_, "eigenvalues") || !arrays_.settled.open(file_, "settled"))
      throw ParseError(path.string(), 0, "expected a part of canon encode --shard");
    const Handle type(H5Aget_type(part), H5Tclose);
    std::string text(H5Tget_size(type), '\0');
    check(H5Aread(part, type, text.data()) >= 0);
    label_ = label_of_text(text, path.string());
    check(arrays_.eigenvalues.rows() == label_.graphs());
    check(arrays_.offsets.take(&before_, 1));
  }

  [[nodiscard]] const PartLabel& label() const override { return label_; }
  [[nodiscard]] std::size_t width() const override { return arrays_.encoding.columns(); }
  [[nodiscard]] std::size_t k() const override { return arrays_.eigenvalues.columns(); }

  bool next(Encoding& e) override {
    if (done_ == label_.graphs()) return false;
    ++done_;
    std::int64_t end = 0;
    check(arrays_.offsets.take(&end, 1) && end >= before_);
    rows_.set_size(width(), static_cast<arma::uword>(end - before_));
    e.eigenvalues.set_size(k());
    e.settled.resize(k());
    check(arrays_.encoding.take(rows_.memptr(), rows_.n_cols) &&
          arrays_.eigenvalues.take(e.eigenvalues.memptr(), 1) &&
          arrays_.settled.take(e.settled.data(), 1));
    e.features = rows_.t();
    before_ = end;
    return true;
  }

private:
  void check(bool good) const {
    if (!good) throw ParseError(path_.string(), 0, "expected more of the datasets");
  }

  fs::path path_;
  Arrays arrays_;
  Handle file_;
  PartLabel label_;
  std::uint64_t done_ = 0;
  std::int64_t before_ = 0;
  arma::mat rows_;
};

} // namespace

bool has_hdf5() {
  return true;
}

std::unique_ptr<EncodingWriter> h5_writer(const fs::path& path, std::size_t width, std::size_t k,
                                          const std::optional<PartLabel>& label) {
  return std::make_unique<H5Writer>(path, width, k, label);
}

std::unique_ptr<EncodingReader> h5_part(const fs::path& path) {
  return std::make_unique<H5Part>(path);
}

} // namespace canon::tool

#else

namespace canon::tool {

bool has_hdf5() {
  return false;
}

std::unique_ptr<EncodingWriter> h5_writer(const std::filesystem::path& path, std::size_t,
                                          std::size_t, const std::optional<PartLabel>&) {
  throw WriteError(path.string() + ": this program is built without HDF5 (CANON_WITH_HDF5)");
}

std::unique_ptr<EncodingReader> h5_part(const std::filesystem::path& path) {
  throw ReadError(path.string() + ": this program is built without HDF5 (CANON_WITH_HDF5)");
}

} // namespace canon::tool

#endif
