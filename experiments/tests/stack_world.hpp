#pragma once

#include "autograd/batch_norm.hpp"
#include "batch/graph_batch.hpp"
#include "drawn.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <string>
#include <vector>

/// For the tests of operations that walk a batch by blocks of graphs: batches on which that may go
/// wrong, and runs whose numbers are compared.
namespace canon::nn::test {

constexpr std::uint64_t seed = 20240616;
constexpr int node_types = 5, edge_types = 3;

/// A path, or nodes alone; every third edge is left out in one direction.
inline GraphSample graph(int nodes, bool edges, std::uint64_t which) {
  Rng rng = trial_rng(seed, which);
  const auto below = [&](int n) {
    return static_cast<int>(uniform_below(rng, static_cast<std::uint64_t>(n)));
  };
  GraphSample sample;
  sample.nodes = nodes;
  sample.node_types = sample.edge_types = 1;
  for (int v = 0; v < nodes; ++v)
    sample.node_type.push_back(below(node_types));
  const auto join = [&](int u, int v) {
    sample.tail.push_back(u);
    sample.head.push_back(v);
    sample.edge_type.push_back(below(edge_types));
  };
  for (int v = 1; edges && v < nodes; ++v) {
    join(v - 1, v);
    if (v % 3 != 0) join(v, v - 1);
  }
  return sample;
}

struct Batch {
  std::string name;
  std::vector<GraphSample> samples;
};

inline std::vector<Batch> batches() {
  Batch many{"many", {}}, bare{"a block without edges", {}}, one{"one small graph", {}},
      large{"a graph too large for a block", {}};
  for (int g = 0; g < 40; ++g)
    many.samples.push_back(graph(1 + (7 * g) % 31, g % 4 != 1, static_cast<std::uint64_t>(g)));
  for (int g = 0; g < 6; ++g) {
    bare.samples.push_back(graph(100, g == 2, 50));
    large.samples.push_back(graph(g == 3 ? 500 : 20, true, 60));
  }
  one.samples.push_back(graph(3, true, 70));
  return {many, bare, one, large};
}

/// A run's numbers: the result, the running statistics, the gradients of all that is trained.
template <typename T>
using Numbers = std::vector<std::vector<T>>;

/// What a stack of layers is made of, on a tape; numbers() once it has gone back.
template <typename T>
class StackRun {
public:
  [[nodiscard]] const Numbers<T>& numbers() const { return numbers_; }

protected:
  explicit StackRun(Pool& pool) : tape_(pool) { states_.reserve(64); }

  Var leaf(std::int64_t rows, std::int64_t columns) {
    values_.push_back(drawn<T>(rows * columns, seed, 100 + values_.size()));
    gradients_.push_back(drawn<T>(rows * columns, seed, 200 + values_.size())); // is added to
    return tape_.leaf({values_.back().data(), rows, columns},
                      {gradients_.back().data(), rows, columns});
  }
  NormVars<T> norm(std::int64_t out) {
    const Var gamma = leaf(1, out), beta = leaf(1, out);
    states_.push_back(drawn<T>(out, seed, 300));
    T* const mean = states_.back().data();
    states_.push_back(drawn<T>(out, seed, 301));
    for (T& variance : states_.back())
      variance = T(0.5) + std::abs(variance);
    return {gamma, beta, {mean, states_.back().data()}};
  }
  void go_back(Var y) {
    numbers_.emplace_back(tape_.value(y).data, tape_.value(y).data + tape_.value(y).size());
    const std::vector<T> arriving = drawn<T>(tape_.value(y).size(), seed, 999);
    tape_.backward({{y, arriving.data()}});
    for (const std::vector<T>& state : states_)
      numbers_.push_back(state);
    for (const std::vector<T>& gradient : gradients_)
      numbers_.push_back(gradient);
  }

  Tape<T>& tape() { return tape_; }

private:
  std::vector<std::vector<T>> values_, gradients_, states_;
  Numbers<T> numbers_;
  Tape<T> tape_;
};

/// The numbers of a Run of the batch with the setting, by blocks (`together`) or not.
template <typename Run, typename T, typename Setting>
Numbers<T> numbers_of(const Batch& batch, const Setting& setting, bool together) {
  Pool pool(Backend::cpu);
  std::vector<const GraphSample*> pointers;
  for (const GraphSample& sample : batch.samples)
    pointers.push_back(&sample);
  const GraphBatch<T> graphs(pool, pointers);
  return Run(pool, graphs, setting, together).numbers();
}

template <typename Run, typename Setting>
void check_by_blocks(const Batch& batch, const Setting& setting) {
  const Numbers<double> got = numbers_of<Run, double>(batch, setting, true),
                        expected = numbers_of<Run, double>(batch, setting, false);
  BOOST_REQUIRE(got.size() == expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    BOOST_REQUIRE(got[i].size() == expected[i].size());
    double off = 0.0, size = 1.0;
    for (std::size_t j = 0; j < got[i].size(); ++j) {
      off = std::max(off, std::abs(got[i][j] - expected[i][j]));
      size = std::max(size, std::abs(expected[i][j]));
    }
    BOOST_TEST(off <= 1e-11 * size, "matrix " << i << ": off by " << off << " of " << size);
  }
}

template <typename Run, typename Setting>
void check_threads(const Batch& batch, const Setting& setting) {
  use_threads(1);
  const Numbers<float> expected = numbers_of<Run, float>(batch, setting, true);
  for (const int count : {2, 3, 8}) {
    use_threads(count);
    BOOST_TEST((numbers_of<Run, float>(batch, setting, true) == expected),
               batch.name << " on " << count << " threads, seed " << seed);
  }
  use_threads(0);
}

} // namespace canon::nn::test
