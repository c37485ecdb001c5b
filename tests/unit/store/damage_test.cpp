#include <encke/store/publish.hpp>
#include <encke/store/verify.hpp>
#include <random>

#include "sample.hpp"

namespace {

using namespace encke;
using namespace encke::store;
using test::compute;
using test::failure_of;
using test::Sample;

/// A store with two files and all tiles.
template <int Way>
class Damaged : public test::StoreTest {
 protected:
  explicit Damaged(Index vectors = 70) : sample_(vectors) {
    RunStore store = RunStore::create(run(), test::identity());
    const auto ids = sample_.ids();
    const auto half = static_cast<long>(ids.size() / 2);
    compute(store, sample_, {ids.begin(), ids.begin() + half}, 0);
    compute(store, sample_, {ids.begin() + half, ids.end()}, 1);
  }

  std::string run() const { return path("run"); }
  std::string in(const std::string& name) const { return path("run.blocks/" + name); }

  /// Everything that a user of the store reads.
  void use() const {
    const BlockSet set({run()});
    check_complete(set, sample_.tiles());
    sink::Collect collect;
    publish(set, sample_.partition(), sample_.info(), collect);
  }

  Sample<Way> sample_;
  const std::string first_ = in("run-1-rank-0.blocks");
  const std::string second_ = in("run-1-rank-1.blocks");
};

class DamagedPairs : public Damaged<2> {};
class DamagedTriples : public Damaged<3> {};

TEST_F(DamagedPairs, is_found_whichever_bit_flips) {
  const auto bits = static_cast<std::int64_t>(8 * bytes_of(first_).size());
  std::mt19937_64 random(1);
  use();
  int found = 0, seen_by_verify = 0;
  for (int n = 0; n < 10'000; ++n) {
    const auto bit = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(bits));
    test::spoil(first_, bit);
    const Failure failure = failure_of([&] { use(); }).first;
    found += failure == Failure::checksum ? 1 : 0;
    if (n % 50 == 0) seen_by_verify += verify(run()).findings.empty() ? 0 : 1;
    test::spoil(first_, bit);
  }
  EXPECT_EQ(found, 10'000);
  EXPECT_EQ(seen_by_verify, 200);
  use();
}

TEST_F(DamagedPairs, is_found_at_any_length_of_the_file) {
  const std::string whole = bytes_of(first_);
  for (std::size_t length = 0; length < whole.size(); length += 7) {
    test::put(first_, whole.substr(0, length));
    EXPECT_EQ(failure_of([&] { use(); }).first, Failure::checksum) << length;
    EXPECT_FALSE(verify(run()).findings.empty()) << length;
  }
  test::put(first_, whole + "12345678");
  EXPECT_EQ(failure_of([&] { use(); }).first, Failure::checksum);
}

TEST_F(DamagedTriples, names_file_offset_and_tile_of_hits) {
  const BlockSet set({run()});
  const TileLocation location = set.tiles()[3];
  const std::string& file = location.file == 0 ? first_ : second_;
  test::spoil(file, 8 * (location.offset + 40) + 3);
  const std::string place = file + ": byte " + std::to_string(location.offset) + ": tile " +
                            std::to_string(location.tile) + ": ";
  EXPECT_EQ(failure_of([&] { use(); }),
            std::pair(Failure::checksum, place + "the hits differ from their checksum"));
  const Verification found = verify(run());
  ASSERT_EQ(found.findings.size(), 1u);
  EXPECT_EQ(text(found.findings[0]), place + "the record differs from its checksum");
  EXPECT_EQ(found.good.size(), 34u);
  EXPECT_EQ(found.lost, 1);
}

TEST_F(DamagedTriples, loses_in_quarantine_only_the_tiles_that_are_damaged) {
  std::mt19937_64 random(2);
  const std::string whole = bytes_of(first_);
  const std::string manifest = bytes_of(in("manifest"));
  for (int n = 0; n < 60; ++n) {
    test::put(first_, whole);
    const int flips = 1 + n % 3;
    for (int f = 0; f < flips; ++f) {
      // now and then in the header or the footer
      const auto bits = n % 10 == 0 ? 320u : 8 * whole.size();
      test::spoil(first_, static_cast<std::int64_t>(random() % bits));
      if (n % 10 == 0) break;
    }
    const Verification before = quarantine(run());
    EXPECT_FALSE(before.findings.empty());
    EXPECT_LE(before.lost, flips);
    EXPECT_EQ(before.good.size() + static_cast<std::size_t>(before.lost), 35u);
    EXPECT_TRUE(verify(run()).findings.empty());
    {
      RunStore store = RunStore::resume(run(), test::identity());
      EXPECT_EQ(store.done(), before.good);
      std::vector<Index> rest;
      const auto all = sample_.ids();
      std::set_difference(all.begin(), all.end(), before.good.begin(), before.good.end(),
                          std::back_inserter(rest));
      compute(store, sample_, rest);
    }
    use();
    EXPECT_EQ(BlockSet({run()}).totals().hits,
              static_cast<Index>(sample_.sorted(sample_.ids()).size()));
    for (const auto& entry : std::filesystem::directory_iterator(path("run.blocks"))) {
      const std::string name = entry.path().filename();
      if (name.starts_with("run-") && name.find("run-1-") == std::string::npos) {
        std::filesystem::remove(entry);
      }
    }
    test::put(in("manifest"), manifest);
  }
}

TEST_F(DamagedTriples, goes_on_without_a_file_that_is_gone) {
  std::filesystem::remove(second_);
  const Verification found = quarantine(run());
  EXPECT_EQ(found.lost, 18);
  EXPECT_EQ(RunStore::resume(run(), test::identity()).done().size(), 17u);
}

TEST_F(DamagedTriples, goes_on_without_a_file_that_cannot_be_read) {
  std::filesystem::remove(second_);
  std::filesystem::create_directory(second_);  // can be opened, but not read
  for (const bool listed : {true, false}) {
    const std::string file = listed ? second_ : in("run-1-rank-2.blocks");
    if (!listed) std::filesystem::create_directory(file);
    const Verification seen = verify(run());
    ASSERT_EQ(seen.findings.size(), 1u);
    EXPECT_TRUE(text(seen.findings[0]).starts_with(file + ": byte 0: cannot read: "))
        << text(seen.findings[0]);
    EXPECT_EQ(seen.lost, listed ? 18 : 0);
    EXPECT_EQ(quarantine(run()).findings.size(), 1u);
    EXPECT_TRUE(verify(run()).findings.empty());
    EXPECT_EQ(RunStore::resume(run(), test::identity()).done().size(), 17u);
  }
}

TEST_F(DamagedTriples, leaves_a_whole_store_alone) {
  const std::string manifest = bytes_of(in("manifest"));
  EXPECT_TRUE(verify(run()).findings.empty());
  EXPECT_TRUE(quarantine(run()).findings.empty());
  EXPECT_EQ(bytes_of(in("manifest")), manifest);
  EXPECT_EQ(verify(run()).good, sample_.ids());
}

TEST_F(DamagedTriples, manifest_is_a_finding_and_its_list_is_made_again) {
  const std::string manifest = bytes_of(in("manifest"));
  const auto list = static_cast<std::int64_t>(8 * manifest.find("file\t"));
  for (const std::int64_t bit : {list + 5, list + 300}) {
    test::put(in("manifest"), manifest);
    test::spoil(in("manifest"), bit);
    const Verification found = verify(run());
    ASSERT_EQ(found.findings.size(), 1u);
    EXPECT_NE(text(found.findings[0]).find("a line of the list is not"), std::string::npos)
        << text(found.findings[0]);
    EXPECT_EQ(failure_of([&] { use(); }).first, Failure::checksum);
    quarantine(run());
    EXPECT_TRUE(verify(run()).findings.empty());
    EXPECT_EQ(verify(run()).good, sample_.ids());
    use();
  }
}

TEST_F(DamagedTriples, manifest_without_a_whole_identity_is_not_guessed) {
  test::spoil(in("manifest"), 100);
  EXPECT_EQ(verify(run()).findings.size(), 1u);
  EXPECT_EQ(failure_of([&] { quarantine(run()); }).first, Failure::checksum);
  EXPECT_EQ(failure_of([&] { verify(path("none")); }).first, Failure::open);
  EXPECT_EQ(RunStore::resume(run(), test::identity()).done(), sample_.ids());
}

/// Files that are not listed: one closed, with tile 0, one open, with tiles 1 and 2.
TEST_F(DamagedPairs, is_found_in_files_that_are_not_committed_yet) {
  std::size_t middle = 0;
  {
    const RunStore store = RunStore::resume(run(), test::identity());
    BlockWriter closed(store.new_file(0), store.identity().hash());
    BlockWriter open(store.new_file(1), store.identity().hash(), {.buffer = 200});
    closed.begin(sample_.info());
    sample_.write(closed, 0);
    closed.finish();
    open.begin(sample_.info());
    sample_.write(open, 1);
    middle = bytes_of(in("run-2-rank-1.blocks.open")).size();
    sample_.write(open, 2);
    open.start_tile(3);
    open.take(std::span<const Hit<2>>(sample_.hits(3)));
  }
  const Verification whole = verify(run());
  EXPECT_TRUE(whole.findings.empty()) << text(whole.findings[0]);
  ASSERT_EQ(whole.uncommitted.size(), 2u);
  EXPECT_EQ(whole.uncommitted[0].path, in("run-2-rank-0.blocks"));
  EXPECT_EQ(whole.uncommitted[0].tiles, 1);
  EXPECT_EQ(whole.uncommitted[1].path, in("run-2-rank-1.blocks.open"));
  EXPECT_EQ(whole.uncommitted[1].tiles, 2);

  test::spoil(in("run-2-rank-0.blocks"), 8 * 100);
  test::spoil(in("run-2-rank-1.blocks.open"), static_cast<std::int64_t>(4 * middle));
  EXPECT_EQ(verify(run()).findings.size(), 2u);
  quarantine(run());
  EXPECT_TRUE(verify(run()).findings.empty());
  EXPECT_TRUE(std::filesystem::exists(in("run-2-rank-0.blocks.damaged")));
  EXPECT_TRUE(std::filesystem::exists(in("run-2-rank-1.blocks.damaged")));
  EXPECT_EQ(RunStore::resume(run(), test::identity()).done(), sample_.ids());
}

TEST_F(DamagedTriples, is_not_repaired_while_another_process_is_at_work) {
  const RunStore store = RunStore::resume(run(), test::identity());
  EXPECT_EQ(failure_of([&] { quarantine(run()); }).first, Failure::inconsistent);
}

}  // namespace
