#include "io/xml_reader.hpp"

#include "base/line_reader.hpp"

#include <canon/error.hpp>

#include <algorithm>
#include <charconv>

namespace canon {

namespace {

constexpr std::size_t max_depth = 64;
constexpr std::size_t max_attributes = 64;
constexpr std::string_view blanks = " \t\r\n";

bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool is_name(char c) {
  return is_name_start(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

bool is_character(std::uint32_t code) {
  if (code < 0x20) return code == '\t' || code == '\n' || code == '\r';
  return code < 0xd800 || (code >= 0xe000 && code <= 0x10ffff && code != 0xfffe && code != 0xffff);
}

// The length of the character at the front, 0 if there is none that XML allows.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return is_character(byte(0)) ? 1 : 0;
  const std::size_t length = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
  if (byte(0) < 0xc2 || byte(0) > 0xf4 || text.size() < length) return 0;
  std::uint32_t code = byte(0) & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3fU);
  }
  constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800,
                                     0x10000}; // nothing in more bytes than needed
  return code >= least[length] && is_character(code) ? length : 0;
}

void append_utf8(std::string& to, std::uint32_t code) {
  const auto put = [&](std::uint32_t byte) { to += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xc0 | code >> 6);
    put(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    put(0xe0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3f));
    put(0x80 | (code & 0x3f));
  } else {
    put(0xf0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3f));
    put(0x80 | (code >> 6 & 0x3f));
    put(0x80 | (code & 0x3f));
  }
}

} // namespace

bool is_xml_text(std::string_view text, std::size_t& bad) {
  for (bad = 0; bad < text.size();) {
    const std::size_t length = character_length(text.substr(bad));
    if (length == 0) return false;
    bad += length;
  }
  return true;
}

XmlReader::XmlReader(const std::string& file, std::string_view text) : file_(file), text_(text) {
  std::size_t bad = 0;
  if (!is_xml_text(text_, bad)) {
    advance(bad);
    fail(line_, "XML text in UTF-8", quote_token(text_.substr(bad, 1)));
  }
  if (text_.starts_with("\xef\xbb\xbf")) text_.remove_prefix(3); // the byte order mark
  ascii_ = std::all_of(text_.begin(), text_.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  declaration();
}

void XmlReader::fail(std::size_t line, const std::string& expected, const std::string& got) const {
  throw ParseError(file_, line, "expected " + expected + ", got " + got);
}

void XmlReader::fail_here(const std::string& expected) const {
  fail(line_, expected, done() ? "the end of the file" : quote_token(here()));
}

void XmlReader::advance(std::size_t count) {
  const std::string_view passed = here().substr(0, count);
  line_ += static_cast<std::size_t>(std::count(passed.begin(), passed.end(), '\n'));
  at_ += passed.size();
}

void XmlReader::skip_blanks() {
  advance(std::min(here().find_first_not_of(blanks), here().size()));
}

void XmlReader::skip_past(std::string_view end, std::size_t from) {
  const auto found = here().find(end, from);
  if (found == std::string_view::npos) fail(line_, quote_token(end), "the end of the file");
  advance(found + end.size());
}

std::string XmlReader::take_name(const char* expected) {
  if (done() || !is_name_start(here().front())) fail_here(expected);
  std::size_t length = 1;
  while (length < here().size() && is_name(here()[length]))
    ++length;
  std::string name(here().substr(0, length));
  advance(length);
  return name;
}

void XmlReader::take_mark(std::string_view mark) {
  if (!here().starts_with(mark)) fail_here("'" + std::string(mark) + "'");
  advance(mark.size());
}

// "&lt;", "&#65;", "&#x41;"
void XmlReader::take_reference(std::string& to) {
  const auto end = here().substr(0, 12).find(';');
  const std::string_view inside =
      end == std::string_view::npos ? std::string_view() : here().substr(1, end - 1);
  constexpr std::pair<std::string_view, char> known[] = {
      {"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
  for (const auto& [entity, character] : known)
    if (inside == entity) {
      to += character;
      advance(end + 1);
      return;
    }
  std::uint32_t code = 0;
  if (inside.starts_with('#')) {
    const bool hex = inside.starts_with("#x");
    const std::string_view digits = inside.substr(hex ? 2 : 1);
    const char* const last = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), last, code, hex ? 16 : 10);
    if (error != std::errc{} || stop != last || digits.empty() || !is_character(code)) code = 0;
  }
  if (code == 0) fail_here("XML's references (&lt; &gt; &amp; &quot; &apos; &#N; &#xN;)");
  append_utf8(to, code);
  advance(end + 1);
}

void XmlReader::take_attribute() {
  if (attributes_.size() == max_attributes)
    fail_here("at most " + std::to_string(max_attributes) + " attributes");
  const std::size_t line = line_;
  std::string name = take_name("an attribute, '/>' or '>'");
  if (attribute(name) != nullptr) fail(line, "every attribute once", quote_token(name) + " again");
  skip_blanks();
  take_mark("=");
  skip_blanks();
  const char quote = done() ? '\0' : here().front();
  if (quote != '"' && quote != '\'') fail_here("a quote");
  advance(1);
  std::string value;
  while (!done() && here().front() != quote) {
    const char c = here().front();
    if (c == '<') fail_here("a closing quote");
    if (c == '&') {
      take_reference(value);
      continue;
    }
    value += blanks.find(c) == std::string_view::npos ? c : ' ';
    advance(1);
  }
  if (done()) fail(line, "a closing quote", "the end of the file");
  advance(1);
  attributes_.emplace_back(std::move(name), std::move(value));
}

const std::string* XmlReader::attribute(std::string_view name) const {
  for (const auto& [known, value] : attributes_)
    if (known == name) return &value;
  return nullptr;
}

// "<?xml version='1.0' encoding='UTF-8'?>", only at the very beginning.
void XmlReader::declaration() {
  if (!here().starts_with("<?xml") || (here().size() > 5 && is_name(here()[5]))) return;
  advance(5);
  for (;;) {
    const std::size_t before = at_;
    skip_blanks();
    if (here().starts_with("?>")) break;
    if (at_ == before) fail_here("'?>'");
    take_attribute();
  }
  const std::string* const version = attribute("version");
  if (version == nullptr || !version->starts_with("1."))
    fail(line_, "the version of XML to be 1.x",
         version == nullptr ? "none" : quote_token(*version));
  if (const std::string* encoding = attribute("encoding"); encoding != nullptr && !ascii_) {
    std::string lower = *encoding;
    for (char& c : lower)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (lower != "utf-8" && lower != "utf8")
      fail(line_, "the encoding UTF-8", quote_token(*encoding));
  }
  advance(2);
}

// Text up to the next '<', into text_of_.
void XmlReader::characters() {
  const bool inside = !open_.empty();
  while (!done() && here().front() != '<') {
    const char c = here().front();
    if (!inside && blanks.find(c) == std::string_view::npos)
      fail_here(root_seen_ ? "the end of the file after the root element" : "an element");
    if (c == '&') {
      take_reference(text_of_);
      continue;
    }
    if (here().starts_with("]]>")) fail_here("text without \"]]>\"");
    if (inside) text_of_ += c;
    advance(1);
  }
}

// Whether a comment, an instruction, CDATA or the document's type stood here.
bool XmlReader::passed_over() {
  if (here().starts_with("<!--")) {
    const std::size_t line = line_;
    skip_past("--", 4);
    if (!here().starts_with('>')) fail(line, "a comment without \"--\" in it", quote_token(here()));
    advance(1);
  } else if (here().starts_with("<![CDATA[")) {
    if (open_.empty()) fail_here("an element");
    const auto end = here().find("]]>", 9);
    if (end == std::string_view::npos) fail(line_, "\"]]>\"", "the end of the file");
    text_of_ += here().substr(9, end - 9);
    advance(end + 3);
  } else if (here().starts_with("<?")) {
    advance(2);
    const std::string target = take_name("the name of an instruction");
    if (target == "xml") fail(line_, "<?xml only at the beginning", "it here");
    skip_past("?>", 0);
  } else if (here().starts_with("<!DOCTYPE")) {
    doctype();
  } else {
    return false;
  }
  return true;
}

void XmlReader::doctype() {
  if (root_seen_ || doctype_seen_) fail_here("one document type, before the root element");
  doctype_seen_ = true;
  for (char quote = '\0'; quote != '\0' || !here().starts_with('>'); advance(1)) {
    if (done()) fail(line_, "'>'", "the end of the file");
    const char c = here().front();
    if (quote == '\0' && c == '[') fail_here("a document type without declarations of its own");
    if (quote == '\0' && (c == '"' || c == '\''))
      quote = c;
    else if (c == quote)
      quote = '\0';
  }
  advance(1);
}

XmlReader::Event XmlReader::opening() {
  advance(1);
  name_ = take_name("the name of an element");
  if (open_.empty() && root_seen_) fail(tag_line_, "one root element", quote_token("<" + name_));
  root_seen_ = true;
  if (open_.size() == max_depth)
    fail(tag_line_, "elements at most " + std::to_string(max_depth) + " deep",
         quote_token("<" + name_));
  attributes_.clear();
  for (;;) {
    const std::size_t before = at_;
    skip_blanks();
    if (here().starts_with("/>") || here().starts_with('>')) break;
    if (at_ == before) fail_here("a blank, '/>' or '>'");
    take_attribute();
  }
  empty_ = here().front() == '/';
  advance(empty_ ? 2 : 1);
  open_.push_back(name_);
  return Event::open;
}

XmlReader::Event XmlReader::closing() {
  advance(2);
  const std::string name = take_name("the name of an element");
  skip_blanks();
  if (open_.empty() || open_.back() != name)
    fail(tag_line_, open_.empty() ? "an element" : "</" + open_.back() + ">",
         quote_token("</" + name));
  take_mark(">");
  return Event::close;
}

XmlReader::Event XmlReader::next() {
  if (!open_.empty() && closed_) open_.pop_back();
  closed_ = false;
  text_of_.clear();
  if (empty_) {
    empty_ = false;
    name_ = open_.back();
    closed_ = true;
    return Event::close;
  }
  do
    characters();
  while (!done() && passed_over());
  tag_line_ = line_;
  if (done()) {
    if (!open_.empty()) fail(line_, "</" + open_.back() + ">", "the end of the file");
    if (!root_seen_) fail(line_, "an element", "the end of the file");
    return Event::end;
  }
  if (!here().starts_with("</")) return opening();
  const Event event = closing();
  name_ = open_.back();
  closed_ = true;
  return event;
}

} // namespace canon
