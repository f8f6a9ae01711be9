#include "base/line_reader.hpp"
#include "io/dot_lexer.hpp"
#include "io/listed_graph.hpp"

#include <canon/error.hpp>

#include <algorithm>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>

namespace canon {

namespace {

constexpr std::size_t max_depth = 64;
constexpr std::size_t max_joined = 1'000'000;

// The values of attributes, each read as a number at most once: a default may stand for a million
// vertices, and be no number as long as none has it.
class Values {
public:
  using Id = std::size_t; ///< 0: none

  explicit Values(const std::string& file) : file_(file) {}

  Id add(std::string text, std::size_t line) {
    values_.push_back({std::move(text), line, {}, {}});
    return values_.size();
  }
  std::int64_t label(Id id) { return read(id, &Value::label, std::int64_t{0}, "an integer label"); }
  double weight(Id id) { return read(id, &Value::weight, 1.0, "a weight"); }

private:
  struct Value {
    std::string text;
    std::size_t line;
    std::optional<std::int64_t> label;
    std::optional<double> weight;
  };

  template <class Number>
  Number read(Id id, std::optional<Number> Value::*place, Number fallback, const char* what) {
    if (id == 0) return fallback;
    Value& value = values_[id - 1];
    std::optional<Number>& number = value.*place;
    if (!number) {
      number = fallback; // an empty text says nothing
      if (!value.text.empty() && !parse_number(value.text, *number))
        throw ParseError(file_, value.line,
                         std::string("expected ") + what + ", got " + quote_token(value.text));
    }
    return *number;
  }

  const std::string& file_;
  std::vector<Value> values_;
};

struct Attributes {
  Values::Id label = 0, weight = 0;

  // What stands here goes before what stood there.
  void override_by(const Attributes& other) {
    if (other.label != 0) label = other.label;
    if (other.weight != 0) weight = other.weight;
  }
};

// Also the graph itself, which is the first. Members are kept as they were named, and gathered only
// where a subgraph is the end of an edge.
struct Subgraph {
  Attributes node, edge; ///< defaults
  std::vector<std::size_t> vertices, subgraphs;
};

struct End {
  bool is_subgraph;
  std::size_t index;
};

class Parser {
public:
  Parser(const std::string& file, std::string_view text) : lexer_(file, text), values_(file) {}

  ListedGraph run() {
    take();
    if (token_.is("strict")) take();
    if (!token_.is("graph") && !token_.is("digraph")) fail("\"graph\" or \"digraph\"");
    result_.directed = token_.is("digraph");
    result_.line = token_.line;
    take();
    if (token_.kind == DotToken::Kind::id) take();
    subgraphs_.emplace_back();
    statements(0, 1);
    if (token_.kind != DotToken::Kind::end) fail("the end of the file after one graph");
    const std::vector<std::size_t> number = numbers();
    result_.labels.resize(number.size());
    for (std::size_t v = 0; v < number.size(); ++v)
      result_.labels[number[v]] = values_.label(vertices_[v].label);
    for (ListedGraph::Edge& e : result_.edges) {
      e.u = number[e.u];
      e.v = number[e.v];
    }
    return std::move(result_);
  }

private:
  void take() { token_ = lexer_.next(); }

  [[noreturn]] void fail(const std::string& expected) const {
    lexer_.fail(token_.line, expected,
                token_.kind == DotToken::Kind::end ? "the end of the file"
                                                   : quote_token(token_.text));
  }

  void take_mark(const char* mark) {
    if (!token_.is(mark)) fail(std::string("'") + mark + "'");
    take();
  }

  std::string take_id(const char* expected) {
    if (token_.kind != DotToken::Kind::id) fail(expected);
    std::string text = std::move(token_.text);
    take();
    return text;
  }

  // "{ ... }" of the subgraph `in`.
  void statements(std::size_t in, std::size_t depth) {
    if (depth > max_depth) fail("braces at most " + std::to_string(max_depth) + " deep");
    take_mark("{");
    while (!token_.is("}")) {
      if (token_.kind == DotToken::Kind::end) fail("'}'");
      statement(in, depth);
      if (token_.is(";")) take();
    }
    take();
  }

  void statement(std::size_t in, std::size_t depth) {
    if (token_.is("graph") || token_.is("node") || token_.is("edge")) {
      const char kind = token_.text.front();
      take();
      if (!token_.is("[")) fail("'['");
      const Attributes given = attributes();
      if (kind == 'n') subgraphs_[in].node.override_by(given);
      if (kind == 'e') subgraphs_[in].edge.override_by(given);
      return;
    }
    const std::size_t line = token_.line;
    std::vector<End> chain;
    if (token_.kind == DotToken::Kind::id) {
      std::string id = take_id("an id");
      if (token_.is("=")) { // an attribute of the graph
        take();
        (void)take_id("a value");
        return;
      }
      chain.push_back(vertex(in, std::move(id)));
    } else {
      chain.push_back(end(in, depth, "a statement"));
    }
    while (token_.is("--") || token_.is("->")) {
      if (token_.is("->") != result_.directed)
        fail(result_.directed ? "'->' in a digraph" : "'--' in an undirected graph");
      take();
      chain.push_back(end(in, depth, "the rest of the statement"));
    }
    finish_chain(in, chain, line);
  }

  End end(std::size_t in, std::size_t depth, const char* expected) {
    if (token_.kind == DotToken::Kind::id) return vertex(in, take_id(expected));
    if (!token_.is("subgraph") && !token_.is("{")) fail(expected);
    return subgraph(in, depth);
  }

  // Attributes come after all ends, and apply to every edge of the chain.
  void finish_chain(std::size_t in, const std::vector<End>& chain, std::size_t line) {
    Attributes given;
    if (token_.is("[")) {
      if (chain.size() == 1 && chain.front().is_subgraph) fail("attributes of a vertex or an edge");
      given = attributes();
    }
    if (chain.size() == 1) {
      if (!chain.front().is_subgraph) vertices_[chain.front().index].override_by(given);
      return;
    }
    Attributes edge = subgraphs_[in].edge;
    edge.override_by(given);
    for (std::size_t i = 0; i + 1 < chain.size(); ++i)
      join(chain[i], chain[i + 1], edge, line);
  }

  End vertex(std::size_t in, std::string id) {
    const auto [found, is_new] = places_.try_emplace(std::move(id), vertices_.size());
    if (is_new) vertices_.push_back(subgraphs_[in].node);
    if (in != 0) subgraphs_[in].vertices.push_back(found->second);
    port();
    return {false, found->second};
  }

  // ":id", ":id:id", ":(id,id)" and "@id" say where an edge meets its vertex in a drawing.
  void port() {
    bool placed = false, angled = false;
    while (token_.is(":") || token_.is("@")) {
      if (std::exchange(token_.is(":") ? placed : angled, true)) fail("one port of a vertex");
      const bool place = token_.is(":");
      take();
      const bool pair = place && token_.is("(");
      if (pair) take();
      (void)take_id("a port");
      if (pair) {
        take_mark(",");
        (void)take_id("a port");
        take_mark(")");
      } else if (place && token_.is(":")) {
        take();
        (void)take_id("a port");
      }
    }
  }

  End subgraph(std::size_t in, std::size_t depth) {
    std::size_t index = subgraphs_.size();
    bool named = false;
    if (token_.is("subgraph")) {
      take();
      named = token_.kind == DotToken::Kind::id;
      if (named) index = names_.try_emplace(take_id("a name"), index).first->second;
      if (!named && !token_.is("{")) fail("the rest of the statement");
    }
    if (index == subgraphs_.size()) {
      Subgraph made;
      made.node = subgraphs_[in].node;
      made.edge = subgraphs_[in].edge;
      subgraphs_.push_back(std::move(made));
    }
    if (in != 0) subgraphs_[in].subgraphs.push_back(index);
    if (!named || token_.is("{")) statements(index, depth + 1);
    return {true, index};
  }

  // "[a=b, c=d] [e=f]"; a name without a value is Graphviz's "true".
  Attributes attributes() {
    Attributes result;
    while (token_.is("[")) {
      take();
      while (!token_.is("]")) {
        if (token_.kind == DotToken::Kind::end) fail("']'");
        const std::string name = take_id("the name of an attribute or ']'");
        std::string value = "true";
        const std::size_t line = token_.line;
        if (token_.is("=")) {
          take();
          value = take_id("the value of an attribute");
        }
        if (name == "label") result.label = values_.add(std::move(value), line);
        if (name == "weight") result.weight = values_.add(std::move(value), line);
        if (token_.is(",") || token_.is(";")) take();
      }
      take();
    }
    return result;
  }

  void join(const End& from, const End& to, const Attributes& edge, std::size_t line) {
    const double weight = values_.weight(edge.weight);
    const std::int64_t label = values_.label(edge.label);
    if (!from.is_subgraph && !to.is_subgraph) {
      result_.edges.push_back({from.index, to.index, weight, label, line});
      return;
    }
    const std::vector<std::size_t> tails = gather(from, line), heads = gather(to, line);
    // Both are at most the length of the text, so that the product stays below 2^64.
    joined_ = std::min(joined_ + tails.size() * heads.size(), max_joined + 1);
    if (joined_ > max_joined)
      lexer_.fail(line, "joined subgraphs of at most a million edges", "more");
    for (const std::size_t u : tails)
      for (const std::size_t v : heads)
        result_.edges.push_back({u, v, weight, label, line});
  }

  // Each vertex once, as it was first named. The walk is counted: subgraphs may be joined without
  // giving edges.
  std::vector<std::size_t> gather(const End& end, std::size_t line) {
    if (!end.is_subgraph) return {end.index};
    std::vector<std::size_t> found, open = {end.index};
    vertex_seen_.resize(vertices_.size(), 0);
    subgraph_seen_.resize(subgraphs_.size(), 0);
    subgraph_seen_[end.index] = ++gathering_;
    while (!open.empty()) {
      const Subgraph& here = subgraphs_[open.back()];
      open.pop_back();
      walked_ += here.vertices.size() + here.subgraphs.size() + 1;
      if (walked_ > max_joined)
        lexer_.fail(line, "joined subgraphs of at most a million members", "more");
      for (const std::size_t v : here.vertices)
        if (std::exchange(vertex_seen_[v], gathering_) != gathering_) found.push_back(v);
      for (const std::size_t s : here.subgraphs)
        if (std::exchange(subgraph_seen_[s], gathering_) != gathering_) open.push_back(s);
    }
    return found;
  }

  // By vertex as it appeared: its id if these are exactly 0..n-1, else its place.
  [[nodiscard]] std::vector<std::size_t> numbers() const {
    std::vector<std::size_t> number(vertices_.size());
    for (const auto& [id, place] : places_) {
      std::uint64_t value = 0;
      if (!parse_number(id, value) || value >= number.size() || std::to_string(value) != id) {
        std::iota(number.begin(), number.end(), std::size_t{0});
        break;
      }
      number[place] = value;
    }
    return number;
  }

  DotLexer lexer_;
  DotToken token_;
  Values values_;
  ListedGraph result_;
  std::vector<Attributes> vertices_;
  std::unordered_map<std::string, std::size_t> places_; ///< of the vertices, as they appear
  std::unordered_map<std::string, std::size_t> names_;  ///< of subgraphs
  std::vector<Subgraph> subgraphs_;
  std::vector<std::size_t> vertex_seen_, subgraph_seen_; ///< in which gathering
  std::size_t gathering_ = 0, joined_ = 0, walked_ = 0;
};

} // namespace

ListedGraph parse_dot(const std::string& file, std::string_view text) {
  return Parser(file, text).run();
}

} // namespace canon
