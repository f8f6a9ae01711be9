#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace canon {

/// Whether `text` is UTF-8 of characters that XML allows; `bad` gets the place of the first byte
/// that is not.
[[nodiscard]] bool is_xml_text(std::string_view text, std::size_t& bad);

/// A pull parser of XML 1.0 in UTF-8 without an internal DTD: element after element, in one pass
/// and with nothing kept. What is not well formed is a ParseError with its line. Elements nest at
/// most 64 deep and have at most 64 attributes. Written here because Boost's parser (below
/// PropertyTree, and so below Boost.Graph's GraphML reader) holds the document as a tree of several
/// times its size, takes much that is not well formed, and names no line after it has returned;
/// time and memory of this one are linear in the text, which --max-text bounds.
class XmlReader {
public:
  enum class Event { open, close, end };

  /// Both outlive the reader.
  XmlReader(const std::string& file, std::string_view text);

  /// The next tag; an empty element gives both. Comments and instructions are passed over.
  Event next();

  /// Of the element that was opened or closed last.
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Open elements, the present one included.
  [[nodiscard]] std::size_t depth() const { return open_.size(); }
  /// The text between the two last tags, with references resolved.
  [[nodiscard]] const std::string& text() const { return text_of_; }
  /// Of the element opened last; nullptr if there is none of that name.
  [[nodiscard]] const std::string* attribute(std::string_view name) const;
  /// The line on which the last tag begins.
  [[nodiscard]] std::size_t line() const { return tag_line_; }

  [[noreturn]] void fail(std::size_t line, const std::string& expected,
                         const std::string& got) const;

private:
  [[nodiscard]] bool done() const { return at_ == text_.size(); }
  [[nodiscard]] std::string_view here() const { return text_.substr(at_); }
  [[noreturn]] void fail_here(const std::string& expected) const;
  void advance(std::size_t count);
  void skip_blanks();
  void skip_past(std::string_view end, std::size_t from);
  std::string take_name(const char* expected);
  void take_mark(std::string_view mark);
  void take_reference(std::string& to);
  void take_attribute();
  void declaration();
  void characters();
  bool passed_over();
  void doctype();
  Event opening();
  Event closing();

  const std::string& file_;
  std::string_view text_;
  std::size_t at_ = 0, line_ = 1, tag_line_ = 1;
  bool ascii_ = true;
  bool root_seen_ = false, doctype_seen_ = false;
  bool empty_ = false;  ///< the element just opened is closed by its own tag
  bool closed_ = false; ///< the last event closed an element, which still counts as open
  std::string name_, text_of_;
  std::vector<std::pair<std::string, std::string>> attributes_;
  std::vector<std::string> open_;
};

} // namespace canon
