// Compiled for x86-64-v3: holds nothing that other files could share.
#include <immintrin.h>

#include "instruction_ceiling.hpp"

namespace encke::bench {
namespace {

struct Integers {
  using Register = __m256i;
  static constexpr int counters = 10, operations = 1;

  static Register filled(int x) { return _mm256_set1_epi8(static_cast<char>(x)); }
  static void renew(Register& r) { asm volatile("" : "+x"(r)); }
  static void load(const std::byte* from) {
    const Register r = _mm256_load_si256(reinterpret_cast<const Register*>(from));
    asm volatile("" : : "x"(r));
  }
};

struct Floats {
  using Register = __m256;
  static constexpr int counters = 10, operations = 1;

  static Register filled(int x) { return _mm256_set1_ps(static_cast<float>(x)); }
  static void renew(Register& r) { asm volatile("" : "+x"(r)); }
};

struct Doubles {
  using Register = __m256d;
  static constexpr int counters = 10, operations = 1;

  static Register filled(int x) { return _mm256_set1_pd(x); }
  static void renew(Register& r) { asm volatile("" : "+x"(r)); }
};

/// There is none for vectors: 7 instructions that look the count of each nibble up (W. Mula,
/// N. Kurz, D. Lemire, Computer Journal 61, 2018).
struct Popcount : Integers {
  static constexpr int operations = 7, counters = 6;
  static void apply(Register& c, const Register& x) {
    const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                           0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i nibble = _mm256_set1_epi8(15);
    const __m256i low = _mm256_and_si256(x, nibble);
    const __m256i high = _mm256_and_si256(_mm256_srli_epi16(x, 4), nibble);
    c = _mm256_add_epi8(
        c, _mm256_add_epi8(_mm256_shuffle_epi8(table, low), _mm256_shuffle_epi8(table, high)));
  }
};

struct Logic : Integers {
  static void apply(Register& c, const Register& x) { c = _mm256_and_si256(c, x); }
};
struct AddBytes : Integers {
  static void apply(Register& c, const Register& x) { c = _mm256_add_epi8(c, x); }
};
struct ShuffleAddBytes : Integers {
  static constexpr int operations = 2;
  static void apply(Register& c, const Register& x) {
    c = _mm256_add_epi8(c, _mm256_shuffle_epi8(filled(3), x));
  }
};
struct MinimumOfBytes : Integers {
  static void apply(Register& c, const Register& x) { c = _mm256_min_epu8(c, x); }
};
struct MinimumOfFloats : Floats {
  static void apply(Register& c, const Register& x) { c = _mm256_min_ps(c, x); }
};
struct MinimumOfDoubles : Doubles {
  static void apply(Register& c, const Register& x) { c = _mm256_min_pd(c, x); }
};
struct AddFloats : Floats {
  static void apply(Register& c, const Register& x) { c = _mm256_add_ps(c, x); }
};
struct AddDoubles : Doubles {
  static void apply(Register& c, const Register& x) { c = _mm256_add_pd(c, x); }
};
struct FmaFloats : Floats {
  static void apply(Register& c, const Register& x) { c = _mm256_fmadd_ps(x, x, c); }
};
struct FmaDoubles : Doubles {
  static void apply(Register& c, const Register& x) { c = _mm256_fmadd_pd(x, x, c); }
};

bool supported() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }

}  // namespace

const LevelCeilings ceilings_x86_64_v3 = {
    "x86-64-v3",
    &supported,
    {ceiling_of<Popcount>("popcount by look-up"), ceiling_of<Logic>("logic"),
     ceiling_of<AddBytes>("add u8"), ceiling_of<ShuffleAddBytes>("shuffle + add u8"),
     ceiling_of<MinimumOfBytes>("min u8"), ceiling_of<MinimumOfFloats>("min f32"),
     ceiling_of<MinimumOfDoubles>("min f64"), ceiling_of<AddFloats>("add f32"),
     ceiling_of<AddDoubles>("add f64"), ceiling_of<FmaFloats>("fma f32"),
     ceiling_of<FmaDoubles>("fma f64")},
    &load_all<Integers>};

}  // namespace encke::bench
