#pragma once

#include "lanes/lane_solver.hpp"
#include "lanes/ql.hpp"

// From matrices in memory to lanes and back. A lane with a smaller matrix than the largest of its
// call has it in the last rows and columns.

namespace canon::CANON_LANES_NAMESPACE {

/// Hands out the memory of a call piece by piece.
class Memory {
public:
  explicit Memory(double* begin) : next_(begin) {}

  Real* reals(Size count) {
    double* const result = next_;
    next_ += count * lanes;
    return reinterpret_cast<Real*>(result);
  }
  Size* sizes(Size count) {
    static_assert(sizeof(Size) <= sizeof(double));
    double* const result = next_;
    next_ += (count + 7) / 8 * 8; // what follows stays aligned
    return reinterpret_cast<Size*>(result);
  }

private:
  double* next_;
};

inline Group make_group(Size n, Memory& memory) {
  const Size stride = n | 1; // an even one would put the rows of a column block into few cache sets
  Group group;
  Reduction& m = group.matrix;
  m.n = n;
  m.stride = stride;
  m.a = memory.reals(stride * (n + 1));
  group.vectors = memory.reals(stride * (n + 1));
  Real** const pieces[] = {&m.diagonal, &m.coupling, &m.factor, &m.v, &m.w, &m.product};
  for (Real** piece : pieces)
    *piece = memory.reals(n + 16);
  group.sweeps.capacity = n < 64 ? 1024 : 16 * n;
  group.sweeps.pairs = memory.reals(2 * group.sweeps.capacity);
  group.sweeps.low = memory.sizes(group.sweeps.capacity);
  return group;
}

/// The entries of a matrix into a lane of cleared memory. Adding to 0 makes -0 to 0, whose sign
/// would otherwise reach the signs of vectors.
CANON_INLINE void load_entries(const LaneMatrix& from, const Reduction& to, Size lane) {
  const Size before = to.n - from.n;
  double* const base = reinterpret_cast<double*>(to.column(before) + before) + lane;
  for (const LaneEntry *e = from.entries, *end = e + from.entry_count; e != end; ++e) {
    const Size i = e->row < e->column ? e->column : e->row;
    const Size j = e->row < e->column ? e->row : e->column;
    base[(j * to.stride + i) * lanes] += e->value * from.scale;
  }
}

/// Rows j to j + lanes - 1 of column i, scaled; 0 before the matrix, anything behind it.
CANON_INLINE Real part_of_column(const LaneMatrix& from, Size n, Size i, Size j) {
  const Size before = n - from.n;
  Real part{};
  if (i < before) return part;
  const double* const column = from.dense + (i - before) * from.n - before;
  if (j >= before && j + lanes <= n) {
    __builtin_memcpy(&part, column + j, sizeof part);
  } else {
    for (Size k = 0; k < lanes; ++k)
      if (j + k >= before && j + k < n) part[k] = column[j + k];
  }
  return part * from.scale + 0.0; // -0 to 0, as above
}

/// Whole matrices, a block of `lanes` entries of every lane at a time.
CANON_INLINE void load_dense(const LaneMatrix* from, Size count, const Reduction& to) {
  Real in[lanes], out[lanes];
  for (Size i = 0; i < to.n; ++i)
    for (Size j = 0; j <= i; j += lanes) {
      for (Size lane = 0; lane < lanes; ++lane)
        in[lane] = lane < count ? part_of_column(from[lane], to.n, i, j) : Real{};
      transpose(in, out);
      for (Size k = 0; k < lanes && j + k <= i; ++k)
        to.column(j + k)[i] = out[k];
    }
}

/// The matrices of a call are all whole or all lists of entries.
inline void load(Group& group, const LaneMatrix* from, Size count) {
  const Reduction& m = group.matrix;
  for (Size lane = 0; lane < count; ++lane)
    group.limit[lane] = from[lane].sweeps * from[lane].n;
  if (count > 0 && from[0].dense != nullptr) return load_dense(from, count, m);
  for (Size j = 0; j < m.n; ++j)
    for (Size i = j; i < m.n; ++i)
      m.column(j)[i] = Real{};
  for (Size lane = 0; lane < count; ++lane)
    load_entries(from[lane], m, lane);
}

/// rank[j]: the place of diagonal[j] among those of its lane.
CANON_INLINE void rank(const Reduction& m, Index* rank) {
  for (Size j = 0; j < m.n; ++j)
    rank[j] = Index{};
  for (Size j = 0; j < m.n; ++j) {
    const Real d = m.diagonal[j];
    Index mine = rank[j];
    for (Size k = j + 1; k < m.n; ++k) {
      const Mask before = less(m.diagonal[k], d);
      mine = choose(before, mine + 1, mine);
      rank[k] = choose(before, rank[k], rank[k] + 1);
    }
    rank[j] = mine;
  }
}

/// Where the columns of one lane go.
struct Places {
  double* column = nullptr; ///< of this j; null where it is before the matrix
  Size before = 0;
};

/// Column j of all lanes, `lanes` rows at a time. A row before a lane's matrix has no place in it.
CANON_INLINE void store_column(const Real* z, Size n, const Places* to, Size count) {
  Real in[lanes], out[lanes];
  for (Size i = 0; i < n; i += lanes) {
    for (Size k = 0; k < lanes; ++k)
      in[k] = i + k < n ? z[i + k] + 0.0 : Real{}; // -0 to 0: its sign is an accident
    transpose(in, out);
    for (Size lane = 0; lane < count; ++lane) {
      double* const column = to[lane].column;
      if (column == nullptr) continue;
      const Size before = to[lane].before;
      if (i >= before && i + lanes <= n) {
        __builtin_memcpy(column + (i - before), &out[lane], sizeof(Real));
      } else {
        for (Size k = 0; k < lanes; ++k)
          if (i + k >= before && i + k < n) column[i + k - before] = out[lane][k];
      }
    }
  }
}

/// Sorts the eigenvalues of every lane and stores them with their vectors.
inline void store(const Group& group, LaneMatrix* to, Size count) {
  const Reduction& m = group.matrix;
  Real before{};
  for (Size lane = 0; lane < count; ++lane)
    before[lane] = static_cast<double>(m.n - to[lane].n);
  // What stands before a smaller matrix sorts to its front, whatever the order is in the end.
  for (Size j = 0; j < m.n; ++j)
    m.diagonal[j] = choose(less(all(static_cast<double>(j)), before), all(-1e300), m.diagonal[j]);
  Index* const ranks = reinterpret_cast<Index*>(m.product);
  rank(m, ranks);
  Places places[lanes];
  for (Size j = 0; j < m.n; ++j) {
    for (Size lane = 0; lane < count; ++lane) {
      LaneMatrix& matrix = to[lane];
      const Size first = m.n - matrix.n;
      places[lane] = {nullptr, first};
      if (j < first) continue;
      Size place = static_cast<Size>(ranks[j][lane]) - first;
      if (matrix.descending) place = matrix.n - 1 - place;
      matrix.values[place] = m.diagonal[j][lane];
      places[lane].column = matrix.vectors + place * matrix.n;
    }
    store_column(group.vectors + j * m.stride, m.n, places, count);
  }
  for (Size lane = 0; lane < count; ++lane)
    to[lane].converged = group.failed[lane] == 0;
}

/// At most G * lanes matrices.
template <Size G>
inline void solve_groups(LaneMatrix* matrices, Size count, double* memory) {
  Size n = 1;
  for (Size k = 0; k < count; ++k)
    n = matrices[k].n > n ? matrices[k].n : n;
  Memory pieces(memory);
  Group groups[G];
  const auto share = [&](Size k) {
    const Size rest = count - k * lanes;
    return rest < 0 ? 0 : rest < lanes ? rest : lanes;
  };
  for (Size k = 0; k < G; ++k) {
    groups[k] = make_group(n, pieces);
    load(groups[k], matrices + k * lanes, share(k));
    tridiagonalise(groups[k].matrix);
    accumulate(groups[k].matrix, groups[k].vectors);
  }
  iterate<G>(groups);
  for (Size k = 0; k < G; ++k)
    store(groups[k], matrices + k * lanes, share(k));
}

/// Groups in step: more hide the latency of the roots, but need registers.
constexpr Size most_groups = 3;

inline void solve_lanes(LaneMatrix* matrices, std::size_t count, double* memory) {
  const auto size = static_cast<Size>(count);
  if (size <= lanes)
    solve_groups<1>(matrices, size, memory);
  else if (size <= 2 * lanes)
    solve_groups<2>(matrices, size, memory);
  else
    solve_groups<most_groups>(matrices, size, memory);
}

} // namespace canon::CANON_LANES_NAMESPACE
