#pragma once

#include "lanes/pack.hpp"

// Plane rotations that are stored as they are found and applied later to many rows at once. A
// sweep rotates the columns (n-2, n-1), then (n-3, n-2), down to (low, low+1). Each is three shears
// (lifting), h being the column i + 1 and x the column i:
//     x -= t h;   h += s x;   x -= t h;      with s = sin, t = tan of the half angle.

namespace canon::CANON_LANES_NAMESPACE {

/// The sweeps of one group of matrices that have not been applied yet.
struct Sweeps {
  Real* pairs = nullptr; ///< t and s of one rotation after the other
  Size* low = nullptr;   ///< of each sweep
  Size capacity = 0;     ///< in rotations, and so in sweeps
  Size rotations = 0, count = 0;

  [[nodiscard]] bool has_room(Size n) const { return rotations + n <= capacity; }
};

CANON_INLINE void rotate(Real& x, Real& h, Real t, Real s) {
  x = fnma(t, h, x);
  h = fma(s, x, h);
  x = fnma(t, h, x);
}

/// Rows that are held in registers: two columns of them beside what a rotation needs.
constexpr Size row_block = CANON_LANES == 8 ? 8 : 4;

/// Rotations from..low of one sweep on R rows; h is column from + 1.
template <Size R>
CANON_INLINE void apply_one(Real* z, Size stride, Real* h, Size from, Size low, const Real* pair) {
  Real* q = z + (from + 1) * stride;
  for (Size i = from; i >= low; --i, pair += 2) {
    const Real t = pair[0], s = pair[1];
    Real* const y = q - stride;
#pragma GCC unroll 8
    for (Size r = 0; r < R; ++r) {
      Real x = loaded(y[r]);
      rotate(x, h[r], t, s);
      q[r] = h[r];
      h[r] = x;
    }
    q = y;
  }
  for (Size r = 0; r < R; ++r)
    q[r] = h[r];
}

/// Two sweeps with lows l1 and l2, the second one column behind the first: one load and one store
/// serve two rotations.
template <Size R>
CANON_INLINE void apply_two(Real* z, Size stride, Size n, Size l1, Size l2, const Real* a,
                            const Real* b) {
  Real h1[R], h2[R];
  Real* q = z + (n - 1) * stride;
#pragma GCC unroll 8
  for (Size r = 0; r < R; ++r) {
    h2[r] = q[r];
    h1[r] = q[r - stride];
    rotate(h1[r], h2[r], a[0], a[1]);
  }
  a += 2;
  const Size end = l1 > l2 - 1 ? l1 : l2 - 1;
  for (Size i = n - 3; i >= end; --i, a += 2, b += 2, q -= stride) {
    const Real t1 = a[0], s1 = a[1], t2 = b[0], s2 = b[1];
    const Real* const y = q - 2 * stride;
#pragma GCC unroll 8
    for (Size r = 0; r < R; ++r) {
      Real x = loaded(y[r]);
      rotate(x, h1[r], t1, s1);
      Real f = h1[r];
      h1[r] = x;
      rotate(f, h2[r], t2, s2);
      q[r] = h2[r];
      h2[r] = f;
    }
  }
  if (l2 > l1) { // the second sweep is over: h2 is column l2, h1 column l2 - 1
    for (Size r = 0; r < R; ++r)
      q[r] = h2[r];
    apply_one<R>(z, stride, h1, l2 - 2, l1, a);
  } else { // one rotation of the second sweep is left, on the columns l1 + 1 (h2) and l1 (h1)
    for (Size r = 0; r < R; ++r) {
      rotate(h1[r], h2[r], b[0], b[1]);
      q[r] = h2[r];
      q[r - stride] = h1[r];
    }
  }
}

template <Size R>
inline void apply_to_rows(Real* z, Size stride, Size n, const Sweeps& sweeps) {
  const Real* pair = sweeps.pairs;
  Size k = 0;
  for (; k + 1 < sweeps.count; k += 2) {
    const Size l1 = sweeps.low[k], l2 = sweeps.low[k + 1];
    const Real* const second = pair + 2 * (n - 1 - l1);
    apply_two<R>(z, stride, n, l1, l2, pair, second);
    pair = second + 2 * (n - 1 - l2);
  }
  if (k < sweeps.count) {
    Real h[R];
    for (Size r = 0; r < R; ++r)
      h[r] = z[(n - 1) * stride + r];
    apply_one<R>(z, stride, h, n - 2, sweeps.low[k], pair);
  }
}

template <Size R>
CANON_INLINE void apply_to_block(Size rows, Real* z, Size stride, Size n, const Sweeps& sweeps) {
  if constexpr (R > 1)
    if (rows < R) return apply_to_block<R - 1>(rows, z, stride, n, sweeps);
  apply_to_rows<R>(z, stride, n, sweeps);
}

/// Applies all that is stored to the n rows of z.
inline void apply(Sweeps& sweeps, Real* z, Size stride, Size n) {
  if (sweeps.count > 0) {
    const Size blocks = (n + row_block - 1) / row_block;
    for (Size b = 0, row = 0; b < blocks; ++b) {
      const Size rows = (n - row + blocks - b - 1) / (blocks - b);
      apply_to_block<row_block>(rows, z + row, stride, n, sweeps);
      row += rows;
    }
  }
  sweeps.rotations = sweeps.count = 0;
}

} // namespace canon::CANON_LANES_NAMESPACE
