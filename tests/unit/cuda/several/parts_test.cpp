#include "cuda/several/parts.hpp"

#include <gtest/gtest.h>

#include <map>

#include "support/genotypes.hpp"

// The parts of a call for several devices: each tuple is in one of them.

namespace {

using encke::Array;
using encke::Index;
using encke::Operand;
using encke::Range;
using encke::cuda::parts_for;

const encke::PackedVectors& first_vectors() {
  static const auto vectors = encke::test::pack(encke::test::random_genotypes(1, 1, 0, 1));
  return vectors;
}
const encke::PackedVectors& other_vectors() {
  static const auto vectors = encke::test::pack(encke::test::random_genotypes(1, 1, 0, 1));
  return vectors;
}

/// A segment of the vectors, as a part has them.
struct Segment {
  Range range;
  const void* vectors;
  friend bool operator==(const Segment&, const Segment&) = default;
};
Segment segment(const Operand& block) { return {block.indices(), block.vectors}; }

double work_of(Index a, Index b, bool same) {
  return static_cast<double>(a) * static_cast<double>(b) / (same ? 2 : 1);
}

void expect_order(const Operand& a, const Operand& b) {
  EXPECT_EQ(a.range.begin % 16, 0);
  EXPECT_GT(a.range.size(), 0);
  EXPECT_GT(b.range.size(), 0);
  EXPECT_TRUE(segment(a) == segment(b) || a.indices().end <= b.indices().begin);
}

/// Pairs of each 16 vectors and 16 vectors: those of one part alone.
void expect_pairs(const Operand& rows, const Operand& cols, int devices) {
  std::map<std::pair<Index, Index>, int> times;
  double last = 1e30;
  const auto parts = parts_for(Array<Operand, 2>{{rows, cols}}, devices);
  for (const auto& part : parts) {
    expect_order(part[0], part[1]);
    const bool same = segment(part[0]) == segment(part[1]);
    const double work = work_of(part[0].range.size(), part[1].range.size(), same);
    EXPECT_LE(work, last);
    last = work;
    const Range r = part[0].indices(), c = part[1].indices();
    EXPECT_LE(r.size(), encke::cuda::block_of_part(2, rows.range.size(), devices));
    for (Index i = r.begin; i < r.end; i += 16) {
      for (Index j = same ? i : c.begin; j < c.end; j += 16) ++times[{i, j}];
    }
  }
  const bool one = segment(rows) == segment(cols);
  Index count = 0;
  for (Index i = rows.indices().begin; i < rows.indices().end; i += 16) {
    for (Index j = one ? i : cols.indices().begin; j < cols.indices().end; j += 16) {
      EXPECT_EQ((times[{i, j}]), 1) << i << ' ' << j;
      ++count;
    }
  }
  EXPECT_EQ(std::ssize(times), count);
}

TEST(DeviceParts, of_pairs_are_all_pairs_once) {
  for (const Index n : {1, 200, 256, 257, 1000, 5000}) {
    for (const int devices : {1, 2, 3, 8}) {
      const Operand block{&first_vectors(), {0, n}, 32};
      expect_pairs(block, block, devices);
      expect_pairs(block, {&other_vectors(), {16, n / 2 + 17}, n + 48}, devices);
    }
  }
}

TEST(DeviceParts, of_large_blocks_are_four_for_each_device_and_more) {
  const Operand block{&first_vectors(), {0, 32768}, 0};
  const Operand later{&other_vectors(), {0, 32768}, 32768};
  for (const int devices : {2, 4, 8}) {
    EXPECT_GE(parts_for(Array<Operand, 2>{{block, block}}, devices).size(), 4U * devices);
    EXPECT_GE(parts_for(Array<Operand, 2>{{block, later}}, devices).size(), 4U * devices);
    EXPECT_GE(parts_for(Array<Operand, 3>{{block, later, later}}, devices).size(), 4U * devices);
  }
}

/// The triples of a part by granules of `g` vectors, of which those of equal blocks ascend.
void expect_triples(const Array<Operand, 3>& blocks, int devices) {
  constexpr Index g = 8;
  using Key = Array<Index, 3>;
  const auto each = [&](const Array<Operand, 3>& of, auto&& call) {
    const bool ab = segment(of[0]) == segment(of[1]), bc = segment(of[1]) == segment(of[2]);
    const Range i = of[0].indices(), j = of[1].indices(), k = of[2].indices();
    for (Index a = i.begin; a < i.end; a += g) {
      for (Index b = ab ? a : j.begin; b < j.end; b += g) {
        for (Index c = bc ? b : k.begin; c < k.end; c += g) call(Key{{a, b, c}});
      }
    }
  };
  std::map<Key, int> times;
  for (const auto& part : parts_for(blocks, devices)) {
    expect_order(part[0], part[1]);
    expect_order(part[1], part[2]);
    each(part, [&](const Key& key) { ++times[key]; });
  }
  Index count = 0;
  each(blocks, [&](const Key& key) {
    EXPECT_EQ(times[key], 1) << key[0] << ' ' << key[1] << ' ' << key[2];
    ++count;
  });
  EXPECT_EQ(std::ssize(times), count);
}

TEST(DeviceParts, of_triples_are_all_triples_once) {
  for (const Index n : {1, 16, 17, 100, 144}) {
    for (const int devices : {1, 2, 5}) {
      const Operand a{&first_vectors(), {0, n}, 16};
      const Index next = encke::round_up(n, 16);
      const Operand b{&first_vectors(), {next, next + 40}, 16};
      const Operand c{&other_vectors(), {0, 24}, next + 64};
      expect_triples({{a, a, a}}, devices);
      expect_triples({{a, a, c}}, devices);
      expect_triples({{a, c, c}}, devices);
      expect_triples({{a, b, c}}, devices);
    }
  }
}

}  // namespace
