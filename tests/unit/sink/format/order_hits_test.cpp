#include <gtest/gtest.h>

#include <algorithm>
#include <encke/sink/format/order_hits.hpp>
#include <random>

namespace {

using encke::Hit;
using encke::Index;
using encke::sink::order_hits;

/// Hits of vectors first, first + 1, ..., first + rows - 1 with others, in no order.
template <int Way>
std::vector<Hit<Way>> random_hits(std::size_t count, std::uint32_t first, std::uint32_t rows) {
  std::mt19937 random(7);
  std::vector<Hit<Way>> hits(count);
  for (auto& hit : hits) {
    hit.index[0] = first + static_cast<std::uint32_t>(random() % rows);
    for (int v = 1; v < Way; ++v) hit.index[v] = static_cast<std::uint32_t>(random() % 1000);
    hit.cell = static_cast<std::uint32_t>(random() % 4);
    hit.value = hit.index[0] + 0.25 * hit.index[1] + hit.cell;  // equal places have equal values
    if (Way == 3) hit.value += 1e-3 * hit.index[Way - 1];
  }
  return hits;
}

template <int Way>
void expect_ordered(std::vector<Hit<Way>> hits) {
  auto expected = hits;
  std::sort(expected.begin(), expected.end(), encke::precedes);
  std::vector<Hit<Way>> spare(3);  // what is in it does not matter
  for (const int workers : {1, 3}) {
    auto ordered = hits;
    order_hits(ordered, spare, workers);
    EXPECT_EQ(ordered, expected) << workers;
  }
}

TEST(OrderHits, of_many_rows_and_few) {
  for (const std::uint32_t rows : {1U, 2U, 63U, 64U, 65U, 700U, 5000U}) {
    expect_ordered(random_hits<2>(5000, 0, rows));
    expect_ordered(random_hits<3>(5000, 4000000000U - rows, rows));
  }
}

/// Enough that several workers have slices, and of triples with one first vector.
TEST(OrderHits, of_slices) {
  for (const std::uint32_t rows : {1U, 3U, 3000U, 4000000U}) {
    expect_ordered(random_hits<2>(40000, 7, rows));
    expect_ordered(random_hits<3>(40000, 7, rows));
  }
  auto sorted = random_hits<2>(40000, 0, 300);
  std::sort(sorted.begin(), sorted.end(), encke::precedes);
  std::swap(sorted[13333], sorted[13334]);  // at the end of a slice of three
  expect_ordered(sorted);
}

TEST(OrderHits, of_few_and_none) {
  for (const std::size_t count : {0U, 1U, 2U, 255U, 256U, 257U}) {
    expect_ordered(random_hits<2>(count, 10, 20));
  }
}

TEST(OrderHits, leaves_what_is_in_order) {
  auto hits = random_hits<2>(1000, 0, 30);
  std::sort(hits.begin(), hits.end(), encke::precedes);
  const auto* const at = hits.data();
  std::vector<Hit<2>> spare;
  order_hits(hits, spare, 1);
  EXPECT_EQ(hits.data(), at);
  EXPECT_TRUE(spare.empty());
}

TEST(OrderHits, of_rows_far_apart_needs_no_count_of_each) {
  auto hits = random_hits<3>(400, 0, 4);
  for (auto& hit : hits) hit.index[0] *= 1000000000U;
  expect_ordered(hits);
}

}  // namespace
