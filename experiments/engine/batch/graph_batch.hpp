#pragma once

#include "autograd/index.hpp"
#include "batch/graph_sample.hpp"
#include "device/matrix.hpp"
#include "device/upload.hpp"

#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace canon::nn {

/// Graphs side by side, as one graph with many components, on the backend.
template <typename T>
class GraphBatch {
public:
  /// Of at least one graph, all with the same number of features; ArgumentError otherwise.
  GraphBatch(Pool& pool, const std::vector<const GraphSample*>& samples);

  /// Makes all that `other`, a batch of the same kind, was asked for so far: a batch that is made
  /// in advance then goes to a device in one piece.
  void make_like(const GraphBatch& other) const;

  [[nodiscard]] std::int64_t graphs() const { return graphs_; }
  [[nodiscard]] std::int64_t nodes() const { return nodes_; }
  [[nodiscard]] const EdgeIndex& edges() const { return edges_; }
  /// The nodes of each graph.
  [[nodiscard]] const Segments& graph_nodes() const { return graph_nodes_; }
  /// Integer feature `which` of the nodes (edges) as rows of a table of `rows`; ArgumentError if a
  /// value lies outside.
  [[nodiscard]] Pick node_type(int which, std::int64_t rows) const;
  [[nodiscard]] Pick edge_type(int which, std::int64_t rows) const;
  /// Every pair of nodes of a graph; made when first asked for.
  [[nodiscard]] const PairIndex& pairs() const;
  /// The same as edges, from every node of a graph to every node of it, itself included; in the
  /// order of pairs().
  [[nodiscard]] const EdgeIndex& complete_edges() const;
  /// Of each pair the entry of (I - rate L)^steps, L the normalised Laplacian of its graph: how
  /// much of a random walk's heat gets from one to the other. On the backend.
  [[nodiscard]] const T* diffusion(double rate, int steps) const;
  /// All (or only the connected) sets of `size` (2 or 3) nodes; the nodes' first integer feature,
  /// which has `types` values, distinguishes them (types = 1: nothing does).
  [[nodiscard]] const SetIndex& sets(int size, bool connected, std::int64_t types) const;
  [[nodiscard]] int node_types() const { return static_cast<int>(node_types_.size()); }
  [[nodiscard]] int edge_types() const { return static_cast<int>(edge_types_.size()); }
  [[nodiscard]] Matrix<const T> features() const { return features_; }
  [[nodiscard]] Matrix<const T> encoding() const { return encoding_; }
  [[nodiscard]] Matrix<const T> eigenvalues() const { return eigenvalues_; } ///< graphs x k
  [[nodiscard]] Matrix<const T> targets() const { return targets_; }         ///< graphs x tasks
  [[nodiscard]] const int* labels() const { return labels_; }                ///< on the backend
  [[nodiscard]] const std::vector<int>& host_labels() const { return host_labels_; }
  [[nodiscard]] Pool& pool() const { return *pool_; }

private:
  /// An integer feature; for the way back, who has which value, made when first asked for.
  struct Types {
    std::vector<int> values;
    Pick pick;
  };

  /// The index arrays on the host, for what is made later.
  struct Host {
    std::vector<int> node_offset; ///< graphs + 1
    std::vector<int> tail, head;  ///< sorted by head
  };

  Matrix<const T> hold(const std::vector<double>& values, std::int64_t rows,
                       std::int64_t columns) const;
  Pick pick_of(Types& types, std::int64_t rows, const char* what) const;
  /// Sorts the edges by head, in place, and tells from where they came.
  EdgeIndex make_edges(std::int64_t nodes, std::vector<int>& tail, std::vector<int>& head,
                       std::vector<int>& order) const;

  Pool* pool_;
  std::int64_t graphs_ = 0, nodes_ = 0;
  EdgeIndex edges_;
  Segments graph_nodes_;
  Host host_;
  mutable Upload upload_;
  mutable std::vector<Types> node_types_, edge_types_;
  mutable std::optional<PairIndex> pairs_;
  mutable std::optional<EdgeIndex> complete_edges_;
  mutable std::map<std::pair<double, int>, const T*> diffusions_;
  mutable std::map<std::tuple<int, bool, std::int64_t>, SetIndex> sets_;
  Matrix<const T> features_, encoding_, eigenvalues_, targets_;
  const int* labels_ = nullptr;
  std::vector<int> host_labels_;
};

} // namespace canon::nn
