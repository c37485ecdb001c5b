#include "cuda/host/local_rank.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace {

int rank_in(const std::map<std::string, std::string>& environment) {
  return encke::cuda::local_rank([&](const char* name) {
    const auto found = environment.find(name);
    return found == environment.end() ? nullptr : found->second.c_str();
  });
}

TEST(LocalRank, is_what_the_launcher_says) {
  EXPECT_EQ(rank_in({{"OMPI_COMM_WORLD_LOCAL_RANK", "3"}}), 3);
  EXPECT_EQ(rank_in({{"MPI_LOCALRANKID", "1"}, {"SLURM_LOCALID", "0"}}), 1);
  EXPECT_EQ(rank_in({{"SLURM_LOCALID", "7"}}), 7);
}

TEST(LocalRank, is_0_where_none_says_it) {
  EXPECT_EQ(rank_in({}), 0);
  EXPECT_EQ(rank_in({{"SLURM_LOCALID", ""}}), 0);
  EXPECT_EQ(rank_in({{"SLURM_LOCALID", "-1"}}), 0);
  EXPECT_EQ(rank_in({{"OMPI_COMM_WORLD_LOCAL_RANK", "none"}, {"SLURM_LOCALID", "2"}}), 2);
}

}  // namespace
