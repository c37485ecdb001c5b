#include <gtest/gtest.h>

#include <encke/combine/screen_maker.hpp>
#include <encke/metric/builtin.hpp>
#include <encke/sink/collect.hpp>
#include <limits>

// Which bound each metric's screen has, and when it begins to drop tuples.

namespace encke::test::screen_maker_test {
namespace {

using encke::Plan;
using encke::Screen;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The own sums of ten vectors, all alike.
template <class Metric>
auto margins_of() {
  using C = typename Metric::contraction;
  encke::Array<typename C::accumulator, C::channels> one;
  for (auto& sum : one) sum = 12;
  return std::vector(10, one);
}

/// The screen of pairs has this bound, and is active only once values below 0.5, or above it where
/// small is good, need not come: by the threshold or, later, by the sink. Where all values are
/// needed there is no screen.
template <class Bound, class Metric>
void expect_bound(const Metric& metric) {
  const auto margins = margins_of<Metric>();
  const double small = encke::small_is_good(metric) ? 0.5 : infinity;
  encke::ScreenMaker<Metric, 2> maker(metric, margins, Plan{});
  ASSERT_NE(maker.screen(), nullptr);
  EXPECT_TRUE(std::holds_alternative<Bound>(*maker.screen()));
  EXPECT_FALSE(is_active(*maker.screen()));
  maker.narrow(0.5, small);
  EXPECT_TRUE(is_active(*maker.screen()));

  Plan plan;
  plan.threshold.all = false;
  plan.threshold.floor = small < infinity ? -infinity : 0.5;
  plan.threshold.ceiling = small;
  encke::ScreenMaker<Metric, 2> by_threshold(metric, margins, plan);
  EXPECT_TRUE(is_active(*by_threshold.screen()));
  plan.digest_all = true;
  encke::ScreenMaker<Metric, 2> of_all(metric, margins, plan);
  EXPECT_EQ(of_all.screen(), nullptr);
}

TEST(ScreenMaker, makes_the_bound_that_the_metric_promises) {
  expect_bound<encke::WeightBound>(encke::Ccc{});
  expect_bound<encke::WeightBound>(encke::Duo{});
  expect_bound<encke::OverlapBound>(encke::Sorenson{});
  expect_bound<encke::OverlapBound>(encke::Ps{});
  expect_bound<encke::OverlapBound>(encke::CountPs{});
  expect_bound<encke::OverlapBound>(encke::Jaccard{});
  expect_bound<encke::OverlapBound>(encke::Cosine{.distance = true});
  expect_bound<encke::OverlapBound>(encke::Ps{.distance = true});
  expect_bound<encke::CorrelationBound>(encke::RSquared{});
  expect_bound<encke::CorrelationBound>(encke::GenotypeCorrelation{});
  expect_bound<encke::ScoreBound>(encke::K2(72));
  expect_bound<encke::ScoreBound>(encke::MutualInformation(72));
  expect_bound<encke::ScoreBound>(encke::ChiSquared{});
  expect_bound<encke::ScoreBound>(encke::Interaction{});
}

TEST(ScreenMaker, of_r_bounds_its_square) {
  using Metric = encke::GenotypeCorrelation;
  const auto floor_of = [](const auto& maker) {
    return std::get<encke::CorrelationBound>(*maker.screen()).floor.load();
  };
  Plan plan;
  plan.threshold = encke::beyond(0.5);
  encke::ScreenMaker<Metric, 2> maker(Metric{}, margins_of<Metric>(), plan);
  EXPECT_NEAR(floor_of(maker), 0.25, 1e-4);
  EXPECT_LT(floor_of(maker), 0.25F);
  maker.narrow(0.7, infinity);
  EXPECT_NEAR(floor_of(maker), 0.49, 1e-4);
}

TEST(ScreenMaker, of_scores_knows_which_score_it_is) {
  const auto score = [](auto metric) {
    using Metric = decltype(metric);
    encke::ScreenMaker<Metric, 2> maker(metric, margins_of<Metric>(), Plan{});
    return std::get<encke::ScoreBound>(*maker.screen()).score;
  };
  EXPECT_EQ(score(encke::K2(72)), encke::CellScore::k2);
  EXPECT_EQ(score(encke::Interaction{}), encke::CellScore::interaction);
}

/// The least share of the sizes that a pair must have in common to pass 0.8, or be below 0.2.
template <class Metric>
float share_at(const Metric& metric) {
  Plan plan;
  plan.threshold = metric.distance ? encke::below(0.2) : encke::above(0.8);
  encke::ScreenMaker<Metric, 2> maker(metric, margins_of<Metric>(), plan);
  return std::get<encke::OverlapBound>(*maker.screen()).floor;
}

TEST(ScreenMaker, has_the_bound_of_each_similarity_and_of_its_distance) {
  for (const bool distance : {false, true}) {
    EXPECT_NEAR(share_at(encke::Sorenson{.distance = distance}), 0.4, 1e-5);
    EXPECT_NEAR(share_at(encke::Jaccard{.distance = distance}), 0.8 / 1.8, 1e-5);
    EXPECT_NEAR(share_at(encke::Cosine{.distance = distance}), 0.64 / 1.64, 1e-5);
  }
}

TEST(ScreenMaker, makes_none_where_nothing_is_promised_or_sums_lose_digits) {
  auto ccc = encke::Ccc{};
  ccc.gamma = 2;  // weights would be negative
  encke::ScreenMaker<encke::Ccc, 2> unbounded(ccc, margins_of<encke::Ccc>(), Plan{});
  EXPECT_EQ(unbounded.screen(), nullptr);
  auto tiny = margins_of<encke::Ps>();
  tiny[3][0] = 1e-290;
  encke::ScreenMaker<encke::Ps, 2> of_tiny(encke::Ps{}, tiny, Plan{});
  EXPECT_EQ(of_tiny.screen(), nullptr);
}

}  // namespace
}  // namespace encke::test::screen_maker_test
