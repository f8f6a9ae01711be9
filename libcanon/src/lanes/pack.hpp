#pragma once

// One number per matrix: the vector of `lanes` doubles that the solver computes with, and what it
// needs of it. Included by one file per instruction set, which defines
//   CANON_LANES             8 (AVX-512), 4 (AVX2 with FMA) or 2 (any processor), and
//   CANON_LANES_NAMESPACE   a namespace of its own: what is inline here is compiled for different
//                           processors, and the linker must not take one for the other.
// For the same reason nothing of the standard library is called from here.
//
// The lanes never meet: a lane's bits depend on its own numbers alone.

#if !defined(CANON_LANES) || !defined(CANON_LANES_NAMESPACE)
#error "lanes/pack.hpp: expected CANON_LANES and CANON_LANES_NAMESPACE"
#endif

#include <cstddef>

#if CANON_LANES > 2
#include <immintrin.h>
#endif

#define CANON_INLINE inline __attribute__((always_inline))

namespace canon::CANON_LANES_NAMESPACE {

using Size = std::ptrdiff_t;
constexpr Size lanes = CANON_LANES;

using Real = double __attribute__((vector_size(8 * CANON_LANES), may_alias));
using Index = long long __attribute__((vector_size(8 * CANON_LANES), may_alias));

CANON_INLINE Real all(double x) {
  return x - Real{};
}
CANON_INLINE Index all_index(Size i) {
  return static_cast<long long>(i) - Index{};
}
CANON_INLINE Index bits(Real x) {
  return reinterpret_cast<Index>(x);
}
CANON_INLINE Real from_bits(Index x) {
  return reinterpret_cast<Real>(x);
}

#if CANON_LANES == 8

using Mask = __mmask8;
CANON_INLINE Mask less(Real a, Real b) {
  return _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ);
}
CANON_INLINE Mask less_equal(Real a, Real b) {
  return _mm512_cmp_pd_mask(a, b, _CMP_LE_OQ);
}
CANON_INLINE Mask less(Index a, Index b) {
  return _mm512_cmp_epi64_mask(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b),
                               _MM_CMPINT_LT);
}
CANON_INLINE Mask both(Mask a, Mask b) {
  return static_cast<Mask>(a & b);
}
CANON_INLINE Real choose(Mask m, Real yes, Real no) {
  return _mm512_mask_blend_pd(m, no, yes);
}
CANON_INLINE Index choose(Mask m, Index yes, Index no) {
  return reinterpret_cast<Index>(
      _mm512_mask_blend_epi64(m, reinterpret_cast<__m512i>(no), reinterpret_cast<__m512i>(yes)));
}
CANON_INLINE bool any(Mask m) {
  return m != 0;
}
CANON_INLINE bool is_set(Mask m, Size lane) {
  return ((m >> lane) & 1) != 0;
}
CANON_INLINE Real fma(Real a, Real b, Real c) {
  return _mm512_fmadd_pd(a, b, c);
}
CANON_INLINE Real fnma(Real a, Real b, Real c) {
  return _mm512_fnmadd_pd(a, b, c);
}
CANON_INLINE Real root(Real x) {
  return _mm512_maskz_sqrt_pd(0xff, x); // _mm512_sqrt_pd of GCC 12 warns of itself
}
/// Lane g of base[row_g].
CANON_INLINE Real gather(const Real* base, Index row) {
  const Index at = row * 8 + Index{0, 1, 2, 3, 4, 5, 6, 7};
  return _mm512_i64gather_pd(reinterpret_cast<__m512i>(at), base, 8);
}
/// A load that stays one: folded into the FMA that uses it, it would cost a copy of a register.
CANON_INLINE Real loaded(Real x) {
  asm("" : "+v"(x));
  return x;
}
CANON_INLINE void transpose(const Real* in, Real* out) {
  const Real t0 = _mm512_unpacklo_pd(in[0], in[1]), t1 = _mm512_unpackhi_pd(in[0], in[1]);
  const Real t2 = _mm512_unpacklo_pd(in[2], in[3]), t3 = _mm512_unpackhi_pd(in[2], in[3]);
  const Real t4 = _mm512_unpacklo_pd(in[4], in[5]), t5 = _mm512_unpackhi_pd(in[4], in[5]);
  const Real t6 = _mm512_unpacklo_pd(in[6], in[7]), t7 = _mm512_unpackhi_pd(in[6], in[7]);
  const Real u0 = _mm512_shuffle_f64x2(t0, t2, 0x88), u1 = _mm512_shuffle_f64x2(t1, t3, 0x88);
  const Real u2 = _mm512_shuffle_f64x2(t0, t2, 0xdd), u3 = _mm512_shuffle_f64x2(t1, t3, 0xdd);
  const Real u4 = _mm512_shuffle_f64x2(t4, t6, 0x88), u5 = _mm512_shuffle_f64x2(t5, t7, 0x88);
  const Real u6 = _mm512_shuffle_f64x2(t4, t6, 0xdd), u7 = _mm512_shuffle_f64x2(t5, t7, 0xdd);
  out[0] = _mm512_shuffle_f64x2(u0, u4, 0x88);
  out[1] = _mm512_shuffle_f64x2(u1, u5, 0x88);
  out[2] = _mm512_shuffle_f64x2(u2, u6, 0x88);
  out[3] = _mm512_shuffle_f64x2(u3, u7, 0x88);
  out[4] = _mm512_shuffle_f64x2(u0, u4, 0xdd);
  out[5] = _mm512_shuffle_f64x2(u1, u5, 0xdd);
  out[6] = _mm512_shuffle_f64x2(u2, u6, 0xdd);
  out[7] = _mm512_shuffle_f64x2(u3, u7, 0xdd);
}

#else // masks are vectors of 0 and -1

using Mask = Index;
CANON_INLINE Mask less(Real a, Real b) {
  return a < b;
}
CANON_INLINE Mask less_equal(Real a, Real b) {
  return a <= b;
}
CANON_INLINE Mask less(Index a, Index b) {
  return a < b;
}
CANON_INLINE Mask both(Mask a, Mask b) {
  return a & b;
}
CANON_INLINE Real choose(Mask m, Real yes, Real no) {
  return m ? yes : no;
}
CANON_INLINE Index choose(Mask m, Index yes, Index no) {
  return m ? yes : no;
}
CANON_INLINE bool is_set(Mask m, Size lane) {
  return m[lane] != 0;
}

#if CANON_LANES == 4

CANON_INLINE bool any(Mask m) {
  return _mm256_movemask_pd(from_bits(m)) != 0;
}
CANON_INLINE Real fma(Real a, Real b, Real c) {
  return _mm256_fmadd_pd(a, b, c);
}
CANON_INLINE Real fnma(Real a, Real b, Real c) {
  return _mm256_fnmadd_pd(a, b, c);
}
CANON_INLINE Real root(Real x) {
  return _mm256_sqrt_pd(x);
}
CANON_INLINE Real gather(const Real* base, Index row) {
  Real result{};
  for (Size g = 0; g < lanes; ++g)
    result[g] = base[row[g]][g];
  return result;
}
CANON_INLINE Real loaded(Real x) {
  asm("" : "+x"(x));
  return x;
}
CANON_INLINE void transpose(const Real* in, Real* out) {
  const Real t0 = _mm256_unpacklo_pd(in[0], in[1]), t1 = _mm256_unpackhi_pd(in[0], in[1]);
  const Real t2 = _mm256_unpacklo_pd(in[2], in[3]), t3 = _mm256_unpackhi_pd(in[2], in[3]);
  out[0] = _mm256_permute2f128_pd(t0, t2, 0x20);
  out[1] = _mm256_permute2f128_pd(t1, t3, 0x20);
  out[2] = _mm256_permute2f128_pd(t0, t2, 0x31);
  out[3] = _mm256_permute2f128_pd(t1, t3, 0x31);
}

#else // two lanes of any processor, without fused operations: not all have them

CANON_INLINE bool any(Mask m) {
  return (m[0] | m[1]) != 0;
}
CANON_INLINE Real fma(Real a, Real b, Real c) {
  return a * b + c;
}
CANON_INLINE Real fnma(Real a, Real b, Real c) {
  return c - a * b;
}
CANON_INLINE Real root(Real x) {
  return Real{__builtin_sqrt(x[0]), __builtin_sqrt(x[1])};
}
CANON_INLINE Real gather(const Real* base, Index row) {
  return Real{base[row[0]][0], base[row[1]][1]};
}
CANON_INLINE Real loaded(Real x) {
  return x;
}
CANON_INLINE void transpose(const Real* in, Real* out) {
  const Real a = in[0], b = in[1];
  out[0] = Real{a[0], b[0]};
  out[1] = Real{a[1], b[1]};
}

#endif
#endif

CANON_INLINE Real modulus(Real x) {
  return from_bits(bits(x) & all_index(0x7fffffffffffffffLL));
}
CANON_INLINE Real larger(Real a, Real b) {
  return choose(less(a, b), b, a);
}
/// |size| with the sign of `sign`.
CANON_INLINE Real with_sign(Real size, Real sign) {
  const Index sign_bit = all_index(static_cast<Size>(0x8000000000000000ULL));
  return from_bits((bits(size) & ~sign_bit) | (bits(sign) & sign_bit));
}

/// 1 / sqrt(x) to about an ulp, for x > 0 far from under- and overflow.
CANON_INLINE Real inverse_root(Real x) {
#if CANON_LANES == 2
  return 1.0 / root(x);
#else
  // From the exponent's half, within 3.5 %: the processor's own estimates differ between vendors.
  // Then a step of third order (its linear coefficient balances the error) and one of fourth.
  using Word = unsigned long long __attribute__((vector_size(8 * CANON_LANES)));
  const Index half = reinterpret_cast<Index>(reinterpret_cast<Word>(x) >> 1);
  Real y = from_bits(all_index(0x5fe6eb50c7b537a9LL) - half);
  Real e = fnma(x, y * y, all(1.0));
  y = fma(y * e, fma(e, all(0.375), all(0.5011)), y);
  e = fnma(x * y, y, all(1.0));
  return fma(y * e, fma(e * e, all(0.3125), fma(e, all(0.375), all(0.5))), y);
#endif
}

} // namespace canon::CANON_LANES_NAMESPACE
