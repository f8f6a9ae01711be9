#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace canon {

struct DotToken {
  enum class Kind { end, id, keyword, mark }; ///< mark: { } [ ] ; , = : @ ( ) + -- ->
  Kind kind = Kind::end;
  std::string text; ///< keywords in lower case; strings without quotes and with \" undone
  std::size_t line = 1;

  [[nodiscard]] bool is(std::string_view mark_or_word) const {
    return (kind == Kind::keyword || kind == Kind::mark) && text == mark_or_word;
  }
};

class DotLexer {
public:
  DotLexer(const std::string& file, std::string_view text) : file_(file), text_(text) {}

  [[nodiscard]] DotToken next();
  [[noreturn]] void fail(std::size_t line, const std::string& expected,
                         const std::string& got) const;

private:
  void skip();
  void advance(std::size_t count);
  [[nodiscard]] std::string_view here() const { return text_.substr(at_); }
  void read_string(std::string& to);
  void read_angles(std::string& to);
  void read_word(DotToken& token);

  const std::string& file_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

} // namespace canon
