#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <encke/metric/builtin.hpp>
#include <random>

#include "support/classes.hpp"
#include "support/long_run.hpp"
#include "support/values.hpp"

// Scores of epistasis on every backend and level against their definitions, and with thresholds
// against themselves without.

namespace {

using encke::ChiSquared;
using encke::Index;
using encke::Interaction;
using encke::K2;
using encke::MutualInformation;
using encke::PackedVectors;
using encke::Plan;
using encke::test::apart;
using encke::test::Classes;
using encke::test::Engine;
using encke::test::engines_to_compare;
using encke::test::Genotypes;
using encke::test::interleaved;
using encke::test::pack;
using encke::test::plan_for;
using encke::test::random_genotypes;
using encke::test::report_of;
using encke::test::values_of;

template <int Way>
std::vector<Index> tuple_of(const encke::Hit<Way>& hit) {
  return {hit.index.begin(), hit.index.end()};
}

template <int Way, class Metric, class Definition>
void expect_definition(const Metric& metric, const Definition& definition, const Genotypes& g,
                       const Classes& status) {
  const auto found = values_of<Way>(metric, pack(g, status), plan_for(Way, {"reference", "auto"}));
  ASSERT_EQ(static_cast<Index>(found.size()), encke::tuple_count(Way, g.vectors));
  for (const auto& hit : found) {
    const double expected = definition(encke::test::class_tables(g, status, tuple_of(hit)));
    ASSERT_NEAR(hit.value, expected, 1e-11 * std::max(1.0, std::abs(expected)));
  }
}

template <int Way>
void expect_definitions(const Genotypes& g, const Classes& status) {
  expect_definition<Way>(K2(g.fields), encke::test::k2, g, status);
  expect_definition<Way>(MutualInformation(g.fields), encke::test::mutual_information, g, status);
  expect_definition<Way>(ChiSquared{}, encke::test::chi_squared, g, status);
}

/// The digest over all values is the same on every engine, in blocks of several sizes, which a
/// short run may take in turns: each engine has the other for the next problem.
template <class Metric>
void expect_conforms(const Metric& metric, const PackedVectors& vectors, int way,
                     Index smaller = 16, std::size_t sizes_in_turns = 1) {
  Plan plan = plan_for(way, {"reference", "auto"});
  plan.digest_all = true;
  const auto expected = report_of(metric, vectors, plan);
  auto number = static_cast<std::size_t>(vectors.fields() + vectors.missing());
  for (const Engine& engine : engines_to_compare()) {
    std::size_t turn = number++;
    for (const Index block : {Index{0}, smaller}) {
      if (!encke::test::has_turn(turn++, sizes_in_turns)) continue;
      plan = plan_for(way, engine);
      plan.digest_all = true;
      plan.block = block;
      const auto found = report_of(metric, vectors, plan);
      EXPECT_EQ(found.digest.text(), expected.digest.text())
          << way << "-way, " << engine.backend << " " << engine.level << ", block " << block;
      EXPECT_EQ(found.hits, expected.hits);
    }
  }
}

struct Sizes {
  Index controls;
  Index cases;
};
std::ostream& operator<<(std::ostream& out, const Sizes& s) {
  return out << s.controls << " controls, " << s.cases << " cases";
}

class Epistasis : public testing::TestWithParam<Sizes> {};

TEST_P(Epistasis, has_the_values_of_the_definition) {
  const auto [controls, cases] = GetParam();
  for (const double rate : {0.0, 0.05, 0.6}) {
    const auto g = random_genotypes(7, controls + cases, rate, 7);
    expect_definitions<2>(g, apart(controls, cases));
    expect_definitions<3>(g, apart(controls, cases));
  }
}

TEST_P(Epistasis, is_the_same_to_the_bit_on_every_engine) {
  const auto [controls, cases] = GetParam();
  for (const double rate : {0.0, 0.03}) {
    const auto vectors =
        pack(random_genotypes(19, controls + cases, rate, 3), apart(controls, cases));
    expect_conforms(ChiSquared{}, vectors, 2, 16, 2);
    expect_conforms(MutualInformation(controls + cases), vectors, 3, 16, 2);
  }
}

INSTANTIATE_TEST_SUITE_P(class_sizes_on_and_off_registers, Epistasis,
                         testing::Values(Sizes{1, 1}, Sizes{5, 70}, Sizes{31, 33}, Sizes{32, 64},
                                         Sizes{63, 65}, Sizes{64, 64}, Sizes{65, 128},
                                         Sizes{127, 512}, Sizes{512, 511}, Sizes{513, 1},
                                         Sizes{1024, 100}));

/// So many that what is missing is counted by itself (FewMissing), in one block and in several.
TEST(Epistasis, of_many_triples_that_miss_few_samples_is_the_same_on_every_engine) {
  auto genotypes = random_genotypes(97, 290, 0.02, 21);
  for (Index f = 0; f < genotypes.fields; ++f) {
    genotypes.at(50, f) = 3;
    if (genotypes.at(7, f) == 3) genotypes.at(7, f) = 1;
  }
  expect_conforms(MutualInformation(290), pack(genotypes, interleaved(290, 3)), 3, 48);
}

TEST(Epistasis, of_classes_that_interleave_is_that_of_the_definition) {
  for (const Index n : {2, 3, 5}) {
    const auto g = random_genotypes(6, 333, 0.04, static_cast<std::uint64_t>(n));
    expect_definitions<2>(g, interleaved(g.fields, n));
    expect_definitions<3>(g, interleaved(g.fields, n));
  }
}

/// Sizes of classes and rates of missing genotypes from a seed.
struct Random {
  explicit Random(std::uint64_t seed) : random(seed) {}
  Index up_to(Index most) { return std::uniform_int_distribution<Index>(1, most)(random); }
  std::mt19937_64 random;
};

TEST(Epistasis, of_random_sizes_has_the_values_of_the_definition) {
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const auto status = apart(random.up_to(200), random.up_to(200));
    const double rate = seed % 3 == 0 ? 0 : static_cast<double>(random.up_to(30)) / 100;
    const auto g = random_genotypes(6, static_cast<Index>(status.size()), rate, seed);
    expect_definitions<2>(g, status);
    expect_definitions<3>(g, status);
    const auto expected =
        report_of(K2(g.fields), pack(g, status), plan_for(3, {"reference", "auto"}));
    const auto found = report_of(K2(g.fields), pack(g, status), plan_for(3, {"kokkos", "auto"}));
    EXPECT_EQ(found.digest.text(), expected.digest.text());
  }
}

/// The fit's end is that of PLINK, far from convergence; so only what it converges to is compared.
TEST(Epistasis, interaction_of_random_sizes_is_near_that_of_the_converged_fit) {
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const auto status = apart(200 + random.up_to(200), 200 + random.up_to(200));
    const double rate = static_cast<double>(random.up_to(10)) / 100;
    const auto g = random_genotypes(6, static_cast<Index>(status.size()), rate, seed);
    for (const auto& hit : values_of<2>(Interaction{}, pack(g, status))) {
      if (std::isnan(hit.value)) continue;
      const auto tables = encke::test::class_tables(g, status, tuple_of(hit));
      EXPECT_NEAR(hit.value, encke::test::interaction(tables), 0.02);
    }
    if (seed <= 3) expect_conforms(Interaction{}, pack(g, status), 2);
  }
}

TEST(Epistasis, of_one_incomplete_vector_among_complete_ones_is_the_same_on_every_engine) {
  for (const Index which : {0, 20, 39}) {
    auto g = random_genotypes(40, 200, 0, 4);
    g.at(which, 199) = 3;
    const auto vectors = pack(g, interleaved(g.fields, 3));
    expect_conforms(K2(g.fields), vectors, 2);
    if (which == 20) expect_conforms(K2(g.fields), vectors, 3);
  }
}

TEST(Epistasis, of_more_vectors_than_a_tile_is_the_same_on_every_engine) {
  for (const double rate : {0.0, 0.02}) {
    const auto pairs = pack(random_genotypes(140, 90, rate, 5), interleaved(90, 2));
    expect_conforms(ChiSquared{}, pairs, 2);
    const auto triples = pack(random_genotypes(36, 66, rate, 6), interleaved(66, 2));
    expect_conforms(ChiSquared{}, triples, 3);
  }
}

/// The same hits with the screen as without it. Engines have limits and blocks in turns.
template <int Way, class Metric>
void expect_screened(const Metric& metric, const PackedVectors& vectors, std::size_t wanted) {
  auto all = values_of<Way>(metric, vectors);
  const bool small = encke::small_is_good<Metric>();
  auto sorted = all;
  std::erase_if(sorted, [](const auto& hit) { return std::isnan(hit.value); });
  std::sort(sorted.begin(), sorted.end(), [small](const auto& a, const auto& b) {
    return small ? a.value < b.value : a.value > b.value;
  });
  auto number = static_cast<std::size_t>(vectors.fields());
  for (const std::size_t rank : {std::size_t{0}, wanted, sorted.size() - 1}) {
    const double limit = sorted[rank].value;
    auto expected = all;
    std::erase_if(expected, [&](const auto& hit) {
      return small ? !(hit.value < limit) : !(hit.value > limit);
    });
    for (const Engine& engine : engines_to_compare()) {
      const std::size_t turn = number++;
      if (!encke::test::has_turn(turn / 2, 2)) continue;
      Plan plan = plan_for(Way, engine);
      plan.block = turn % 2 == 0 ? 0 : 16;
      plan.threshold = small ? encke::below(limit) : encke::above(limit);
      ASSERT_EQ(values_of<Way>(metric, vectors, plan), expected)
          << engine.level << ", limit " << limit << ", rank " << rank;
    }
    if (engines_to_compare().size() % 2 == 0) ++number;  // the next limit has the other blocks
  }
}

TEST(EpistasisScreen, keeps_exactly_the_values_beyond_the_threshold) {
  for (const Index fields : {11, 130, 1500}) {
    for (const double rate : {0.0, 0.03}) {
      SCOPED_TRACE(testing::Message() << fields << " samples, missing " << rate);
      const auto status = interleaved(fields, fields == 130 ? 9 : 2);
      const auto vectors = pack(random_genotypes(40, fields, rate, 8), status);
      expect_screened<2>(K2(fields), vectors, 100);
      expect_screened<2>(MutualInformation(fields), vectors, 100);
      expect_screened<2>(ChiSquared{}, vectors, 100);
      expect_screened<2>(Interaction{}, vectors, 100);
      const auto few = pack(random_genotypes(13, fields, rate, 9), status);
      expect_screened<3>(K2(fields), few, 100);
      expect_screened<3>(MutualInformation(fields), few, 100);
      expect_screened<3>(ChiSquared{}, few, 100);
    }
  }
}

TEST(Epistasis, of_one_class_alone_has_no_association) {
  const auto g = random_genotypes(5, 70, 0, 1);
  for (const auto& status : {apart(70, 0), apart(0, 70)}) {
    for (const auto& hit : values_of<2>(ChiSquared{}, pack(g, status))) {
      EXPECT_EQ(hit.value, 0);
      EXPECT_EQ(hit.cell, 0u);
    }
    for (const auto& hit : values_of<2>(MutualInformation(70), pack(g, status))) {
      EXPECT_EQ(hit.value, 0);
    }
  }
}

TEST(Epistasis, counts_degrees_of_freedom_by_the_combinations_that_occur) {
  Genotypes g(2, 4);  // combinations 00, 01, 12, 12
  g.values = {0, 0, 1, 1, 0, 1, 2, 2};
  const auto found = values_of<2>(ChiSquared{}, pack(g, interleaved(4, 2)));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].cell, 2u);
}

}  // namespace
