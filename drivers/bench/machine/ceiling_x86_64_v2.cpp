// Compiled for x86-64-v2: holds nothing that other files could share.
#include <immintrin.h>

#include <cstdint>

#include "instruction_ceiling.hpp"

namespace encke::bench {
namespace {

struct Integers {
  using Register = __m128i;
  static constexpr int counters = 8, operations = 1;

  static Register filled(int x) { return _mm_set1_epi8(static_cast<char>(x)); }
  static void renew(Register& r) { asm volatile("" : "+x"(r)); }
  static void load(const std::byte* from) {
    const Register r = _mm_load_si128(reinterpret_cast<const Register*>(from));
    asm volatile("" : : "x"(r));
  }
};

struct Floats {
  using Register = __m128;
  static constexpr int counters = 8, operations = 1;

  static Register filled(int x) { return _mm_set1_ps(static_cast<float>(x)); }
  static void renew(Register& r) { asm volatile("" : "+x"(r)); }
};

struct Doubles {
  using Register = __m128d;
  static constexpr int counters = 8, operations = 1;

  static Register filled(int x) { return _mm_set1_pd(x); }
  static void renew(Register& r) { asm volatile("" : "+x"(r)); }
};

struct Words {
  using Register = std::uint64_t;
  static constexpr int counters = 8, operations = 1;

  static Register filled(int x) { return static_cast<Register>(x); }
  static void renew(Register& r) { asm volatile("" : "+r"(r)); }
};
struct Popcount : Words {
  static void apply(Register& c, const Register& x) {
    c = static_cast<Register>(__builtin_popcountll(x));
  }
};
struct LogicOfWords : Words {
  static void apply(Register& c, const Register& x) { c &= x; }
};

struct Logic : Integers {
  static void apply(Register& c, const Register& x) { c = _mm_and_si128(c, x); }
};
struct AddBytes : Integers {
  static void apply(Register& c, const Register& x) { c = _mm_add_epi8(c, x); }
};
struct ShuffleAddBytes : Integers {
  static constexpr int operations = 2;
  static void apply(Register& c, const Register& x) {
    c = _mm_add_epi8(c, _mm_shuffle_epi8(filled(3), x));
  }
};
struct MinimumOfBytes : Integers {
  static void apply(Register& c, const Register& x) { c = _mm_min_epu8(c, x); }
};
struct MinimumOfFloats : Floats {
  static void apply(Register& c, const Register& x) { c = _mm_min_ps(c, x); }
};
struct MinimumOfDoubles : Doubles {
  static void apply(Register& c, const Register& x) { c = _mm_min_pd(c, x); }
};
struct AddFloats : Floats {
  static void apply(Register& c, const Register& x) { c = _mm_add_ps(c, x); }
};
struct AddDoubles : Doubles {
  static void apply(Register& c, const Register& x) { c = _mm_add_pd(c, x); }
};

bool supported() { return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt"); }

}  // namespace

const LevelCeilings ceilings_x86_64_v2 = {
    "x86-64-v2",
    &supported,
    {ceiling_of<Popcount>("popcount"), ceiling_of<LogicOfWords>("logic u64"),
     ceiling_of<Logic>("logic"), ceiling_of<AddBytes>("add u8"),
     ceiling_of<ShuffleAddBytes>("shuffle + add u8"), ceiling_of<MinimumOfBytes>("min u8"),
     ceiling_of<MinimumOfFloats>("min f32"), ceiling_of<MinimumOfDoubles>("min f64"),
     ceiling_of<AddFloats>("add f32"), ceiling_of<AddDoubles>("add f64")},
    &load_all<Integers>};

}  // namespace encke::bench
