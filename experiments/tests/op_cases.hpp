#pragma once

#include "autograd/activation.hpp"
#include "autograd/arithmetic.hpp"
#include "autograd/batch_norm.hpp"
#include "autograd/block_linear.hpp"
#include "autograd/channels.hpp"
#include "autograd/dropout.hpp"
#include "autograd/gated.hpp"
#include "autograd/gated_stack.hpp"
#include "autograd/layer_norm.hpp"
#include "autograd/linear.hpp"
#include "autograd/loss.hpp"
#include "autograd/neighbours.hpp"
#include "autograd/pair_attention.hpp"
#include "autograd/pair_product.hpp"
#include "autograd/pna.hpp"
#include "autograd/segment.hpp"
#include "op_world.hpp"

#include <functional>

/// One entry an operation, for the gradient check, the agreement of backends and the benchmark.
namespace canon::nn::test {

/// A matrix that is drawn for a case.
struct Input {
  std::int64_t rows, columns;
  double low = -1.0, high = 1.0;
  bool trained = true;
  bool spaced = false; ///< no two alike and none near 0: for operations with kinks
};

template <typename T>
struct OpCase {
  using Vars = std::vector<Var>;
  std::string name;
  std::vector<Input> inputs;
  std::function<Vars(Tape<T>&, const Vars&)> apply;
  double flops = 0.0;  ///< of a product, forward and back; 0: memory is the limit
  double reread = 0.0; ///< numbers that the way back must read besides gradients
  bool by_heads = false;
};

template <typename T>
class OpCases {
public:
  using Vars = typename OpCase<T>::Vars;
  using Tp = Tape<T>;

  explicit OpCases(const World<T>& world)
      : world_(world), batch_(world.batch()), size_(world.size()), n_(batch_.nodes()),
        m_(batch_.edges().edges), d_(size_.width) {
    arithmetic();
    dense();
    segments();
    neighbours();
    attentions();
    pairs();
    losses();
  }
  [[nodiscard]] const std::vector<OpCase<T>>& all() const { return cases_; }

private:
  [[nodiscard]] Input nodes() const { return {n_, d_}; }
  [[nodiscard]] Input edges() const { return {m_, d_}; }
  [[nodiscard]] Input row() const { return {1, d_}; }
  [[nodiscard]] static Input spaced(Input input) {
    input.spaced = true;
    return input;
  }
  [[nodiscard]] static double count(std::int64_t a, std::int64_t b) {
    return static_cast<double>(a * b);
  }

  /// An operation with one result.
  template <typename Function>
  void one(const std::string& name, std::vector<Input> inputs, double reread, Function function,
           double flops = 0.0) {
    cases_.push_back({name, std::move(inputs),
                      [function](Tp& tape, const Vars& x) { return Vars{function(tape, x)}; },
                      flops, reread, false});
  }

  void arithmetic() {
    one("add", {nodes(), nodes()}, 0, [](Tp& t, const Vars& x) { return add(t, x[0], x[1]); });
    one("add to itself", {nodes()}, 0, [](Tp& t, const Vars& x) { return add(t, x[0], x[0]); });
    one("scale", {nodes()}, 0, [](Tp& t, const Vars& x) { return scale(t, x[0], T(-1.5)); });
    one("add_bias", {nodes(), row()}, 0,
        [](Tp& t, const Vars& x) { return add_bias(t, x[0], x[1]); });
    one("concat_columns", {nodes(), {n_, 1}, nodes()}, 0, [](Tp& t, const Vars& x) {
      return concat_columns(t, {x[0], x[1], x[2], x[0]});
    });
    one("columns", {nodes()}, 0,
        [this](Tp& t, const Vars& x) { return columns(t, x[0], d_ / 3, d_ - d_ / 3); });
    one("dropout", {nodes()}, 0, [](Tp& t, const Vars& x) {
      return dropout(t, x[0], {.rate = 0.3, .training = true, .seed = 7});
    });
  }

  void dense() {
    const double gemm = 6 * count(n_, d_) * static_cast<double>(d_ + 1);
    one(
        "linear", {nodes(), {d_, d_ + 1}, {1, d_ + 1}}, 0,
        [](Tp& t, const Vars& x) { return linear(t, x[0], x[1], x[2]); }, gemm);
    one(
        "linear with relu", {spaced(nodes()), spaced({d_, d_ + 1}), spaced({1, d_ + 1})}, 0,
        [](Tp& t, const Vars& x) { return linear_relu(t, x[0], x[1], x[2]); }, gemm);
    one(
        "linear without bias", {nodes(), {d_, d_ + 1}}, 0,
        [](Tp& t, const Vars& x) { return linear(t, x[0], x[1]); }, gemm);
    one(
        "block_linear", {nodes(), {d_, 2}}, 0,
        [this](Tp& t, const Vars& x) { return block_linear(t, x[0], x[1], size_.heads); },
        12 * count(n_, d_));
    for (const auto& [kind, name] :
         {std::pair{Activation::relu, "relu"}, std::pair{Activation::leaky_relu, "leaky_relu"},
          std::pair{Activation::sigmoid, "sigmoid"}, std::pair{Activation::tanh, "tanh"},
          std::pair{Activation::softplus, "softplus"}, std::pair{Activation::elu, "elu"}})
      one(name, {spaced({n_, d_, -3.0, 3.0})}, count(n_, d_),
          [kind = kind](Tp& t, const Vars& x) { return activate(t, x[0], kind); });
    one("batch_norm", {spaced(nodes()), row(), row()}, 2 * count(n_, d_),
        [this](Tp& t, const Vars& x) { return norm(t, x, {}, {}); });
    one("batch_norm with relu and residual", {spaced(nodes()), row(), row(), nodes()},
        2 * count(n_, d_), [this](Tp& t, const Vars& x) {
          return norm(t, x, {.training = true, .relu = true}, x[3]);
        });
    one("layer_norm", {nodes(), row(), row()}, 2 * count(n_, d_),
        [](Tp& t, const Vars& x) { return layer_norm(t, x[0], x[1], x[2], T(1e-2)); });
    one("batch_norm in evaluation", {spaced(nodes()), row(), row()}, 2 * count(n_, d_),
        [this](Tp& t, const Vars& x) { return norm(t, x, {.training = false}, {}); });
  }

  /// The running statistics are scratch: 0 and 1 in every pass.
  static RunningStatistics<T> fresh_statistics(Tp& tape, std::int64_t columns) {
    const auto width = static_cast<std::size_t>(columns);
    std::vector<T> values(2 * width, T(0));
    std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(width), width, T(1));
    T* const state = tape.keep(2 * columns);
    copy_to_backend(tape.backend(), state, values.data(), values.size() * sizeof(T));
    return {state, state + columns};
  }

  Var norm(Tp& tape, const Vars& x, NormOptions options, Var residual) const {
    return batch_norm(tape, x[0], x[1], x[2], fresh_statistics(tape, d_), options, residual);
  }

  /// Two layers, one with a residual and one that is wider than its input; the edges picked.
  /// Without edges there is nothing to normalise them by: as in evaluation then.
  void stack(const std::string& name, GatedOptions options) {
    std::vector<Input> inputs{nodes(), {3, d_}};
    double products = 0;
    for (const std::int64_t out : {d_, d_ + 1}) {
      for (const Input& input : {Input{d_, 4 * out}, {1, 4 * out}, {d_, out}, {1, out}})
        inputs.push_back(input);
      inputs.insert(inputs.end(), 4, {1, out, 0.5, 1.5});
      products += 6 * static_cast<double>(d_ * out) * static_cast<double>(4 * n_ + m_);
    }
    options.training = m_ > 0;
    one(
        name, std::move(inputs), 0,
        [this, options](Tp& t, const Vars& x) {
          std::vector<GatedLayer<T>> layers;
          for (std::size_t i = 2; i < x.size(); i += 8) {
            const std::int64_t out = t.columns(x[i + 2]);
            layers.push_back({x[i],
                              x[i + 1],
                              x[i + 2],
                              x[i + 3],
                              {x[i + 4], x[i + 5], fresh_statistics(t, out)},
                              {x[i + 6], x[i + 7], fresh_statistics(t, out)},
                              out == d_});
          }
          return gated_stack(t, {x[0]}, {x[1], batch_.edge_type(0, 3)}, batch_.edges(),
                             batch_.graph_nodes(), layers, options);
        },
        products);
  }

  void segments() {
    const Segments into = batch_.edges().by_head();
    one("gather", {nodes()}, 0,
        [this](Tp& t, const Vars& x) { return gather(t, x[0], batch_.edges().tails()); });
    one("embedding", {{5, d_}}, 0,
        [this](Tp& t, const Vars& x) { return gather(t, x[0], batch_.node_type(0, 5)); });
    one("segment_sum", {edges()}, 0,
        [into](Tp& t, const Vars& x) { return segment_sum(t, x[0], into); });
    one("segment_mean", {edges()}, 0,
        [into](Tp& t, const Vars& x) { return segment_mean(t, x[0], into); });
    one("segment_max", {spaced(edges())}, count(m_, d_),
        [into](Tp& t, const Vars& x) { return segment_max(t, x[0], into); });
  }

  void neighbours() {
    const std::int64_t h = size_.heads;
    cases_.push_back({"gated_sum",
                      {{n_, 4 * d_}, edges()},
                      [this](Tp& t, const Vars& x) {
                        const Gated gated = gated_sum(t, x[0], x[1], batch_.edges());
                        return Vars{gated.nodes, gated.edges};
                      },
                      0,
                      count(4 * m_, d_) + count(4 * n_, d_),
                      false});
    one("gated_sum, nodes alone", {{n_, 4 * d_}, edges()}, count(4 * m_ + 4 * n_, d_),
        [this](Tp& t, const Vars& x) { return gated_sum(t, x[0], x[1], batch_.edges()).nodes; });
    stack("gated_stack", {});
    stack("gated_stack with graph norm and dropout",
          {.training = true, .graph_norm = true, .dropout = 0.3, .seed = 7});
    for (const auto& [kind, name] : {std::pair{Neighbours::sum, "neighbour_sum"},
                                     std::pair{Neighbours::mean, "neighbour_sum, mean"},
                                     std::pair{Neighbours::symmetric, "neighbour_sum, symmetric"}})
      one(name, {nodes()}, 0, [this, kind = kind](Tp& t, const Vars& x) {
        return neighbour_sum(t, x[0], batch_.edges(), kind, T(0.7));
      });
    one("neighbour_sum of channels", {{2 * n_, d_}}, 0, [this](Tp& t, const Vars& x) {
      return neighbour_sum(t, x[0], batch_.edges(), Neighbours::sum, T(0.7), 2);
    });
    one("channel_sum", {{3 * n_, d_}}, 0,
        [this](Tp& t, const Vars& x) { return channel_sum(t, x[0], 3, batch_.graph_nodes()); });
    one("graph_norm", {nodes()}, 0,
        [this](Tp& t, const Vars& x) { return graph_norm(t, x[0], batch_.graph_nodes()); });
    one("reshape", {nodes()}, 0,
        [this](Tp& t, const Vars& x) { return scale(t, reshape(t, x[0], d_, n_), T(2)); });
    one("pna_aggregate", {nodes(), spaced(edges())}, count(m_ + 4 * n_, d_),
        [this, h](Tp& t, const Vars& x) {
          return pna_aggregate(t, x[0], x[1], batch_.edges(), {h, 1.3});
        });
    PnaParts few;
    few.aggregator[0] = PnaAggregator::deviation;
    few.aggregator[1] = PnaAggregator::sum;
    few.aggregator[2] = PnaAggregator::max;
    few.scaler[0] = PnaScaler::attenuation;
    few.aggregators = 3;
    few.scalers = 1;
    few.count = 4;
    one("pna_aggregate of chosen parts", {nodes(), spaced(edges())}, count(m_ + 4 * n_, d_),
        [this, few](Tp& t, const Vars& x) {
          return pna_aggregate(t, x[0], x[1], batch_.edges(), {1, 1.3, few});
        });
  }

  void attentions() {
    const std::size_t before = cases_.size();
    const std::int64_t h = size_.heads;
    const double pairs = count(5 * n_ + m_, d_) + count(6 * batch_.pairs().pairs, h);
    one("pair_attention", {{n_, 5 * d_, -2.0, 2.0}, edges(), row(), {1, 1, 0.2, 0.8}}, pairs,
        [this, h](Tp& t, const Vars& x) {
          return pair_attention<T>(t, x[0], x[1], x[2], batch_.pairs(), h, x[3], nullptr);
        });
    one("pair_attention with a kernel", {{n_, 5 * d_, -2.0, 2.0}, edges(), row()}, pairs,
        [this, h](Tp& t, const Vars& x) {
          return pair_attention<T>(t, x[0], x[1], x[2], batch_.pairs(), h, {},
                                   batch_.diffusion(0.3, 2));
        });
    one("pair_attention by pairs", {{n_, 5 * d_, -2.0, 2.0}, edges(), row(), {1, 1, 0.2, 0.8}},
        pairs, [this, h](Tp& t, const Vars& x) {
          return pair_attention_by_pairs<T>(t, x[0], x[1], x[2], batch_.pairs(), h, x[3],
                                            batch_.diffusion(0.3, 2));
        });
    for (std::size_t i = before; i < cases_.size(); ++i)
      cases_[i].by_heads = true;
  }

  void pairs() {
    const EdgeIndex all = batch_.complete_edges();
    const PairIndex pairs = batch_.pairs();
    // Central differences of all pairs take long: few channels there, PPGN's in the benchmark.
    const std::int64_t channels = d_ < 32 ? 3 : 32;
    const Input every{all.edges, channels};
    one("pair_product", {every, every}, count(2 * all.edges, channels),
        [=](Tp& t, const Vars& x) { return pair_product(t, x[0], x[1], pairs); });
    one("pair_input", {nodes()}, 0,
        [=](Tp& t, const Vars& x) { return pair_input(t, x[0], pairs, all); });
    one("pair_diagonal", {every}, 0,
        [=](Tp& t, const Vars& x) { return pair_diagonal(t, x[0], pairs, all); });
  }

  void losses() {
    one("l1_loss", {spaced({batch_.graphs(), d_, -2.0, 2.0})}, 2 * count(batch_.graphs(), d_),
        [this](Tp& t, const Vars& x) { return l1_loss(t, x[0], batch_.targets()); });
    one("cross_entropy", {{batch_.graphs(), d_, -3.0, 3.0}}, count(batch_.graphs(), d_),
        [this](Tp& t, const Vars& x) {
          return cross_entropy(t, x[0], batch_.labels(), batch_.host_labels());
        });
    one("masked_bce", {{n_, d_, -3.0, 3.0}}, 2 * count(n_, d_),
        [this](Tp& t, const Vars& x) { return masked_bce(t, x[0], world_.targets()); });
  }

  const World<T>& world_;
  const GraphBatch<T>& batch_;
  WorldSize size_;
  std::int64_t n_, m_, d_;
  std::vector<OpCase<T>> cases_;
};

} // namespace canon::nn::test
