#pragma once

#include "lanes/rotations.hpp"
#include "lanes/tridiagonal.hpp"

// The explicit QL iteration (the recurrence of EISPACK's tql2) on G groups of tridiagonal matrices
// in step, so that one group computes while another waits for its roots. The recurrence restarts
// by itself at a coupling that is exactly 0: there are no masks inside a sweep and no search for
// splits, and lanes that are ready run along without being changed.

namespace canon::CANON_LANES_NAMESPACE {

/// A group of `lanes` tridiagonal matrices on their way to being diagonal.
struct Group {
  Reduction matrix;
  Real* vectors = nullptr; ///< same stride as the matrices
  Sweeps sweeps;
  Index limit{};  ///< sweeps after which a lane has failed
  Index failed{}; ///< not 0 where it has
};

/// Where the iteration of a group stands. Apart from Group, so that it can live in registers.
struct Recurrence {
  Real *d = nullptr, *e = nullptr;
  Real tolerance{}; ///< couplings up to it are 0
  Index lowest{};   ///< the eigenvalue that is being found; those before are
  Real lowest_real{};
  Real shift{}, p{}, c{}, s{};
  Real* out = nullptr; ///< where the next rotation is stored
  bool live = true;
};

/// Sets lane g of base[row_g] to 0 where the mask is set.
CANON_INLINE void clear(Real* base, Index row, Mask mask) {
  for (Size g = 0; g < lanes; ++g)
    if (is_set(mask, g)) base[row[g]][g] = 0.0;
}

CANON_INLINE Recurrence start(const Reduction& m) {
  Recurrence r;
  r.d = m.diagonal;
  r.e = m.coupling;
  Real norm{};
  for (Size i = 0; i < m.n; ++i)
    norm = larger(norm, modulus(m.diagonal[i]) + modulus(m.coupling[i]));
  r.tolerance = norm * 0x1p-53;
  return r;
}

/// Lets every lane pass the eigenvalues that are found.
CANON_INLINE void advance(Recurrence& r, Size n) {
  const Index last = all_index(n - 1);
  for (;;) {
    const Mask found =
        both(less_equal(modulus(gather(r.e, r.lowest)), r.tolerance), less(r.lowest, last));
    if (!any(found)) return;
    clear(r.e, r.lowest, found);
    r.lowest = choose(found, r.lowest + 1, r.lowest);
  }
}

/// Gives up the lanes that took too long: without couplings they are out of the way.
CANON_INLINE void give_up(Group& group, const Recurrence& r, Size sweep) {
  const Size n = group.matrix.n;
  const Mask late = both(less(r.lowest, all_index(n - 1)), less(group.limit, all_index(sweep)));
  if (!any(late)) return;
  for (Size i = 0; i < n; ++i)
    r.e[i] = choose(late, Real{}, r.e[i]);
  group.failed = choose(late, all_index(1), group.failed);
}

/// Wilkinson's shift, and the start of the recurrence at the end of the matrix.
CANON_INLINE void start_sweep(Recurrence& r, Size n) {
  const Mask active = less(r.lowest, all_index(n - 1));
  r.live = any(active);
  r.lowest_real = __builtin_convertvector(r.lowest, Real);
  const Real d0 = gather(r.d, r.lowest), d1 = gather(r.d, r.lowest + 1);
  const Real e = choose(active, gather(r.e, r.lowest), all(1.0));
  const Real x = (d1 - d0) * 0.5 / e;
  const Real shift = d0 - e / (x + with_sign(root(fma(x, x, all(1.0))), x));
  r.shift = choose(active, shift, Real{});
  r.p = r.d[n - 1] - r.shift;
  r.c = all(1.0);
  r.s = Real{};
}

/// The rotation of the columns i and i + 1.
CANON_INLINE void step(Recurrence& r, Size i) {
  const Real e = r.e[i], d = r.d[i] - r.shift, p = r.p;
  const Real g = r.c * e, h = r.c * p;
  const Real square = fma(p, p, e * e);
  const Real next = fnma(e, g, p * d); // beside the root, not after it
  const Mask present = less(all(vanished), square);
  const Real inverse = choose(present, with_sign(inverse_root(square), p), Real{});
  r.e[i + 1] = r.s * (square * inverse);
  r.s = e * inverse;
  r.c = choose(present, p * inverse, all(1.0));
  r.p = choose(present, next * inverse, d);
  const Real value = fma(r.s, fma(r.c, g, r.s * d), h) + r.shift;
  const Mask unfound = less_equal(r.lowest_real, all(static_cast<double>(i + 1)));
  r.d[i + 1] = choose(unfound, value, r.d[i + 1]);
  r.out[0] = r.s / (1.0 + r.c);
  r.out[1] = r.s;
  r.out += 2;
}

/// The recurrence once more, at `low`, with the coupling 0 that stands before it: what step() does
/// for lanes that end their sweep above `low`. So a lane's bits do not depend on its neighbours.
CANON_INLINE void end_sweep(Recurrence& r, Size n, Size low) {
  const Real p = r.p, square = p * p, h = r.c * p;
  const Mask present = less(all(vanished), square);
  const Real inverse = choose(present, with_sign(inverse_root(square), p), Real{});
  r.e[low] = r.s * (square * inverse);
  const Mask unfound = less_equal(r.lowest_real, all(static_cast<double>(low)));
  r.d[low] = choose(unfound, h + r.shift, r.d[low]);
  r.e[n - 1] = Real{};
}

/// The smallest index at which a live group is still at work.
CANON_INLINE Size lowest_of(const Recurrence& r, Size low) {
  for (Size g = 0; g < lanes && r.live; ++g)
    low = r.lowest[g] < low ? static_cast<Size>(r.lowest[g]) : low;
  return low;
}

/// Makes room for a sweep, and books it.
CANON_INLINE void book(Group& group, Recurrence& r, Size low) {
  const Size n = group.matrix.n;
  if (!group.sweeps.has_room(n)) apply(group.sweeps, group.vectors, group.matrix.stride, n);
  r.out = group.sweeps.pairs + 2 * group.sweeps.rotations;
  if (!r.live) return; // written, but never read
  group.sweeps.low[group.sweeps.count++] = low;
  group.sweeps.rotations += n - 1 - low;
}

/// Diagonalises the groups, which have one n; the rotations go into their vectors.
template <Size G>
inline void iterate(Group* groups) {
  const Size n = groups[0].matrix.n;
  Recurrence r[G];
  for (Size k = 0; k < G; ++k)
    r[k] = start(groups[k].matrix);
  for (Size sweep = 0;; ++sweep) {
    Size low = n;
#pragma GCC unroll 4
    for (Size k = 0; k < G; ++k) {
      give_up(groups[k], r[k], sweep);
      advance(r[k], n);
      start_sweep(r[k], n);
      low = lowest_of(r[k], low);
    }
    if (low == n) break;
#pragma GCC unroll 4
    for (Size k = 0; k < G; ++k)
      book(groups[k], r[k], low);
    for (Size i = n - 2; i >= low; --i) {
#pragma GCC unroll 4
      for (Size k = 0; k < G; ++k)
        step(r[k], i);
    }
#pragma GCC unroll 4
    for (Size k = 0; k < G; ++k)
      end_sweep(r[k], n, low);
  }
  for (Size k = 0; k < G; ++k)
    apply(groups[k].sweeps, groups[k].vectors, groups[k].matrix.stride, n);
}

} // namespace canon::CANON_LANES_NAMESPACE
