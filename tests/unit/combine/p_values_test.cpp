#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <encke/base/chi_squared_tail.hpp>
#include <encke/combine/p_values.hpp>
#include <encke/metric/builtin.hpp>
#include <random>

#include "support/classes.hpp"
#include "support/values.hpp"

namespace {

using encke::ChiSquared;
using encke::CombinationMasks;
using encke::Hit;
using encke::Index;
using encke::K2;
using encke::PackedVector;
using encke::permutation_p_values;
using encke::RandomPhenotypes;
using encke::value_with;
using encke::test::interleaved;
using encke::test::pack;
using encke::test::random_genotypes;
using encke::test::values_of;

/// e^K2, which is a whole number: of each cell (r + 1)! / (r_control! r_case!).
std::int64_t exact_k2(const CombinationMasks& masks, std::span<const std::uint64_t> cases) {
  std::int64_t product = 1;
  for (int cell = 0; cell < 9; ++cell) {
    const std::int64_t r = masks.count(cell), r_case = masks.count(cell, cases);
    std::int64_t choose = 1;
    for (std::int64_t i = 0; i < r_case; ++i) choose = choose * (r - i) / (i + 1);
    product *= (r + 1) * choose;
  }
  return product;
}

TEST(RandomPhenotypes, have_as_many_cases_as_the_true_one_among_the_samples_that_exist) {
  const auto vectors = pack(random_genotypes(1, 157, 0, 1), interleaved(157, 3));
  RandomPhenotypes phenotypes(vectors, 5);
  std::vector<std::uint64_t> first;
  for (Index p = 0; p < 50; ++p) {
    const auto cases = phenotypes.cases(p);
    Index count = 0;
    for (std::size_t w = 0; w < cases.size(); ++w) {
      count += std::popcount(cases[w]);
      EXPECT_EQ(cases[w] & ~vectors.word_fields(static_cast<Index>(w)), 0u);
    }
    EXPECT_EQ(count, vectors.class_fields(1).size());
    if (p == 0) first.assign(cases.begin(), cases.end());
    if (p == 1) {
      EXPECT_FALSE(std::equal(cases.begin(), cases.end(), first.begin()));
    }
  }
  const auto truth = phenotypes.true_cases();
  for (std::size_t w = 0; w < truth.size(); ++w) {
    const bool of_cases = static_cast<Index>(w) >= vectors.class_words(1).begin;
    EXPECT_EQ(truth[w], of_cases ? vectors.word_fields(static_cast<Index>(w)) : 0u);
  }
  const auto again = phenotypes.cases(0);
  EXPECT_TRUE(std::equal(again.begin(), again.end(), first.begin()));
}

/// Vector 1 is 2 in cases alone, so the pair (0, 1) has the best value that there is.
TEST(PermutationPValues, of_a_perfect_association_is_the_least_possible) {
  auto g = random_genotypes(2, 120, 0.05, 3);
  for (Index f = 0; f < 120; ++f) g.at(1, f) = f % 2 == 1 ? 2 : 0;
  const auto vectors = pack(g, interleaved(120, 2));
  const auto hits = values_of<2>(ChiSquared{}, vectors);
  const auto p = permutation_p_values<2>(ChiSquared{}, vectors, std::span(hits), 199, 1);
  ASSERT_EQ(p.size(), 1u);
  EXPECT_EQ(p[0], 1.0 / 200);
}

TEST(PermutationPValues, agree_with_the_chi_squared_distribution) {
  const auto vectors = pack(random_genotypes(12, 1500, 0.01, 9), interleaved(1500, 2));
  const auto hits = values_of<2>(ChiSquared{}, vectors);
  const auto p = permutation_p_values<2>(ChiSquared{}, vectors, std::span(hits), 600, 7);
  double sum = 0;
  for (std::size_t h = 0; h < hits.size(); ++h) {
    const double tail = encke::chi_squared_tail(hits[h].value, static_cast<int>(hits[h].cell));
    EXPECT_NEAR(p[h], tail, 0.1) << h;  // five times the deviation of 600; few tables are sparse
    sum += p[h] - tail;
  }
  EXPECT_NEAR(sum / static_cast<double>(p.size()), 0, 0.03);
}

TEST(PermutationPValues, are_the_same_again_and_differ_by_seed_and_count_small_values_of_k2) {
  const auto vectors = pack(random_genotypes(6, 90, 0, 2), interleaved(90, 2));
  const K2 metric(90);
  auto hits = values_of<3>(metric, vectors);
  const auto p = [&](std::uint64_t seed) {
    return permutation_p_values<3>(metric, vectors, std::span<const Hit<3>>(hits), 60, seed);
  };
  EXPECT_EQ(p(1), p(1));
  EXPECT_NE(p(1), p(2));
  const auto full = p(1);
  for (auto& hit : hits) hit.value = static_cast<double>(static_cast<float>(hit.value));
  EXPECT_EQ(p(1), full);  // the precision of the hits does not matter
}

/// K2 of few samples is the logarithm of a whole number: its ties are known without rounding.
TEST(PermutationPValues, count_ties_whatever_the_order_of_the_cells) {
  constexpr Index samples = 16, permutations = 400;
  const auto vectors = pack(random_genotypes(7, samples, 0.05, 4), interleaved(samples, 2));
  const K2 metric(samples);
  const auto hits = values_of<2>(metric, vectors);
  const auto p = permutation_p_values<2>(metric, vectors, std::span(hits), permutations, 5);
  RandomPhenotypes phenotypes(vectors, 5);
  Index rounded = 0;  // ties whose values differ
  for (std::size_t h = 0; h < hits.size(); ++h) {
    const PackedVector tuple[] = {{&vectors, hits[h].index[0]}, {&vectors, hits[h].index[1]}};
    const CombinationMasks masks(tuple);
    const std::int64_t found = exact_k2(masks, phenotypes.true_cases());
    Index as_good = 0;
    for (Index number = 0; number < permutations; ++number) {
      const auto cases = phenotypes.cases(number);
      const std::int64_t exact = exact_k2(masks, cases);
      as_good += exact <= found ? 1 : 0;
      rounded += exact == found && value_with<2>(metric, masks, cases) != hits[h].value ? 1 : 0;
    }
    EXPECT_EQ(p[h], static_cast<double>(1 + as_good) / (1 + permutations)) << h;
  }
  EXPECT_GT(rounded, 0);
}

/// An input of genotypes of controls and cases; counts what is read of it.
class MadeUp final : public encke::io::Source {
 public:
  MadeUp(encke::test::Genotypes g, encke::test::Classes status)
      : Source(numbered(encke::Element::case_control, g.vectors, g.fields)),
        genotypes_(std::move(g)),
        status_(std::move(status)) {}
  std::vector<encke::io::FileRecord> files(const encke::Communicator&) override { return {}; }

  int reads = 0;

 private:
  encke::PackedVectors read_range(const encke::io::ReadRange& part) override {
    ++reads;
    std::vector<Index> some;
    for (Index v = part.vectors.begin; v < part.vectors.end; ++v) some.push_back(v);
    return pack(encke::test::with_vectors(genotypes_, some), status_);
  }

  encke::test::Genotypes genotypes_;
  encke::test::Classes status_;
};

TEST(PermutationPValues, of_an_input_are_the_same_in_pieces_of_any_size) {
  const auto g = random_genotypes(21, 90, 0.05, 8);
  const auto status = interleaved(90, 2);
  const auto vectors = pack(g, status);
  const auto hits = values_of<2>(ChiSquared{}, vectors);
  const auto expected = permutation_p_values<2>(ChiSquared{}, vectors, std::span(hits), 40, 3);
  MadeUp source(g, status);
  EXPECT_EQ(permutation_p_values<2>(ChiSquared{}, source, std::span(hits), 40, 3), expected);
  EXPECT_EQ(source.reads, 3);  // eight vectors at a time
  for (const Index mask_bytes : {0, 2000, 10000}) {
    EXPECT_EQ(permutation_p_values<2>(ChiSquared{}, source, std::span(hits), 40, 3, {}, mask_bytes),
              expected);
  }
}

/// Counts of a vector pair's genotypes among the samples, one sample at a time: those of both, and
/// of each by itself.
encke::Evidence<encke::GenotypeTables, 2> counted(const encke::test::Genotypes& g,
                                                  std::array<Index, 2> pair,
                                                  const std::vector<int>& is_case) {
  encke::Evidence<encke::GenotypeTables, 2> all{};
  for (Index f = 0; f < g.fields; ++f) {
    const int first = g.at(pair[0], f), second = g.at(pair[1], f);
    const int c = is_case[static_cast<std::size_t>(f)];
    if (first < 3) ++all.margin[0][3 * c + first];
    if (second < 3) ++all.margin[1][3 * c + second];
    if (first < 3 && second < 3) ++all.joint[c][3 * first + second];
  }
  return all;
}

/// The cases of a phenotype by sample. Samples of `status` 0 come first in packed vectors.
std::vector<int> cases_by_sample(const encke::PackedVectors& vectors,
                                 std::span<const std::uint64_t> cases,
                                 const encke::test::Classes& status) {
  std::vector<int> of_sample(status.size());
  Index seen[2] = {0, 0};
  for (std::size_t s = 0; s < status.size(); ++s) {
    const int c = status[s];
    const Index bit = seen[c]++;
    const auto word = static_cast<std::size_t>(vectors.class_words(c).begin + bit / 64);
    of_sample[s] = static_cast<int>(cases[word] >> bit % 64 & 1);
  }
  return of_sample;
}

template <class Metric>
void expect_p_values_of_counted_samples(const Metric& metric, Index samples) {
  constexpr Index permutations = 60;
  auto g = random_genotypes(6, samples, 0.03, 12);
  std::mt19937 random(3);
  for (Index v = 0; v < 4; ++v) {  // common alleles: all genotypes occur together
    for (Index f = 0; f < samples; ++f)
      g.at(v, f) = static_cast<std::uint8_t>(random() % 50 == 0 ? 3 : random() % 3);
  }
  const auto status = interleaved(samples, 2);
  const auto vectors = pack(g, status);
  const auto hits = values_of<2>(metric, vectors);
  const auto p = permutation_p_values<2>(metric, vectors, std::span(hits), permutations, 5);
  RandomPhenotypes phenotypes(vectors, 5);
  std::vector<std::vector<int>> cases;
  for (Index n = 0; n < permutations; ++n) {
    cases.push_back(cases_by_sample(vectors, phenotypes.cases(n), status));
  }
  Index different = 0;
  for (std::size_t h = 0; h < hits.size(); ++h) {
    const std::array<Index, 2> pair = {hits[h].index[0], hits[h].index[1]};
    const auto value = [&](const std::vector<int>& is_case) {
      return metric.template value<2>(counted(g, pair, is_case), 0);
    };
    const double found = value(status);
    EXPECT_EQ(std::isnan(found), std::isnan(hits[h].value));
    EXPECT_EQ(std::isnan(found), std::isnan(p[h]));
    if (std::isnan(found)) continue;
    EXPECT_EQ(found, hits[h].value);
    Index as_good = 0;
    for (const auto& phenotype : cases) as_good += value(phenotype) >= found - 1e-9 ? 1 : 0;
    EXPECT_EQ(p[h], static_cast<double>(1 + as_good) / (1 + permutations)) << h;
    different += as_good > 0 && as_good < permutations ? 1 : 0;
  }
  EXPECT_GT(different, 3);
}

TEST(PermutationPValues, of_scores_that_read_own_counts_are_those_of_counted_samples) {
  for (const bool case_only : {false, true}) {
    expect_p_values_of_counted_samples(encke::AlleleInteraction{.case_only = case_only}, 300);
    expect_p_values_of_counted_samples(encke::JointEffects{.case_only = case_only}, 700);
  }
}

TEST(PermutationPValues, are_nan_of_tuples_without_a_value) {
  auto g = random_genotypes(2, 60, 0, 3);
  for (Index f = 0; f < 60; ++f) g.at(0, f) = 1;
  const auto vectors = pack(g, interleaved(60, 2));
  const std::vector<Hit<2>> hits = values_of<2>(encke::Interaction{}, vectors);
  ASSERT_TRUE(std::isnan(hits[0].value));
  const auto p = permutation_p_values<2>(encke::Interaction{}, vectors, std::span(hits), 9, 1);
  EXPECT_TRUE(std::isnan(p[0]));
}

TEST(PermutationPValues, end_where_the_caller_throws_between_phenotypes) {
  const auto vectors = pack(random_genotypes(2, 60, 0, 3), interleaved(60, 2));
  const auto hits = values_of<2>(ChiSquared{}, vectors);
  const auto find = [&](std::uint32_t index) { return PackedVector{&vectors, index}; };
  int calls = 0;
  const auto stop = [&] {
    if (++calls == 3) throw 7;
  };
  EXPECT_THROW(permutation_p_values<2>(ChiSquared{}, find, std::span(hits), 1000, 1, stop), int);
  EXPECT_EQ(calls, 3);
}

}  // namespace
