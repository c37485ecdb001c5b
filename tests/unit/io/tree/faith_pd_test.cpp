#include <encke/io/tree/faith_pd.hpp>

#include "support/files.hpp"

namespace encke::io {
namespace {

SparseTable some_table() {
  return {.samples = {"S", "T", "E"},
          .observations = {"a", "b", "c"},
          .begin = {0, 2, 3, 4},
          .observation = {0, 1, 2, 1},
          .count = {1, 7, 2, 0}};
}

TEST(FaithPd, SumsTheBranchesFromWhatIsThereToTheRoot) {
  const Tree tree = parse_newick("((a:1,b:2)x:4,c:8)r:16;", "t");
  EXPECT_EQ(faith_pd(some_table(), tree, "t"), (std::vector<double>{7, 8, 0}));
}

TEST(FaithPd, TakesBranchesWithoutAForkAndWithoutALength) {
  const Tree tree = parse_newick("((((a:1)y:0.5,b:0)x:4,d:9)z:0.25,c:8);", "t");
  EXPECT_EQ(faith_pd(some_table(), tree, "t"), (std::vector<double>{5.75, 8, 0}));
}

TEST(FaithPd, RefusesATreeThatLacksAFeature) {
  const Tree tree = parse_newick("(a:1,b:2);", "t");
  expect_error([&] { faith_pd(some_table(), tree, "t.nwk"); }, Failure::inconsistent,
               {"t.nwk", "1 of the table's 3", "c"});
}

}  // namespace
}  // namespace encke::io
