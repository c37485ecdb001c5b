#include <gtest/gtest.h>

#include <encke/job/run_identity.hpp>
#include <functional>

#include "support/files.hpp"
#include "unit/job/requested.hpp"

namespace encke::job {
namespace {

using io::expect_error;
using test::requested;

const std::vector<io::FileRecord>& inputs() {
  static const std::vector<io::FileRecord> files = {
      {.path = "x.bim", .bytes = 100, .digest = "0011"},
      {.path = "x.bed", .bytes = 900, .digest = "aabb"}};
  return files;
}

store::Identity identity(const std::string& line, Extents extents = {200, 50}, Index blocks = 7,
                         const std::vector<io::FileRecord>& files = inputs()) {
  return identity_of(requested(line), extents, blocks, files);
}

TEST(Identity, is_another_for_every_option_that_decides_values_or_tiles) {
  const std::string problem = "ccc --bfile x";
  const std::uint64_t plain = identity(problem).hash();
  for (const char* option :
       {"--way 3", "--missing none", "--gamma 0.5", "--multiplier 1", "--precision f32",
        "--threshold 0.5", "--threshold 0.5,0.5,0.5,1", "--threshold 0.5,0.5,0.5,2", "--top 3",
        "--histogram", "--cell-histogram", "--digest all", "--maf 0.1", "--geno 0.1", "--shard 1/2",
        "--shard 1-2/2", "--phases 1/2", "--keep f", "--extract f"}) {
    EXPECT_NE(identity(problem + " " + option).hash(), plain) << option;
  }
  EXPECT_NE(identity("duo --bfile x").hash(), plain);
  EXPECT_NE(identity(problem, {201, 50}).hash(), plain);
  EXPECT_NE(identity(problem, {200, 51}).hash(), plain);
  EXPECT_NE(identity(problem, {200, 50}, 8).hash(), plain);
  EXPECT_NE(identity(problem, {200, 50}, 7, {}).hash(), plain);
}

TEST(Identity, knows_whether_a_file_names_what_stays_or_what_goes) {
  EXPECT_NE(identity("ccc --bfile x --extract f").hash(),
            identity("ccc --bfile x --exclude f").hash());
  EXPECT_NE(identity("ccc --bfile x --keep f").hash(), identity("ccc --bfile x --remove f").hash());
}

TEST(Identity, is_the_same_however_a_run_is_computed) {
  const std::string problem = "ccc --bfile x";
  const std::uint64_t plain = identity(problem).hash();
  for (const char* option : {"--threads 3", "--memory 100", "--backend reference",
                             "--level portable", "--num-proc-vector 2", "--num-proc-repl 3",
                             "--resume", "--check", "--out other", "--format abc", "--checksum"}) {
    EXPECT_EQ(identity(problem + " " + option).hash(), plain) << option;
  }
  std::vector<io::FileRecord> moved = inputs();
  for (auto& file : moved) file.path = "elsewhere/" + file.path;
  EXPECT_EQ(identity(problem, {200, 50}, 7, moved).hash(), plain);
}

TEST(Identity, has_the_contents_of_inputs_and_the_parameters_of_reals) {
  std::vector<io::FileRecord> changed = inputs();
  changed.back().digest = "aabc";
  EXPECT_NE(identity("ccc --bfile x", {200, 50}, 7, changed).hash(),
            identity("ccc --bfile x").hash());
  EXPECT_NE(identity("ps --table t --empty-pair same").hash(), identity("ps --table t").hash());
  const std::string synthetic = " --num-vectors 200 --num-fields 50";
  EXPECT_NE(identity("ps --synthetic random" + synthetic, {200, 50}, 7, {}).hash(),
            identity("ps --synthetic analytic" + synthetic, {200, 50}, 7, {}).hash());
}

TEST(Identity, tells_what_the_sink_is_to_know) {
  const SinkInfo info = sink_info(identity("ccc --bfile x --way 3 --precision f32"), {});
  EXPECT_EQ(info.way, 3);
  EXPECT_EQ(info.cells, 8);
  EXPECT_EQ(info.vectors, 200);
  EXPECT_TRUE(info.all);
  EXPECT_TRUE(info.float32);
  EXPECT_FALSE(sink_info(identity("ccc --bfile x --top 3"), {}).all);
  EXPECT_FALSE(sink_info(identity("ccc --bfile x --threshold 0"), {}).all);
  EXPECT_FALSE(sink_info(identity("ccc --bfile x"), {}).float32);
}

TEST(Identity, keeps_the_shares_and_exact_numbers) {
  EXPECT_TRUE(shares_in(identity("ccc --bfile x")).empty());
  const auto shares =
      shares_in(identity("ccc --bfile x --way 3 --phases 2-3/5 --stages 1/7 --shard 4/4"));
  ASSERT_EQ(shares.size(), 3U);
  const Shares expected[] = {{1, 2, 5}, {0, 0, 7}, {3, 3, 4}};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(shares[i].first, expected[i].first);
    EXPECT_EQ(shares[i].last, expected[i].last);
    EXPECT_EQ(shares[i].of, expected[i].of);
  }
  EXPECT_EQ(recalled(identity("ccc --bfile x --threshold 0.1"), {}).threshold, 0.1);
  EXPECT_EQ(recalled(identity("ccc --bfile x"), {}).gamma, 2.0 / 3.0);
  EXPECT_EQ(number(identity("ccc --bfile x"), "blocks"), 7);
}

TEST(Identity, that_was_changed_by_hand_is_refused) {
  store::Identity wrong;
  wrong.add("way", "two");
  wrong.add("gamma", "0.5x");
  wrong.add("share", "1-2:3");
  const auto expect = [&](const std::function<void()>& act,
                          std::initializer_list<std::string_view> words) {
    expect_error(act, Failure::inconsistent, words);
  };
  expect([&] { number(wrong, "way"); }, {"stored run", "way", "'two'"});
  wrong.add("metric", "ccc");
  expect([&] { recalled(wrong, {}); }, {"way", "'two'"});
  expect([&] { entry(wrong, "blocks"); }, {"does not say its blocks"});
  expect([&] { shares_in(wrong); }, {"share", "'1-2:3'"});
}

}  // namespace
}  // namespace encke::job
