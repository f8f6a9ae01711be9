#pragma once

#include "lanes/pack.hpp"

// Householder's reduction of one matrix per lane to tridiagonal form, and the product of its
// reflectors. Element (i, j) of the matrices is a[j * stride + i]; only i >= j is read. A lane with
// a smaller matrix has it in the last rows and columns and zeros before: its reflectors are then
// the identity, and what follows has the bits that it would have without them, for every sum
// starts at a distance from the end.

namespace canon::CANON_LANES_NAMESPACE {

/// Below this a sum of squares is taken for 0. Matrices have entries of the size of 1 at most.
constexpr double vanished = 1e-280;

/// Where a matrix that is being reduced lies, and what belongs to it.
struct Reduction {
  Size n = 0, stride = 0;
  Real* a = nullptr;        ///< in: the matrices; out: column k holds reflector k below row k
  Real* diagonal = nullptr; ///< n + 1 each
  Real* coupling = nullptr; ///< coupling[i] stands between i and i + 1
  Real* factor = nullptr;   ///< reflector k is I - factor[k] u u'
  Real *v = nullptr, *w = nullptr, *product = nullptr; ///< scratch, n each

  [[nodiscard]] CANON_INLINE Real* column(Size j) const { return a + j * stride; }
};

CANON_INLINE Real sum_of_squares(const Real* x, Size first, Size end) {
  Real s0{}, s1{}, s2{}, s3{};
  Size i = first;
  for (; i + 3 < end; i += 4) {
    s0 = fma(x[i], x[i], s0);
    s1 = fma(x[i + 1], x[i + 1], s1);
    s2 = fma(x[i + 2], x[i + 2], s2);
    s3 = fma(x[i + 3], x[i + 3], s3);
  }
  for (; i < end; ++i)
    s0 = fma(x[i], x[i], s0);
  return (s0 + s1) + (s2 + s3);
}

CANON_INLINE Real dot(const Real* x, const Real* y, Size first, Size end) {
  Real s0{}, s1{};
  Size i = first;
  for (; i + 1 < end; i += 2) {
    s0 = fma(x[i], y[i], s0);
    s1 = fma(x[i + 1], y[i + 1], s1);
  }
  if (i < end) s0 = fma(x[i], y[i], s0);
  return s0 + s1;
}

/// a - v w' - w v' in one element.
CANON_INLINE Real updated(Real a, Real vi, Real wi, Real vj, Real wj) {
  return fnma(vi, wj, fnma(wi, vj, a));
}

/// Columns j to j + C - 1: the update that the reflector before left pending, and at once their
/// part of the product with u.
template <Size C>
CANON_INLINE void update_and_multiply(const Reduction& r, const Real* u, Size j) {
  Real *const v = r.v, *const w = r.w, *const p = r.product;
  Real* c[C];
  Real vj[C], wj[C], uj[C], pj[C];
#pragma GCC unroll 4
  for (Size k = 0; k < C; ++k) {
    c[k] = r.column(j + k);
    vj[k] = v[j + k];
    wj[k] = w[j + k];
    uj[k] = u[j + k];
    pj[k] = p[j + k];
  }
#pragma GCC unroll 4
  for (Size k = 0; k < C; ++k)
#pragma GCC unroll 4
    for (Size l = k; l < C; ++l) { // the triangle at the diagonal
      const Real x = updated(c[k][j + l], vj[l], wj[l], vj[k], wj[k]);
      c[k][j + l] = x;
      pj[k] = fma(x, uj[l], pj[k]);
      if (l > k) pj[l] = fma(x, uj[k], pj[l]);
    }
  for (Size i = j + C; i < r.n; ++i) {
    const Real vi = v[i], wi = w[i], ui = u[i];
    Real pi = p[i];
#pragma GCC unroll 4
    for (Size k = 0; k < C; ++k) {
      const Real x = updated(c[k][i], vi, wi, vj[k], wj[k]);
      c[k][i] = x;
      pj[k] = fma(x, ui, pj[k]);
      pi = fma(x, uj[k], pi);
    }
    p[i] = pi;
  }
#pragma GCC unroll 4
  for (Size k = 0; k < C; ++k)
    p[j + k] = pj[k];
}

/// Reflector k from column k; the matrix behind it is left to update_and_multiply of the next.
CANON_INLINE void reduce_column(const Reduction& r, Size k) {
  const Size n = r.n;
  Real *const u = r.column(k), *const v = r.v, *const w = r.w, *const p = r.product;
  const Real vk = v[k], wk = w[k];
  for (Size i = k; i < n; ++i)
    u[i] = updated(u[i], v[i], w[i], vk, wk);
  r.diagonal[k] = u[k];
  const Real tail = sum_of_squares(u, k + 2, n), head = u[k + 1];
  const Mask present = less(all(vanished), tail);
  const Real square = choose(present, fma(head, head, tail), all(1.0));
  const Real alpha = with_sign(root(square), -head);
  r.coupling[k] = choose(present, alpha, head);
  const Real factor = choose(present, 1.0 / fnma(alpha, head, square), Real{});
  r.factor[k] = factor;
  u[k + 1] = head - alpha;
  for (Size j = k + 1; j < n; ++j)
    p[j] = Real{};
  Size j = k + 1;
  for (; j + 3 < n; j += 4)
    update_and_multiply<4>(r, u, j);
  for (; j < n; ++j)
    update_and_multiply<1>(r, u, j);
  const Real half = 0.5 * factor * (factor * dot(p, u, k + 1, n));
  for (Size i = k + 1; i < n; ++i) {
    const Real ui = choose(present, u[i], Real{});
    w[i] = fnma(half, ui, factor * p[i]);
    v[i] = ui;
  }
}

inline void tridiagonalise(const Reduction& r) {
  const Size n = r.n;
  for (Size i = 0; i < n; ++i)
    r.v[i] = r.w[i] = Real{};
  for (Size k = 0; k + 2 < n; ++k)
    reduce_column(r, k);
  for (Size k = n < 2 ? 0 : n - 2; k < n; ++k) {
    const Real* const a = r.column(k);
    r.diagonal[k] = updated(a[k], r.v[k], r.w[k], r.v[k], r.w[k]);
    if (k + 1 < n) r.coupling[k] = updated(a[k + 1], r.v[k + 1], r.w[k + 1], r.v[k], r.w[k]);
  }
  r.coupling[n - 1] = r.coupling[n] = r.diagonal[n] = Real{};
}

/// Columns j to j + C - 1 of the product of the reflectors, through all of them while they are in
/// the nearest cache; two at a time: with t1 = b1 u1'q and t0 = b0 (u0'q - t1 u0'u1),
/// (I - b0 u0 u0')(I - b1 u1 u1') q = q - t1 u1 - t0 u0. `dots[k]` is u_k'u_{k-1}.
template <Size C>
CANON_INLINE void multiply_reflectors(const Reduction& r, const Real* dots, Real* z, Size j) {
  const Size n = r.n, stride = r.stride;
  Real* q[C];
  for (Size c = 0; c < C; ++c) {
    q[c] = z + (j + c) * stride;
    for (Size i = 0; i < n; ++i)
      q[c][i] = Real{};
    q[c][j + c] = all(1.0);
  }
  Size k = j + C - 2 < n - 3 ? j + C - 2 : n - 3;
  // Pairs count from the end of the matrix, so that identities before a smaller one change nothing.
  if (((n - 3 - k) & 1) != 0 && k >= 0) ++k;
  for (; k >= 1; k -= 2) {
    const Real *const u1 = r.column(k), *const u0 = u1 - stride;
    const Real front = u0[k];
    Real t1[C], t0[C];
#pragma GCC unroll 4
    for (Size c = 0; c < C; ++c) {
      t1[c] = Real{};
      t0[c] = front * q[c][k];
    }
    for (Size i = k + 1; i < n; ++i)
#pragma GCC unroll 4
      for (Size c = 0; c < C; ++c) {
        t1[c] = fma(u1[i], q[c][i], t1[c]);
        t0[c] = fma(u0[i], q[c][i], t0[c]);
      }
#pragma GCC unroll 4
    for (Size c = 0; c < C; ++c) {
      t1[c] *= r.factor[k];
      t0[c] = fnma(t1[c], dots[k], t0[c]) * r.factor[k - 1];
      q[c][k] = fnma(front, t0[c], q[c][k]);
    }
    for (Size i = k + 1; i < n; ++i)
#pragma GCC unroll 4
      for (Size c = 0; c < C; ++c)
        q[c][i] = fnma(u0[i], t0[c], fnma(u1[i], t1[c], q[c][i]));
  }
  if (k != 0) return;
  const Real* const u = r.column(0); // the first reflector alone, summed as in a pair
  Real t[C];
  for (Size c = 0; c < C; ++c)
    t[c] = Real{};
  for (Size i = 1; i < n; ++i)
    for (Size c = 0; c < C; ++c)
      t[c] = fma(u[i], q[c][i], t[c]);
  for (Size c = 0; c < C; ++c)
    t[c] *= r.factor[0];
  for (Size i = 1; i < n; ++i)
    for (Size c = 0; c < C; ++c)
      q[c][i] = fnma(u[i], t[c], q[c][i]);
}

/// z := the orthogonal matrix of the reduction. Column blocks are taken from the right.
inline void accumulate(const Reduction& r, Real* z) {
  Real* const dots = r.product;
  for (Size k = 1; k + 2 < r.n; ++k)
    dots[k] = dot(r.column(k), r.column(k - 1), k + 1, r.n);
  Size j = r.n;
  for (; j >= 4; j -= 4)
    multiply_reflectors<4>(r, dots, z, j - 4);
  for (; j > 0; --j)
    multiply_reflectors<1>(r, dots, z, j - 1);
}

} // namespace canon::CANON_LANES_NAMESPACE
