#include <fcntl.h>
#include <sys/file.h>

#include <atomic>
#include <thread>
#include <vector>

#include "sample.hpp"

namespace {

using namespace encke;
using namespace encke::store;
using test::compute;
using test::failure_of;
using test::Sample;

class RunStoreTest : public test::StoredRunTest {};

TEST_F(RunStoreTest, goes_on_with_what_was_committed) {
  const Sample<2> sample;
  {
    RunStore store = RunStore::create(run(), test::identity());
    EXPECT_TRUE(store.done().empty());
    EXPECT_EQ(store.run(), 1);
    compute(store, sample, {5, 1});
    compute(store, sample, {2}, 1);
  }
  RunStore store = RunStore::resume(run(), test::identity());
  EXPECT_EQ(store.done(), (std::vector<Index>{1, 2, 5}));
  EXPECT_EQ(store.run(), 2);
  compute(store, sample, {3});
  const auto hits = sample.sorted({1, 2, 3, 5});
  const Totals totals = store.totals();
  EXPECT_EQ(totals.tiles, 4);
  EXPECT_EQ(totals.hits, static_cast<Index>(hits.size()));
  Digest digest;
  for (const auto& hit : hits) digest.add(hit.index, hit.cell, hit.value);
  EXPECT_EQ(totals.digest, digest);
  EXPECT_EQ(totals.histogram.nan, 11);
  store.remove();
  EXPECT_TRUE(files().empty());
}

TEST_F(RunStoreTest, is_not_begun_twice) {
  RunStore::create(run(), test::identity());
  EXPECT_EQ(failure_of([&] { RunStore::create(run(), test::identity()); }),
            std::pair(Failure::inconsistent,
                      run() + ".blocks holds an unfinished run: add --resume to go on with it, or "
                              "remove it"));
}

TEST_F(RunStoreTest, with_nothing_to_resume_begins) {
  EXPECT_TRUE(RunStore::resume(run(), test::identity()).done().empty());
  EXPECT_EQ(files(), std::vector<std::string>{"run.blocks"});
}

TEST_F(RunStoreTest, of_another_run_is_refused_and_left_alone) {
  const Sample<2> sample;
  const std::string open = prepare(sample);
  const auto names = test::identity().entries();
  for (std::size_t n = 0; n <= names.size(); ++n) {
    Identity other;
    for (std::size_t k = 0; k < names.size(); ++k) {
      other.add(names[k].first, names[k].second + (k == n ? "x" : ""));
    }
    if (n == names.size()) other.add("more", "1");
    const auto [failure, message] = failure_of([&] { RunStore::resume(run(), other); });
    EXPECT_EQ(failure, Failure::inconsistent);
    const std::string name = n == names.size() ? "more" : names[n].first;
    EXPECT_NE(message.find("another run; " + name + ": '"), std::string::npos) << message;
    EXPECT_EQ(bytes_of(in("run-1-rank-1.blocks.open")), open);
  }
}

TEST_F(RunStoreTest, keeps_exactly_the_complete_tiles_of_an_open_file_cut_anywhere) {
  const Sample<2> sample(40, 0.1);
  const std::string open = prepare(sample);
  const auto before = std::filesystem::path(path("before"));
  std::filesystem::rename(path("run.blocks"), before);
  for (std::size_t length = 0; length <= open.size(); ++length) {
    std::filesystem::copy(before, path("run.blocks"));
    std::filesystem::resize_file(in("run-1-rank-1.blocks.open"), length);
    std::vector<Index> expected{0, 1, 2};
    for (std::size_t n = 0; n < ends_.size(); ++n) {
      if (length >= ends_[n]) expected.push_back(static_cast<Index>(n) + 3);
    }
    for (int again = 0; again < 2; ++again) {
      const RunStore store = RunStore::resume(run(), test::identity());
      ASSERT_EQ(store.done(), expected) << length;
      ASSERT_EQ(store.files().size(), expected.size() > 3 ? 2u : 1u);
      ASSERT_FALSE(std::filesystem::exists(in("run-1-rank-1.blocks.open")));
    }
    std::filesystem::remove_all(path("run.blocks"));
  }
}

TEST_F(RunStoreTest, takes_in_a_file_that_was_finished_but_not_committed) {
  const Sample<2> sample;
  {
    RunStore store = RunStore::create(run(), test::identity());
    BlockWriter writer(store.new_file(7), store.identity().hash());
    writer.begin(sample.info());
    sample.write(writer, 9);
    writer.finish();
  }
  const RunStore store = RunStore::resume(run(), test::identity());
  EXPECT_EQ(store.done(), std::vector<Index>{9});
  EXPECT_EQ(store.files().size(), 1u);
}

TEST_F(RunStoreTest, counts_a_tile_once_that_two_files_have) {
  const Sample<2> sample;
  RunStore store = RunStore::create(run(), test::identity());
  compute(store, sample, {1, 2});
  compute(store, sample, {2, 3}, 1);
  EXPECT_EQ(store.totals().tiles, 3);
  EXPECT_EQ(store.totals().hits, static_cast<Index>(sample.sorted({1, 2, 3}).size()));
}

TEST_F(RunStoreTest, refuses_to_commit_a_file_that_is_not_there) {
  RunStore store = RunStore::create(run(), test::identity());
  test::put(in("b.blocks"), "12");
  for (const BlockFile& file :
       {BlockFile{"a.blocks", 2, 1, 1, 1}, BlockFile{"b.blocks", 3, 1, 1, 1}}) {
    EXPECT_EQ(failure_of([&] { store.commit(file); }).first, Failure::inconsistent);
  }
}

TEST_F(RunStoreTest, is_for_one_process_at_a_time) {
  const RunStore store = RunStore::create(run(), test::identity());
  for (const auto& open : {RunStore::create, RunStore::resume}) {
    EXPECT_EQ(
        failure_of([&] { open(run(), test::identity()); }),
        std::pair(Failure::inconsistent, run() + ".blocks: another process is at work in it"));
  }
}

TEST_F(RunStoreTest, is_for_one_after_another_where_many_come_and_go) {
  std::atomic<int> had = 0;
  const auto come_and_go = [&] {
    for (int time = 0; time < 300; ++time) {
      const auto open = time % 2 == 0 ? RunStore::create : RunStore::resume;
      try {
        open(run(), test::identity()).remove();
        ++had;
      } catch (const Error& error) {
        EXPECT_STREQ(error.what(), (run() + ".blocks: another process is at work in it").c_str());
      }
    }
  };
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) threads.emplace_back(come_and_go);
  for (std::thread& thread : threads) thread.join();
  EXPECT_GE(had, 1);
  EXPECT_EQ(files(), std::vector<std::string>{});
}

TEST_F(RunStoreTest, does_not_cut_a_file_that_a_rank_still_writes) {
  const Sample<2> sample;
  std::optional<BlockWriter> writer;
  {
    const RunStore store = RunStore::create(run(), test::identity());
    writer.emplace(store.new_file(0), store.identity().hash());
    writer->begin(sample.info());
    sample.write(*writer, 4);
  }
  const auto [failure, message] = failure_of([&] { RunStore::resume(run(), test::identity()); });
  EXPECT_EQ(failure, Failure::inconsistent);
  EXPECT_NE(message.find("another process still writes it"), std::string::npos) << message;
  writer.reset();
  EXPECT_EQ(RunStore::resume(run(), test::identity()).done(), std::vector<Index>{4});
}

TEST_F(RunStoreTest, on_a_full_disk_can_be_resumed) {
  const Sample<2> sample;
  for (rlim_t limit = 50; limit < 9000; limit += 173) {
    std::filesystem::remove_all(path("run.blocks"));
    std::vector<Index> done;
    const auto attempt = [&] {
      const test::FullDisk full(limit);
      RunStore store = RunStore::create(run(), test::identity());
      BlockWriter writer(store.new_file(0), store.identity().hash(), {.buffer = 400});
      writer.begin(sample.info());
      for (const Index id : sample.ids()) {
        sample.write(writer, id);
        done.push_back(id);
      }
    };
    EXPECT_EQ(failure_of(attempt).first, Failure::write) << limit;
    RunStore store = RunStore::resume(run(), test::identity());
    EXPECT_EQ(store.done(), done) << limit;
    std::vector<Index> rest = sample.ids();
    rest.erase(rest.begin(), rest.begin() + static_cast<long>(done.size()));
    compute(store, sample, rest);
    EXPECT_EQ(store.totals().hits, static_cast<Index>(sample.sorted(sample.ids()).size()));
  }
}

TEST_F(RunStoreTest, is_removed_when_empty_only_before_the_first_tile) {
  const Sample<2> sample;
  {
    RunStore store = RunStore::create(run(), test::identity());
    BlockWriter writer(store.new_file(0), store.identity().hash());
    writer.begin(sample.info());
    writer.start_tile(0);
    writer.abandon();
    EXPECT_TRUE(store.remove_if_empty());
    EXPECT_TRUE(files().empty());
  }
  {
    RunStore store = RunStore::create(run(), test::identity());
    BlockWriter writer(store.new_file(0), store.identity().hash());
    writer.begin(sample.info());
    sample.write(writer, 3);
    writer.abandon();
    EXPECT_FALSE(store.remove_if_empty());
  }
  RunStore store = RunStore::resume(run(), test::identity());
  EXPECT_EQ(store.done(), std::vector<Index>{3});
  EXPECT_FALSE(store.remove_if_empty());
  EXPECT_EQ(RunStore::resume(path("other"), test::identity()).remove_if_empty(), true);
}

TEST_F(RunStoreTest, that_cannot_begin_leaves_nothing) {
  const auto attempt = [&] {
    const test::FullDisk full(20);  // not even the manifest
    RunStore::create(run(), test::identity());
  };
  EXPECT_EQ(failure_of(attempt).first, Failure::write);
  EXPECT_TRUE(files().empty());
}

TEST_F(RunStoreTest, needs_a_directory_that_can_be_made) {
  test::put(path("run.blocks"), "a file");
  EXPECT_EQ(failure_of([&] { RunStore::create(run(), test::identity()); }).first, Failure::open);
  EXPECT_EQ(failure_of([&] { RunStore::create(path("no/run"), test::identity()); }).first,
            Failure::open);
}

}  // namespace
