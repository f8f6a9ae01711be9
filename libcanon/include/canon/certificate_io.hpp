#pragma once

#include <canon/certificate.hpp>
#include <canon/export.hpp>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace canon {
class AtomicFile;
class LineReader;
} // namespace canon

namespace canon CANON_API {

// Certificates as JSON lines, one object per graph; docs/certificates.md has the format.

/// One line, without its end. Numbers are the shortest that read back to the same. ArgumentError
/// for a certificate with rules of one's own (CanonizeOptions::own_sign, own_axis_order), which no
/// file can hold.
[[nodiscard]] std::string certificate_line(const Certificate& certificate);

/// The reverse. Whatever is malformed (a missing key, a wrong type, a number that is not
/// finite, an index or a length that does not fit n) is a ParseError at `file`:`line`.
[[nodiscard]] Certificate parse_certificate(std::string_view text, const std::string& file,
                                            std::size_t line);

/// A file that appears whole or not at all; gzip if its name ends in .gz. "-" is standard output.
///
///     canon::CertificateWriter writer("graphs.jsonl");
///     writer.write(canon::certify(graph, canon::GraphOperator::laplacian, {}));
///     writer.finish();
class CertificateWriter {
public:
  /// WriteError if the file cannot be made.
  explicit CertificateWriter(const std::filesystem::path& path);
  ~CertificateWriter();

  void write(const Certificate& certificate) { write_line(certificate_line(certificate)); }
  /// What certificate_line() returned.
  void write_line(const std::string& line);
  /// Completes the file and gives it its name. Without it nothing is left behind.
  void finish();

private:
  std::unique_ptr<AtomicFile> file_;
};

/// The lines of a file of certificates (gzip is decompressed; "-" is standard input), each of at
/// most `limit` bytes. A ReadError if it cannot be read, a ParseError if there is not one line.
class CertificateReader {
public:
  struct Line {
    std::string text;
    std::size_t number = 0;
  };
  /// A line takes at most 256 MiB by default.
  static constexpr std::size_t default_limit = std::size_t{256} << 20;

  explicit CertificateReader(const std::filesystem::path& path, std::size_t limit = default_limit);
  ~CertificateReader();

  /// False at the end. parse_certificate() reads the line, on another thread if wanted.
  bool next(Line& line);
  bool next(Certificate& certificate);
  [[nodiscard]] const std::string& name() const;

private:
  std::unique_ptr<LineReader> lines_;
};

} // namespace canon
