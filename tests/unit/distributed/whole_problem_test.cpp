#include <gtest/gtest.h>

#include <encke/distributed/whole_problem.hpp>

#include "support/genotypes.hpp"
#include "support/values.hpp"

namespace encke {
namespace {

using test::error_of;

test::Genotypes with_missing_in(std::initializer_list<Index> vectors) {
  test::Genotypes g = test::random_genotypes(60, 20, 0, 3);
  for (const Index v : vectors) g.at(v, 7) = 3;
  return g;
}

TEST(WholeProblem, knows_which_blocks_have_missing_elements) {
  const PackedVectors vectors = test::pack(with_missing_in({17, 20, 59}));
  const auto whole = whole_problem(RankVectors::whole(vectors, Partition(60, 16)), Grid());
  EXPECT_EQ(whole.fields, 20);
  EXPECT_EQ(whole.missing, 3);
  EXPECT_EQ(whole.blocks_with_missing, (std::vector<bool>{false, true, false, true}));
}

TEST(WholeProblem, of_complete_vectors_has_none) {
  const PackedVectors vectors = test::pack(with_missing_in({}));
  const auto whole = whole_problem(RankVectors::whole(vectors, Partition(60, 32)), Grid());
  EXPECT_EQ(whole.missing, 0);
  EXPECT_EQ(whole.blocks_with_missing, (std::vector<bool>{false, false}));
}

TEST(WholeProblem, adds_up_what_is_missing_of_all_parts_of_the_fields) {
  const PackedVectors some = test::pack(with_missing_in({1}));
  PackedVectors none = test::pack(with_missing_in({}));
  none.keep_masks();
  const PackedVectors others = test::pack(with_missing_in({40, 41}));
  const RankVectors mine{Partition(60, 32), 60, {0, 60}, {&some, &none, &others}};
  EXPECT_NO_THROW(check_parts(mine, Grid()));
  EXPECT_EQ(whole_problem(mine, Grid()).missing, 3);
  EXPECT_EQ(whole_problem(mine, Grid()).blocks_with_missing, (std::vector<bool>{true, true}));
}

TEST(CheckParts, refuses_what_is_not_the_place_in_the_grid) {
  const PackedVectors masked = test::pack(with_missing_in({1}));
  const PackedVectors plain = test::pack(with_missing_in({}));
  const Partition partition(60, 16);
  const RankVectors wrong[] = {
      {partition, 20, {0, 59}, {&plain}},           // other vectors
      {partition, 20, {1, 60}, {&plain}},           //
      {partition, 21, {0, 60}, {&plain}},           // fields that nobody has
      {partition, 20, {0, 60}, {}},                 //
      {partition, 20, {0, 60}, {&plain, &plain}},   // fields that are there twice
      {partition, 40, {0, 60}, {&plain, &masked}},  // masks on some only
      {Partition(61, 16), 20, {0, 60}, {&plain}}};  // of another problem
  for (const RankVectors& mine : wrong) {
    const Error error = error_of([&] { check_parts(mine, Grid()); });
    EXPECT_EQ(error.failure(), Failure::inconsistent) << &mine - wrong;
    EXPECT_NE(std::string(error.what()).find("the ranks' parts"), std::string::npos);
  }
  EXPECT_NO_THROW(check_parts(RankVectors::whole(plain, partition), Grid()));
}

TEST(GatherMargins, of_one_process_are_its_own_to_the_bit) {
  const std::vector<Array<std::int64_t, 2>> counts = {{{1, -2}}, {{3, std::int64_t{1} << 62}}};
  EXPECT_EQ((gather_margins<std::int64_t, 2>(Communicator(), counts)), counts);
  const std::vector<Array<double, 1>> sums = {{{0.1}}, {{1e300}}};
  EXPECT_EQ((gather_margins<double, 1>(Communicator(), sums)), sums);
}

}  // namespace
}  // namespace encke
