#include <gtest/gtest.h>

#include <encke/job/input_remarks.hpp>

#include "unit/job/requested.hpp"

namespace encke::job {
namespace {

std::string remark_on(const std::string& line, Index vectors = 1000) {
  return remark_on_pruning(test::requested(line), vectors);
}

TEST(RemarkOnPruning, names_the_options_that_need_all_triples) {
  const std::string triples = "ccc --bfile x --way 3 --threshold 0.5 ";
  EXPECT_EQ(remark_on(triples), "");
  EXPECT_EQ(remark_on(triples + "--check --digest all"),
            "no triples are left out by their pairs, because all of them are needed: --check, "
            "--digest all");
  EXPECT_NE(remark_on(triples + "--histogram").find("--histogram"), std::string::npos);
}

TEST(RemarkOnPruning, names_the_options_that_need_all_pairs) {
  const std::string words =
      "no pairs are left out that cannot pass, because all of them are needed: ";
  EXPECT_EQ(remark_on("r2 --bfile x --threshold 0.5 --check --histogram"),
            words + "--check, --histogram");
  EXPECT_EQ(remark_on("ccc --bfile x --top 9 --cell-histogram"), words + "--cell-histogram");
  EXPECT_EQ(remark_on("jaccard --fps x --threshold 0.7 --digest all"), words + "--digest all");
  EXPECT_EQ(remark_on("jaccard --fps x --format lsmat --force-pruning"), words + "--format lsmat");
  EXPECT_EQ(remark_on("ccc --bfile x --way 3 --format npy --force-pruning"),
            "no triples are left out by their pairs, because all of them are needed: --format npy");
}

TEST(RemarkOnPruning, is_none_where_nothing_would_be_left_out) {
  EXPECT_EQ(remark_on("ccc --bfile x --way 3 --threshold 0.5 --check --no-pruning"), "");
  EXPECT_EQ(remark_on("ccc --bfile x --way 3 --check"), "");
  EXPECT_EQ(remark_on("ccc --bfile x --way 3 --threshold 0.5 --check", 100), "");
  EXPECT_EQ(remark_on("ccc --bfile x --threshold 0.5 --check", 500), "");
  EXPECT_EQ(remark_on("ccc --bfile x --format npy"), "");
  EXPECT_EQ(remark_on("ccc --bfile x --way 3 --top 9 --check"), "");
  EXPECT_EQ(remark_on("king --bfile x --top 9 --histogram"), "");
  EXPECT_EQ(remark_on("ps --table x --way 3 --threshold 0.5 --digest all"), "");
  EXPECT_EQ(remark_on("ps --table x --precision f32 --threshold 0.5 --histogram"), "");
  EXPECT_NE(remark_on("ps --table x --precision u8 --threshold 0.5 --histogram"), "");
}

}  // namespace
}  // namespace encke::job
