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
  void named(bool body_follows) {
    named_ = true;
    if (!body_follows) operand(seen_);
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

  // An id as Boost reads it whatever it holds.
  static std::string string_of(const std::string& id) {
    std::string text = "\"";
    for (const char c : id) {
      if (c == '"') text += '\\';
      text += c;
    }
    return text += '"';
  }

  // Writes the token out and takes the next one.
  void emit() {
    result_.text += token_.kind == DotToken::Kind::id ? string_of(token_.text) : token_.text;
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
        frames_.push_back(mentioned_.size());
        emit();
      } else if (token_.is("}")) {
        if (--depth > 0) close_subgraph();
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

  // Boost does not count the ends of inner edges among the vertices of a subgraph unless they stand
  // there on their own as well.
  void close_subgraph() {
    const bool open_end = before_.kind == DotToken::Kind::keyword ||
                          (before_.kind == DotToken::Kind::mark && !before_.is("{") &&
                           !before_.is("}") && !before_.is(";") && !before_.is("]"));
    if (open_end) lexer_.fail(token_.line, "the rest of the statement", shown());
    for (std::size_t i = frames_.back(); i < mentioned_.size(); ++i)
      result_.text += mentioned_[i] + ' ';
    frames_.pop_back();
    joins_.close();
  }

  void id(bool subgraph) {
    const bool port = before_.is(":") || before_.is("@") || before_.is("(") || before_.is(",");
    const bool value = before_.is("=");
    const std::string text = token_.text;
    emit();
    after_name_ = subgraph;
    if (subgraph) {
      joins_.named(token_.is("{"));
      mentioned_.push_back("subgraph " + string_of(text));
    } else if (!port && !value && !token_.is("=")) {
      joins_.vertex();
      if (!frames_.empty()) mentioned_.push_back(string_of(text));
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
  std::vector<std::string> mentioned_; // in all subgraphs so far
  std::vector<std::size_t> frames_;    // where those of each open subgraph begin
  bool after_name_ = false;
};

} // namespace

DotScan scan_dot(const std::string& file, std::string_view text) {
  return Scanner(file, text).run();
}

} // namespace canon
