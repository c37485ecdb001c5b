// Tee, Callable and Collect: sinks made of other things.
#include <encke/sink/callable.hpp>
#include <encke/sink/choose/top.hpp>
#include <encke/sink/collect.hpp>
#include <encke/sink/tee.hpp>
#include <limits>
#include <memory>

#include "support/scratch.hpp"

namespace {

using encke::Failure;
using encke::Hit;
using encke::sink::Callable;
using encke::sink::Collect;
using encke::sink::HitCallable;
using encke::sink::Tee;
using encke::sink::Top;
using encke::test::all_hits;
using encke::test::failure_of;
using encke::test::run;
using encke::test::shuffled;

TEST(Collect, has_all_hits_in_file_order) {
  Collect pairs;
  run(pairs, {2, 4, 9}, shuffled(all_hits<2>(9, 4)));
  EXPECT_EQ(pairs.pairs(), all_hits<2>(9, 4));
  Collect triples;
  run(triples, {3, 1, 9}, shuffled(all_hits<3>(9, 1)));
  EXPECT_EQ(triples.triples(), all_hits<3>(9, 1));
}

TEST(Collect, counts_the_memory_that_it_holds) {
  Collect collect;
  EXPECT_EQ(collect.memory(), 0);
  run(collect, {2, 4, 9}, all_hits<2>(9, 4));
  EXPECT_GE(collect.memory(), 144 * static_cast<std::int64_t>(sizeof(Hit<2>)));
}

TEST(Tee, passes_everything_to_every_sink) {
  Collect first;
  Collect second;
  Tee tee({&first, &second});
  run(tee, {2, 4, 9, true}, all_hits<2>(9, 4));
  for (const Collect* sink : {&first, &second}) {
    EXPECT_EQ(sink->pairs(), all_hits<2>(9, 4));
    EXPECT_TRUE(sink->info().all);
  }
  Tee again({&first, &second});
  run(again, {3, 1, 9}, shuffled(all_hits<3>(9, 1)));
  EXPECT_EQ(second.triples(), all_hits<3>(9, 1));
}

/// Notes what it receives of tiles.
class Witness final : public encke::Sink {
 public:
  void begin(const encke::SinkInfo&) override {}
  void take(std::span<const Hit<2>>) override {}
  void take(std::span<const Hit<3>>) override {}
  void finish() override {}
  void start_tile(encke::Index id) override { told.push_back(id); }
  void tile_done(const encke::TileSummary& tile) override { told.push_back(tile.hits); }
  void flush_before(encke::Index vector) override { told.push_back(vector); }

  std::vector<encke::Index> told;
};

TEST(Tee, tells_every_sink_of_tiles) {
  Witness first, second;
  Tee tee({&first, &second});
  tee.start_tile(5);
  tee.tile_done({.id = 5, .hits = 6});
  tee.flush_before(7);
  EXPECT_EQ(first.told, (std::vector<encke::Index>{5, 6, 7}));
  EXPECT_EQ(second.told, first.told);
}

TEST(Tee, of_sinks_without_a_limit_has_none_itself) {
  Collect inner;
  Top one(std::numeric_limits<encke::Index>::max(), inner), two(5, inner);
  EXPECT_EQ(Tee({&two, &one, &two}).memory(), std::numeric_limits<std::int64_t>::max());
}

TEST(Tee, of_several_sinks_has_no_floor_and_the_sum_of_the_memory) {
  Collect inner;
  Top one(1, inner);
  Top two(2, inner);
  Tee tee({&one, &two});
  tee.begin({2, 1, 9});
  const std::vector<Hit<2>> hits{{{0, 1}, 0, 3}, {{0, 2}, 0, 1}};
  tee.take(std::span(hits));
  EXPECT_EQ(one.floor(), 3);
  EXPECT_EQ(tee.floor(), -std::numeric_limits<double>::infinity());
  EXPECT_FALSE(tee.selected());
  EXPECT_EQ(tee.memory(), one.memory() + two.memory());
  EXPECT_EQ(Tee({&one}).floor(), 3);
  EXPECT_TRUE(Tee({&one}).selected());
}

static_assert(HitCallable<decltype([](std::span<const Hit<2>>) {})>);
static_assert(HitCallable<decltype([](std::span<const Hit<3>>) {})>);
static_assert(HitCallable<decltype([](auto) {})>);
static_assert(!HitCallable<decltype([](int) {})>);
static_assert(!HitCallable<decltype([](std::span<Hit<2>>) {})>);  // hits are not the caller's

TEST(Callable, is_called_with_each_batch) {
  std::vector<std::size_t> sizes;
  Callable sink([&](std::span<const Hit<2>> hits) { sizes.push_back(hits.size()); });
  run(sink, {2, 1, 5}, all_hits<2>(5, 1), 4);
  EXPECT_EQ(sizes, (std::vector<std::size_t>{4, 4, 2}));
}

TEST(Callable, can_take_hits_of_either_way) {
  std::size_t count = 0;
  Callable sink([&](auto hits) { count += hits.size(); });
  run(sink, {2, 1, 5}, all_hits<2>(5, 1));
  run(sink, {3, 1, 5}, all_hits<3>(5, 1));
  EXPECT_EQ(count, 20u);
}

TEST(Callable, can_own_what_cannot_be_copied) {
  auto sum = std::make_unique<double>(0);
  const double* const seen = sum.get();
  Callable sink([owned = std::move(sum)](std::span<const Hit<3>> hits) {
    for (const auto& hit : hits) *owned += hit.value;
  });
  run<3>(sink, {3, 1, 3}, {{{0, 1, 2}, 0, 0.5}});
  EXPECT_EQ(*seen, 0.5);
}

TEST(Callable, refuses_a_run_of_a_way_that_it_cannot_take) {
  Callable pairs([](std::span<const Hit<2>>) {});
  Callable triples([](std::span<const Hit<3>>) {});
  const auto [failure, message] = failure_of([&] { pairs.begin({3, 1, 5}); });
  EXPECT_EQ(failure, Failure::inconsistent);
  EXPECT_EQ(message,
            "a 3-way run needs a function that can be called with std::span<const encke::Hit<3>>");
  EXPECT_EQ(failure_of([&] { triples.begin({2, 1, 5}); }).first, Failure::inconsistent);
}

}  // namespace
