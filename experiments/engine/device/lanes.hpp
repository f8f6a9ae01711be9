#pragma once

#include <cstdint>
#include <cstring>

// nvcc reads a file once for the host and once for each device architecture (__CUDA_ARCH__), and
// refuses vector types in whatever is marked for the device. Kernels are marked only when it reads
// for the device, where nothing but W = 1 is asked of them; see launch.hpp.
#ifdef __CUDA_ARCH__
#define CANON_HD __host__ __device__
#else
#define CANON_HD
#endif

namespace canon::nn {

template <typename T, int W>
struct LanesOf {
  typedef T type __attribute__((vector_size(W * sizeof(T)))); // `using` takes no dependent size
};
template <typename T>
struct LanesOf<T, 1> {
  using type = T;
};

/// W neighbouring elements worked on at once: the compiler's vector type on the CPU, a plain scalar
/// (W = 1) on a GPU and at the end of a row. Arithmetic, comparison and ?: are written alike.
template <typename T, int W>
using Lanes = typename LanesOf<T, W>::type;

/// The widest useful W: a cache line.
template <typename T>
inline constexpr int full_width = static_cast<int>(64 / sizeof(T));

template <int W, typename T>
CANON_HD inline Lanes<T, W> load(const T* from) {
  if constexpr (W == 1) {
    return *from; // a device would copy byte by byte: it is not told that the address is aligned
  } else {
    Lanes<T, W> lanes;
    std::memcpy(&lanes, from, sizeof lanes); // no alignment is promised
    return lanes;
  }
}

template <int W, typename T>
CANON_HD inline void store(T* to, const Lanes<T, W>& lanes) {
  if constexpr (W == 1)
    *to = lanes;
  else
    std::memcpy(to, &lanes, sizeof lanes);
}

/// All lanes the same.
template <int W, typename T>
CANON_HD inline Lanes<T, W> spread(T value) {
  if constexpr (W == 1)
    return value;
  else
    return value - Lanes<T, W>{}; // exact, unlike adding to a negative zero
}

/// `to` becomes `value`, or grows by it.
template <int W, typename T>
CANON_HD inline void put(T* to, const Lanes<T, W>& value, bool add) {
  store<W>(to, add ? load<W>(to) + value : value);
}

/// Says that a tile will be loaded soon: for rows that lie too far apart for the hardware to guess.
/// A GPU has other threads to wait with.
template <int W, typename T>
CANON_HD inline void prefetch([[maybe_unused]] const T* from) {
  if constexpr (W > 1) __builtin_prefetch(from);
}

/// How many lanes of the tile at `column` the tile before it has done: it is the last of a row
/// whose end would not fill it, see for_each_tile().
template <int W>
CANON_HD inline int lanes_done(std::int64_t column, std::int64_t columns) {
  return column + W == columns ? static_cast<int>((W - columns % W) % W) : 0;
}

/// `a` in the first `count` lanes and `b` in the others.
template <int W, typename T>
CANON_HD inline Lanes<T, W> first_of(const Lanes<T, W>& a, const Lanes<T, W>& b,
                                     std::int64_t count) {
  if constexpr (W == 1) {
    return count > 0 ? a : b;
  } else {
    Lanes<T, W> index{};
    for (int i = 0; i < W; ++i)
      index[i] = static_cast<T>(i);
    return index < static_cast<T>(count) ? a : b;
  }
}

/// Stores all but the first `done` lanes.
template <int W, typename T>
CANON_HD inline void store_from(T* to, const Lanes<T, W>& lanes, int done) {
  store<W>(to, done > 0 ? first_of<W, T>(load<W>(to), lanes, done) : lanes);
}

/// Only the first `count` lanes, if those are fewer than W: 0 in the others, or left as they were.
template <int W, typename T>
CANON_HD inline Lanes<T, W> load_first(const T* from, std::int64_t count) {
  return count >= W ? load<W>(from) : first_of<W, T>(load<W>(from), Lanes<T, W>{}, count);
}

template <int W, typename T>
CANON_HD inline void put_first(T* to, const Lanes<T, W>& value, bool add, std::int64_t count) {
  if (count >= W)
    put<W>(to, value, add);
  else
    store<W>(to, first_of<W, T>(add ? load<W>(to) + value : value, load<W>(to), count));
}

} // namespace canon::nn
