#include "study/distinction.hpp"

#include "study/random_invariant.hpp"

#include <canon/encoding.hpp>
#include <canon/random.hpp>

#include <algorithm>

namespace canon::lab {
namespace {

/// Features of one graph and how far they moved under its relabellings.
struct Seen {
  RandomFeatures first;
  double rows = 0.0, edges = 0.0;
};

double distance(const arma::vec& a, const arma::vec& b) {
  return arma::abs(a - b).max();
}

class GroupView {
public:
  GroupView(const GraphGroup& group, const DistinctionOptions& options, std::size_t index)
      : group_(group), options_(options), index_(index), most_(most_vertices(group)),
        invariant_(most_, options.seed) {
    encoding_.k = most_;
    encoding_.canonize.level = options.level;
  }

  std::vector<ColumnsDistinction> run() {
    std::vector<ColumnsDistinction> result(options_.columns.size());
    std::vector<std::vector<Seen>> seen;
    for (std::size_t g = 0; g < group_.graphs.size(); ++g)
      seen.push_back(look_at(g));
    for (std::size_t c = 0; c < result.size(); ++c) {
      tally(seen, c, &Seen::rows, &RandomFeatures::rows, result[c].rows);
      tally(seen, c, &Seen::edges, &RandomFeatures::edges, result[c].edges);
    }
    return result;
  }

private:
  static std::size_t most_vertices(const GraphGroup& group) {
    std::size_t most = 1;
    for (const Graph& graph : group.graphs)
      most = std::max(most, boost::num_vertices(graph));
    return most;
  }

  [[nodiscard]] std::size_t columns(std::size_t c) const {
    const std::size_t wanted = options_.columns[c];
    return wanted == DistinctionOptions::all_columns ? most_ : std::min(wanted, most_);
  }

  [[nodiscard]] bool all_moved(const std::vector<Seen>& seen) const {
    return std::all_of(seen.begin(), seen.end(), [&](const Seen& one) {
      return one.rows > options_.tolerance && one.edges > options_.tolerance;
    });
  }

  /// The graph, then its relabellings: a few, and if they leave a doubt the rest. The encoding of k
  /// columns begins the one of all, so that one serves for every choice (tested).
  std::vector<Seen> look_at(std::size_t g) {
    const Graph& graph = group_.graphs[g];
    Rng rng = trial_rng(options_.seed, (static_cast<std::uint64_t>(index_) << 16U) + g);
    std::vector<Seen> seen(options_.columns.size());
    constexpr std::size_t few = 3;
    std::size_t done = 0;
    std::vector<Graph> copies = {graph};
    while (true) {
      const std::size_t now = std::min(options_.relabellings - done, done == 0 ? few : SIZE_MAX);
      for (std::size_t i = 0; i < now; ++i)
        copies.push_back(relabel(graph, random_permutation(boost::num_vertices(graph), rng)));
      look_at_copies(copies, done == 0, seen);
      done += now;
      if (done == options_.relabellings || all_moved(seen)) return seen;
      copies.clear();
    }
  }

  void look_at_copies(const std::vector<Graph>& copies, bool with_first, std::vector<Seen>& seen) {
    std::vector<const Graph*> places;
    for (const Graph& copy : copies)
      places.push_back(&copy);
    const std::vector<Encoding> encodings = encode(places, encoding_);
    for (std::size_t i = 0; i < copies.size(); ++i)
      for (std::size_t c = 0; c < seen.size(); ++c) {
        const RandomFeatures features = invariant_.of(copies[i], encodings[i].features, columns(c));
        if (with_first && i == 0) {
          seen[c].first = features;
          continue;
        }
        seen[c].rows = std::max(seen[c].rows, distance(features.rows, seen[c].first.rows));
        seen[c].edges = std::max(seen[c].edges, distance(features.edges, seen[c].first.edges));
      }
  }

  void tally(const std::vector<std::vector<Seen>>& seen, std::size_t c, double Seen::*moved,
             arma::vec RandomFeatures::*features, Distinction& to) const {
    const auto keeps = [&](std::size_t g) { return seen[g][c].*moved <= options_.tolerance; };
    for (std::size_t g = 0; g < seen.size(); ++g) {
      const double change = seen[g][c].*moved;
      ++to.graphs;
      if (keeps(g)) {
        ++to.kept;
        to.worst_kept = std::max(to.worst_kept, change);
      } else {
        to.least_moved = std::min(to.least_moved, change);
      }
    }
    for (const auto& [a, b] : group_.pairs) {
      ++to.pairs;
      if (!keeps(a) || !keeps(b)) continue;
      const double apart = distance(seen[a][c].first.*features, seen[b][c].first.*features);
      if (apart > options_.tolerance) {
        ++to.distinguished;
        to.least_different = std::min(to.least_different, apart);
      } else {
        to.worst_equal = std::max(to.worst_equal, apart);
      }
    }
  }

  const GraphGroup& group_;
  const DistinctionOptions& options_;
  std::size_t index_, most_;
  RandomInvariant invariant_;
  EncodingOptions encoding_;
};

} // namespace

Distinction& Distinction::operator+=(const Distinction& other) {
  graphs += other.graphs;
  kept += other.kept;
  pairs += other.pairs;
  distinguished += other.distinguished;
  worst_kept = std::max(worst_kept, other.worst_kept);
  least_moved = std::min(least_moved, other.least_moved);
  worst_equal = std::max(worst_equal, other.worst_equal);
  least_different = std::min(least_different, other.least_different);
  return *this;
}

ColumnsDistinction& ColumnsDistinction::operator+=(const ColumnsDistinction& other) {
  rows += other.rows;
  edges += other.edges;
  return *this;
}

std::vector<ColumnsDistinction> distinguish(const GraphGroup& group,
                                            const DistinctionOptions& options, std::size_t index) {
  return GroupView(group, options, index).run();
}

} // namespace canon::lab
