// Compiled for x86-64-v4: holds nothing that other files could share.
#include <immintrin.h>

#include "instruction_ceiling.hpp"

namespace encke::bench {
namespace {

struct Integers {
  using Register = __m512i;
  static constexpr int counters = 16, operations = 1;

  static Register filled(int x) { return _mm512_set1_epi8(static_cast<char>(x)); }
  static void renew(Register& r) { asm volatile("" : "+v"(r)); }
  static void load(const std::byte* from) {
    const Register r = _mm512_load_si512(reinterpret_cast<const Register*>(from));
    asm volatile("" : : "v"(r));
  }
};

struct Floats {
  using Register = __m512;
  static constexpr int counters = 16, operations = 1;

  static Register filled(int x) { return _mm512_set1_ps(static_cast<float>(x)); }
  static void renew(Register& r) { asm volatile("" : "+v"(r)); }
};

struct Doubles {
  using Register = __m512d;
  static constexpr int counters = 16, operations = 1;

  static Register filled(int x) { return _mm512_set1_pd(x); }
  static void renew(Register& r) { asm volatile("" : "+v"(r)); }
};

struct Popcount : Integers {
  static void apply(Register& c, const Register& x) { c = _mm512_popcnt_epi64(x); }
};

struct Logic : Integers {
  static void apply(Register& c, const Register& x) { c = _mm512_and_si512(c, x); }
};
struct AddBytes : Integers {
  static void apply(Register& c, const Register& x) { c = _mm512_add_epi8(c, x); }
};
struct ShuffleAddBytes : Integers {
  static constexpr int operations = 2;
  static void apply(Register& c, const Register& x) {
    c = _mm512_add_epi8(c, _mm512_shuffle_epi8(filled(3), x));
  }
};
struct MinimumOfBytes : Integers {
  static void apply(Register& c, const Register& x) { c = _mm512_min_epu8(c, x); }
};
struct MinimumOfFloats : Floats {
  static void apply(Register& c, const Register& x) { c = _mm512_min_ps(c, x); }
};
struct MinimumOfDoubles : Doubles {
  static void apply(Register& c, const Register& x) { c = _mm512_min_pd(c, x); }
};
struct AddFloats : Floats {
  static void apply(Register& c, const Register& x) { c = _mm512_add_ps(c, x); }
};
struct AddDoubles : Doubles {
  static void apply(Register& c, const Register& x) { c = _mm512_add_pd(c, x); }
};
struct FmaFloats : Floats {
  static void apply(Register& c, const Register& x) { c = _mm512_fmadd_ps(x, x, c); }
};
struct FmaDoubles : Doubles {
  static void apply(Register& c, const Register& x) { c = _mm512_fmadd_pd(x, x, c); }
};

bool supported() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512vbmi") &&
         __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("gfni");
}

}  // namespace

const LevelCeilings ceilings_x86_64_v4 = {
    "x86-64-v4",
    &supported,
    {ceiling_of<Popcount>("popcount"), ceiling_of<Logic>("logic"), ceiling_of<AddBytes>("add u8"),
     ceiling_of<ShuffleAddBytes>("shuffle + add u8"), ceiling_of<MinimumOfBytes>("min u8"),
     ceiling_of<MinimumOfFloats>("min f32"), ceiling_of<MinimumOfDoubles>("min f64"),
     ceiling_of<AddFloats>("add f32"), ceiling_of<AddDoubles>("add f64"),
     ceiling_of<FmaFloats>("fma f32"), ceiling_of<FmaDoubles>("fma f64")},
    &load_all<Integers>};

}  // namespace encke::bench
