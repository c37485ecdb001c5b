#include <cmath>
#include <encke/sink/callable.hpp>
#include <encke/sink/choose/top.hpp>
#include <encke/sink/collect.hpp>
#include <limits>
#include <span>

#include "support/scratch.hpp"

namespace encke::test::top_test {
namespace {

using encke::Failure;
using encke::Hit;
using encke::Index;
using encke::precedes;
using encke::sink::Collect;
using encke::sink::Top;
using encke::test::all_hits;
using encke::test::failure_of;
using encke::test::run;
using encke::test::shuffled;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The definition: sort all, keep the first `count`, put them into file order.
template <int Way>
std::vector<Hit<Way>> largest(std::vector<Hit<Way>> hits, std::size_t count) {
  std::sort(hits.begin(), hits.end(), [](const auto& a, const auto& b) {
    return a.value != b.value ? a.value > b.value : precedes(a, b);
  });
  hits.resize(std::min(count, hits.size()));
  std::sort(hits.begin(), hits.end(), precedes);
  return hits;
}

TEST(Top, keeps_the_largest_values_in_file_order) {
  const auto hits = all_hits<2>(20, 4);
  for (const std::size_t count : {1, 2, 10, 759, 760, 761}) {
    Collect inner;
    Top top(static_cast<Index>(count), inner);
    run(top, {2, 4, 20, true}, shuffled(hits), 37);
    EXPECT_EQ(inner.pairs(), largest(hits, count)) << count;
  }
}

TEST(Top, passes_the_best_values_on_first_where_that_is_wanted) {
  auto hits = all_hits<2>(12, 4);
  for (auto& hit : hits) hit.value = std::floor(hit.value * 5);  // with ties
  for (const bool small : {false, true}) {
    std::vector<Hit<2>> passed;
    const auto pass = [&passed](std::span<const Hit<2>> some) {
      passed.insert(passed.end(), some.begin(), some.end());
    };
    encke::sink::Callable<decltype(pass)> inner(pass);
    Top top(40, inner, encke::sink::TopOrder::by_value);
    run(top, {.way = 2, .cells = 4, .vectors = 12, .all = true, .small_is_good = small},
        shuffled(hits), 37);
    auto expected = hits;
    std::sort(expected.begin(), expected.end(), [small](const auto& a, const auto& b) {
      if (a.value == b.value) return precedes(a, b);
      return small ? a.value < b.value : a.value > b.value;
    });
    expected.resize(40);
    EXPECT_EQ(passed, expected);
  }
}

TEST(Top, keeps_the_same_of_equal_values_in_any_order_of_arrival) {
  auto hits = all_hits<3>(9, 8);
  for (auto& hit : hits) hit.value = std::floor(hit.value * 3);  // 0, 1 or 2
  for (const unsigned seed : {1u, 2u, 3u, 4u}) {
    Collect inner;
    Top top(300, inner);
    run(top, {3, 8, 9, true}, shuffled(hits, seed), 13);
    EXPECT_EQ(inner.triples(), largest(hits, 300));
  }
}

TEST(Top, prefers_smaller_indices_then_the_smaller_cell_among_equals) {
  Collect inner;
  Top top(2, inner);
  run<2>(top, {2, 4, 4}, {{{1, 2}, 0, 1}, {{0, 3}, 3, 1}, {{0, 3}, 2, 1}, {{2, 3}, 0, 1}});
  EXPECT_EQ(inner.pairs(), (std::vector<Hit<2>>{{{0, 3}, 2, 1}, {{0, 3}, 3, 1}}));
}

TEST(Top, never_keeps_nan) {
  Collect inner;
  Top top(3, inner);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  run<2>(top, {2, 1, 4}, {{{0, 1}, 0, nan}, {{0, 2}, 0, -infinity}, {{0, 3}, 0, nan}});
  EXPECT_EQ(inner.pairs(), (std::vector<Hit<2>>{{{0, 2}, 0, -infinity}}));
}

TEST(Top, has_no_floor_before_it_is_full_and_then_its_smallest_value) {
  Collect inner;
  Top top(2, inner);
  top.begin({2, 1, 5});
  const std::vector<Hit<2>> hits{{{0, 1}, 0, 3}, {{0, 2}, 0, 1}, {{0, 3}, 0, 2}};
  top.take(std::span(hits).first(1));
  EXPECT_EQ(top.floor(), -infinity);
  top.take(std::span(hits).subspan(1, 1));
  EXPECT_EQ(top.floor(), 1);
  top.take(std::span(hits).subspan(2, 1));
  EXPECT_EQ(top.floor(), 2);
}

TEST(Top, tells_the_inner_sink_that_not_all_values_come) {
  Collect inner;
  Top top(2, inner);
  run<2>(top, {2, 4, 5, true, true}, {});
  EXPECT_FALSE(inner.info().all);
  EXPECT_TRUE(inner.info().float32);
  EXPECT_EQ(inner.info().cells, 4);
}

TEST(Top, tells_the_count_and_digest_of_what_it_kept) {
  const auto hits = all_hits<2>(20, 4);
  encke::Digest expected;
  for (const auto& hit : largest(hits, 10)) expected.add(hit.index, hit.cell, hit.value);
  Collect inner;
  Top top(10, inner);
  run(top, {2, 4, 20, true}, shuffled(hits));
  ASSERT_TRUE(top.selected());
  EXPECT_EQ(top.selected()->hits, 10);
  EXPECT_EQ(top.selected()->digest, expected);
  EXPECT_FALSE(inner.selected());
}

TEST(Top, needs_no_more_memory_than_the_run_has_values) {
  Collect inner;
  Top top(std::numeric_limits<Index>::max(), inner);
  EXPECT_EQ(top.memory(), std::numeric_limits<std::int64_t>::max());
  top.begin({2, 4, 5});
  EXPECT_EQ(top.memory(), 10 * 4 * 2 * Index{sizeof(Hit<2>)});
}

TEST(Top, of_fewer_than_one_value_is_refused) {
  Collect inner;
  for (const Index count : {0, -1}) {
    EXPECT_EQ(failure_of([&] { Top top(count, inner); }).first, Failure::inconsistent);
  }
}

}  // namespace
}  // namespace encke::test::top_test
