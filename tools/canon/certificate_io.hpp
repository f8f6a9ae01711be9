#pragma once

#include <canon/certificate.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace canon {
class AtomicFile;
class LineReader;
} // namespace canon

namespace canon::tool {

// Certificates as JSON lines, one object a graph; docs/certificates.md has the format.

/// One line, without its end. Numbers are the shortest that read back to the same.
[[nodiscard]] std::string certificate_line(const Certificate& certificate);

/// The reverse. Whatever is malformed (a missing key, a wrong type, a number that is not
/// finite, an index or a length that does not fit n) is a ParseError at `file`:`line`.
[[nodiscard]] Certificate parse_certificate(std::string_view text, const std::string& file,
                                            std::size_t line);

/// A file that appears whole or not at all; gzip if its name ends in .gz. "-" is standard output.
class CertificateWriter {
public:
  explicit CertificateWriter(const std::string& path);
  ~CertificateWriter();

  void write(const std::string& line);
  void finish();

private:
  std::unique_ptr<AtomicFile> file_;
};

/// The lines of a file of certificates (gzip is looked through; "-" is standard input), each of at
/// most `limit` bytes. An ReadError if it cannot be read, a ParseError if there is not one line.
class CertificateLines {
public:
  struct Line {
    std::string text;
    std::size_t number = 0;
  };

  CertificateLines(const std::string& path, std::size_t limit);
  ~CertificateLines();

  bool next(Line& line);
  [[nodiscard]] const std::string& name() const;

private:
  std::unique_ptr<LineReader> lines_;
};

} // namespace canon::tool
