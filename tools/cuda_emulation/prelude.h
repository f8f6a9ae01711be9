/* What the translated kernels need; included in each by translate.py, and by the runtime (C++). */
#ifndef EMU_PRELUDE
#define EMU_PRELUDE
typedef unsigned char u8;
typedef signed char s8;
typedef unsigned short u16;
typedef short s16;
typedef unsigned int u32;
typedef int s32;
typedef unsigned long long u64;
typedef long long s64;

/* A thread at work. */
struct emu_thread {
  u32 tid[3], ntid[3], ctaid[3], nctaid[3];
  u32 number;            /* within its block */
  u32 shared_size;
  unsigned char* shared; /* of its block */
  u32* offers;           /* of its block: 2 x 1024, what the threads offer in a shuffle */
  const unsigned char* absent; /* of its block: who had ended before the shuffle */
};

/* What a call of a kernel returns. */
enum { EMU_DONE = 0, EMU_BARRIER = 1, EMU_SHUFFLE = 2 };
typedef int emu_run(const char* const* parameters, const struct emu_thread*, void* frame);
struct emu_kernel {
  const char* name;
  emu_run* run;
  int parameters, size[12];
  u32 frame_size, shared_size; /* bytes; the frame begins as zeros */
  int waits;                   /* for other threads: run() is called again until it says EMU_DONE */
};

#ifndef __cplusplus
typedef u8 T_u8;
typedef s8 T_s8;
typedef u8 T_b8;
typedef u16 T_u16;
typedef s16 T_s16;
typedef u16 T_b16;
typedef u32 T_u32;
typedef s32 T_s32;
typedef u32 T_b32;
typedef u64 T_u64;
typedef s64 T_s64;
typedef u64 T_b64;
typedef float T_f32;
typedef double T_f64;

static inline float F32(u32 b) { float f; __builtin_memcpy(&f, &b, 4); return f; }
static inline double F64(u64 b) { double f; __builtin_memcpy(&f, &b, 8); return f; }
static inline u32 B32(float f) { u32 b; __builtin_memcpy(&b, &f, 4); return b; }
static inline u64 B64(double f) { u64 b; __builtin_memcpy(&b, &f, 8); return b; }

static inline u32 prmt(u32 a, u32 b, u32 selector) {
  u64 both = ((u64)b << 32) | a;
  u32 result = 0;
  for (int i = 0; i < 4; ++i) {
    u32 n = (selector >> (4 * i)) & 15, byte = (u32)(both >> (8 * (n & 7))) & 255;
    if (n & 8) byte = (byte & 128) ? 255 : 0;
    result |= byte << (8 * i);
  }
  return result;
}
static inline u64 bfi64(u64 a, u64 b, u32 at, u32 length) {
  at &= 255;
  length &= 255;
  if (at >= 64 || length == 0) return b;
  u64 mask = length >= 64 ? ~0ull : (1ull << length) - 1;
  return (b & ~(mask << at)) | ((a & mask) << at);
}
static inline u32 bfi32(u32 a, u32 b, u32 at, u32 length) {
  at &= 255;
  length &= 255;
  if (at >= 32 || length == 0) return b;
  u32 mask = length >= 32 ? ~0u : (1u << length) - 1;
  return (b & ~(mask << at)) | ((a & mask) << at);
}
static inline u64 bfe(u64 a, u32 at, u32 length) {
  at &= 255;
  length &= 255;
  if (at >= 64 || length == 0) return 0;
  return (a >> at) & (length >= 64 ? ~0ull : (1ull << length) - 1);
}
static inline u32 clz32(u32 x) { return x ? (u32)__builtin_clz(x) : 32; }
static inline u32 clz64(u64 x) { return x ? (u32)__builtin_clzll(x) : 64; }
/* Conversions clamp, and NaN is 0. */
static inline s32 to_s32(double x) {
  return x != x ? 0 : x >= 0x1p31 ? 0x7fffffff : x <= -0x1p31 ? (-0x7fffffff - 1) : (s32)x;
}
static inline u32 to_u32(double x) { return x != x || x <= 0 ? 0 : x >= 0x1p32 ? ~0u : (u32)x; }
static inline s64 to_s64(double x) {
  return x != x ? 0 : x >= 0x1p63 ? 0x7fffffffffffffffll : x <= -0x1p63 ? (-0x7fffffffffffffffll - 1) : (s64)x;
}
static inline u64 to_u64(double x) { return x != x || x <= 0 ? 0 : x >= 0x1p64 ? ~0ull : (u64)x; }

/* Device memory: nothing is mapped at the addresses [emu_base, emu_base + emu_size), so that the
   host cannot use them by mistake; the numbers lie emu_delta further. The runtime sets these. */
u64 emu_base, emu_size, emu_delta;
int emu_watch; /* whether emu_seen is told every access */
void (*emu_fault)(const struct emu_thread*, u64 address, u32 size, int store, const char* why);
void (*emu_seen)(const struct emu_thread*, u64 address, u32 size, int store, u32 instruction);
static int emu_in_table(u64 address, u32 size); /* a constant of the module */

static inline u64 emu_global(const struct emu_thread* C, u64 at, u32 size, u32 whole, int store,
                             u32 instruction) {
  if (__builtin_expect(at - emu_base >= emu_size, 0)) {
    if (!store && emu_in_table(at, size)) return at;
    emu_fault(C, at, size, store, "not device memory");
  }
  if (__builtin_expect((at & (whole - 1)) != 0, 0)) emu_fault(C, at, whole, store, "misaligned");
  if (__builtin_expect(emu_watch, 0)) emu_seen(C, at, size, store, instruction);
  return at + emu_delta;
}
static inline u64 emu_shared(const struct emu_thread* C, u32 at, u32 size, u32 whole, int store,
                             u32 instruction) {
  if (__builtin_expect(at > C->shared_size || at + size > C->shared_size, 0))
    emu_fault(C, at, size, store, "beyond the block's shared memory");
  if (__builtin_expect((at & (whole - 1)) != 0, 0)) emu_fault(C, at, whole, store, "misaligned");
  if (__builtin_expect(emu_watch, 0)) emu_seen(C, at, size, store | 2, instruction);
  return (u64)(C->shared + at);
}

/* A shuffle: all threads of a warp offer, then all take. The next one uses the other half of the
   offers, since some threads of the warp reach it before others have taken. */
static inline void emu_offer(const struct emu_thread* C, u32 turn, u32 value) {
  C->offers[turn * 1024 + C->number] = value;
}
static inline u32 emu_take(const struct emu_thread* C, u32 turn, u32 mode, u32 by, u32 clamp,
                           u32* inside) {
  u32 lane = C->number & 31, segment = (clamp >> 8) & 31, from = 0;
  u32 first = lane & segment, last = first | (clamp & 31 & ~segment);
  by &= 31;
  if (mode == 0) { from = lane - by; *inside = (s32)from >= (s32)last; }
  if (mode == 1) { from = lane + by; *inside = from <= last; }
  if (mode == 2) { from = lane ^ by; *inside = from <= last; }
  if (mode == 3) { from = first | (by & ~segment); *inside = from <= last; }
  if (!*inside) from = lane;
  u32 other = (C->number & ~31u) + from;
  if (other >= C->ntid[0] * C->ntid[1] * C->ntid[2] || C->absent[other])
    emu_fault(C, 0, 0, 0, "a shuffle from a thread that is not there");
  return C->offers[turn * 1024 + other];
}
#endif
#endif
