// Compiled for x86-64-v4 with VPOPCNTDQ: holds nothing that other files could share.
#include <immintrin.h>

#include "instruction_mix.hpp"

namespace encke::bench {
namespace {

struct Bits {
  using Register = __m512i;
  using Counter = __m512i;
  static constexpr int fields = 512, counters = 16, three_operands = 1;
  static constexpr Operations count_operations{.popcount = 1, .add = 1};

  static Register filled(int x) { return _mm512_set1_epi64(x); }
  static void renew(Register& r) { asm volatile("" : "+v"(r)); }
  static Register both(Register a, Register b) { return _mm512_and_si512(a, b); }
  static Register both_xor(Register z, Register a, Register b) {
    return _mm512_ternarylogic_epi64(z, a, b, 0x60);
  }
  static Register both_xnor(Register z, Register a, Register b) {
    return _mm512_ternarylogic_epi64(z, a, b, 0x90);
  }
  static Register kept_carry(Register carry, Register a, Register b) {
    return _mm512_ternarylogic_epi64(carry, a, b, 0x87);
  }
  static Register carry_out(Register kept, Register carry, Register negative) {
    return _mm512_ternarylogic_epi64(kept, carry, negative, 0x4d);
  }
  static Register differ(Register a, Register b) { return _mm512_xor_si512(a, b); }
  static void count(Counter& c, Register r) { c = _mm512_add_epi64(c, _mm512_popcnt_epi64(r)); }
};

struct Floats {
  using Register = __m512;
  using Counter = __m512;
  static constexpr int fields = 16, counters = 16;

  static Register filled(int x) { return _mm512_set1_ps(static_cast<float>(x)); }
  static void renew(Register& r) { asm volatile("" : "+v"(r)); }
  static void add_min(Counter& c, Register a, Register b) {
    const auto least = _mm512_min_epi32(_mm512_castps_si512(a), _mm512_castps_si512(b));
    c = _mm512_add_ps(c, _mm512_castsi512_ps(least));
  }
  static void add(Counter& c, Register a) { c = _mm512_add_ps(c, a); }
  static void multiply(Counter& c, Register a) { c = _mm512_mul_ps(c, a); }
  static void fuse(Counter& c, Register a) { c = _mm512_fmadd_ps(c, a, a); }
  static void minimum(Counter& c, Register a) {
    c = _mm512_castsi512_ps(_mm512_min_epi32(_mm512_castps_si512(c), _mm512_castps_si512(a)));
  }
};

struct Doubles {
  using Register = __m512d;
  using Counter = __m512d;
  static constexpr int fields = 8, counters = 16;

  static Register filled(int x) { return _mm512_set1_pd(x); }
  static void renew(Register& r) { asm volatile("" : "+v"(r)); }
  static void add_min(Counter& c, Register a, Register b) {
    const auto least = _mm512_min_epi64(_mm512_castpd_si512(a), _mm512_castpd_si512(b));
    c = _mm512_add_pd(c, _mm512_castsi512_pd(least));
  }
  static void add(Counter& c, Register a) { c = _mm512_add_pd(c, a); }
  static void multiply(Counter& c, Register a) { c = _mm512_mul_pd(c, a); }
  static void fuse(Counter& c, Register a) { c = _mm512_fmadd_pd(c, a, a); }
  static void minimum(Counter& c, Register a) {
    c = _mm512_castsi512_pd(_mm512_min_epi64(_mm512_castpd_si512(c), _mm512_castpd_si512(a)));
  }
};

struct Counts8 {
  using Register = __m512i;
  using Counter = __m512i;
  static constexpr int fields = 64, counters = 16;
  static constexpr bool sums_at_once = true;

  static Register filled(int x) { return _mm512_set1_epi8(static_cast<char>(x)); }
  static void renew(Register& r) { asm volatile("" : "+v"(r)); }
  static void add_min(Counter& c, Register a, Register b) {
    const Register ones = _mm512_set1_epi8(1);
    asm("vpdpbusd %2, %1, %0" : "+v"(c) : "v"(_mm512_min_epu8(a, b)), "v"(ones));
  }
};

struct Counts16 {
  using Register = __m512i;
  using Counter = __m512i;
  static constexpr int fields = 32, counters = 16;
  static constexpr bool sums_at_once = true;

  static Register filled(int x) { return _mm512_set1_epi8(static_cast<char>(x)); }
  static void renew(Register& r) { asm volatile("" : "+v"(r)); }
  static void add_min(Counter& c, Register a, Register b) {
    const Register ones = _mm512_set1_epi16(1);
    asm("vpdpwssd %2, %1, %0" : "+v"(c) : "v"(_mm512_min_epi16(a, b)), "v"(ones));
  }
};

bool supported() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512vbmi") &&
         __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("gfni") &&
         __builtin_cpu_supports("avx512vnni");
}

}  // namespace

const LevelMixes mixes_x86_64_v4 =
    mixes_of<Bits, Floats, Doubles, Counts8, Counts16>("x86-64-v4", &supported);

const LevelMixes mixes_x86_64_v4_carry = [] {
  auto mixes = mixes_of<Bits, Floats, Doubles, Counts8, Counts16>("x86-64-v4-carry", &supported);
  mixes.mix[static_cast<int>(Form::complete)] = mix_of<CarriedMix, Bits>();
  return mixes;
}();

}  // namespace encke::bench
