#pragma once

#include <canon/graph_io.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace canon {

/// A token as a message shows it: in quotes, shortened, everything unprintable escaped.
[[nodiscard]] std::string quote_token(std::string_view token);

/// Buffered lines of a file or stream, which knows where it is. gzip is recognised by its first two
/// bytes; a damaged or truncated gzip is a ParseError. A line ends in "\n", "\r\n" or the file's
/// end and is at most `limit` bytes long, as is rest(); the buffer never is much larger. A gzip
/// that unfolds to more than `limit` bytes and more than 200-fold is refused: a small file must not
/// take the machine.
class LineReader {
public:
  /// ReadError if `path` is missing, a folder, or unreadable. "-" is not special here.
  explicit LineReader(const std::filesystem::path& path, std::size_t limit = default_max_text);
  /// From a stream that outlives the reader.
  LineReader(std::istream& in, std::string name, std::size_t limit = default_max_text);
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;
  ~LineReader();

  /// The next line, without its end; valid until the next call. False at the end.
  bool next(std::string_view& line);
  /// The next line will be returned again. At most once in a row.
  void put_back() { again_ = true; }
  /// All that is left, with every line end; valid while the reader is.
  [[nodiscard]] std::string_view rest();
  /// The next `count` bytes, or all that is left, without taking them; valid until the next call.
  [[nodiscard]] std::string_view peek(std::size_t count);

  [[nodiscard]] const std::string& name() const { return name_; }
  /// The 1-based number of the line returned last; after the end that of the last line.
  [[nodiscard]] std::size_t line_number() const { return line_number_; }

  /// Throws ParseError "expected X, got Y" at the present line.
  [[noreturn]] void fail(const std::string& expected, const std::string& got) const;
  /// The same where the file ended too early: at the line after the last.
  [[noreturn]] void fail_at_end(const std::string& expected) const;

private:
  struct Source;
  bool refill();
  [[noreturn]] void fail_at_limit(const std::string& what) const;

  std::string name_;
  std::unique_ptr<Source> source_;
  std::size_t limit_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;
  std::size_t line_number_ = 0;
  std::string_view line_;
  bool again_ = false;
  bool at_end_ = false;
};

/// The fields of one line from left to right. Blanks and tabs separate; where `comma` is set, so
/// does one comma, and two commas have an empty field between them.
class Fields {
public:
  Fields(const LineReader& lines, std::string_view line, bool comma = false)
      : lines_(&lines), rest_(line), comma_(comma) {
    skip_blanks();
  }

  [[nodiscard]] bool done() const { return rest_.empty() && !after_comma_; }
  [[nodiscard]] std::string_view text();
  /// `what` names the thing in the message: "expected WHAT, got TOKEN".
  [[nodiscard]] std::uint64_t natural(const char* what);
  [[nodiscard]] std::int64_t integer(const char* what);
  [[nodiscard]] std::int32_t small_integer(const char* what);
  /// Any double that from_chars reads, inf and nan included.
  [[nodiscard]] double real(const char* what);
  /// Throws unless all fields are used up.
  void expect_done() const;
  /// What has not been read, without blanks at either end.
  [[nodiscard]] std::string_view remainder() const;

private:
  template <class Number>
  Number number(const char* what);
  void skip_blanks() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t'))
      rest_.remove_prefix(1);
  }

  const LineReader* lines_;
  std::string_view rest_;
  bool comma_;
  bool after_comma_ = false;
};

/// The whole of `text` as a number (a leading + is allowed); false if it is not one or does not
/// fit.
[[nodiscard]] bool parse_number(std::string_view text, std::uint64_t& value);
[[nodiscard]] bool parse_number(std::string_view text, std::int64_t& value);
[[nodiscard]] bool parse_number(std::string_view text, std::int32_t& value);
[[nodiscard]] bool parse_number(std::string_view text, double& value);

/// Appends the shortest text that reads back as the same number.
void append_number(std::string& text, double value);
void append_number(std::string& text, std::uint64_t value);
void append_number(std::string& text, std::int64_t value);

} // namespace canon
