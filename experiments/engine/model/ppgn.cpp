#include "model/ppgn.hpp"

#include "autograd/arithmetic.hpp"
#include "autograd/pair_product.hpp"

namespace canon::nn {

template <typename T>
Ppgn<T>::Ppgn(const ModelOptions& options)
    : input_(this->parameters(), options),
      readout_(this->parameters(), options, 2 * options.hidden * options.layers) {
  std::int64_t in = 1 + input_.width();
  const std::int64_t hidden = options.hidden;
  for (int i = 0; i < options.layers; ++i) {
    const std::string name = "block" + std::to_string(i);
    const std::vector<std::int64_t> widths = {in, hidden, hidden};
    blocks_.push_back({Mlp<T>(this->parameters(), name + ".left", widths),
                       Mlp<T>(this->parameters(), name + ".right", widths),
                       Linear<T>(this->parameters(), name + ".skip", in + hidden, hidden)});
    in = hidden;
  }
}

template <typename T>
Var Ppgn<T>::forward(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const {
  const PairIndex& pairs = batch.pairs();
  const EdgeIndex& all = batch.complete_edges();
  Var x = pair_input(tape, input_(tape, batch, pass), pairs, all);
  std::vector<Var> seen;
  for (const Block& block : blocks_) {
    const Var left = block.left.then_relu(tape, x), right = block.right.then_relu(tape, x);
    const Var product = pair_product(tape, left, right, pairs);
    x = block.skip(tape, concat_columns(tape, std::vector<Var>{x, product}));
    const Var diagonal = pair_diagonal(tape, x, pairs, all);
    // First along each row, then over the rows: the rows of a graph are equally long.
    const Var rows = readout_.pool(tape, x, all.by_head());
    seen.push_back(readout_.pool(tape, diagonal, batch.graph_nodes()));
    seen.push_back(readout_.pool(tape, rows, batch.graph_nodes()));
  }
  return readout_.head(tape, concat_columns(tape, seen), pass);
}

template class Ppgn<float>;
template class Ppgn<double>;

} // namespace canon::nn
