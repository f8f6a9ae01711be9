#include "batch/graph_batch.hpp"

#include "batch/count_sort.hpp"
#include "batch/node_sets.hpp"
#include "batch/pairs.hpp"
#include "device/error.hpp"

#include <algorithm>
#include <climits>

namespace canon::nn {
namespace {

void check_alike(const GraphSample& first, const GraphSample& other) {
  const auto same = [](auto a, auto b, const char* what) {
    if (a != b)
      throw ArgumentError(std::string("batch: expected the same number of ") + what +
                          " in every graph, got " + std::to_string(a) + " and " +
                          std::to_string(b));
  };
  same(first.node_types, other.node_types, "integer node features");
  same(first.edge_types, other.edge_types, "integer edge features");
  same(first.width, other.width, "real node features");
  same(first.encoding_width, other.encoding_width, "columns of the positional encoding");
  same(first.eigenvalues.size(), other.eigenvalues.size(), "eigenvalues");
  same(first.target.size(), other.target.size(), "targets");
}

template <typename Types>
auto& at(std::vector<Types>& all, int which, const char* what) {
  if (which < 0 || static_cast<std::size_t>(which) >= all.size())
    throw ArgumentError(std::string(what) + ": expected at least " + std::to_string(which + 1) +
                        " integer features, got " + std::to_string(all.size()));
  return all[static_cast<std::size_t>(which)];
}

template <typename Value>
void append(std::vector<Value>& to, const std::vector<Value>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

} // namespace

template <typename T>
Matrix<const T> GraphBatch<T>::hold(const std::vector<double>& values, std::int64_t rows,
                                    std::int64_t columns) const {
  return {upload_.add(std::vector<T>(values.begin(), values.end())), rows, columns};
}

template <typename T>
EdgeIndex GraphBatch<T>::make_edges(std::int64_t nodes, std::vector<int>& tail,
                                    std::vector<int>& head, std::vector<int>& order) const {
  std::vector<int> offset, back_offset, back;
  count_sort(head, nodes, offset, order);
  std::vector<int> sorted_tail(tail.size()), sorted_head(tail.size());
  for (std::size_t e = 0; e < order.size(); ++e) {
    sorted_tail[e] = tail[static_cast<std::size_t>(order[e])];
    sorted_head[e] = head[static_cast<std::size_t>(order[e])];
  }
  tail = std::move(sorted_tail);
  head = std::move(sorted_head);
  count_sort(tail, nodes, back_offset, back);
  return {nodes,
          static_cast<std::int64_t>(tail.size()),
          upload_.add(offset),
          upload_.add(tail),
          upload_.add(head),
          upload_.add(back_offset),
          upload_.add(back)};
}

template <typename T>
GraphBatch<T>::GraphBatch(Pool& pool, const std::vector<const GraphSample*>& samples)
    : pool_(&pool), graphs_(static_cast<std::int64_t>(samples.size())), upload_(pool) {
  if (samples.empty()) throw ArgumentError("batch: expected at least one graph");
  const GraphSample& first = *samples.front();
  std::vector<int> offset = {0}, owner, tail, head;
  std::vector<std::vector<int>> node_types(static_cast<std::size_t>(first.node_types)),
      edge_types(static_cast<std::size_t>(first.edge_types));
  std::vector<double> features, encoding, eigenvalues, targets;
  for (std::size_t g = 0; g < samples.size(); ++g) {
    const GraphSample& sample = *samples[g];
    check_alike(first, sample);
    const int base = offset.back();
    if (sample.nodes > INT_MAX - base) throw ArgumentError("batch: expected fewer than 2^31 nodes");
    offset.push_back(base + sample.nodes);
    owner.insert(owner.end(), static_cast<std::size_t>(sample.nodes), static_cast<int>(g));
    for (std::size_t e = 0; e < sample.tail.size(); ++e) {
      tail.push_back(base + sample.tail[e]);
      head.push_back(base + sample.head[e]);
    }
    for (std::size_t i = 0; i < sample.node_type.size(); ++i)
      node_types[i % node_types.size()].push_back(sample.node_type[i]);
    for (std::size_t i = 0; i < sample.edge_type.size(); ++i)
      edge_types[i % edge_types.size()].push_back(sample.edge_type[i]);
    append(features, sample.features);
    append(encoding, sample.encoding);
    append(eigenvalues, sample.eigenvalues);
    append(targets, sample.target);
    host_labels_.push_back(sample.label);
  }
  nodes_ = offset.back();
  graph_nodes_ = {upload_.add(offset), graphs_, nodes_, upload_.add(owner)};
  host_.node_offset = std::move(offset);
  std::vector<int> order;
  edges_ = make_edges(nodes_, tail, head, order);
  host_.tail = std::move(tail);
  host_.head = std::move(head);
  for (std::vector<int>& values : node_types) {
    node_types_.emplace_back();
    node_types_.back().values = std::move(values);
  }
  for (const std::vector<int>& values : edge_types) {
    edge_types_.emplace_back();
    for (const int e : order)
      edge_types_.back().values.push_back(values[static_cast<std::size_t>(e)]);
  }
  const auto per_graph = [&](std::size_t count) { return static_cast<std::int64_t>(count); };
  features_ = hold(features, nodes_, first.width);
  encoding_ = hold(encoding, nodes_, first.encoding_width);
  eigenvalues_ = hold(eigenvalues, graphs_, per_graph(first.eigenvalues.size()));
  targets_ = hold(targets, graphs_, per_graph(first.target.size()));
  labels_ = upload_.add(host_labels_);
}

template <typename T>
const PairIndex& GraphBatch<T>::pairs() const {
  if (!pairs_) {
    const HostPairs made = make_pairs(host_.node_offset, host_.tail, host_.head);
    pairs_ = PairIndex{nodes_,
                       static_cast<std::int64_t>(made.edge.size()),
                       upload_.add(made.row),
                       upload_.add(made.first),
                       upload_.add(made.end),
                       upload_.add(made.edge),
                       upload_.add(made.owner)};
  }
  return *pairs_;
}

template <typename T>
const EdgeIndex& GraphBatch<T>::complete_edges() const {
  if (!complete_edges_) {
    const HostEdges made = make_complete(host_.node_offset);
    const int* const offset =
        upload_.add(made.offset); // as many pairs end in a node as begin there
    complete_edges_ = EdgeIndex{nodes_,
                                static_cast<std::int64_t>(made.tail.size()),
                                offset,
                                upload_.add(made.tail),
                                upload_.add(made.head),
                                offset,
                                upload_.add(made.tail_edge)};
  }
  return *complete_edges_;
}

template <typename T>
const T* GraphBatch<T>::diffusion(double rate, int steps) const {
  const T*& made = diffusions_[{rate, steps}];
  if (made == nullptr) {
    const std::vector<double> values =
        make_diffusion(host_.node_offset, host_.tail, host_.head, rate, steps);
    made = hold(values, static_cast<std::int64_t>(values.size()), 1).data;
  }
  return made;
}

template <typename T>
const SetIndex& GraphBatch<T>::sets(int size, bool connected, std::int64_t types) const {
  const auto found = sets_.find({size, connected, types});
  if (found != sets_.end()) return found->second;
  if (types > 1) (void)node_type(0, types); // checks them
  const std::vector<int> none(types > 1 ? 0 : static_cast<std::size_t>(nodes_), 0);
  HostSets made =
      make_sets(host_.node_offset, host_.tail, host_.head, types > 1 ? node_types_[0].values : none,
                static_cast<int>(types), size, connected);
  const auto count = static_cast<std::int64_t>(made.type.size());
  const auto pick = [&](const std::vector<int>& index, std::int64_t rows) {
    std::vector<int> offset, taken;
    count_sort(index, rows, offset, taken);
    return Pick{upload_.add(index), static_cast<std::int64_t>(index.size()), rows,
                upload_.add(offset), upload_.add(taken)};
  };
  std::int64_t below = nodes_; // of what the parts are taken
  if (size == 3) below = sets(2, false, types).edges.nodes;
  std::vector<int> order, owner, part_offset, part_owner;
  for (std::size_t g = 0; g + 1 < made.offset.size(); ++g)
    owner.insert(owner.end(), static_cast<std::size_t>(made.offset[g + 1] - made.offset[g]),
                 static_cast<int>(g));
  for (int i = 0; i <= static_cast<int>(count); ++i)
    part_offset.push_back(i * size);
  for (int i = 0; i < static_cast<int>(made.part.size()); ++i)
    part_owner.push_back(i / size);
  SetIndex index;
  index.edges = make_edges(count, made.tail, made.head, order);
  index.of_graph = {upload_.add(made.offset), graphs_, count, upload_.add(owner)};
  index.type = pick(made.type, isomorphism_types(size, static_cast<int>(types)));
  index.part = pick(made.part, below);
  index.parts = {upload_.add(part_offset), count, index.part.count, upload_.add(part_owner)};
  return sets_[{size, connected, types}] = index;
}

template <typename T>
Pick GraphBatch<T>::pick_of(Types& types, std::int64_t rows, const char* what) const {
  if (types.pick.index == nullptr || types.pick.rows != rows) {
    for (const int value : types.values)
      if (value < 0 || value >= rows)
        throw ArgumentError(std::string(what) + ": expected a type in [0, " + std::to_string(rows) +
                            "), got " + std::to_string(value));
    std::vector<int> offset, taken;
    count_sort(types.values, rows, offset, taken);
    types.pick = {upload_.add(types.values), static_cast<std::int64_t>(types.values.size()), rows,
                  upload_.add(offset), upload_.add(taken)};
  }
  return types.pick;
}

template <typename T>
Pick GraphBatch<T>::node_type(int which, std::int64_t rows) const {
  return pick_of(at(node_types_, which, "node type"), rows, "node type");
}

template <typename T>
Pick GraphBatch<T>::edge_type(int which, std::int64_t rows) const {
  return pick_of(at(edge_types_, which, "edge type"), rows, "edge type");
}

template <typename T>
void GraphBatch<T>::make_like(const GraphBatch& other) const {
  const auto types = [&](const std::vector<Types>& asked, auto make) {
    for (std::size_t i = 0; i < asked.size(); ++i)
      if (asked[i].pick.rows > 0) (void)make(static_cast<int>(i), asked[i].pick.rows);
  };
  types(other.node_types_, [&](int i, std::int64_t rows) { return node_type(i, rows); });
  types(other.edge_types_, [&](int i, std::int64_t rows) { return edge_type(i, rows); });
  if (other.pairs_) (void)pairs();
  if (other.complete_edges_) (void)complete_edges();
  for (const auto& [key, made] : other.diffusions_)
    (void)diffusion(key.first, key.second);
  for (const auto& [key, made] : other.sets_)
    (void)sets(std::get<0>(key), std::get<1>(key), std::get<2>(key));
}

template class GraphBatch<float>;
template class GraphBatch<double>;

} // namespace canon::nn
