#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <encke/distributed/grid.hpp>
#include <tuple>

#include "support/values.hpp"

namespace encke {
namespace {

using test::error_of;

constexpr std::int64_t plenty = std::int64_t{1} << 40;

Decomposition chosen(int ranks, const WantedDecomposition& wanted, Index vectors,
                     std::int64_t memory = plenty) {
  return choose_decomposition(ranks, wanted, {2, vectors, 100, 1'000'000}, memory).decomposition;
}

TEST(Grid, of_one_process_has_everything) {
  const Grid grid;
  const Partition partition(100, 16);
  EXPECT_EQ(grid.owned_blocks(partition, 0), (Range{0, 7}));
  EXPECT_EQ(grid.owned_vectors(partition, 0), (Range{0, 100}));
  EXPECT_EQ(grid.fields(1000, 64, 0), (Range{0, 1000}));
  EXPECT_EQ(grid.ring().size() * grid.field_group().size(), 1);
}

TEST(Grid, refuses_a_product_that_is_not_the_number_of_ranks) {
  for (const Decomposition& d : {Decomposition{2, 1, 1},
                                 {1, 2, 1},
                                 {1, 1, 2},
                                 {0, 1, 1},
                                 {-1, -1, 1},
                                 {1, 1, 0},
                                 {65536, 65536, 1},
                                 {641, 6700417, 1},
                                 {1 << 30, 1 << 30, 1 << 30}}) {
    const Error error = error_of([&] { Grid(Communicator(), d); });
    EXPECT_EQ(error.failure(), Failure::command_line) << d.vector;
    EXPECT_NE(std::string(error.what()).find("Their product must be 1"), std::string::npos)
        << error.what();
  }
}

TEST(ChooseDecomposition, of_one_rank_has_no_choice) {
  EXPECT_EQ(chosen(1, {}, 1'000'000), (Decomposition{1, 1, 1}));
}

TEST(ChooseDecomposition, gives_all_ranks_to_the_vectors_while_each_has_enough) {
  EXPECT_EQ(chosen(8, {}, 512), (Decomposition{8, 1, 1}));
  EXPECT_EQ(chosen(120, {}, 120 * 64), (Decomposition{120, 1, 1}));
}

TEST(ChooseDecomposition, then_to_replicas_while_memory_allows) {
  EXPECT_EQ(chosen(8, {}, 511), (Decomposition{4, 1, 2}));
  EXPECT_EQ(chosen(8, {}, 10), (Decomposition{1, 1, 8}));
  EXPECT_EQ(chosen(8, {}, 511, 0), (Decomposition{4, 1, 2}));  // without a limit
}

TEST(ChooseDecomposition, then_to_fields) {
  EXPECT_EQ(chosen(8, {}, 511, 1'000'000), (Decomposition{4, 2, 1}));
  EXPECT_EQ(chosen(8, {}, 10, 1'000'000), (Decomposition{1, 8, 1}));
}

TEST(ChooseDecomposition, prefers_fields_to_replicas_that_would_have_no_tiles_of_their_own) {
  const auto of_fields = [](int way, Index vectors, Index fields) {
    return choose_decomposition(8, {}, {way, vectors, fields, 1'000'000}, plenty).decomposition;
  };
  EXPECT_EQ(of_fields(2, 100, 3'000'000), (Decomposition{1, 8, 1}));  // 3 tiles of 64 vectors
  EXPECT_EQ(of_fields(2, 100, 8 * 4096 - 1), (Decomposition{1, 1, 8}));
  EXPECT_EQ(of_fields(2, 448, 3'000'000), (Decomposition{4, 2, 1}));  // 28
  EXPECT_EQ(of_fields(2, 449, 3'000'000), (Decomposition{4, 1, 2}));  // 36: four for each rank
  EXPECT_EQ(of_fields(3, 200, 3'000'000), (Decomposition{2, 4, 1}));  // 20
  EXPECT_EQ(of_fields(3, 321, 3'000'000), (Decomposition{4, 1, 2}));  // 56
}

TEST(ChooseDecomposition, keeps_to_what_is_asked_for) {
  EXPECT_EQ(chosen(12, {2, 3, 2}, 10), (Decomposition{2, 3, 2}));
  EXPECT_EQ(chosen(12, {0, 3, 0}, 100'000), (Decomposition{4, 3, 1}));
  EXPECT_EQ(chosen(12, {1, 0, 1}, 100'000), (Decomposition{1, 12, 1}));
  EXPECT_EQ(chosen(12, {1, 1, 0}, 100'000, 10), (Decomposition{1, 1, 12}));
  EXPECT_EQ(chosen(12, {6, 0, 0}, 100'000), (Decomposition{6, 1, 2}));
}

TEST(ChooseDecomposition, makes_every_number_of_ranks) {
  for (int ranks = 1; ranks <= 64; ++ranks) {
    for (const Index vectors : {2, 100, 1000, 100'000}) {
      for (const std::int64_t memory : {std::int64_t{0}, std::int64_t{1'000'000}, plenty}) {
        EXPECT_EQ(chosen(ranks, {}, vectors, memory).ranks(), ranks);
      }
    }
  }
}

TEST(ChooseDecomposition, refuses_what_does_not_make_the_ranks) {
  const std::tuple<int, WantedDecomposition, const char*> wrong[] = {
      {6, {4, 0, 0}, "4 x any x any"},
      {6, {1, 1, 1}, "1 x 1 x 1"},
      {1, {2, 0, 0}, "2 x any x any"},
      {8, {0, 3, 0}, "any x 3 x any"},
      {4, {2, 2, 2}, "2 x 2 x 2"},
      {1, {65536, 65536, 0}, "65536 x 65536 x any"},      // 2^32
      {1, {641, 6700417, 0}, "641 x 6700417 x any"},      // 2^32 + 1
      {4, {1 << 30, 1 << 30, 1 << 30}, "1073741824 x"}};  // 2^90
  for (const auto& [ranks, wanted, words] : wrong) {
    const Error error = error_of([&, r = ranks, w = wanted] { chosen(r, w, 100'000); });
    EXPECT_EQ(error.failure(), Failure::command_line);
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find(std::to_string(ranks) + ", the number of ranks"),
              std::string::npos)
        << error.what();
  }
}

TEST(ChooseDecomposition, says_why) {
  const auto reason = [](int ranks, Index vectors, std::int64_t memory) {
    return choose_decomposition(ranks, {}, {2, vectors, 100, 1'000'000}, memory).reason;
  };
  EXPECT_EQ(reason(1, 100, 0), "one rank");
  EXPECT_NE(reason(8, 512, 0).find("8 positions of about 64 vectors"), std::string::npos);
  EXPECT_NE(reason(8, 511, 0).find("2 replicas"), std::string::npos);
  EXPECT_NE(reason(8, 511, 1'000'000).find("2 ranks share 100 fields"), std::string::npos);
}

}  // namespace
}  // namespace encke
