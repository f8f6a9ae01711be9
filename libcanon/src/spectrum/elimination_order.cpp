#include "spectrum/elimination_order.hpp"

#include <algorithm>
#include <functional>
#include <queue>

namespace canon {
namespace {

using Row = std::vector<arma::uword>; // sorted

/// The graph of what is left to eliminate. Eliminated vertices stay in the lists until a list is
/// merged anyway: a hub must not be rewritten for each of its leaves.
class Elimination {
public:
  explicit Elimination(const arma::sp_mat& matrix)
      : around_(matrix.n_rows), degree_(matrix.n_rows), gone_(matrix.n_rows, false) {
    for (arma::uword c = 0; c < matrix.n_cols; ++c) {
      for (arma::uword i = matrix.col_ptrs[c]; i < matrix.col_ptrs[c + 1]; ++i)
        if (matrix.row_indices[i] != c) around_[c].push_back(matrix.row_indices[i]);
      degree_[c] = around_[c].size();
      queue_.emplace(degree_[c], c);
    }
  }

  std::optional<Row> run(std::size_t limit) {
    Row order;
    order.reserve(around_.size());
    while (!queue_.empty()) {
      const auto [degree, v] = queue_.top();
      queue_.pop();
      if (gone_[v] || degree != degree_[v]) continue; // an entry that was overtaken
      eliminate(v);
      order.push_back(v);
      if (work_ > limit) return std::nullopt;
    }
    return order;
  }

private:
  void eliminate(arma::uword v) {
    gone_[v] = true;
    Row clique = std::move(around_[v]);
    around_[v] = Row();
    std::erase_if(clique, [&](arma::uword u) { return gone_[u]; });
    work_ += clique.size() * clique.size();
    for (const arma::uword u : clique) {
      if (around_[u].size() > 16 * clique.size() + 64)
        insert(u, clique);
      else
        merge(u, clique);
      queue_.emplace(degree_[u], u);
    }
  }

  /// For a long list: the few new neighbours one by one.
  void insert(arma::uword u, const Row& clique) {
    --degree_[u];
    for (const arma::uword w : clique) {
      if (w == u) continue;
      const auto at = std::lower_bound(around_[u].begin(), around_[u].end(), w);
      if (at != around_[u].end() && *at == w) continue;
      work_ += static_cast<std::size_t>(around_[u].end() - at) / 16; // moved in blocks
      around_[u].insert(at, w);
      ++degree_[u];
    }
  }

  void merge(arma::uword u, const Row& clique) {
    merged_.clear();
    std::set_union(around_[u].begin(), around_[u].end(), clique.begin(), clique.end(),
                   std::back_inserter(merged_));
    std::erase_if(merged_, [&](arma::uword w) { return w == u || gone_[w]; });
    work_ += merged_.size();
    around_[u] = merged_;
    degree_[u] = merged_.size();
  }

  std::vector<Row> around_;
  std::vector<std::size_t> degree_;
  std::vector<bool> gone_;
  using Entry = std::pair<std::size_t, arma::uword>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
  Row merged_;
  std::size_t work_ = 0;
};

} // namespace

std::optional<std::vector<arma::uword>> elimination_order(const arma::sp_mat& matrix,
                                                          std::size_t limit) {
  return Elimination(matrix).run(limit);
}

} // namespace canon
