#include "model/ppgn.hpp"

#include "autograd/arithmetic.hpp"
#include "autograd/pair_product.hpp"

namespace canon::nn {

template <typename T>
Ppgn<T>::Block::Block(Parameters<T>& parameters, const std::string& name, std::int64_t in,
                      std::int64_t hidden)
    : left(parameters, name + ".left", {in, hidden, hidden}),
      right(parameters, name + ".right", {in, hidden, hidden}),
      mix(parameters, name + ".mix", in + hidden, hidden),
      norm(parameters, name + ".norm", hidden) {}

template <typename T>
Ppgn<T>::Ppgn(const PpgnOptions& options)
    : options_(options), read_norm_(this->parameters(), "read_norm", 2 * options.hidden),
      head_(this->parameters(), "head", {2 * options.hidden, options.hidden, options.outputs}) {
  for (int i = 0; i < options.blocks; ++i)
    blocks_.emplace_back(this->parameters(), "block" + std::to_string(i),
                         i == 0 ? 1 + options.node_types : options.hidden, options.hidden);
}

template <typename T>
Var Ppgn<T>::forward(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const {
  const PairIndex& pairs = batch.pairs();
  Var x = pair_start(tape, pairs, batch.node_type(0, options_.node_types));
  for (const Block& block : blocks_) {
    const Var product = pair_product(tape, block.left(tape, x), block.right(tape, x), pairs);
    x = block.norm(tape, block.mix(tape, concat_columns(tape, {x, product})), pass, true);
  }
  const Var graph = segment_mean(tape, pair_sums(tape, x, pairs), batch.graph_nodes());
  // The two graphs of a hard pair differ by little in such sums; the norm brings it to light.
  return head_(tape, read_norm_(tape, graph, pass));
}

template class Ppgn<float>;
template class Ppgn<double>;

} // namespace canon::nn
