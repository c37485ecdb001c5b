#include "kokkos/device/team_select.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <encke/backend/backend.hpp>
#include <encke/metric/builtin.hpp>
#include <mutex>
#include <random>
#include <vector>

#include "support/genotypes.hpp"
#include "support/values.hpp"

// What a device tests is what comes back: candidates alone, in tiles of the kernel that tests them,
// as teams of one and of two members find them.

namespace {

using encke::Index;
using encke::test::pack;
using encke::test::random_genotypes;
using Host = Kokkos::DefaultHostExecutionSpace;

/// Counts tiles, those that came as candidates of the device, and candidates.
class Seen final : public encke::TallyVisitor {
 public:
  void visit(const encke::TallyTile& tile, int) override {
    ++tiles;
    if (tile.candidates == nullptr) return;
    if (tile.candidate_stride == encke::cuda::screen_cols) ++of_device;
    for (Index r = 0; r < tile.rows.size(); ++r) {
      for (Index c = 0; c < tile.cols.size(); ++c) {
        candidates += tile.candidates[r * tile.candidate_stride + c];
      }
    }
  }
  std::atomic<Index> tiles = 0, of_device = 0, candidates = 0;
};

/// A floor that few of the pairs, or triples, of random genotypes reach.
void start(encke::WeightBound& bound, const std::vector<float>& weight, float floor) {
  bound.weight[0] = bound.weight[1] = weight.data();
  bound.floor = floor;
}

TEST(TeamSelect, brings_candidates_alone_where_few_pairs_may_pass) {
  const Index n = 300;
  const std::vector<float> weight(static_cast<std::size_t>(n), 1.0F);
  for (const double missing : {0.0, 0.1}) {
    const auto vectors = pack(random_genotypes(n, 200, missing, 3));
    const encke::Operand all{&vectors, {0, n}, 0};
    encke::Screen screen(std::in_place_type<encke::WeightBound>);
    start(std::get<encke::WeightBound>(screen), weight, 0.85F);
    Seen few, every;
    const auto backend = encke::make_backend("kokkos", {"team"});
    backend->contract(encke::Array<encke::Operand, 2>{{all, all}}, &screen, few);
    EXPECT_GT(few.of_device, 0) << missing;
    EXPECT_EQ(few.of_device, few.tiles);
    EXPECT_GT(few.candidates, 0);
    EXPECT_LT(few.candidates, n * n / 20);
    // a floor that all reach: too many to be brought one by one
    std::get<encke::WeightBound>(screen).floor = 1e-6F;
    backend->contract(encke::Array<encke::Operand, 2>{{all, all}}, &screen, every);
    EXPECT_EQ(every.of_device, 0);
    EXPECT_GT(every.tiles, 0);
  }
}

TEST(TeamSelect, brings_candidates_alone_of_triples) {
  const Index n = 50;
  const std::vector<float> weight(static_cast<std::size_t>(n), 1.0F);
  for (const double missing : {0.0, 0.1}) {
    const auto vectors = pack(random_genotypes(n, 200, missing, 4));
    const encke::Operand all{&vectors, {0, n}, 0};
    encke::Screen screen(std::in_place_type<encke::WeightBound>);
    start(std::get<encke::WeightBound>(screen), weight, 0.75F);
    Seen few;
    encke::make_backend("kokkos", {"team"})
        ->contract(encke::Array<encke::Operand, 3>{{all, all, all}}, &screen, few);
    EXPECT_GT(few.of_device, 0) << missing;
    EXPECT_GT(few.candidates, 0);
  }
}

/// The entries that teams of `Members` keep, in order of their places.
template <int Members>
std::vector<std::int32_t> kept(const std::vector<std::int32_t>& tallies, Index side,
                               const encke::cuda::ScreenData& data) {
  using Test = encke::cuda::Correlation<1>;
  const Index tiles = encke::divide_up(side, encke::cuda::screen_rows) *
                      encke::divide_up(side, encke::cuda::screen_cols);
  std::vector<std::int32_t> entries(static_cast<std::size_t>(2 * side * side));
  std::vector<encke::cuda::TileSpan> spans(static_cast<std::size_t>(tiles));
  std::int32_t total = 0;
  const encke::cuda::Candidates out{entries.data(), static_cast<std::int32_t>(side * side), &total,
                                    spans.data()};
  encke::kokkos::TeamSelect<Host, std::int32_t, 1, Test, Members>(
      {tallies.data(), false, 1, side * side, side, side, side, 0}, Test{data}, out)
      .run();
  Kokkos::fence();
  std::vector<std::int32_t> found;
  for (std::size_t t = 0; t < spans.size(); ++t) {
    for (std::int32_t e = spans[t].first; e < spans[t].first + spans[t].count; ++e) {
      found.push_back(static_cast<std::int32_t>(t) << 24 |
                      entries[static_cast<std::size_t>(2 * e)]);
    }
  }
  std::ranges::sort(found);
  EXPECT_EQ(std::ssize(found), total);
  return found;
}

TEST(TeamSelect, finds_the_same_by_teams_of_one_and_of_two) {
  // NOLINTNEXTLINE(readability-static-accessed-through-instance)
  if (Host().concurrency() < 2) GTEST_SKIP() << "one thread only: no team of two";
  const Index side = 200;
  std::vector<std::int32_t> tallies(static_cast<std::size_t>(side * side));
  std::mt19937_64 random(5);
  for (auto& tally : tallies) tally = static_cast<std::int32_t>(random() % 100);
  const std::vector<std::int32_t> x(static_cast<std::size_t>(side), 3), squares(x.size(), 90);
  encke::cuda::ScreenData data;
  data.rows.x_sum = data.cols.x_sum = x.data();
  data.rows.squares = data.cols.squares = squares.data();
  data.fields = 100;
  data.floor = 0.9F;
  const auto one = kept<1>(tallies, side, data), two = kept<2>(tallies, side, data);
  EXPECT_EQ(one, two);
  EXPECT_GT(one.size(), 100U);
  EXPECT_LT(one.size(), tallies.size() / 4);
}

}  // namespace
