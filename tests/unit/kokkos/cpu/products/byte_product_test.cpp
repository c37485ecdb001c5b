#include <gtest/gtest.h>

#include <utility>

#include "../block_tallies.hpp"

#if defined(__x86_64__)

// Products by tiles of bytes, emulated, against those of popcounts: the same blocks, added to the
// same numbers, and nothing beside them.

namespace byte_product_test {
namespace {

using encke::Index;
using encke::PackedVectors;
using encke::Range;
using encke::test::BlockPart;
using encke::test::level_named;
using encke::test::pack;
using encke::test::pack_bits;
using encke::test::pack_moments;
using encke::test::random_genotypes;
using encke::test::with_all_words;

constexpr const char* tested = "x86-64-amx-emulated";

void expect_same(const PackedVectors& vectors, const BlockPart& part) {
  encke::test::expect_block_of_portable(tested, vectors, part);
}

class ByteProduct : public testing::Test {
 protected:
  void SetUp() override {
    if (!level_named("x86-64-v4").supported()) GTEST_SKIP() << "no AVX-512";
  }
};

TEST_F(ByteProduct, of_blocks_on_and_off_tiles_are_those_of_popcounts) {
  for (const Index fields : {1, 63, 64, 65, 1000}) {
    const auto g = random_genotypes(240, fields, 0, static_cast<std::uint64_t>(fields));
    for (const auto& vectors : {pack(g), pack_bits(g), pack_moments(g)}) {
      for (const Index rows : {16, 17, 31, 32, 33, 48, 64}) {
        for (const Index cols : {16, 23, 32, 47, 49, 192}) {
          expect_same(vectors, with_all_words(vectors, {rows, cols, 48}));
        }
      }
    }
  }
}

TEST_F(ByteProduct, with_masks_are_those_of_popcounts) {
  for (const Index fields : {1, 64, 65, 1500}) {
    for (const double rate : {0.02, 0.5, 1.0}) {
      const auto g = random_genotypes(240, fields, rate, 5);
      for (const auto& vectors : {pack(g), pack_bits(g)}) {
        for (const auto& [rows, cols] : {std::pair<Index, Index>{16, 16}, {33, 70}, {64, 192}}) {
          BlockPart part{rows, cols, 48};
          part.masks = true;
          expect_same(vectors, with_all_words(vectors, part));
        }
      }
    }
  }
}

TEST_F(ByteProduct, of_some_words_are_those_of_popcounts) {
  const auto g = random_genotypes(100, 3000, 0.1, 6);
  const auto vectors = pack(g);
  const auto complete = pack(random_genotypes(100, 3000, 0, 6));
  for (const Range words : {Range{0, 0}, {0, 15}, {0, 16}, {0, 17}, {5, 47}, {31, 32}}) {
    expect_same(complete, {.rows = 40, .cols = 50, .first_col = 48, .words = words});
    expect_same(vectors, {.rows = 40, .cols = 50, .first_col = 48, .words = words, .masks = true});
  }
}

TEST_F(ByteProduct, of_a_whole_job_are_those_of_popcounts) {
  const auto g = random_genotypes(512, 1100, 0, 7);
  for (const auto& vectors : {pack(g), pack_bits(g)}) {
    expect_same(vectors, with_all_words(vectors, {512, 384, 128}));
    expect_same(vectors, with_all_words(vectors, {500, 383, 128}));
  }
}

TEST_F(ByteProduct, beside_the_diagonal_are_those_of_popcounts) {
  const auto vectors = pack(random_genotypes(200, 130, 0, 8));
  for (const Index diagonal : {-40, -1, 0, 1, 15, 16, 31, 33, 100, 300}) {
    BlockPart part{64, 130, 0};
    part.diagonal = diagonal;
    expect_same(vectors, with_all_words(vectors, part));
  }
}

TEST_F(ByteProduct, of_few_vectors_are_those_of_popcounts) {
  const auto vectors = pack(random_genotypes(64, 130, 0, 9));
  for (const auto& [rows, cols] : {std::pair<Index, Index>{8, 8}, {8, 64}, {64, 8}}) {
    expect_same(vectors, with_all_words(vectors, {rows, cols, 0}));
  }
}

TEST_F(ByteProduct, of_extreme_genotypes_do_not_overflow_bytes) {
  encke::test::Genotypes g(64, 20'000);
  for (Index v = 0; v < 64; ++v) {
    for (Index f = 0; f < g.fields; ++f) g.at(v, f) = static_cast<std::uint8_t>(v % 3);
  }
  const auto vectors = pack(g);
  expect_same(vectors, with_all_words(vectors, {64, 64, 0}));
}

}  // namespace
}  // namespace byte_product_test

#endif
