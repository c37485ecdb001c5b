#include <gtest/gtest.h>

#include <encke/base/chi_squared_tail.hpp>
#include <encke/job/answers/adjusted.hpp>
#include <random>

namespace encke::job {
namespace {

/// R: p.adjust(c(0.01, 0.04, 0.03, 0.005, 0.04), "BH", n = 8).
TEST(FalseDiscoveryRates, are_those_of_r) {
  const std::vector<double> p = {0.01, 0.04, 0.03, 0.005, 0.04};
  const std::vector<double> expected = {0.04, 0.064, 0.064, 0.04, 0.064};
  const auto found = false_discovery_rates(p, 8);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < p.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-15) << i;
}

/// The definition: the least of p m / rank over all p-values that are not smaller.
TEST(FalseDiscoveryRates, follow_the_definition) {
  std::mt19937 random(3);
  std::vector<double> p;
  for (int i = 0; i < 200; ++i) p.push_back(static_cast<double>(random() % 50 + 1) / 1000);
  const auto found = false_discovery_rates(p, 1000);
  for (std::size_t i = 0; i < p.size(); ++i) {
    double least = 1;
    for (const double other : p) {
      if (other < p[i]) continue;
      double rank = 0;
      for (const double smaller : p) rank += smaller <= other ? 1 : 0;
      least = std::min(least, other * 1000 / rank);
    }
    EXPECT_DOUBLE_EQ(found[i], least) << i;
  }
  EXPECT_TRUE(false_discovery_rates({}, 10).empty());
}

TEST(AdjustedText, has_a_line_for_each_hit_by_rising_p_value) {
  sink::Collect hits;
  hits.begin({.vectors = 3, .chi_squared = true});
  const std::vector<Hit<2>> taken = {{{{0, 1}}, 1, 8.0}, {{{0, 2}}, 4, 8.0}, {{{1, 2}}, 1, 30.0}};
  hits.take(std::span<const Hit<2>>(taken));
  hits.finish();
  const std::string text = adjusted_text({}, hits, 100, {"a", "b", "c"});
  EXPECT_EQ(text,
            "#ID1\tID2\tVALUE\tDF\tP\tBONF\tFDR_BH\n"
            "b\tc\t30\t1\t4.32046e-08\t4.32046e-06\t4.32046e-06\n"
            "a\tb\t8\t1\t0.00467773\t0.467773\t0.233887\n"
            "a\tc\t8\t4\t0.0915782\t1\t1\n");
}

}  // namespace
}  // namespace encke::job
