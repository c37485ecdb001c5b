// Rules of PLINK 2 for sexes and founders, each found by comparing with plink2.
#include <gtest/gtest.h>

#include <encke/io/select/rate_filter.hpp>

namespace encke::io {
namespace {

/// Samples, in order: male, male, female, female, unknown, and a male who is no founder.
std::vector<SampleId> people() {
  std::vector<SampleId> all(6);
  for (const std::size_t male : {0, 1, 5}) all[male].male = true;
  for (const std::size_t female : {2, 3}) all[female].female = true;
  all[5].founder = false;
  return all;
}

bool keeps(const Subset& subset, Ploidy ploidy, const std::vector<int>& copies) {
  const CountedSamples samples = counted_samples(subset, people(), Kept(6, 1));
  RateFilter filter(subset, samples);
  std::vector<std::uint8_t> codes(2);
  for (std::size_t s = 0; s < copies.size(); ++s) {
    const unsigned code = copies[s] < 0 ? 1 : copies[s] == 0 ? 3 : copies[s] == 1 ? 2 : 0;
    codes[s / 4] |= static_cast<std::uint8_t>(code << 2 * (s % 4));
  }
  return filter.keeps(ploidy, codes.data());
}

/// The smallest number of copies of the rarer allele that keeps a variant, in halves.
double copies_of(Ploidy ploidy, const std::vector<int>& copies) {
  double mac = 0;
  while (keeps({.mac = mac + 0.5}, ploidy, copies)) mac += 0.5;
  return mac;
}

TEST(RateFilter, counts_copies_of_founders) {
  EXPECT_EQ(copies_of(Ploidy::diploid, {2, 0, 1, 0, 0, 2}), 3);
  EXPECT_EQ(copies_of(Ploidy::diploid, {2, 2, 1, 2, 2, 0}), 1);
}

TEST(RateFilter, counts_one_copy_of_males_on_x) {
  EXPECT_EQ(copies_of(Ploidy::x, {2, 0, 1, 0, 0, 2}), 2);
  EXPECT_EQ(copies_of(Ploidy::x, {1, 0, 0, 0, 0, 2}), 0.5);
  EXPECT_EQ(copies_of(Ploidy::x, {0, 0, 0, 0, 2, 2}), 2);
  EXPECT_EQ(copies_of(Ploidy::x, {2, 2, 2, 2, 0, 0}), 2);
}

TEST(RateFilter, counts_males_alone_on_y) {
  EXPECT_EQ(copies_of(Ploidy::y, {2, 0, 1, 2, 1, 2}), 1);
  EXPECT_EQ(copies_of(Ploidy::y, {1, 0, 2, 2, 2, 2}), 0.5);
}

TEST(RateFilter, counts_one_copy_of_all_of_mt) {
  EXPECT_EQ(copies_of(Ploidy::mt, {2, 0, 1, 0, 0, 2}), 1.5);
}

TEST(RateFilter, takes_missing_rates_of_all_but_on_y_of_males) {
  const std::vector<int> two_missing = {0, -1, 0, 0, 0, -1};
  EXPECT_TRUE(keeps({.geno = 2.0 / 6}, Ploidy::diploid, two_missing));
  EXPECT_FALSE(keeps({.geno = 0.33}, Ploidy::diploid, two_missing));
  EXPECT_TRUE(keeps({.geno = 0.34}, Ploidy::x, two_missing));
  EXPECT_FALSE(keeps({.geno = 0.6}, Ploidy::y, two_missing));  // two of three males
  EXPECT_TRUE(keeps({.geno = 0}, Ploidy::y, {0, 2, -1, -1, -1, 0}));
}

TEST(RateFilter, does_not_test_y_and_mt_for_equilibrium) {
  const std::vector<int> extreme = {1, 1, 1, 1, 1, 1};
  EXPECT_FALSE(keeps({.hwe = 0.5}, Ploidy::diploid, extreme));
  EXPECT_TRUE(keeps({.hwe = 0.5}, Ploidy::y, extreme));
  EXPECT_TRUE(keeps({.hwe = 0.5}, Ploidy::mt, extreme));
  // two females, of either homozygote: one of three ways; males and unknown sexes do not count
  EXPECT_FALSE(keeps({.hwe = 0.34}, Ploidy::x, {1, 1, 2, 0, 1, 1}));
  EXPECT_TRUE(keeps({.hwe = 0.33}, Ploidy::x, {1, 1, 2, 0, 1, 1}));
  EXPECT_TRUE(keeps({.hwe = 0.99}, Ploidy::x, {1, 1, 0, 0, 1, 1}));
}

TEST(RateFilter, may_keep_few_heterozygotes) {
  const std::vector<int> few = {0, 0, 0, 2, 2, 1};
  const std::vector<int> many = {1, 1, 1, 1, 1, 1};
  EXPECT_FALSE(keeps({.hwe = 0.3}, Ploidy::diploid, few));
  EXPECT_TRUE(keeps({.hwe = 0.3, .keep_fewhet = true}, Ploidy::diploid, few));
  EXPECT_FALSE(keeps({.hwe = 0.5, .keep_fewhet = true}, Ploidy::diploid, many));
}

}  // namespace
}  // namespace encke::io
