#include "base/line_reader.hpp"
#include "io/listed_graph.hpp"
#include "io/xml_reader.hpp"

#include <canon/error.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>
#include <unordered_map>

namespace canon {

namespace {

using Event = XmlReader::Event;

// An attribute that is read, the key that is declared for it, and its default.
struct Slot {
  const char *element, *name;
  std::string key; ///< empty: none
  bool has_default = false;
  std::string text; ///< of the default
  std::size_t line = 0;
};

// The text of an attribute, with its line.
struct Data {
  std::string text;
  std::size_t line = 0;
  bool given = false;
};

enum : std::size_t { name_slot, node_label_slot, edge_label_slot, weight_slot, slot_count };
using Found = std::array<Data, slot_count>;

class Parser {
public:
  Parser(const std::string& file, std::string_view text) : xml_(file, text) {}

  ListedGraph run() {
    (void)xml_.next();
    if (xml_.name() != "graphml") refuse("a <graphml>");
    children([&] {
      if (xml_.name() == "key")
        key();
      else if (xml_.name() == "graph")
        graph();
      else
        other("graphml");
    });
    (void)xml_.next(); // nothing but blanks and comments may follow
    if (result_.line == 0) xml_.fail(xml_.line(), "a <graph>", "none");
    finish();
    return std::move(result_);
  }

private:
  struct Id {
    std::size_t vertex = 0;
    bool declared = false;
  };
  using Ids = std::unordered_map<std::string, Id>;

  [[noreturn]] void refuse(const std::string& expected) const {
    xml_.fail(xml_.line(), expected, quote_token("<" + xml_.name()));
  }

  const std::string& required(const char* attribute) const {
    const std::string* value = xml_.attribute(attribute);
    if (value == nullptr)
      xml_.fail(xml_.line(),
                std::string("the attribute ") + attribute + " of a <" + xml_.name() + ">", "none");
    return *value;
  }

  // Runs `child`, which reads to its end, for every element inside the one just opened.
  template <class Child>
  void children(Child child) {
    while (xml_.next() == Event::open)
      child();
  }

  // Passes over an element and all that is in it.
  void skip() {
    for (std::size_t depth = 1; depth > 0;)
      depth = xml_.next() == Event::open ? depth + 1 : depth - 1;
  }

  // Children that every element of GraphML may have; anything else would be lost silently.
  void other(const char* parent) {
    if (xml_.name() == "data")
      data(parent, nullptr);
    else if (xml_.name() == "desc")
      skip();
    else
      refuse(std::string("an element of GraphML inside <") + parent + ">");
  }

  // The text inside the element just opened, which holds nothing else.
  std::string text_only() {
    const std::string element = xml_.name();
    if (xml_.next() == Event::open) refuse("nothing but text inside <" + element + ">");
    std::string_view text = xml_.text();
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1));
  }

  void key() {
    const std::string id = required("id");
    const std::size_t line = xml_.line();
    const std::string* domain = xml_.attribute("for");
    const std::string* name = xml_.attribute("attr.name");
    const std::string element = domain == nullptr ? "all" : *domain;
    constexpr std::string_view domains[] = {"all",  "graphml",   "graph", "node",
                                            "edge", "hyperedge", "port",  "endpoint"};
    if (std::find(std::begin(domains), std::end(domains), element) == std::end(domains))
      xml_.fail(line, "a key for all, graphml, graph, node, edge, hyperedge, port or endpoint",
                quote_token(element));
    if (!keys_.emplace(id, element).second)
      xml_.fail(line, "every key once", quote_token(id) + " again");
    std::vector<Slot*> slots;
    for (Slot& slot : slots_) {
      if (name == nullptr || *name != slot.name) continue;
      if (element != "all" && element != slot.element) continue;
      if (!slot.key.empty())
        xml_.fail(line, std::string("one key for ") + slot.name + " of <" + slot.element + ">",
                  quote_token(id) + " beside " + quote_token(slot.key));
      slot.key = id;
      slots.push_back(&slot);
    }
    children([&] {
      if (xml_.name() == "desc" || (xml_.name() == "default" && slots.empty())) {
        skip();
      } else if (xml_.name() == "default") {
        const std::size_t here = xml_.line();
        const std::string text = text_only();
        for (Slot* slot : slots) {
          if (slot->has_default) xml_.fail(here, "one <default> of a key", "a second one");
          slot->has_default = true;
          slot->text = text;
          slot->line = here;
        }
      } else {
        refuse("<desc> or <default> inside <key>");
      }
    });
  }

  // A <data> of `element`; the text goes to the place of its slot in `found`, if that is read.
  void data(const std::string& element, Found* found) {
    const std::string id = required("key");
    const std::size_t line = xml_.line();
    const auto known = keys_.find(id);
    if (known == keys_.end())
      xml_.fail(line, "a <data> whose <key> is declared before it", "key " + quote_token(id));
    if (known->second != "all" && known->second != element)
      xml_.fail(line, "a key for " + element + " inside <" + element + ">",
                quote_token(id) + ", which is for " + known->second);
    for (std::size_t i = 0; found != nullptr && i < slots_.size(); ++i)
      if (slots_[i].key == id && slots_[i].element == element) {
        if ((*found)[i].given)
          xml_.fail(line, std::string(slots_[i].name) + " once inside <" + element + ">",
                    "it again");
        (*found)[i] = {text_only(), line, true};
        return;
      }
    skip();
  }

  void graph() {
    if (result_.line != 0) xml_.fail(xml_.line(), "one graph", "a second <graph>");
    result_.line = xml_.line();
    const std::string direction = required("edgedefault");
    if (direction != "directed" && direction != "undirected")
      xml_.fail(xml_.line(), "edgedefault to be directed or undirected", quote_token(direction));
    Found found;
    children([&] {
      if (xml_.name() == "node")
        node();
      else if (xml_.name() == "edge")
        edge(direction == "directed");
      else if (xml_.name() == "hyperedge")
        refuse("edges of two ends");
      else if (xml_.name() == "data")
        data("graph", &found);
      else
        other("graph");
    });
    const Slot& slot = slots_[name_slot];
    if (found[name_slot].given || slot.has_default)
      result_.name = found[name_slot].given ? found[name_slot].text : slot.text;
  }

  // The <data> of the node or edge just opened.
  Found attributes(const char* element) {
    Found found;
    children([&] {
      if (xml_.name() == "data")
        data(element, &found);
      else if (xml_.name() == "graph")
        xml_.fail(xml_.line(), "one graph", "a second <graph>");
      else if (xml_.name() == "port")
        port();
      else
        other(element);
    });
    return found;
  }

  void port() {
    children([&] {
      if (xml_.name() == "port")
        port();
      else
        other("port");
    });
  }

  void node() {
    const std::string id = required("id");
    const std::size_t line = xml_.line();
    Id& known = ids_[id];
    if (known.declared)
      xml_.fail(line, "every <node> to be declared once", quote_token(id) + " again");
    known = {result_.labels.size(), true};
    const Found found = attributes("node");
    result_.labels.push_back(number(found, node_label_slot, std::int64_t{0}, "an integer label"));
  }

  void edge(bool directed) {
    const std::string source = required("source"), target = required("target");
    const std::size_t line = xml_.line();
    if (const std::string* own = xml_.attribute("directed")) {
      if (*own != "true" && *own != "false")
        xml_.fail(line, "directed to be true or false", quote_token(*own));
      directed = *own == "true";
    }
    if (!result_.edges.empty() && directed != result_.directed)
      xml_.fail(line, "edges of one kind", "directed and undirected ones");
    result_.directed = directed;
    const Found found = attributes("edge");
    // The ends may be declared later.
    ends_.push_back({&*ids_.try_emplace(source).first, &*ids_.try_emplace(target).first});
    result_.edges.push_back({0, 0, number(found, weight_slot, 1.0, "a weight"),
                             number(found, edge_label_slot, std::int64_t{0}, "an integer label"),
                             line});
  }

  // The number that an element has in a slot: its own, else the default, else `fallback`.
  template <class Number>
  Number number(const Found& found, std::size_t slot, Number fallback, const char* what) {
    const Data& own = found[slot];
    if (own.given) return parsed(own.text, own.line, fallback, what);
    if (!slots_[slot].has_default) return fallback;
    std::optional<Number>& known = std::get<std::optional<Number>>(defaults_[slot]);
    if (!known) known = parsed(slots_[slot].text, slots_[slot].line, fallback, what);
    return *known;
  }

  template <class Number>
  Number parsed(const std::string& text, std::size_t line, Number fallback,
                const char* what) const {
    Number value = fallback;
    if (!text.empty() && !parse_number(text, value)) xml_.fail(line, what, quote_token(text));
    return value;
  }

  void finish() {
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      for (const auto* end : {ends_[i].first, ends_[i].second})
        if (!end->second.declared)
          xml_.fail(result_.edges[i].line, "every end of an edge to be declared once as a <node>",
                    quote_token(end->first));
      result_.edges[i].u = ends_[i].first->second.vertex;
      result_.edges[i].v = ends_[i].second->second.vertex;
    }
  }

  XmlReader xml_;
  ListedGraph result_;
  std::array<Slot, slot_count> slots_ = {
      Slot{"graph", "name", {}, false, {}, 0}, Slot{"node", "label", {}, false, {}, 0},
      Slot{"edge", "label", {}, false, {}, 0}, Slot{"edge", "weight", {}, false, {}, 0}};
  // A default may stand for a million elements and is read once.
  std::array<std::tuple<std::optional<std::int64_t>, std::optional<double>>, slot_count> defaults_;
  std::unordered_map<std::string, std::string> keys_; ///< what each is for; "all" for any
  Ids ids_;
  /// Of the edges; elements of a map stay where they are.
  std::vector<std::pair<const Ids::value_type*, const Ids::value_type*>> ends_;
};

} // namespace

ListedGraph parse_graphml(const std::string& file, std::string_view text) {
  return Parser(file, text).run();
}

} // namespace canon
