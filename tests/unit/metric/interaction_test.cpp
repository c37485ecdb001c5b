// Interaction by alleles and by joint effects: printed digits of PLINK 1.9, and what follows from
// the definitions.
#include <gtest/gtest.h>

#include <cmath>
#include <encke/metric/interaction.hpp>
#include <encke/metric/interaction/alleles.hpp>
#include <encke/metric/interaction/joint_effects.hpp>

namespace {

using encke::AlleleInteraction;
using encke::Evidence;
using encke::GenotypeTables;
using encke::JointEffects;

using Seen = Evidence<GenotypeTables, 2>;

/// The tables of complete vectors, with the sums of each.
Seen tables_of_pair(const int (&counts)[2][9]) {
  Seen seen{};
  for (int c = 0; c < 2; ++c) {
    for (int i = 0; i < 9; ++i) {
      seen.joint[c][i] = counts[c][i];
      seen.margin[0][3 * c + i / 3] += counts[c][i];
      seen.margin[1][3 * c + i % 3] += counts[c][i];
    }
  }
  return seen;
}

/// The same of the vectors in the other order, or with the alleles of one of them exchanged.
Seen swapped(const Seen& seen) {
  Seen other = seen;
  for (int c = 0; c < 2; ++c) {
    for (int i = 0; i < 9; ++i) other.joint[c][3 * (i % 3) + i / 3] = seen.joint[c][i];
  }
  other.margin = {{seen.margin[1], seen.margin[0]}};
  return other;
}
Seen with_other_allele(const Seen& seen) {
  Seen other = seen;
  for (int c = 0; c < 2; ++c) {
    for (int i = 0; i < 9; ++i) other.joint[c][3 * (2 - i / 3) + i % 3] = seen.joint[c][i];
    for (int g = 0; g < 3; ++g) other.margin[0][3 * c + g] = seen.margin[0][3 * c + 2 - g];
  }
  return other;
}

const Seen whole =
    tables_of_pair({{120, 60, 11, 71, 45, 9, 13, 8, 6}, {101, 66, 19, 70, 58, 21, 12, 17, 14}});
const Seen sparse =
    tables_of_pair({{90, 40, 2, 35, 10, 1, 3, 0, 0}, {80, 45, 3, 41, 22, 2, 4, 3, 1}});

TEST(Interaction, is_not_below_0_by_rounding) {
  // genotypes that are independent of each other and of the class: 2 sum n ln (n / m) is -1.4e-14
  constexpr int first[3] = {4, 3, 4}, second[3] = {1, 3, 1}, of_class[2] = {5, 7};
  Seen seen{};
  for (int c = 0; c < 2; ++c) {
    for (int i = 0; i < 9; ++i) seen.joint[c][i] = first[i / 3] * second[i % 3] * of_class[c];
  }
  EXPECT_GE(encke::Interaction().value<2>(seen, 0), 0);
  EXPECT_LT(encke::Interaction().value<2>(seen, 0), 1e-9);
}

TEST(AlleleInteraction, is_that_of_the_log_odds_ratios_of_alleles) {
  // of the four sums that the definition names, and of the slopes by differences
  const auto log_odds = [](const double(&n)[9]) {
    const double both = 4 * n[8] + 2 * (n[7] + n[5]) + n[4];
    const double none = 4 * n[0] + 2 * (n[1] + n[3]) + n[4];
    const double one = 4 * n[6] + 2 * (n[7] + n[3]) + n[4];
    const double other = 4 * n[2] + 2 * (n[5] + n[1]) + n[4];
    return std::log(both * none / (one * other));
  };
  double value[2], variance[2];
  for (int c = 0; c < 2; ++c) {
    double n[9];
    for (int i = 0; i < 9; ++i) n[i] = static_cast<double>(whole.joint[c][i]);
    value[c] = log_odds(n);
    variance[c] = 0;
    for (double& count : n) {
      const double kept = count;
      count = kept + 1e-4;
      const double above = log_odds(n);
      count = kept - 1e-4;
      const double slope = (above - log_odds(n)) / 2e-4;
      count = kept;
      variance[c] += kept * slope * slope;
    }
  }
  const double difference = value[1] - value[0];
  EXPECT_NEAR(AlleleInteraction{}.value<2>(whole, 0),
              difference * difference / (variance[0] + variance[1]), 1e-7);
  EXPECT_NEAR((AlleleInteraction{.case_only = true}.value<2>(whole, 0)),
              value[1] * value[1] / variance[1], 1e-7);
}

template <class Metric>
void expect_the_same_in_other_forms(const Metric& metric, const Seen& seen) {
  const double value = metric.template value<2>(seen, 0);
  EXPECT_GT(value, 0);
  EXPECT_EQ(metric.template value<2>(swapped(seen), 0), value);
  EXPECT_NEAR(metric.template value<2>(with_other_allele(seen), 0), value, 1e-12 * value);
  EXPECT_EQ(metric.template degrees_of_freedom<2>(seen), 1);
}

TEST(AlleleInteraction, depends_neither_on_the_order_of_vectors_nor_on_the_names_of_alleles) {
  for (const bool case_only : {false, true}) {
    for (const Seen& seen : {whole, sparse}) {
      expect_the_same_in_other_forms(AlleleInteraction{.case_only = case_only}, seen);
    }
  }
}

TEST(JointEffects, depend_neither_on_the_order_of_vectors_nor_on_the_names_of_alleles) {
  for (const bool case_only : {false, true}) {
    expect_the_same_in_other_forms(JointEffects{.case_only = case_only}, whole);
  }
}

TEST(JointEffects, have_no_value_where_a_count_is_below_five) {
  EXPECT_TRUE(std::isnan(JointEffects{}.value<2>(sparse, 0)));
  EXPECT_EQ(JointEffects{}.degrees_of_freedom<2>(sparse), 0);
  Seen few = whole;
  few.joint[0][8] = 4;  // of controls
  EXPECT_TRUE(std::isnan(JointEffects{}.value<2>(few, 0)));
  EXPECT_GT((JointEffects{.case_only = true}.value<2>(few, 0)), 0);
}

TEST(JointEffects, of_haplotypes_that_pair_at_random_are_their_odds_ratio) {
  // haplotype frequencies with the odds ratio r, and genotypes of two of them each
  for (const double r : {0.6, 1.5, 3.0}) {
    const double p[2][2] = {{0.4, 0.25}, {0.2, 0.2 * 0.25 / 0.4 * r}};
    double n[3][3] = {};
    for (int a = 0; a < 4; ++a) {
      for (int b = 0; b < 4; ++b)
        n[a / 2 + b / 2][a % 2 + b % 2] += p[a / 2][a % 2] * p[b / 2][b % 2];
    }
    int counts[2][9];
    for (int i = 0; i < 9; ++i) {
      counts[0][i] = counts[1][i] = static_cast<int>(std::lround(1e8 * n[i / 3][i % 3]));
    }
    const Seen seen = tables_of_pair(counts);
    const double value = JointEffects{.case_only = true}.value<2>(seen, 0);
    const double alleles = AlleleInteraction{.case_only = true}.value<2>(seen, 0);
    // both estimate ln r with nearly the same variance there
    EXPECT_NEAR(value / alleles, 1, 0.35) << r;
    EXPECT_NEAR(JointEffects{}.value<2>(seen, 0), 0, 1e-9);
  }
}

TEST(Interactions, have_no_value_where_a_vector_has_one_genotype) {
  const Seen one = tables_of_pair({{9, 8, 7, 0, 0, 0, 0, 0, 0}, {5, 6, 9, 0, 0, 0, 0, 0, 0}});
  EXPECT_TRUE(std::isnan(AlleleInteraction{}.value<2>(one, 0)));
  EXPECT_EQ(AlleleInteraction{}.degrees_of_freedom<2>(one), 0);
  EXPECT_FALSE(JointEffects{}.may_have_value(one.margin[0]));
}

}  // namespace
