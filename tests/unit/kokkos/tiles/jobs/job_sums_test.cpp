#include "kokkos/tiles/jobs/job_sums.hpp"

#include <gtest/gtest.h>

#include "../pair_tallies.hpp"
#include "support/long_run.hpp"

// Jobs of kernels that lay out vectors: their tallies are those of tiles made one by one.

namespace {

using encke::Index;
using encke::kokkos::JobSums;
using encke::kokkos::MaskRoute;
using encke::test::FoundTallies;
using encke::test::itself;
using encke::test::levels;
using encke::test::random_genotypes;
using encke::test::tallies_of;
using encke::test::Window;

/// Levels that lay out vectors.
std::vector<const encke::cpu::Kernels*> laying_out() {
  auto found = levels();
  std::erase_if(found, [](const auto* level) { return level->genotype.multiply.space == 0; });
  return found;
}

TEST(JobSums, of_vectors_on_and_off_tiles_are_those_of_tiles) {
  std::size_t size = 0;
  for (const Index vectors : {63, 65, 191, 193, 385, 513, 777}) {
    ++size;
    for (const double rate : {0.0, 0.03}) {
      SCOPED_TRACE(testing::Message() << vectors << " vectors, missing " << rate);
      const auto g = random_genotypes(vectors, 97, rate, static_cast<std::uint64_t>(vectors));
      for (const auto& packed : encke::test::of_each_element(g)) {
        const auto blocks = itself(packed);
        const auto expected = tallies_of(*levels().front(), blocks, MaskRoute::popcounts);
        // a short run has each combination at one of the rates, at the other one for the next size
        std::size_t turn = size + (rate > 0 ? 1 : 0);
        for (const auto* level : laying_out()) {
          for (const auto route : {MaskRoute::popcounts, MaskRoute::lists}) {
            for (const int workers : {1, 4, 64}) {  // jobs of several tiles, and of fewer
              if (!encke::test::has_turn(turn++, 2)) continue;
              const auto found = tallies_of(*level, blocks, route, workers);
              EXPECT_EQ(found.visits, expected.visits);
              ASSERT_TRUE(found.values == expected.values) << level->level << ", " << workers;
            }
          }
        }
      }
    }
  }
}

TEST(JobSums, of_windows_are_those_of_tiles) {
  const auto packed = pack(random_genotypes(1500, 40, 0, 3));
  const auto blocks = itself(packed);
  for (const Index width : {1, 100, 700}) {
    const auto visited = [&](const encke::cpu::Kernels& level) {
      encke::test::PairTallies found(blocks, 4);
      Window window(found, width);
      encke::test::visit_tiles(level, blocks, MaskRoute::popcounts, window);
      return FoundTallies{found.values(), found.visits()};
    };
    const auto expected = visited(*levels().front());
    EXPECT_LT(expected.visits, encke::tuple_count(2, 1500));
    for (const auto* level : laying_out()) {
      const auto found = visited(*level);
      EXPECT_EQ(found.visits, expected.visits);
      EXPECT_TRUE(found.values == expected.values) << level->level << ", width " << width;
    }
  }
}

TEST(JobSums, need_memory_where_vectors_are_laid_out) {
  encke::cpu::Products products{};
  EXPECT_EQ(JobSums::bytes(products), 0);
  products.space = 1000;
  EXPECT_EQ(JobSums::bytes(products), 1000 + 512 * 384 * 4);
}

}  // namespace
