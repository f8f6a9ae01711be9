#include "io/dot_lexer.hpp"

#include "base/line_reader.hpp"

#include <canon/error.hpp>

#include <algorithm>

namespace canon {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

} // namespace

void DotLexer::fail(std::size_t line, const std::string& expected, const std::string& got) const {
  throw ParseError(file_, line, "expected " + expected + ", got " + got);
}

void DotLexer::advance(std::size_t count) {
  const std::string_view passed = here().substr(0, count);
  line_ += static_cast<std::size_t>(std::count(passed.begin(), passed.end(), '\n'));
  at_ += passed.size();
}

void DotLexer::skip() {
  for (;;) {
    const std::string_view rest = here();
    if (rest.empty()) return;
    if (rest.starts_with("/*")) {
      const auto end = rest.find("*/", 2);
      if (end == std::string_view::npos) fail(line_, "\"*/\"", "the end of the file");
      advance(end + 2);
    } else if (rest.starts_with("//") ||
               (rest.front() == '#' && (at_ == 0 || text_[at_ - 1] == '\n'))) {
      advance(std::min(rest.find('\n'), rest.size()));
    } else if (std::string_view(" \t\r\n\v\f").find(rest.front()) != std::string_view::npos) {
      advance(1);
    } else {
      return;
    }
  }
}

void DotLexer::read_string(std::string& to) {
  const std::size_t start = line_;
  advance(1);
  for (;;) {
    const std::string_view rest = here();
    if (rest.empty()) fail(start, "a closing quote", "the end of the file");
    if (rest.front() == '"') break;
    if (rest.starts_with("\\\n")) {
      advance(2);
    } else if (rest.starts_with("\\\"")) {
      to += '"';
      advance(2);
    } else if (rest.front() == '\\' && rest.size() > 1) {
      to += rest.substr(0, 2);
      advance(2);
    } else {
      to += rest.front();
      advance(1);
    }
  }
  advance(1);
}

void DotLexer::read_angles(std::string& to) {
  const std::size_t start = line_;
  std::size_t depth = 0;
  do {
    if (here().empty()) fail(start, "a closing '>'", "the end of the file");
    const char c = here().front();
    if (c == '<') ++depth;
    if (c == '>') --depth;
    to += c;
    if (c == '\\') to += c;
    advance(1);
  } while (depth > 0);
}

void DotLexer::read_word(DotToken& token) {
  const std::string_view rest = here();
  std::size_t length = 0;
  const bool number = !is_word(rest.front()) || is_digit(rest.front());
  if (number) {
    if (rest.front() == '-') ++length;
    while (length < rest.size() && is_digit(rest[length]))
      ++length;
    if (length < rest.size() && rest[length] == '.') ++length;
    while (length < rest.size() && is_digit(rest[length]))
      ++length;
    const std::string_view text = rest.substr(0, length);
    if (std::none_of(text.begin(), text.end(), is_digit) ||
        (length < rest.size() && (is_word(rest[length]) || rest[length] == '.')))
      fail(line_, "an id or a mark of DOT", quote_token(rest.substr(0, length + 1)));
  } else {
    while (length < rest.size() && is_word(rest[length]))
      ++length;
  }
  token.kind = DotToken::Kind::id;
  token.text = rest.substr(0, length);
  advance(length);
  std::string lower = token.text;
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  for (const char* keyword : {"strict", "graph", "digraph", "subgraph", "node", "edge"})
    if (lower == keyword) {
      token.kind = DotToken::Kind::keyword;
      token.text = keyword;
    }
}

DotToken DotLexer::next() {
  skip();
  DotToken token;
  token.line = line_;
  const std::string_view rest = here();
  if (rest.empty()) return token;
  if (rest.starts_with("--") || rest.starts_with("->")) {
    token.kind = DotToken::Kind::mark;
    token.text = rest.substr(0, 2);
    advance(2);
  } else if (std::string_view("{}[];,=:@()+").find(rest.front()) != std::string_view::npos) {
    token.kind = DotToken::Kind::mark;
    token.text = rest.front();
    advance(1);
  } else if (rest.front() == '"') {
    token.kind = DotToken::Kind::id;
    for (;;) { // "a" + "b" is one string
      read_string(token.text);
      skip();
      if (!here().starts_with("+")) break;
      advance(1);
      skip();
      if (!here().starts_with("\"")) fail(line_, "a string after '+'", quote_token(here()));
    }
  } else if (rest.front() == '<') {
    token.kind = DotToken::Kind::id;
    read_angles(token.text);
  } else if (rest.front() == '-' || rest.front() == '.' || is_word(rest.front())) {
    read_word(token);
  } else {
    fail(line_, "an id or a mark of DOT", quote_token(rest));
  }
  return token;
}

} // namespace canon
