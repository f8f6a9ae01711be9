#pragma once

#include "device/error.hpp"
#include "model/zoo.hpp"

#include <canon/random.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

/// Small graphs, and every architecture with every encoder that it takes, for the tests of models.
namespace canon::nn {

inline constexpr int columns = 4; // of the encoding

/// A connected graph with a few more edges than a tree, types and features.
inline GraphSample random_sample(int nodes, Rng& rng) {
  GraphSample sample;
  sample.nodes = nodes;
  std::vector<std::pair<int, int>> edges;
  const auto below = [&](int n) {
    return static_cast<int>(canon::uniform_below(rng, static_cast<std::uint64_t>(n)));
  };
  for (int v = 1; v < nodes; ++v)
    edges.emplace_back(below(v), v);
  for (int i = 0; i < nodes / 3; ++i) {
    const int a = below(nodes), b = below(nodes);
    const auto is = [&](const std::pair<int, int>& e) {
      return e == std::pair(a, b) || e == std::pair(b, a);
    };
    if (a != b && std::none_of(edges.begin(), edges.end(), is)) edges.emplace_back(a, b);
  }
  sample.edge_types = 1;
  for (const auto& [a, b] : edges) {
    const int type = 1 + below(2);
    sample.tail.insert(sample.tail.end(), {a, b});
    sample.head.insert(sample.head.end(), {b, a});
    sample.edge_type.insert(sample.edge_type.end(), {type, type});
  }
  sample.node_types = 1;
  sample.width = 2;
  sample.encoding_width = columns;
  for (int v = 0; v < nodes; ++v) {
    sample.node_type.push_back(below(3));
    for (int j = 0; j < sample.width; ++j)
      sample.features.push_back(canon::normal(rng));
    for (int j = 0; j < columns; ++j) // as in a real encoding the padding is zero
      sample.encoding.push_back(j < nodes ? canon::normal(rng) : 0.0);
  }
  sample.target = {canon::normal(rng), canon::normal(rng)};
  sample.label = below(2);
  return sample;
}

/// Node v becomes node place[v]; the edges come in another order too.
inline GraphSample relabelled(const GraphSample& from, Rng& rng) {
  const auto place = canon::random_permutation(static_cast<std::size_t>(from.nodes), rng);
  const auto order = canon::random_permutation(from.tail.size(), rng);
  GraphSample to = from;
  for (std::size_t e = 0; e < order.size(); ++e) {
    to.tail[e] = static_cast<int>(place[static_cast<std::size_t>(from.tail[order[e]])]);
    to.head[e] = static_cast<int>(place[static_cast<std::size_t>(from.head[order[e]])]);
    if (from.edge_types > 0) to.edge_type[e] = from.edge_type[order[e]];
  }
  const auto move = [&](const auto& rows, auto& moved, int width) {
    const auto w = static_cast<std::size_t>(width);
    for (std::size_t v = 0; v < place.size(); ++v)
      std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(v * w), w,
                  moved.begin() + static_cast<std::ptrdiff_t>(place[v] * w));
  };
  move(from.node_type, to.node_type, from.node_types);
  move(from.features, to.features, from.width);
  move(from.encoding, to.encoding, from.encoding_width);
  return to;
}

inline std::vector<GraphSample> samples(std::uint64_t seed) {
  Rng rng = canon::trial_rng(seed, 0);
  std::vector<GraphSample> all;
  for (const int nodes : {7, 3, 9, 2, 6})
    all.push_back(random_sample(nodes, rng));
  return all;
}

inline std::vector<const GraphSample*> pointers(const std::vector<GraphSample>& all) {
  std::vector<const GraphSample*> result;
  for (const GraphSample& sample : all)
    result.push_back(&sample);
  return result;
}

inline ModelOptions small(const std::string& model, EncoderKind encoder) {
  ModelOptions options;
  options.model = model;
  options.encoder = encoder;
  options.node_types = 3;
  options.edge_types = 3;
  options.features = 2;
  options.encoding = columns;
  options.hidden = 8;
  options.out = 8;
  options.layers = 3;
  options.outputs = 2;
  options.heads = 2;
  options.towers = 2;
  options.edge_width = 5;
  options.log_degree = 1.1;
  options.encoder_hidden = 6;
  options.encoder_layers = 2;
  options.head = HeadKind::linear; // the others are so narrow here that all their ReLUs may be shut
  return options;
}

struct Case {
  std::string name;
  ModelOptions options;
};

/// What the published networks have beyond the defaults.
inline std::vector<Case> published_cases() {
  ModelOptions gated = small("gated_gcn", EncoderKind::random_sign_batch);
  gated.graph_norm = true;
  gated.dropout = 0.3;
  gated.table_start = TableStart::xavier;
  ModelOptions plain = small("pna", EncoderKind::none); // as for OGB
  plain.towers = 0;
  plain.dropout = 0.2;
  plain.head = HeadKind::halving;
  plain.hidden = plain.out = 24;
  plain.head_dropout = 0.1;
  ModelOptions few = plain;
  few.dropout = few.head_dropout = 0.0;
  few.aggregators = {PnaAggregator::mean, PnaAggregator::sum, PnaAggregator::max};
  few.scalers = {PnaScaler::identity};
  ModelOptions beside = small("gated_gcn", EncoderKind::signnet);
  beside.encoder_out = 3;
  beside.encoder_columns = EncoderColumns::side_by_side;
  beside.encoder_layers = 3;
  ModelOptions narrow = small("pna", EncoderKind::map);
  narrow.encoder_out = 3;
  narrow.encoder_dropout = 0.2;
  ModelOptions complete = small("san", EncoderKind::map);
  complete.encoder_graph = EncoderGraph::complete;
  complete.dropout = 0.2;
  complete.encoder_dropout = 0.2;
  return {{"gated_gcn+graph_norm+dropout", gated},
          {"pna without towers", plain},
          {"pna of mean, sum and max", few},
          {"gated_gcn+signnet side by side", beside},
          {"pna+narrow map", narrow},
          {"san+map on the complete graph", complete}};
}

/// Every model with an encoder, and every encoder with a model.
inline std::vector<Case> cases() {
  std::vector<Case> all;
  for (const std::string& model : model_names()) {
    ModelOptions options = small(model, model == "3-gcn" ? EncoderKind::none : EncoderKind::lappe);
    options.join = Join::add;
    all.push_back({model, options});
  }
  for (const EncoderKind encoder :
       {EncoderKind::none, EncoderKind::signnet, EncoderKind::signnet_one, EncoderKind::map})
    all.push_back({"gated_gcn+" + std::string(name(encoder)), small("gated_gcn", encoder)});
  for (const Pooling pool : {Pooling::sum, Pooling::max}) {
    ModelOptions options = small("deepsets", EncoderKind::signnet_mlp);
    options.norm = NormKind::layer;
    options.activation = Activation::leaky_relu;
    options.pool = pool;
    all.push_back({"deepsets+signnet_mlp+" + std::string(name(pool)), options});
  }
  ModelOptions wide = small("graph_conv", EncoderKind::none);
  wide.activation = Activation::tanh;
  wide.head = HeadKind::wide;
  wide.pool = Pooling::max;
  wide.out = 10;
  all.push_back({"graph_conv+wide", wide});
  ModelOptions halving = small("gated_gcn", EncoderKind::random_sign);
  halving.hidden = halving.out = 24;
  halving.head = HeadKind::halving;
  all.push_back({"gated_gcn+halving", halving});
  ModelOptions bare = small("gin", EncoderKind::none);
  bare.norm = NormKind::none;
  bare.out = 6;
  bare.pool = Pooling::sum;
  all.push_back({"gin+none", bare});
  for (const char* model : {"gated_gcn", "pna", "san"}) {
    ModelOptions untyped = small(model, EncoderKind::none);
    untyped.edge_types = Tables{};
    untyped.node_types = Tables{};
    untyped.out = 12;
    all.push_back({std::string(model) + "+untyped", untyped});
  }
  for (Case& one : published_cases())
    all.push_back(std::move(one));
  return all;
}

template <typename T>
std::vector<T> outputs(const Model<T>& model, Pool& pool, const std::vector<GraphSample>& all,
                       const Pass& pass = {false, 0}) {
  Tape<T> tape(pool);
  tape.set_recording(false);
  const GraphBatch<T> batch(pool, pointers(all));
  const Var y = model.forward(tape, batch, pass);
  std::vector<T> values(static_cast<std::size_t>(tape.value(y).size()));
  copy_to_host(pool.backend(), values.data(), tape.value(y).data, values.size() * sizeof(T));
  return values;
}

/// The loss of a pass, and its gradient if asked for.
template <typename T>
T loss_of(Model<T>& model, Pool& pool, const GraphBatch<T>& batch, const Pass& pass,
          std::vector<T>* gradient) {
  Tape<T> tape(pool);
  model.parameters().clear_gradient();
  const Var loss = l1_loss(tape, model.forward(tape, batch, pass), batch.targets());
  T value;
  copy_to_host(pool.backend(), &value, tape.value(loss).data, sizeof value);
  if (gradient != nullptr) {
    tape.backward(loss);
    gradient->resize(static_cast<std::size_t>(model.parameters().size()));
    model.parameters().read_gradient(gradient->data());
  }
  return value;
}

/// Running statistics that are not the ones it begins with.
template <typename T>
inline void warm_up(Model<T>& model, Pool& pool, const std::vector<GraphSample>& all) {
  Tape<T> tape(pool);
  tape.set_recording(false);
  const GraphBatch<T> batch(pool, pointers(all));
  for (std::uint64_t i = 0; i < 3; ++i)
    model.forward(tape, batch, {true, i});
}

template <typename T>
inline double largest_gap(const std::vector<T>& a, const std::vector<T>& b) {
  BOOST_REQUIRE_EQUAL(a.size(), b.size());
  double gap = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    gap = std::max(gap, std::abs(static_cast<double>(a[i] - b[i])));
  return gap;
}

template <typename Do>
inline void each_case(const Do& run) {
  for (const Case& one : cases())
    BOOST_TEST_CONTEXT(one.name) {
      Pool pool(Backend::cpu);
      const auto model = make_model<double>(one.options);
      model->parameters().place(pool, 7);
      run(*model, pool);
    }
}

inline bool says(const std::function<void()>& act, const std::string& word) {
  try {
    act();
  } catch (const ArgumentError& error) {
    const std::string text = error.what();
    BOOST_TEST_INFO(text);
    BOOST_CHECK(text.find('\n') == std::string::npos);
    return text.find(word) != std::string::npos;
  }
  return false;
}

} // namespace canon::nn
