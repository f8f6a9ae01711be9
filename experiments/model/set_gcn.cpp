#include "model/set_gcn.hpp"

#include "autograd/arithmetic.hpp"
#include "autograd/neighbours.hpp"

namespace canon::nn {

template <typename T>
SetGcn<T>::Layer::Layer(Parameters<T>& parameters, const std::string& name, std::int64_t in,
                        std::int64_t out)
    : own(parameters, name + ".own", in, out), others(parameters, name + ".others", in, out, false),
      norm(parameters, name + ".norm", out) {}

template <typename T>
SetGcn<T>::Level::Level(Parameters<T>& parameters, const SetGcnOptions& options, int size)
    : type(parameters, "sets" + std::to_string(size) + ".type",
           size == 1 ? options.node_types
                     : count_set_types(size, static_cast<int>(options.node_types)),
           options.hidden) {
  for (int i = 0; i < options.layers; ++i) {
    const bool joins = i == 0 && options.hierarchy && size > 1; // type and means side by side
    layers.emplace_back(parameters, "sets" + std::to_string(size) + ".layer" + std::to_string(i),
                        joins ? 2 * options.hidden : options.hidden, options.hidden);
  }
}

template <typename T>
SetGcn<T>::SetGcn(const SetGcnOptions& options)
    : options_(options),
      read_norm_(this->parameters(), "read_norm", (options.hierarchy ? 3 : 1) * options.hidden),
      head_(this->parameters(), "head",
            {(options.hierarchy ? 3 : 1) * options.hidden, options.hidden, options.outputs}) {
  for (int size = options.hierarchy ? 1 : 3; size <= 3; ++size)
    levels_.emplace_back(this->parameters(), options, size);
}

template <typename T>
Var SetGcn<T>::run(Tape<T>& tape, const Level& level, Var x, const EdgeIndex& graph,
                   const Pass& pass) const {
  for (const Layer& layer : level.layers) {
    // The sum over neighbours commutes with the linear map: the narrower side is summed.
    const Var around = neighbour_sum(tape, layer.others(tape, x), graph, Neighbours::sum, T(0));
    x = layer.norm(tape, add(tape, layer.own(tape, x), around), pass, true);
  }
  return x;
}

template <typename T>
Var SetGcn<T>::forward(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const {
  const auto types = static_cast<int>(options_.node_types);
  std::vector<Var> read;
  Var x;
  if (options_.hierarchy) {
    x = run(tape, levels_[0], levels_[0].type(tape, batch.node_type(0, types)), batch.edges(),
            pass);
    read.push_back(segment_mean(tape, x, batch.graph_nodes()));
  }
  for (int size = options_.hierarchy ? 2 : 3; size <= 3; ++size) {
    const Level& level =
        options_.hierarchy ? levels_[static_cast<std::size_t>(size - 1)] : levels_[0];
    const NodeSets& sets = batch.sets(size, options_.hierarchy, types);
    Var start = level.type(tape, sets.type());
    if (options_.hierarchy) {
      const Var inside = segment_mean(tape, gather(tape, x, sets.members()), sets.member_sets());
      start = concat_columns(tape, {start, inside});
    }
    x = run(tape, level, start, sets.graph(), pass);
    read.push_back(segment_mean(tape, x, sets.by_graph()));
  }
  return head_(tape, read_norm_(tape, concat_columns(tape, read), pass));
}

template class SetGcn<float>;
template class SetGcn<double>;

} // namespace canon::nn
