// Compiled for x86-64-v3: holds nothing that other files could share.
#include <immintrin.h>

#include "instruction_mix.hpp"

namespace encke::bench {
namespace {

/// Bits counted in byte lanes by table look-up (W. Mula, N. Kurz, D. Lemire, Computer Journal 61,
/// 2018). The sums over the bytes, one for 31 words, are left out.
struct Bits {
  using Register = __m256i;
  using Counter = __m256i;
  static constexpr int fields = 256, counters = 6, three_operands = 2;
  static constexpr Operations count_operations{.logic = 3, .shuffle = 2, .add = 2};

  static Register filled(int x) { return _mm256_set1_epi64x(x); }
  static void renew(Register& r) { asm volatile("" : "+x"(r)); }
  static Register both(Register a, Register b) { return _mm256_and_si256(a, b); }
  static Register both_xor(Register z, Register a, Register b) {
    return _mm256_and_si256(z, _mm256_xor_si256(a, b));
  }
  static Register both_xnor(Register z, Register a, Register b) {
    return _mm256_andnot_si256(_mm256_xor_si256(a, b), z);
  }
  static void count(Counter& c, Register r) {
    const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                           0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i nibble = _mm256_set1_epi8(15);
    const __m256i low = _mm256_and_si256(r, nibble);
    const __m256i high = _mm256_and_si256(_mm256_srli_epi16(r, 4), nibble);
    c = _mm256_add_epi8(
        c, _mm256_add_epi8(_mm256_shuffle_epi8(table, low), _mm256_shuffle_epi8(table, high)));
  }
};

/// The method of four Russians: a nibble holds what one vector has in a few samples, and a look-up
/// gives what two nibbles add to the product, for two rows in the halves of a byte. So many
/// comparisons in 32 byte lanes.
template <int comparisons>
struct Nibbles {
  using Register = __m256i;
  using Counter = __m256i;
  static constexpr int fields = comparisons, counters = 8;

  static Register filled(int x) { return _mm256_set1_epi8(static_cast<char>(x)); }
  static void renew(Register& r) { asm volatile("" : "+x"(r)); }
  static void add_entries(Counter& first, Counter& second, Register table, Register nibbles) {
    Register found[3];
    for (Register& one : found) {
      renew(nibbles);
      one = _mm256_shuffle_epi8(table, nibbles);
    }
    const __m256i half = _mm256_set1_epi8(15);
    const __m256i both = _mm256_add_epi8(_mm256_add_epi8(found[0], found[1]), found[2]);
    first = _mm256_add_epi8(first, _mm256_and_si256(both, half));
    second = _mm256_add_epi8(second, _mm256_and_si256(_mm256_srli_epi16(both, 4), half));
  }
};

struct Floats {
  using Register = __m256;
  using Counter = __m256;
  static constexpr int fields = 8, counters = 8;

  static Register filled(int x) { return _mm256_set1_ps(static_cast<float>(x)); }
  static void renew(Register& r) { asm volatile("" : "+x"(r)); }
  static void add_min(Counter& c, Register a, Register b) {
    c = _mm256_add_ps(c, _mm256_min_ps(a, b));
  }
  static void add(Counter& c, Register a) { c = _mm256_add_ps(c, a); }
  static void multiply(Counter& c, Register a) { c = _mm256_mul_ps(c, a); }
  static void fuse(Counter& c, Register a) { c = _mm256_fmadd_ps(c, a, a); }
  static void minimum(Counter& c, Register a) {
    c = _mm256_castsi256_ps(_mm256_min_epi32(_mm256_castps_si256(c), _mm256_castps_si256(a)));
  }
};

struct Doubles {
  using Register = __m256d;
  using Counter = __m256d;
  static constexpr int fields = 4, counters = 8;

  static Register filled(int x) { return _mm256_set1_pd(x); }
  static void renew(Register& r) { asm volatile("" : "+x"(r)); }
  static void add_min(Counter& c, Register a, Register b) {
    c = _mm256_add_pd(c, _mm256_min_pd(a, b));
  }
  static void add(Counter& c, Register a) { c = _mm256_add_pd(c, a); }
  static void multiply(Counter& c, Register a) { c = _mm256_mul_pd(c, a); }
  static void fuse(Counter& c, Register a) { c = _mm256_fmadd_pd(c, a, a); }
  static void minimum(Counter& c, Register a) { c = _mm256_min_pd(c, a); }
};

struct Counts8 {
  using Register = __m256i;
  using Counter = __m256i;
  static constexpr int fields = 32, counters = 8;

  static Register filled(int x) { return _mm256_set1_epi8(static_cast<char>(x)); }
  static void renew(Register& r) { asm volatile("" : "+x"(r)); }
  static void add_min(Counter& c, Register a, Register b) {
    c = _mm256_add_epi64(c, _mm256_sad_epu8(_mm256_min_epu8(a, b), _mm256_setzero_si256()));
  }
};

struct Counts16 {
  using Register = __m256i;
  using Counter = __m256i;
  static constexpr int fields = 16, counters = 8;

  static Register filled(int x) { return _mm256_set1_epi8(static_cast<char>(x)); }
  static void renew(Register& r) { asm volatile("" : "+x"(r)); }
  static void add_min(Counter& c, Register a, Register b) {
    c = _mm256_add_epi32(c, _mm256_madd_epi16(_mm256_min_epi16(a, b), _mm256_set1_epi16(1)));
  }
};

bool supported() { return __builtin_cpu_supports("avx2"); }

/// What is complete is looked up; the rest is counted.
constexpr LevelMixes mixes() {
  LevelMixes all = mixes_of<Bits, Floats, Doubles, Counts8, Counts16>("x86-64-v3", &supported);
  all.mix[static_cast<int>(Form::complete)] = mix_of<LookUpMix, Nibbles<3 * 2 * 2 * 32>>();
  all.mix[static_cast<int>(Form::bits)] = mix_of<LookUpMix, Nibbles<3 * 2 * 4 * 32>>();
  return all;
}

}  // namespace

const LevelMixes mixes_x86_64_v3 = mixes();

}  // namespace encke::bench
