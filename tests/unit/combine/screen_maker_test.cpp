#include <gtest/gtest.h>

#include <encke/combine/screen_maker.hpp>
#include <encke/metric/builtin.hpp>
#include <encke/sink/collect.hpp>
#include <limits>

// Which bound each metric's screen has, and when it begins to drop tuples.

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
  const double small = encke::small_is_good<Metric>() ? 0.5 : infinity;
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
  expect_bound<encke::CorrelationBound>(encke::RSquared{});
  expect_bound<encke::ScoreBound>(encke::K2(72));
  expect_bound<encke::ScoreBound>(encke::MutualInformation(72));
  expect_bound<encke::ScoreBound>(encke::ChiSquared{});
  expect_bound<encke::ScoreBound>(encke::Interaction{});
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
