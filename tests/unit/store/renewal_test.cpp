// Stored runs of which something is lost or damaged, and what is beside them.
#include <encke/file/output/leftovers.hpp>
#include <encke/store/verify.hpp>

#include "sample.hpp"

namespace {

using namespace encke;
using namespace encke::store;
using test::compute;
using test::failure_of;
using test::Sample;

class Renewal : public test::StoredRunTest {};

TEST_F(Renewal, begun_again_removes_what_a_run_left_without_a_manifest_and_nothing_else) {
  const Sample<2> sample;
  prepare(sample);
  std::filesystem::remove(in("manifest"));
  const std::vector<std::string> ours{"manifest.tmp-17", "ids", "ids.tmp-17-2",
                                      sink::temporary_stem("ids") + "-17-2",
                                      "run-3-rank-12.blocks.damaged"};
  const std::vector<std::string> others{
      "ids_of_patients.txt", "haplotypes.blocks",    "x.blocks.open", "run-1-rank-0.blocks.bak",
      "run-x-rank-0.blocks", "run-1-rank-01.blocks", "ids.tmp-x",     "my.blocks.damaged"};
  for (const auto& name : ours) test::put(in(name), "half");
  for (const auto& name : others) test::put(in(name), "kept");
  RunStore store = RunStore::create(run(), test::identity());
  EXPECT_TRUE(store.done().empty());
  for (const auto& name : ours) EXPECT_FALSE(std::filesystem::exists(in(name))) << name;
  EXPECT_FALSE(std::filesystem::exists(in("run-1-rank-0.blocks")));
  EXPECT_FALSE(std::filesystem::exists(in("run-1-rank-1.blocks.open")));
  store.remove();
  for (const auto& name : others) EXPECT_EQ(bytes_of(in(name)), "kept") << name;
}

TEST_F(Renewal, makes_a_manifest_again_that_is_lost_or_damaged_anywhere) {
  const Sample<2> sample;
  prepare(sample);
  const auto before = std::filesystem::path(path("before"));
  std::filesystem::rename(path("run.blocks"), before);
  const auto bits = static_cast<std::int64_t>(8 * bytes_of(before.string() + "/manifest").size());
  for (std::int64_t bit = -1; bit < bits; bit += 61) {
    std::filesystem::copy(before, path("run.blocks"));
    if (bit < 0) {
      std::filesystem::remove(in("manifest"));
    } else {
      test::spoil(in("manifest"), bit);
    }
    std::string remark;
    {
      const RunStore store = RunStore::resume(run(), test::identity());
      ASSERT_EQ(store.done(), (std::vector<Index>{0, 1, 2, 3, 4, 5})) << bit;
      for (const auto& line : store.remarks()) remark += line;
    }
    // without its newline the last line is one that was cut short, and its file one not yet listed
    if (bit < bits - 8) {
      EXPECT_NE(remark.find("made again"), std::string::npos) << bit;
    }
    EXPECT_TRUE(verify(run()).findings.empty()) << bit;
    std::filesystem::remove_all(path("run.blocks"));
  }
}

TEST_F(Renewal, without_a_manifest_refuses_block_files_of_another_run) {
  const Sample<2> sample;
  prepare(sample);
  std::filesystem::remove(in("manifest"));
  const auto [failure, message] =
      failure_of([&] { RunStore::resume(run(), test::identity("1/2")); });
  EXPECT_EQ(failure, Failure::inconsistent);
  EXPECT_NE(message.find("run-1-rank-0.blocks: block file of another run"), std::string::npos)
      << message;
  EXPECT_EQ(RunStore::resume(run(), test::identity()).done().size(), 6u);
}

TEST_F(Renewal, keeps_all_whole_tiles_of_a_damaged_file_that_is_not_listed_and_says_so) {
  const Sample<2> sample;
  for (const bool closed : {false, true}) {
    std::filesystem::remove_all(path("run.blocks"));
    ends_.clear();
    prepare(sample);
    if (closed) {
      RunStore::resume(run(), test::identity());  // closes and lists it
      std::filesystem::remove(in("manifest"));
    }
    const std::string name = "run-1-rank-1.blocks" + std::string(closed ? "" : ".open");
    test::spoil(in(name), static_cast<std::int64_t>(8 * ends_[0] + 8 * 60));
    {
      RunStore store = RunStore::resume(run(), test::identity());
      EXPECT_EQ(store.done(), (std::vector<Index>{0, 1, 2, 3, 5}));
      ASSERT_EQ(store.remarks().size(), closed ? 2u : 1u);
      const std::string& remark = store.remarks().back();
      EXPECT_NE(remark.find(name + ": byte "), std::string::npos) << remark;
      EXPECT_NE(remark.find("tile 4"), std::string::npos) << remark;
      EXPECT_NE(remark.find("2 tiles"), std::string::npos) << remark;
      EXPECT_TRUE(std::filesystem::exists(in("run-1-rank-1.blocks.damaged")));
      compute(store, sample, {4});  // its file does not meet the copy's
    }
    EXPECT_EQ(RunStore::resume(run(), test::identity()).done().size(), 6u);
    EXPECT_TRUE(verify(run()).findings.empty());
  }
}

TEST_F(Renewal, resumed_removes_its_own_temporary_manifests_and_no_other_file) {
  const Sample<2> sample;
  prepare(sample);
  const std::vector<std::string> others{"manifest.tmp-x", "manifest.tmp-17.old", "manifest.tmp-"};
  for (const auto& name : others) test::put(in(name), "kept");
  test::put(in("manifest.tmp-17"), "half");
  const RunStore store = RunStore::resume(run(), test::identity());
  EXPECT_FALSE(std::filesystem::exists(in("manifest.tmp-17")));
  for (const auto& name : others) EXPECT_EQ(bytes_of(in(name)), "kept") << name;
}

TEST_F(Renewal, does_not_put_aside_or_take_in_a_block_file_of_another_run) {
  const Sample<2> sample;
  prepare(sample);
  {
    RunStore other = RunStore::create(path("other"), test::identity("1/2"));
    compute(other, sample, {6, 7});
  }
  const std::string file = "run-7-rank-0.blocks";
  std::filesystem::copy_file(path("other.blocks/run-1-rank-0.blocks"), in(file));
  const auto refused = [&](const auto& work) {
    const auto [failure, message] = failure_of(work);
    EXPECT_EQ(failure, Failure::inconsistent) << message;
    EXPECT_NE(message.find(file + ": block file of another run"), std::string::npos) << message;
  };
  refused([&] { RunStore::resume(run(), test::identity()); });
  refused([&] { quarantine(run()); });
  const auto found = verify(run()).findings;
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NE(found[0].what.find("another run"), std::string::npos) << found[0].what;
  std::filesystem::copy_file(in(file), in("run-1-rank-0.blocks"),
                             std::filesystem::copy_options::overwrite_existing);  // a listed one
  std::filesystem::remove(in(file));
  EXPECT_EQ(failure_of([&] { quarantine(run()); }).first, Failure::inconsistent);
  EXPECT_EQ(bytes_of(in("run-1-rank-0.blocks")),
            bytes_of(path("other.blocks/run-1-rank-0.blocks")));
}

TEST_F(Renewal, commits_what_the_ranks_of_a_stopped_run_have_closed) {
  const Sample<2> sample;
  RunStore store = RunStore::create(run(), test::identity());
  BlockWriter closed(store.new_file(0), store.identity().hash());
  closed.begin(sample.info());
  sample.write(closed, 4);
  closed.finish();
  BlockWriter open(store.new_file(1), store.identity().hash());
  open.begin(sample.info());
  sample.write(open, 5);
  store.commit_closed();
  ASSERT_EQ(store.files().size(), 1u);
  EXPECT_EQ(store.files()[0], *closed.result());
  store.commit_closed();
  EXPECT_EQ(store.files().size(), 1u);
}

}  // namespace
