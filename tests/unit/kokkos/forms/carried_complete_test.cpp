#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

#include "kokkos/cpu/units/scalar.hpp"
#include "kokkos/forms/allele_counts.hpp"

// forms::CarriedComplete against the definition: sum of products of genotypes in {-1, 0, 1}.

namespace {

using encke::Index;

struct TestLevel;

/// A word as a register, with the operations that the form needs beside those of every unit.
struct CarryWords : encke::cpu::ScalarBits<TestLevel> {
  using Counter = std::uint64_t;
  using Total = std::int64_t;
  static Register differ(Register a, Register b) { return a ^ b; }
  static Register kept_carry(Register carry, Register a, Register b) { return ~(carry ^ (a & b)); }
  static Register carry_out(Register kept, Register carry, Register negative) {
    const Register same = ~(kept ^ carry);
    return (same & ~negative) | (~same & carry);
  }
  static Counter start(const Cell*) { return 0; }
  static void count(Counter& c, Register r) { c += static_cast<Counter>(__builtin_popcountll(r)); }
  static Total total(Counter c) { return static_cast<Total>(c); }
  static Total minus(Total a, Index x) { return a - x; }
};

/// Planes z and s of a vector of genotypes, a word each.
struct Planes {
  std::uint64_t word[2] = {0, 0};
  void set(int lane, int x) {
    word[0] |= static_cast<std::uint64_t>(x != 0) << lane;
    word[1] |= static_cast<std::uint64_t>(x < 0) << lane;
  }
};

std::int32_t product(const std::vector<Planes>& a, const std::vector<Planes>& b) {
  using Form = encke::forms::CarriedComplete;
  std::uint64_t counter[Form::counters] = {0, 0};
  for (std::size_t w = 0; w < a.size(); ++w) {
    Form::step<CarryWords>(a[w].word, b[w].word, counter);
  }
  std::int32_t out = 7;  // what was there before
  Form::add_words<CarryWords>(counter, &out, static_cast<Index>(a.size()));
  return out - 7;
}

TEST(CarriedComplete, every_pair_of_genotypes_after_every_other) {
  for (int first = 0; first < 81; ++first) {
    for (int second = 0; second < 81; ++second) {
      std::vector<Planes> a(2), b(2);
      std::int32_t expected = 0;
      int digits[2] = {first, second};
      for (int w = 0; w < 2; ++w) {
        for (int lane = 0; lane < 2; ++lane) {  // two lanes: a carry does not leave its own
          const int x = digits[w] % 3 - 1, y = digits[w] / 3 % 3 - 1;
          digits[w] /= 9;
          a[static_cast<std::size_t>(w)].set(lane, x);
          b[static_cast<std::size_t>(w)].set(lane, y);
          expected += x * y;
        }
      }
      ASSERT_EQ(product(a, b), expected) << first << ", " << second;
    }
  }
}

TEST(CarriedComplete, long_vectors) {
  std::mt19937 random(18);
  for (const std::size_t words : {0, 1, 2, 3, 31, 128}) {
    std::vector<Planes> a(words), b(words);
    std::int32_t expected = 0;
    for (std::size_t w = 0; w < words; ++w) {
      for (int lane = 0; lane < 64; ++lane) {
        const int x = static_cast<int>(random() % 3) - 1, y = static_cast<int>(random() % 3) - 1;
        a[w].set(lane, x);
        b[w].set(lane, y);
        expected += x * y;
      }
    }
    EXPECT_EQ(product(a, b), expected) << words;
  }
}

}  // namespace
