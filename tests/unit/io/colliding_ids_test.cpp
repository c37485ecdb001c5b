// Ids that are made to have the same hash must not make reading slow.
#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <encke/io/plink/plink_text.hpp>
#include <functional>

namespace encke::io {
namespace {

constexpr std::uint64_t factor = 0xc6a4a7935bd1e995ULL;  // of MurmurHash64A, as libstdc++ has it
constexpr std::uint64_t seed = 0xc70f6907;

std::uint64_t folded(std::uint64_t x) { return x ^ (x >> 47); }  // its own inverse

/// y with x y = 1 modulo 2^64, for odd x.
std::uint64_t inverse(std::uint64_t x) {
  std::uint64_t y = x;
  for (int i = 0; i < 6; ++i) y *= 2 - x * y;
  return y;
}

/// Texts of 16 bytes: the first word may be any, the second leads to the same state.
std::vector<std::string> colliding(std::size_t count) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t first = i;
    const std::uint64_t state =
        ((seed ^ (16 * factor)) ^ (folded(first * factor) * factor)) * factor;
    const std::uint64_t second = folded(state * inverse(factor)) * inverse(factor);
    std::string text(16, '\0');
    std::memcpy(text.data(), &first, 8);
    std::memcpy(text.data() + 8, &second, 8);
    texts.push_back(std::move(text));
  }
  return texts;
}

TEST(CollidingIds, are_looked_up_as_fast_as_others) {
  constexpr std::size_t many = 1 << 16;
  auto names = colliding(many);
  if (std::hash<std::string>()(names[0]) != std::hash<std::string>()(names[many - 1])) {
    GTEST_SKIP() << "the standard library has another hash";
  }
  names.push_back(names.front());
  const auto begin = std::chrono::steady_clock::now();
  const Duplicates same = find_duplicates(names);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  EXPECT_EQ(same.count, 1);
  EXPECT_EQ(same.first, names.front());
  EXPECT_LT(taken.count(), 2);  // 0.02 s on an idle machine; compared one by one, more than 10
}

}  // namespace
}  // namespace encke::io
