#include <encke/sink/format/edges.hpp>
#include <encke/store/publish.hpp>
#include <memory>
#include <numeric>
#include <random>

#include "sample.hpp"

namespace {

using namespace encke;
using namespace encke::store;
using test::compute;
using test::failure_of;
using test::Sample;

class Publish : public test::StoreTest {
 protected:
  /// `count` stores that have all tiles between them, dealt at random, in several files each.
  template <int Way>
  std::vector<std::string> stores(const Sample<Way>& sample, std::size_t count, unsigned seed) {
    std::vector<std::vector<Index>> shares(count);
    std::mt19937 random(seed);
    auto ids = sample.ids();
    std::shuffle(ids.begin(), ids.end(), random);
    for (const Index id : ids) shares[random() % count].push_back(id);
    std::vector<std::string> prefixes;
    for (std::size_t n = 0; n < count; ++n) {
      const std::string share = std::to_string(n) + "/" + std::to_string(count);
      prefixes.push_back(path(std::to_string(seed) + "-" + std::to_string(n)));
      RunStore store = RunStore::create(prefixes.back(), test::identity(share));
      const auto half = static_cast<long>(shares[n].size() / 2);
      compute(store, sample, {shares[n].begin(), shares[n].begin() + half}, 0);
      compute(store, sample, {shares[n].begin() + half, shares[n].end()}, 1);
    }
    std::shuffle(prefixes.begin(), prefixes.end(), random);
    return prefixes;
  }

  template <int Way>
  void check_merge(std::size_t most) {
    const Sample<Way> sample;
    sink::Edges plain(path("plain"));
    test::run(plain, sample.info(), test::shuffled(sample.sorted(sample.ids())));
    const std::string expected = bytes_of(plain.path());
    for (std::size_t count = 1; count <= most; count = count < 4 ? count + 1 : count * 2) {
      const BlockSet set(stores(sample, count, static_cast<unsigned>(count)));
      check_complete(set, sample.tiles());
      sink::Edges edges(path("out"));
      publish(set, sample.partition(), sample.info(), edges);
      EXPECT_EQ(bytes_of(edges.path()), expected) << count;
    }
  }
};

/// Notes what it receives.
class Witness final : public Sink {
 public:
  void begin(const SinkInfo&) override { ++begun; }
  void take(std::span<const Hit<2>> hits) override {
    for (const auto& hit : hits) {
      EXPECT_GE(hit.index[0], static_cast<std::uint32_t>(flushed));
      largest = std::max(largest, static_cast<Index>(hit.index[0]));
      ++taken;
    }
  }
  void take(std::span<const Hit<3>>) override { FAIL(); }
  void flush_before(Index vector) override {
    EXPECT_LT(largest, vector);
    flushed = vector;
  }
  void finish() override { ++finished; }

  int begun = 0, finished = 0;
  Index flushed = 0, largest = -1, taken = 0;
};

TEST_F(Publish, gives_the_same_bytes_from_any_number_of_stores_of_pairs) { check_merge<2>(64); }
TEST_F(Publish, gives_the_same_bytes_from_any_number_of_stores_of_triples) { check_merge<3>(64); }

/// As ranks do: the first goes on in the file that gets its name, the others copy their lines.
template <int Way>
std::string printed_in_shares(const std::string& prefix, const BlockSet& set,
                              const Sample<Way>& sample, int shares) {
  std::vector<std::unique_ptr<sink::Edges>> all;
  std::vector<Index> bytes;
  Index strips = 0;
  for (int share = 0; share < shares; ++share) {
    auto& edges = *all.emplace_back(std::make_unique<sink::Edges>(prefix));
    const Range range = strips_of(set, share, shares);
    EXPECT_EQ(range.begin, strips);
    strips = range.end;
    publish_strips(set, sample.partition(), sample.info(), edges, range);
    bytes.push_back(edges.printed_bytes());
  }
  sink::Edges& first = *all.front();
  EXPECT_TRUE(first.can_be_shared());
  Index place = first.leave_room(std::accumulate(bytes.begin() + 1, bytes.end(), Index{0}));
  for (std::size_t share = 1; share < all.size(); ++share) {
    all[share]->copy_lines_to(first.temporary_path(), place);
    place += bytes[share];
  }
  first.finish();
  return first.path();
}

TEST_F(Publish, in_shares_of_the_strips_gives_the_same_bytes) {
  const Sample<2> pairs(300, 0.3);
  const Sample<3> triples;
  const BlockSet of_pairs(stores(pairs, 2, 21)), of_triples(stores(triples, 3, 22));
  sink::Edges plain(path("plain")), plain_triples(path("plain-triples"));
  publish(of_pairs, pairs.partition(), pairs.info(), plain);
  publish(of_triples, triples.partition(), triples.info(), plain_triples);
  for (const int shares : {1, 2, 3, 7, 40}) {  // there are 19 strips of pairs
    EXPECT_EQ(bytes_of(printed_in_shares(path("out"), of_pairs, pairs, shares)),
              bytes_of(plain.path()))
        << shares;
    EXPECT_EQ(bytes_of(printed_in_shares(path("out"), of_triples, triples, shares)),
              bytes_of(plain_triples.path()))
        << shares;
  }
  EXPECT_EQ(strips_of(of_pairs, 0, 1), (Range{0, 19}));
}

TEST_F(Publish, passes_all_hits_of_a_strip_before_the_next) {
  const Sample<2> sample;
  const BlockSet set(stores(sample, 3, 5));
  Witness witness;
  publish(set, sample.partition(), sample.info(), witness);
  EXPECT_EQ(witness.taken, set.totals().hits);
  EXPECT_EQ(witness.flushed, 70);
  EXPECT_EQ(witness.begun + witness.finished, 2);
}

TEST_F(Publish, says_how_many_hits_have_passed_and_ends_where_that_throws) {
  const Sample<2> sample;
  const BlockSet set(stores(sample, 3, 5));
  Index last = 0;
  Witness whole;
  publish(set, sample.partition(), sample.info(), whole, [&](Index hits) {
    EXPECT_LE(last, hits);
    EXPECT_EQ(hits, whole.taken);
    last = hits;
  });
  EXPECT_EQ(last, set.totals().hits);
  Witness stopped;
  const auto stop = [](Index hits) {
    if (hits > 0) throw Error(Failure::stopped, "asked to stop");
  };
  const auto failure =
      failure_of([&] { publish(set, sample.partition(), sample.info(), stopped, stop); });
  EXPECT_EQ(failure.first, Failure::stopped);
  EXPECT_LT(stopped.taken, whole.taken);
  EXPECT_EQ(stopped.finished, 0);
}

TEST_F(Publish, needs_no_temporary_file_where_the_sort_holds_a_strip) {
  const Sample<2> sample(300, 0.5);
  const BlockSet set(stores(sample, 2, 6));
  Index longest = 0;
  set.for_each_strip([&](const Strip& strip) {
    Index hits = 0;
    for (const TileLocation& location : strip.tiles) hits += location.hits;
    longest = std::max(longest, hits);
  });
  ASSERT_LT(2 * longest, set.totals().hits);
  for (const bool enough : {true, false}) {
    const std::string directory = path("out" + std::to_string(enough));
    std::filesystem::create_directory(directory);
    sink::Edges edges(directory + "/out", nullptr, sink::EdgeFormat::edges,
                      {.bytes = 2 * 24 * (enough ? longest : longest - 1)});
    // From here on no file can be created beside the output.
    std::filesystem::rename(directory, directory + "-away");
    const auto failure =
        failure_of([&] { publish(set, sample.partition(), sample.info(), edges); });
    // Only the last step, the rename, can fail where nothing was spilled.
    EXPECT_EQ(failure.first, enough ? Failure::write : Failure::open) << failure.second;
  }
}

TEST_F(Publish, of_tiles_without_hits_gives_an_empty_list) {
  const Sample<2> sample(70, 0);
  const BlockSet set(stores(sample, 2, 7));
  check_complete(set, sample.tiles());
  sink::Collect collect;
  publish(set, sample.partition(), sample.info(), collect);
  EXPECT_TRUE(collect.pairs().empty());
  EXPECT_EQ(set.totals().tuples, 70 * 69 / 2);
}

TEST_F(Publish, of_a_part_of_all_tuples_wants_its_tiles_and_its_hits_alone) {
  const Sample<2> sample;  // 70 vectors in 5 blocks
  SinkInfo info = sample.info();
  info.domain = Domain::of_window(Window::within_places(70, 3));
  const std::vector<Index> band{0, 1, 2, 4, 5, 8, 9, 13, 14};
  RunStore store = RunStore::create(path("band"), test::identity());
  compute(store, sample, {0, 1, 2, 4, 5, 8, 9, 13});
  const auto failure = [&] {
    const BlockSet set({path("band")});
    return failure_of([&] { check_complete(set, sample.partition(), info); }).second;
  };
  EXPECT_EQ(failure(), "1 tile of 9 missing, the first is tile 14");
  compute(store, sample, {14}, 1);
  EXPECT_EQ(failure_of([&] {
              check_complete(BlockSet({path("band")}), sample.partition(), sample.info());
            }).second,
            "6 tiles of 15 missing, the first is tile 3");
  EXPECT_NO_THROW(check_complete(BlockSet({path("band")}), sample.partition(), info));
  sink::Collect collect;
  const auto [kind, message] =
      failure_of([&] { publish(BlockSet({path("band")}), sample.partition(), info, collect); });
  EXPECT_EQ(kind, Failure::checksum) << message;
  EXPECT_NE(message.find("not of the tuples that are compared"), std::string::npos) << message;
  compute(store, sample, {3}, 2);
  EXPECT_EQ(failure(), "tile 3 is not one of the 9 tiles expected");
}

TEST_F(Publish, refuses_a_pair_whose_second_vector_is_not_behind_the_first) {
  const Sample<2> sample(16);  // one tile, on the diagonal
  for (const std::uint32_t second : {3U, 5U, 7U}) {
    const std::string name = path("pair" + std::to_string(second));
    RunStore store = RunStore::create(name, test::identity());
    const Hit<2> hit{{{5U, second}}, 0, 0.5};
    TileSummary tile{0, sample.partition().vectors() * 15 / 2, 1, {}, nullptr};
    tile.digest.add(hit.index, hit.cell, hit.value);
    BlockWriter writer(store.new_file(0), store.identity().hash());
    writer.begin(sample.info());
    writer.start_tile(0);
    writer.take(std::span(&hit, 1));
    writer.tile_done(tile);
    writer.finish();
    store.commit(*writer.result());
    sink::Collect collect;
    const auto kind = failure_of([&] {
                        publish(BlockSet({name}), sample.partition(), sample.info(), collect);
                      }).first;
    EXPECT_EQ(kind == Failure::checksum, second <= 5) << second;
  }
}

TEST_F(Publish, can_be_of_some_of_the_tiles) {
  const Sample<3> sample;
  RunStore store = RunStore::create(path("a"), test::identity());
  const std::vector<Index> even{0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34};
  compute(store, sample, even);
  const BlockSet set({path("a")});
  sink::Collect collect;
  publish(set, sample.partition(), sample.info(), collect);
  auto got = collect.triples();
  std::sort(got.begin(), got.end(), precedes);
  EXPECT_EQ(got, sample.sorted(even));
}

}  // namespace
