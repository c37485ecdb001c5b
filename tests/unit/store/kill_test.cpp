#include "kill.hpp"

#include <encke/sink/format/edges.hpp>
#include <encke/store/publish.hpp>
#include <encke/store/verify.hpp>

#include "sample.hpp"

namespace {

using namespace encke;
using namespace encke::store;
using test::End;
using test::kill_at;
using test::Sample;

class Kill : public test::StoreTest {
 protected:
  std::string run() const { return path("run"); }
  std::string in(const std::string& name) const { return path("run.blocks/" + name); }

  /// Computes up to `most` tiles that are not done, in one file.
  void go_on(std::size_t most) const {
    RunStore store = RunStore::resume(run(), test::identity());
    BlockWriter writer(store.new_file(0), store.identity().hash(), {.buffer = 500});
    writer.begin(sample_.info());
    for (const Index id : sample_.ids()) {
      if (std::binary_search(store.done().begin(), store.done().end(), id)) continue;
      if (most-- == 0) break;
      sample_.write(writer, id);
    }
    writer.finish();
    if (writer.result()) store.commit(*writer.result());
  }

  /// The output, from whatever is there and what it lacks.
  std::string output() const {
    go_on(1000);
    const BlockSet set({run()});
    check_complete(set, sample_.tiles());
    sink::Edges edges(path("out"));
    publish(set, sample_.partition(), sample_.info(), edges);
    return bytes_of(edges.path());
  }

  /// Kills `action` before every system call, each time after `prepare`; after `repair` the output
  /// must come out the same.
  void check(
      const std::function<void()>& prepare, const std::function<void()>& action,
      const std::function<void()>& repair = [] {}) {
    std::filesystem::remove_all(path("run.blocks"));
    const std::string expected = output();
    for (int n = 1;; n += 2) {
      std::filesystem::remove_all(path("run.blocks"));
      prepare();
      const End end = kill_at(n, action);
      if (end == End::cannot_trace) GTEST_SKIP() << "this machine allows no tracing";
      ASSERT_NE(end, End::failed) << n;
      repair();
      ASSERT_EQ(output(), expected) << n;
      ASSERT_TRUE(verify(run()).findings.empty()) << n;
      if (end == End::finished) {
        EXPECT_GT(n, 40);
        return;
      }
    }
  }

  /// A store with a committed file, and open files of the tiles 3, 4 and 5, one of them torn.
  void leave_open_files() const {
    go_on(3);
    RunStore store = RunStore::resume(run(), test::identity());
    for (const Index rank : {0, 1}) {
      BlockWriter writer(store.new_file(rank), store.identity().hash());
      writer.begin(sample_.info());
      for (const Index id : {3 + rank, 4 + rank}) sample_.write(writer, id);
    }
    const std::string torn = in("run-2-rank-1.blocks.open");
    std::filesystem::resize_file(torn, std::filesystem::file_size(torn) - 9);
  }

  const Sample<2> sample_;
};

TEST_F(Kill, at_any_system_call_of_a_new_run_loses_nothing) {
  check([] {}, [this] { go_on(4); });
}

TEST_F(Kill, at_any_system_call_of_a_resumed_run_loses_nothing) {
  check([this] { leave_open_files(); }, [this] { go_on(2); });
}

TEST_F(Kill, at_any_system_call_keeps_every_tile_that_was_done) {
  for (int n = 1;; n += 2) {
    std::filesystem::remove_all(path("run.blocks"));
    leave_open_files();
    const End end = kill_at(n, [this] { RunStore::resume(run(), test::identity()); });
    if (end == End::cannot_trace) GTEST_SKIP() << "this machine allows no tracing";
    ASSERT_NE(end, End::failed);
    if (end == End::finished) return;
    ASSERT_EQ(RunStore::resume(run(), test::identity()).done(), (std::vector<Index>{0, 1, 2, 3, 4}))
        << n;
  }
}

TEST_F(Kill, at_any_system_call_of_a_quarantine_loses_only_the_damaged_tile) {
  const auto prepare = [this] {
    go_on(5);
    test::spoil(in("run-1-rank-0.blocks"), 8 * 300);
  };
  const auto action = [this] { quarantine(run()); };
  check(prepare, action, action);
}

TEST_F(Kill, at_any_system_call_of_the_removal_leaves_a_run_or_nothing) {
  bool resumed = false, begun = false;
  for (int n = 1;; n += 2) {
    std::filesystem::remove_all(path("run.blocks"));
    go_on(4);
    const End end = kill_at(n, [this] { RunStore::resume(run(), test::identity()).remove(); });
    if (end == End::cannot_trace) GTEST_SKIP() << "this machine allows no tracing";
    ASSERT_NE(end, End::failed);
    if (end == End::finished) break;
    const auto done = RunStore::resume(run(), test::identity()).done();
    ASSERT_TRUE(done.empty() || done == (std::vector<Index>{0, 1, 2, 3})) << n;
    (done.empty() ? begun : resumed) = true;
  }
  EXPECT_TRUE(resumed && begun);
  EXPECT_TRUE(files().empty());
}

}  // namespace
