#include "batch/pairs.hpp"

#include "device/error.hpp"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>

namespace canon::nn {
namespace {

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

/// n x n, row after row.
using Square = std::vector<double>;

Square product(const Square& a, const Square& b, std::size_t n) {
  Square c(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < n; ++k)
      if (const double factor = a[i * n + k]; factor != 0.0)
        for (std::size_t j = 0; j < n; ++j)
          c[i * n + j] += factor * b[k * n + j];
  return c;
}

Square power(Square base, std::size_t n, int steps) {
  Square result;
  for (; steps > 0; steps /= 2) {
    if (steps % 2 == 1) result = result.empty() ? base : product(result, base, n);
    if (steps > 1) base = product(base, base, n);
  }
  return result;
}

} // namespace

HostPairs make_pairs(const std::vector<int>& offset, const std::vector<int>& tail,
                     const std::vector<int>& head) {
  HostPairs pairs;
  std::int64_t count = 0;
  for (std::size_t g = 0; g + 1 < offset.size(); ++g) {
    const int size = offset[g + 1] - offset[g];
    for (int v = offset[g]; v < offset[g + 1]; ++v, count += size) {
      if (count + size > INT_MAX) throw ArgumentError("batch: expected fewer than 2^31 pairs");
      pairs.row.push_back(static_cast<int>(count));
      pairs.first.push_back(offset[g]);
      pairs.end.push_back(offset[g + 1]);
      pairs.owner.insert(pairs.owner.end(), at(size), v);
    }
  }
  pairs.edge.assign(static_cast<std::size_t>(count), -1);
  for (std::size_t e = 0; e < tail.size(); ++e)
    if (tail[e] != head[e])
      pairs.edge[at(pairs.row[at(head[e])] + tail[e] - pairs.first[at(head[e])])] =
          static_cast<int>(e);
  return pairs;
}

HostEdges make_complete(const std::vector<int>& offset) {
  const HostPairs pairs = make_pairs(offset, {}, {});
  HostEdges edges;
  edges.offset = pairs.row;
  edges.offset.push_back(static_cast<int>(pairs.edge.size()));
  for (std::size_t v = 0; v < pairs.row.size(); ++v)
    for (int u = pairs.first[v]; u < pairs.end[v]; ++u) {
      edges.tail.push_back(u);
      edges.head.push_back(static_cast<int>(v));
      // (u, v) lies in the row of u; the rows of a graph are equally long.
      edges.tail_edge.push_back(pairs.row[at(u)] + static_cast<int>(v) - pairs.first[v]);
    }
  return edges;
}

std::vector<double> make_diffusion(const std::vector<int>& offset, const std::vector<int>& tail,
                                   const std::vector<int>& head, double rate, int steps) {
  if (!(rate >= 0.0 && rate <= 1.0) || steps < 1)
    throw ArgumentError("diffusion: expected a rate in [0, 1] and at least one step");
  std::vector<int> degree(at(offset.back()), 0);
  for (const int v : head)
    ++degree[at(v)];
  std::vector<double> all;
  std::size_t e = 0; // edges are sorted by head, so by graph
  for (std::size_t g = 0; g + 1 < offset.size(); ++g) {
    const auto n = at(offset[g + 1] - offset[g]);
    Square step(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i)
      step[i * n + i] = 1.0 - rate;
    for (; e < head.size() && head[e] < offset[g + 1]; ++e) {
      const double size =
          std::max(1, degree[at(head[e])]) * double(std::max(1, degree[at(tail[e])]));
      step[at(head[e] - offset[g]) * n + at(tail[e] - offset[g])] += rate / std::sqrt(size);
    }
    const Square result = power(std::move(step), n, steps);
    all.insert(all.end(), result.begin(), result.end());
  }
  return all;
}

} // namespace canon::nn
