#include "dot_scan.hpp"

#include "dot_lexer.hpp"
#include "line_reader.hpp"

#include <unordered_set>

namespace canon {

namespace {

constexpr std::size_t max_depth = 64;
constexpr std::size_t max_joined = 1'000'000;

// Keeps account of how many edges the joining of subgraphs will give.
class Joins {
public:
  void vertex() {
    ++seen_;
    operand(1);
  }
  void open() {
    stack_.push_back({seen_, left_, joining_});
    joining_ = false;
  }
  void close() {
    const Frame frame = stack_.back();
    stack_.pop_back();
    left_ = frame.left;
    joining_ = frame.joining;
    operand(named_ ? seen_ : seen_ - frame.seen);
  }
  /// A named subgraph may be any that stood before, so it counts as all vertices.
  void named() {
    named_ = true;
    operand(seen_);
  }
  void join() { joining_ = true; }
  void end_statement() { joining_ = false; }
  [[nodiscard]] bool too_many() const { return edges_ > max_joined; }

private:
  struct Frame {
    std::size_t seen, left;
    bool joining;
  };
  void operand(std::size_t size) {
    if (joining_ && (size > 1 || left_ > 1)) {
      // Both are at most the size of the file, so that the product stays below 2^64.
      const std::size_t product = left_ * size;
      edges_ = product > max_joined ? max_joined + 1 : edges_ + product;
    }
    joining_ = false;
    left_ = size;
  }

  std::vector<Frame> stack_;
  std::size_t seen_ = 0, left_ = 0, edges_ = 0;
  bool joining_ = false, named_ = false;
};

class Scanner {
public:
  Scanner(const std::string& file, std::string_view text) : lexer_(file, text) {}

  DotScan run() {
    token_ = lexer_.next();
    if (token_.is("strict")) token_ = lexer_.next();
    if (!token_.is("graph") && !token_.is("digraph"))
      lexer_.fail(token_.line, "\"graph\" or \"digraph\"", shown());
    result_.directed = token_.is("digraph");
    result_.line = token_.line;
    emit();
    if (token_.kind == DotToken::Kind::id) emit();
    if (!token_.is("{")) lexer_.fail(token_.line, "'{'", shown());
    emit();
    body();
    if (token_.kind != DotToken::Kind::end)
      lexer_.fail(token_.line, "the end of the file after one graph", shown());
    return std::move(result_);
  }

private:
  [[nodiscard]] std::string shown() const {
    return token_.kind == DotToken::Kind::end ? "the end of the file" : quote_token(token_.text);
  }

  // Writes the token out and takes the next one.
  void emit() {
    if (token_.kind == DotToken::Kind::id) {
      result_.text += '"';
      for (const char c : token_.text) {
        if (c == '"') result_.text += '\\';
        result_.text += c;
      }
      result_.text += '"';
    } else {
      result_.text += token_.text;
    }
    result_.text += token_.is(";") || token_.is("{") || token_.is("}") ? '\n' : ' ';
    before_ = token_;
    token_ = lexer_.next();
  }

  void body() {
    for (std::size_t depth = 1; depth > 0;) {
      const bool subgraph = before_.is("subgraph");
      if (token_.kind == DotToken::Kind::end) {
        lexer_.fail(token_.line, "'}'", "the end of the file");
      } else if (token_.is("[")) {
        brackets();
      } else if (token_.is("{")) {
        if (++depth > max_depth)
          lexer_.fail(token_.line, "braces at most " + std::to_string(max_depth) + " deep",
                      shown());
        if (!subgraph && !after_name_) result_.text += "subgraph ";
        joins_.open();
        emit();
      } else if (token_.is("}")) {
        if (--depth > 0) joins_.close();
        emit();
      } else if (token_.kind == DotToken::Kind::id) {
        id(subgraph);
        continue; // keeps after_name_
      } else {
        if (token_.is("--") || token_.is("->")) joins_.join();
        if (token_.is(";")) joins_.end_statement();
        emit();
      }
      after_name_ = false;
      if (joins_.too_many())
        lexer_.fail(before_.line, "joined subgraphs of at most a million edges", "more");
    }
  }

  void id(bool subgraph) {
    const bool port = before_.is(":") || before_.is("@") || before_.is("(") || before_.is(",");
    const bool value = before_.is("=");
    const std::string text = token_.text;
    emit();
    after_name_ = subgraph;
    if (subgraph) {
      joins_.named();
    } else if (!port && !value && !token_.is("=")) {
      joins_.vertex();
      if (known_.insert(text).second) result_.ids.push_back(text);
    }
  }

  void brackets() {
    while (!token_.is("]")) {
      if (token_.kind == DotToken::Kind::end)
        lexer_.fail(token_.line, "']'", "the end of the file");
      emit();
    }
    emit();
  }

  DotLexer lexer_;
  DotToken token_, before_;
  DotScan result_;
  std::unordered_set<std::string> known_;
  Joins joins_;
  bool after_name_ = false;
};

} // namespace

DotScan scan_dot(const std::string& file, std::string_view text) {
  return Scanner(file, text).run();
}

} // namespace canon
