#include "base/line_reader.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace canon {

namespace {

template <class Number>
bool parse_whole(std::string_view text, Number& value) {
  // from_chars knows no +; "+-1" must not slip through.
  if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc{} && stop == end && !text.empty();
}

template <class Number>
void append_shortest(std::string& text, Number value) {
  std::array<char, 32> digits;
  const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  text.append(digits.data(), result.ptr);
}

} // namespace

bool parse_number(std::string_view text, std::uint64_t& value) {
  return parse_whole(text, value);
}
bool parse_number(std::string_view text, std::int64_t& value) {
  return parse_whole(text, value);
}
bool parse_number(std::string_view text, std::int32_t& value) {
  return parse_whole(text, value);
}
bool parse_number(std::string_view text, double& value) {
  return parse_whole(text, value);
}

void append_number(std::string& text, double value) {
  append_shortest(text, std::isnan(value) ? std::abs(value) : value); // never "-nan"
}
void append_number(std::string& text, std::uint64_t value) {
  append_shortest(text, value);
}
void append_number(std::string& text, std::int64_t value) {
  append_shortest(text, value);
}

std::string quote_token(std::string_view token) {
  constexpr std::size_t longest = 40;
  constexpr const char* hex = "0123456789abcdef";
  std::string result = "\"";
  for (const char c : token.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f && c != '"' && c != '\\') {
      result += c;
    } else {
      result += "\\x";
      result += hex[byte / 16];
      result += hex[byte % 16];
    }
  }
  return result + (token.size() > longest ? "...\"" : "\"");
}

std::string_view Fields::text() {
  std::size_t length = 0;
  while (length < rest_.size() && rest_[length] != ' ' && rest_[length] != '\t' &&
         !(comma_ && rest_[length] == ','))
    ++length;
  const std::string_view field = rest_.substr(0, length);
  rest_.remove_prefix(length);
  skip_blanks();
  after_comma_ = comma_ && !rest_.empty() && rest_.front() == ',';
  if (after_comma_) {
    rest_.remove_prefix(1);
    skip_blanks();
  }
  return field;
}

template <class Number>
Number Fields::number(const char* what) {
  if (done()) lines_->fail(what, "the end of the line");
  const std::string_view field = text();
  Number value{};
  if (!parse_whole(field, value)) lines_->fail(what, quote_token(field));
  return value;
}

std::uint64_t Fields::natural(const char* what) {
  return number<std::uint64_t>(what);
}
std::int64_t Fields::integer(const char* what) {
  return number<std::int64_t>(what);
}
std::int32_t Fields::small_integer(const char* what) {
  return number<std::int32_t>(what);
}
double Fields::real(const char* what) {
  return number<double>(what);
}

std::string_view Fields::remainder() const {
  std::string_view text = rest_;
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
    text.remove_suffix(1);
  return text;
}

void Fields::expect_done() const {
  if (!done()) lines_->fail("the end of the line", quote_token(rest_));
}

} // namespace canon
