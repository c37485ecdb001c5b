// Parts computed on different numbers of ranks are joined to what one process writes.
#include <gtest/gtest.h>

#include <encke/base/index.hpp>

#include "ranked_program.hpp"

namespace encke::test {
namespace {

class Parts : public RankedProgram {
 protected:
  /// Computes a part of the problem on ranks.
  void part(int ranks, const std::string& options) {
    on(ranks);
    const std::string name = "part" + std::to_string(++count_);
    succeed(problem_ + options + " --out " + name);
    names_ += ' ' + name;
  }
  /// Joins the parts on ranks, and compares with the whole.
  void expect_whole(int ranks, const std::string& ending) {
    on(ranks);
    succeed("merge --out all" + names_);
    on(0);
    succeed(problem_ + "--out alone");
    EXPECT_GT(read("alone" + ending).size(), 1000U);
    EXPECT_TRUE(read("all" + ending) == read("alone" + ending));
    for (const char* const name : {"digest", "written", "tuples", "values", "num_missing"}) {
      EXPECT_EQ(summary("all").at(name), summary("alone").at(name)) << name;
    }
  }

  std::string problem_;

 private:
  int count_ = 0;
  std::string names_;
};

TEST_F(Parts, that_are_shards) {
  write_plink(200, 40, 15);
  problem_ = "ccc --bfile x --threshold 0.5 --block 16 --digest all --histogram ";
  part(2, "--shard 1/4");
  part(3, "--shard 2-3/4" + axes(1, 3, 1));
  part(0, "--shard 4/4");
  expect_whole(2, ".edges.tsv");
  EXPECT_TRUE(read("all.histogram.tsv") == read("alone.histogram.tsv"));
}

TEST_F(Parts, that_are_phases_and_stages_of_triples) {
  problem_ = "ps --synthetic random --num-vectors 50 --num-fields 70 --way 3 --block 16 ";
  part(4, "--phases 1/3");
  part(1, "--phases 2-3/3 --stages 1-2/7");
  part(3, "--phases 2-3/3 --stages 3-7/7 --shard 1/2" + axes(3, 1, 1));
  part(5, "--phases 2-3/3 --stages 3-7/7 --shard 2/2");
  expect_whole(0, ".edges.tsv");
}

TEST_F(Parts, that_are_told_to_have_no_tile_and_that_their_plans_are_of) {
  problem_ = "ccc --synthetic random --num-vectors 100 --num-fields 40 --block 64 ";
  Index tuples = 0;
  for (int shard = 1; shard <= 5; ++shard) {  // of three tiles
    const std::string options = "--shard " + std::to_string(shard) + "/5";
    on(2);
    const auto plan =
        nlohmann::json::parse(succeed("plan " + problem_ + options + " --progress json").out);
    part(shard % 3, options);
    const auto result = summary("part" + std::to_string(shard));
    EXPECT_EQ(plan.at("tuples"), result.at("tuples"));
    tuples += plan.at("tuples").get<Index>();
    const bool told = result.at("remarks").dump().find("no tile") != std::string::npos;
    EXPECT_EQ(told, result.at("tuples") == 0);
  }
  EXPECT_EQ(tuples, 99 * 50);
  expect_whole(0, ".edges.tsv");
}

TEST_F(Parts, with_the_largest_values) {
  problem_ = "ccc --synthetic random --num-vectors 150 --num-fields 40 --top 200 --block 16 ";
  part(2, "--shard 1/2");
  part(4, "--shard 2/2" + axes(2, 1, 2));
  expect_whole(3, ".edges.tsv");
}

}  // namespace
}  // namespace encke::test
