#include <array>
#include <bit>
#include <encke/sink/choose/best_table.hpp>
#include <encke/sink/choose/largest_values.hpp>
#include <encke/sink/choose/top.hpp>
#include <encke/sink/collect.hpp>
#include <encke/store/block/hit_records.hpp>
#include <encke/store/block/scan.hpp>
#include <limits>

#include "unit/store/sample.hpp"

namespace {

using namespace encke;
using namespace encke::store;
using test::failure_of;
using test::Sample;

class BlockWriterTest : public test::StoreTest {
 protected:
  /// The complete tiles of a file, and how its scan ended.
  std::pair<std::vector<TileEntry>, Scan> scanned(const std::string& name) {
    const PosixFile file = PosixFile::open_to_read(path(name));
    std::vector<TileEntry> tiles;
    Scan end = scan(file, read_header(file, 5), {}, [&](const auto& t) { tiles.push_back(t); });
    return {std::move(tiles), std::move(end)};
  }
};

TEST_F(BlockWriterTest, keeps_counts_digest_and_histogram_of_each_tile) {
  const Sample<3> sample;
  BlockWriter writer(path("a"), 5, {.buffer = 100});
  writer.begin(sample.info());
  for (const Index id : {7, 0, 34}) sample.write(writer, id);
  EXPECT_EQ(files(), std::vector<std::string>{"a.blocks.open"});
  writer.finish();
  EXPECT_EQ(files(), std::vector<std::string>{"a.blocks"});
  const auto [tiles, end] = scanned("a.blocks");
  ASSERT_EQ(tiles.size(), 3u);
  EXPECT_TRUE(end.closed);
  EXPECT_EQ(tiles[1].id, 0);
  EXPECT_EQ(tiles[1].stored.tuples, 560);
  EXPECT_EQ(tiles[0].stored.nan, 7);
  Totals totals;
  Digest digest;
  Histogram histogram{.width = 0.1};
  for (const auto& tile : tiles) add(totals, tile);
  for (const auto& hit : sample.sorted({7, 0, 34})) {
    digest.add(hit.index, hit.cell, hit.value);
    histogram.add(hit.value);
  }
  EXPECT_EQ(totals.digest, digest);
  EXPECT_EQ(totals.histogram.counts, histogram.counts);
  EXPECT_EQ(totals.histogram.nan, 41);
  ASSERT_TRUE(writer.result());
  EXPECT_EQ(writer.result()->tiles, 3);
  EXPECT_EQ(writer.result()->hits, totals.hits);
  EXPECT_EQ(writer.result()->bytes, PosixFile::open_to_read(path("a.blocks")).size());
  EXPECT_EQ(writer.result()->checksum, end.footer_checksum);
}

/// Each record's kind and number of hits.
std::vector<std::pair<RecordKind, Index>> records_of(HitRecords records) {
  std::vector<std::pair<RecordKind, Index>> all;
  for (HitRecord record; records.next(record);) all.emplace_back(record.kind, record.hits);
  return all;
}

TEST_F(BlockWriterTest, takes_sixteen_bytes_for_a_pair_unless_its_numbers_have_no_room) {
  constexpr std::uint32_t last = (1u << 28) - 1;
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<Hit<2>> hits;
  for (const auto& [first, second, cell] :
       std::vector<std::array<std::uint32_t, 3>>{{0, 1, 0},
                                                 {last - 1, last, 255},
                                                 {0, last + 1, 3},
                                                 {last + 1, 0xffffffffu, 255},
                                                 {5, 6, 256},
                                                 {1, last, 2},
                                                 {7, 8, 1}}) {
    hits.push_back({{{first, second}}, cell, 0.1 * static_cast<double>(hits.size()) - 0.3});
  }
  BlockWriter writer(path("a"), 5);
  writer.begin({.way = 2});
  writer.start_tile(4);
  for (const auto& hit : hits) writer.take(std::span(&hit, 1));
  writer.tile_done({4, 100, std::ssize(hits), Digest(), nullptr});
  writer.finish();
  const auto [tiles, end] = scanned("a.blocks");
  ASSERT_EQ(tiles.size(), 1u);
  EXPECT_TRUE(end.closed);
  const PosixFile file = PosixFile::open_to_read(path("a.blocks"));
  const HitRecords records(file, 5, 4, tiles[0].offset, tiles[0].stored.hits);
  EXPECT_EQ(records_of(records),
            (std::vector<std::pair<RecordKind, Index>>{
                {RecordKind::pairs, 2}, {RecordKind::hits, 3}, {RecordKind::pairs, 2}}));
  std::vector<Hit<2>> read;
  read_hits<2>(records, [&](std::span<const Hit<2>> some) {
    read.insert(read.end(), some.begin(), some.end());
  });
  EXPECT_EQ(read, hits);
  EXPECT_EQ(tiles[0].bytes, 4 * 40 + 4 * 16 + 3 * 24 + 64);
  // taken for triples, pairs are damage
  EXPECT_EQ(failure_of([&] { read_hits<3>(records, [](std::span<const Hit<3>>) {}); }).first,
            Failure::checksum);
  // a value that is no number keeps its bits
  const Hit<2> of_nan{{{2, 3}}, 1, nan};
  EXPECT_EQ(std::bit_cast<std::uint64_t>(loaded(stored_pair(of_nan)).value),
            std::bit_cast<std::uint64_t>(nan));
}

TEST_F(BlockWriterTest, has_each_tile_with_the_system_when_it_is_done) {
  const Sample<2> sample;
  BlockWriter writer(path("a"), 5);
  writer.begin(sample.info());
  for (Index id = 0; id < 6; ++id) {
    sample.write(writer, id);
    EXPECT_EQ(scanned("a.blocks.open").first.size(), static_cast<std::size_t>(id) + 1);
    writer.sync();
  }
}

TEST_F(BlockWriterTest, leaves_out_a_tile_that_is_given_up) {
  const Sample<2> sample;
  BlockWriter given_up(path("a"), 5, {.buffer = 50});
  BlockWriter plain(path("b"), 5, {.buffer = 50});
  given_up.begin(sample.info());
  plain.begin(sample.info());
  for (const Index id : {3, 4, 9}) {
    sample.write(plain, id);
    const auto other = sample.hits(id + 1);
    given_up.start_tile(id + 1);
    given_up.take(std::span(other));
    sample.write(given_up, id);
  }
  const auto last = sample.hits(1);
  given_up.start_tile(1);
  given_up.take(std::span(last));
  given_up.finish();
  plain.finish();
  EXPECT_EQ(bytes_of(path("a.blocks")), bytes_of(path("b.blocks")));
}

TEST_F(BlockWriterTest, without_a_tile_leaves_no_file) {
  BlockWriter writer(path("a"), 5);
  writer.begin({});
  writer.finish();
  EXPECT_TRUE(files().empty());
  EXPECT_FALSE(writer.result());
}

TEST_F(BlockWriterTest, refuses_calls_in_another_order) {
  const Sample<2> sample;
  const auto hits = sample.hits(0);
  auto attempt = [&, n = 0](auto action) mutable {
    BlockWriter writer(path(std::to_string(n++)), 5);
    writer.begin(sample.info());
    return failure_of([&] { action(writer); }).first;
  };
  EXPECT_EQ(attempt([&](auto& w) { w.take(std::span(hits)); }), Failure::internal);
  EXPECT_EQ(attempt([&](auto& w) { w.tile_done({}); }), Failure::internal);
  EXPECT_EQ(attempt([&](auto& w) { w.start_tile(1), w.tile_done({.id = 2}); }), Failure::internal);
  EXPECT_EQ(attempt([&](auto& w) { w.start_tile(1), w.tile_done({.id = 1, .hits = 2}); }),
            Failure::internal);
  const std::vector<Hit<3>> triples(1);
  EXPECT_EQ(attempt([&](auto& w) { w.start_tile(1), w.take(std::span(triples)); }),
            Failure::internal);
  EXPECT_EQ(attempt([&](auto& w) { w.finish(), w.start_tile(1); }), Failure::write);
}

TEST_F(BlockWriterTest, does_not_write_over_another_file) {
  test::put(path("a.blocks"), "");
  EXPECT_EQ(failure_of([&] { BlockWriter(path("a"), 5); }).first, Failure::open);
  test::put(path("b.blocks.open"), "");
  EXPECT_EQ(failure_of([&] { BlockWriter(path("b"), 5); }).first, Failure::open);
}

TEST_F(BlockWriterTest, on_a_full_disk_leaves_the_complete_tiles) {
  const Sample<2> sample;
  for (rlim_t limit = 0; limit < 12000; limit += 531) {
    const std::string name = std::to_string(limit);
    std::size_t done = 0;
    const auto failure = failure_of([&] {
      const test::FullDisk full(limit);
      BlockWriter writer(path(name), 5, {.buffer = 200});
      writer.begin(sample.info());
      for (const Index id : sample.ids()) {
        sample.write(writer, id);
        ++done;
      }
    });
    EXPECT_EQ(failure.first, Failure::write) << failure.second;
    if (limit < 40) continue;  // no header
    const auto [tiles, end] = scanned(name + ".blocks.open");
    EXPECT_EQ(tiles.size(), done);
    EXPECT_FALSE(end.closed);
  }
}

TEST_F(BlockWriterTest, has_a_floor_only_where_the_largest_values_are_wanted) {
  const Sample<2> sample;
  auto hits = sample.hits(0);
  BlockWriter all(path("a"), 5);
  BlockWriter top(path("b"), 5, {.top = 3});
  for (BlockWriter* writer : {&all, &top}) {
    writer->begin(sample.info());
    writer->start_tile(0);
    writer->take(std::span(std::as_const(hits)).first(2));
    EXPECT_EQ(writer->floor(), -std::numeric_limits<double>::infinity());
    writer->take(std::span(std::as_const(hits)).subspan(2));
  }
  EXPECT_EQ(all.floor(), -std::numeric_limits<double>::infinity());
  std::sort(hits.begin(), hits.end(), [](auto& a, auto& b) { return a.value > b.value; });
  EXPECT_EQ(top.floor(), hits[2].value);
  EXPECT_FALSE(all.selected().has_value());
  EXPECT_TRUE(top.selected().has_value());  // so its floor may rise
  top.finish();
  EXPECT_FALSE(top.selected().has_value());  // the parts' values are chosen when they are joined
}

/// What sinks make of the hits that several writers kept is what they make of all.
template <int Way>
void expect_kept_hits_suffice(const std::string& path, bool small, Index top) {
  const Sample<Way> sample(70, 0.5);
  const SinkInfo info{
      .way = Way, .cells = 1, .vectors = sample.partition().vectors(), .small_is_good = small};
  std::vector<Hit<Way>> all, kept;
  for (int rank = 0; rank < 3; ++rank) {
    const std::string name = path + std::to_string(rank);
    BlockWriter writer(name, 5, {.top = top, .best = true});
    writer.begin(info);
    for (Index id = rank; id < sample.tiles(); id += 3) {
      sample.write(writer, id);
      const auto hits = sample.hits(id);
      all.insert(all.end(), hits.begin(), hits.end());
    }
    writer.finish();
    const PosixFile file = PosixFile::open_to_read(name + ".blocks");
    scan(file, read_header(file, 5), {}, [&](const TileEntry& tile) {
      read_hits<Way>({file, 5, tile.id, tile.offset, tile.stored.hits},
                     [&](std::span<const Hit<Way>> some) {
                       kept.insert(kept.end(), some.begin(), some.end());
                     });
    });
  }
  EXPECT_LT(kept.size(), all.size() / 2);
  sink::BestTable of_all(info), of_kept(info);
  for (const auto& hit : all) of_all.improve(hit);
  for (const auto& hit : kept) of_kept.improve(hit);
  for (std::size_t v = 0; v < of_all.entries().size(); ++v) {
    const auto &a = of_all.entries()[v], &b = of_kept.entries()[v];
    EXPECT_EQ(a.value, b.value);
    EXPECT_EQ(a.partners, b.partners);
    EXPECT_EQ(a.cell, b.cell);
  }
  if (top == 0) return;
  sink::Collect top_of_all, top_of_kept;
  for (auto [collect, hits] : {std::pair{&top_of_all, &all}, std::pair{&top_of_kept, &kept}}) {
    sink::Top chosen(top, *collect);
    chosen.begin(info);
    chosen.take(std::span<const Hit<Way>>(*hits));
    chosen.finish();
  }
  EXPECT_EQ(test::hits_of<Way>(top_of_kept), test::hits_of<Way>(top_of_all));
}

TEST_F(BlockWriterTest, drops_hits_that_are_neither_among_the_best_nor_a_vectors_best) {
  for (const bool small : {false, true}) {
    for (const Index top : {0, 20}) {
      const std::string name = (small ? "s" : "l") + std::to_string(top);
      expect_kept_hits_suffice<2>(path(name + "pairs"), small, top);
      expect_kept_hits_suffice<3>(path(name + "triples"), small, top);
    }
  }
}

TEST(LargestValues, counts_equal_ones_and_not_nan) {
  sink::LargestValues largest(3);
  for (const double v : {1., 2., 2., std::numeric_limits<double>::quiet_NaN()}) largest.add(v);
  EXPECT_EQ(largest.floor(), 1);
  largest.add(2);
  EXPECT_EQ(largest.floor(), 2);
}

}  // namespace
