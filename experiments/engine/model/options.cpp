#include "model/options.hpp"

#include <canon/base/text_table.hpp>
#include <canon/names.hpp>

namespace canon::nn {
namespace {

/// Words of the form key=value, one after another.
class Line {
public:
  explicit Line(std::string text) : text_(std::move(text)) {}

  void add(const char* key, const std::string& value) {
    text_.append(" ").append(key).append("=").append(value);
  }
  void add(const char* key, double value) { add(key, exact_number(value)); }
  void add(const char* key, std::int64_t value) { add(key, static_cast<double>(value)); }
  void add(const char* key, int value) { add(key, static_cast<double>(value)); }
  void add(const char* key, bool value) { add(key, std::string(value ? "yes" : "no")); }
  template <NamedEnum Enum>
  void add(const char* key, Enum value) {
    add(key, std::string(name(value)));
  }
  template <NamedEnum Enum>
  void add(const char* key, const std::vector<Enum>& values) {
    std::vector<std::string> words;
    for (const Enum value : values)
      words.emplace_back(name(value));
    add(key, words);
  }
  void add(const char* key, const std::vector<std::string>& values) {
    std::string list;
    for (const std::string& value : values)
      list += (list.empty() ? "" : ",") + value;
    add(key, list);
  }
  void add(const char* key, const Tables& tables) {
    std::vector<std::string> sizes;
    for (const std::int64_t size : tables.sizes())
      sizes.push_back(std::to_string(size));
    add(key, sizes);
  }

  [[nodiscard]] const std::string& text() const { return text_; }

private:
  std::string text_;
};

} // namespace

std::string describe(const ModelOptions& options) {
  // A member more, and this does not compile: no setting can be forgotten below.
  const auto& [model, encoder, node_types, edge_types, features, encoding, hidden, out, layers,
               outputs, noise, join, activation, norm, pool, head, dropout, head_dropout, residual,
               table_start, encoder_hidden, encoder_layers, encoder_out, encoder_columns,
               encoder_graph, encoder_dropout, graph_norm, heads, towers, edge_width, log_degree,
               aggregators, scalers] = options;
  Line line(model);
  line.add("nodes", node_types);
  line.add("edges", edge_types);
  line.add("features", features);
  line.add("k", encoding);
  line.add("hidden", hidden);
  line.add("out", out);
  line.add("layers", layers);
  line.add("outputs", outputs);
  line.add("noise", noise);
  line.add("encoder", encoder);
  line.add("join", join);
  line.add("activation", activation);
  line.add("norm", norm);
  line.add("pool", pool);
  line.add("head", head);
  line.add("dropout", dropout);
  line.add("head_dropout", head_dropout);
  line.add("residual", residual);
  line.add("table_start", table_start);
  line.add("encoder_hidden", encoder_hidden);
  line.add("encoder_layers", encoder_layers);
  line.add("encoder_out", encoder_out);
  line.add("encoder_columns", encoder_columns);
  line.add("encoder_graph", encoder_graph);
  line.add("encoder_dropout", encoder_dropout);
  line.add("graph_norm", graph_norm);
  line.add("heads", heads);
  line.add("towers", towers);
  line.add("edge_width", edge_width);
  line.add("log_degree", log_degree);
  line.add("aggregators", aggregators);
  line.add("scalers", scalers);
  return line.text();
}

} // namespace canon::nn
