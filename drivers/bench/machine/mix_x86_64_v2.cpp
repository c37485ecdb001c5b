// Compiled for x86-64-v2: holds nothing that other files could share.
#include <immintrin.h>

#include <cstdint>

#include "instruction_mix.hpp"

namespace encke::bench {
namespace {

struct Bits {
  using Register = std::uint64_t;
  using Counter = std::int64_t;
  static constexpr int fields = 64, counters = 6, three_operands = 2;
  static constexpr Operations count_operations{.popcount = 1, .add = 1};

  static Register filled(int x) { return static_cast<Register>(x); }
  template <class T>
  static void renew(T& r) {
    asm volatile("" : "+r"(r));
  }
  static Register both(Register a, Register b) { return a & b; }
  static Register both_xor(Register z, Register a, Register b) { return z & (a ^ b); }
  static Register both_xnor(Register z, Register a, Register b) { return z & ~(a ^ b); }
  static void count(Counter& c, Register r) { c += __builtin_popcountll(r); }
};

template <class T>
struct Reals {
  using Register = T;
  using Counter = T;
  static constexpr int fields = 1, counters = 8;

  static Register filled(int x) { return static_cast<T>(x); }
  static void renew(Register& r) { asm volatile("" : "+x"(r)); }
  static void add_min(Counter& c, Register a, Register b) { c += a < b ? a : b; }
};

/// For powered sums, which are written in vectors at every level.
struct WideFloats {
  using Register = __m128;
  using Counter = __m128;
  static constexpr int fields = 4, counters = 8;

  static Register filled(int x) { return _mm_set1_ps(static_cast<float>(x)); }
  static void renew(Register& r) { asm volatile("" : "+x"(r)); }
  static void add(Counter& c, Register a) { c = _mm_add_ps(c, a); }
  static void multiply(Counter& c, Register a) { c = _mm_mul_ps(c, a); }
  static void fuse(Counter& c, Register a) { c = _mm_add_ps(_mm_mul_ps(c, a), a); }
  static void minimum(Counter& c, Register a) { c = _mm_min_ps(c, a); }
};

struct WideDoubles {
  using Register = __m128d;
  using Counter = __m128d;
  static constexpr int fields = 2, counters = 8;

  static Register filled(int x) { return _mm_set1_pd(x); }
  static void renew(Register& r) { asm volatile("" : "+x"(r)); }
  static void add(Counter& c, Register a) { c = _mm_add_pd(c, a); }
  static void multiply(Counter& c, Register a) { c = _mm_mul_pd(c, a); }
  static void fuse(Counter& c, Register a) { c = _mm_add_pd(_mm_mul_pd(c, a), a); }
  static void minimum(Counter& c, Register a) { c = _mm_min_pd(c, a); }
};

struct Counts8 {
  using Register = __m128i;
  using Counter = __m128i;
  static constexpr int fields = 16, counters = 8;

  static Register filled(int x) { return _mm_set1_epi8(static_cast<char>(x)); }
  static void renew(Register& r) { asm volatile("" : "+x"(r)); }
  static void add_min(Counter& c, Register a, Register b) {
    c = _mm_add_epi64(c, _mm_sad_epu8(_mm_min_epu8(a, b), _mm_setzero_si128()));
  }
};

struct Counts16 {
  using Register = __m128i;
  using Counter = __m128i;
  static constexpr int fields = 8, counters = 8;

  static Register filled(int x) { return _mm_set1_epi8(static_cast<char>(x)); }
  static void renew(Register& r) { asm volatile("" : "+x"(r)); }
  static void add_min(Counter& c, Register a, Register b) {
    c = _mm_add_epi32(c, _mm_madd_epi16(_mm_min_epi16(a, b), _mm_set1_epi16(1)));
  }
};

bool supported() { return __builtin_cpu_supports("popcnt"); }

}  // namespace

const LevelMixes mixes_x86_64_v2 =
    mixes_of<Bits, Reals<float>, Reals<double>, Counts8, Counts16, WideFloats, WideDoubles>(
        "x86-64-v2", &supported);

}  // namespace encke::bench
