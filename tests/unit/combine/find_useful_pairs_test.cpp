#include <gtest/gtest.h>

#include <cmath>
#include <encke/backend/backend.hpp>
#include <encke/combine/find_useful_pairs.hpp>
#include <encke/combine/floor_screens.hpp>
#include <encke/metric/builtin.hpp>
#include <encke/run/pairs_first.hpp>
#include <mutex>
#include <set>

#include "support/genotypes.hpp"
#include "support/values.hpp"

// The bound by which pairs are useless for triples, against the values of all triples.

namespace encke::test::find_useful_pairs_test {
namespace {

using encke::Ccc;
using encke::Index;
using encke::PackedVectors;
using encke::test::Genotypes;

template <class Metric>
std::vector<encke::Array<std::int64_t, 2>> margins_of(const PackedVectors& vectors) {
  std::vector<encke::Array<std::int64_t, 2>> margins;
  for (Index v = 0; v < vectors.vectors(); ++v) {
    margins.push_back(encke::margin<typename Metric::contraction>(vectors, v));
  }
  return margins;
}

/// One worker of many comes upon all tiles.
class ByOneWorker final : public encke::TallyVisitor {
 public:
  explicit ByOneWorker(encke::TallyVisitor& other) : other_(other) {}
  void visit(const encke::TallyTile& tile, int /*worker*/) override {
    const std::lock_guard lock(mutex_);
    other_.visit(tile, 0);
  }

 private:
  encke::TallyVisitor& other_;
  std::mutex mutex_;
};

/// The useful pairs of a run above a threshold; all of them where the search gives up. `workers`:
/// 0: those of the backend; else one of so many does all.
template <class Metric>
std::set<std::pair<Index, Index>> useful_pairs(const Metric& metric, const PackedVectors& vectors,
                                               double threshold,
                                               encke::PairSearch search = {.forced = true},
                                               int workers = 0) {
  const encke::Plan plan{.way = 3, .threshold = encke::above(threshold)};
  const auto margins = margins_of<Metric>(vectors);
  encke::WeightScreenMaker<Metric, 3> maker(metric, margins, plan);
  const auto problem = encke::detail::triple_problem<typename Metric::contraction>(
      maker.weights(), margins, vectors.fields());
  std::set<std::pair<Index, Index>> all, useful;
  const Index n = vectors.vectors();
  for (Index i = 0; i < n; ++i) {
    for (Index j = i + 1; j < n; ++j) all.emplace(i, j);
  }
  if (!problem) return all;
  const auto backend = encke::make_backend("kokkos", {});
  const encke::Operand block{&vectors, {0, n}, 0};
  const auto found = encke::find_useful_pairs(
      *problem, workers > 0 ? workers : backend->workers(), encke::Communicator(),
      [&](encke::TallyVisitor& visitor) {
        ByOneWorker one(visitor);
        backend->contract(encke::Array<encke::Operand, 2>{{block, block}}, nullptr,
                          workers > 0 ? static_cast<encke::TallyVisitor&>(one) : visitor);
      },
      search);
  if (!found) return all;
  for (Index i = 0; i < n; ++i) {
    for (const std::uint32_t j : found->later(i, {0, n})) useful.emplace(i, j);
  }
  EXPECT_EQ(static_cast<Index>(useful.size()), found->size());
  return useful;
}

double largest_value(const PackedVectors& vectors) {
  double most = 0;
  for (const auto& hit : encke::test::values_of<3>(Ccc{}, vectors, encke::test::plan_for(3))) {
    most = std::max(most, hit.value);
  }
  return most;
}

template <class Metric>
void expect_all_pairs_of_hits(const Metric& metric, const PackedVectors& vectors,
                              encke::PairSearch search = {.forced = true}) {
  const auto values = encke::test::values_of<3>(metric, vectors, encke::test::plan_for(3));
  double most = 0;
  for (const auto& hit : values) most = std::max(most, hit.value);
  for (const double share : {0.999999, 0.9, 0.7, 0.5}) {
    const auto useful = useful_pairs(metric, vectors, share * most, search);
    for (const auto& hit : values) {
      if (!(hit.value > share * most)) continue;
      const auto& [i, j, k] = hit.index.items;
      EXPECT_TRUE(useful.contains({i, j}) && useful.contains({i, k}) && useful.contains({j, k}))
          << i << ", " << j << ", " << k << " has " << hit.value << " above " << share * most;
    }
  }
}

TEST(FindUsefulPairs, finds_all_pairs_of_hits) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    for (const double rate : {0.0, 0.1, 0.5}) {
      for (const Index fields : {3, 64, 100}) {
        const Genotypes g = encke::test::random_genotypes(18, fields, rate, seed);
        expect_all_pairs_of_hits(Ccc{}, encke::test::pack(g));
        expect_all_pairs_of_hits(encke::Duo{}, encke::test::pack_bits(g));
      }
    }
  }
}

TEST(FindUsefulPairs, finds_them_without_keeping_pairs_for_its_rounds_at_first) {
  const Genotypes g = encke::test::random_genotypes(40, 100, 0.02, 3);
  expect_all_pairs_of_hits(Ccc{}, encke::test::pack(g), {.most_pairs = 100, .forced = true});
  expect_all_pairs_of_hits(Ccc{}, encke::test::pack(g), {.rounds = 1, .forced = true});
}

/// Three vectors, of which the third has two copies wherever it is present, and is missing where
/// the product of the first two is 0: the bound of their pair is the triple's value.
Genotypes that_reach_the_bound(Index fields, Index missing) {
  Genotypes g(3, fields);
  for (Index f = 0; f < fields; ++f) {
    g.at(0, f) = g.at(1, f) = f < missing ? 0 : 2;
    g.at(2, f) = f < missing ? 3 : 2;
  }
  return g;
}

TEST(FindUsefulPairs, has_a_bound_that_is_reached) {
  for (const Index fields : {8, 64, 100}) {
    for (const Index missing : {0, 1, 3}) {
      const PackedVectors packed = encke::test::pack(that_reach_the_bound(fields, missing));
      const double most = largest_value(packed);
      EXPECT_EQ(useful_pairs(Ccc{}, packed, most * (1 - 1e-9)).size(), 3U)
          << fields << ", " << missing;
      if (missing == 0) {
        EXPECT_EQ(useful_pairs(Ccc{}, packed, most * (1 + 1e-4)).size(), 0U);
      }
    }
  }
}

TEST(FindUsefulPairs, multiplies_by_what_a_vector_misses) {
  encke::TripleProblem problem{
      .copies = 2, .fields = 100, .x_sum = {0, 0, 0}, .present = {100, 90, 80}};
  const float weight[] = {0.5F, 0.25F, 1.0F};
  problem.weight[0] = problem.weight[1] = weight;
  const auto factors = encke::third_factors(problem, 1);
  EXPECT_EQ(factors[0], 0.5F);
  EXPECT_NEAR(factors[1], 0.25 * 70 / 60, 1e-6);  // any two vectors share 70 samples at least
  EXPECT_NEAR(factors[2], 70.0 / 50, 1e-5);
  EXPECT_GE(static_cast<double>(factors[1]), 0.25 * 70 / 60);
  problem.present = {30, 40, 100};
  EXPECT_TRUE(std::isinf(encke::third_factors(problem, 0)[0]));
}

/// Each vector resembles that three places before it, and no other group's.
Genotypes groups_of_three(Index vectors, Index fields) {
  Genotypes g = encke::test::random_genotypes(vectors, fields, 0, 6);
  for (Index v = 3; v < vectors; ++v) {
    for (Index f = 0; f < fields; ++f) {
      if ((v + 7 * f) % 9 != 0) g.at(v, f) = g.at(v % 3, f);
    }
  }
  return g;
}

TEST(FindUsefulPairs, keeps_as_many_pairs_whichever_worker_comes_upon_them) {
  const PackedVectors packed = encke::test::pack(groups_of_three(60, 64));
  const double most_value = 0.9 * largest_value(packed);
  std::set<std::size_t> sizes;
  for (const Index most : {10, 100, 300, 600, 900, 1800}) {
    const encke::PairSearch search{.most_pairs = most, .forced = true};
    const auto useful = useful_pairs(Ccc{}, packed, most_value, search, 1);
    EXPECT_EQ(useful_pairs(Ccc{}, packed, most_value, search, 9), useful) << most;
    sizes.insert(useful.size());
  }
  EXPECT_EQ(sizes.size(), 2U);  // it gives up with the least, and not with the most
}

TEST(FindUsefulPairs, gives_up_where_nothing_can_be_left_out) {
  const PackedVectors packed = encke::test::pack(encke::test::random_genotypes(220, 64, 0, 4));
  Index pairs = 220 * 219 / 2;
  EXPECT_EQ(static_cast<Index>(useful_pairs(Ccc{}, packed, 0.001, {}).size()), pairs);
  EXPECT_LT(static_cast<Index>(useful_pairs(Ccc{}, packed, 1.4, {}).size()), pairs / 4);
}

TEST(UsefulPairs, are_each_vectors_later_partners_in_a_range) {
  const std::int64_t one = std::int64_t{1} << 32;
  const std::vector<std::int64_t> list = {one * 2 + 9, 5, one * 2 + 3, one * 2 + 7, 1};
  const encke::UsefulPairs pairs(10, list);
  EXPECT_EQ(pairs.size(), 5);
  const auto later = [&](Index v, encke::Range among) {
    const auto found = pairs.later(v, among);
    return std::vector<std::uint32_t>(found.begin(), found.end());
  };
  EXPECT_EQ(later(2, {0, 10}), (std::vector<std::uint32_t>{3, 7, 9}));
  EXPECT_EQ(later(2, {4, 9}), (std::vector<std::uint32_t>{7}));
  EXPECT_EQ(later(0, {0, 10}), (std::vector<std::uint32_t>{1, 5}));
  EXPECT_TRUE(later(9, {0, 10}).empty());
  EXPECT_TRUE(later(2, {4, 7}).empty());
}

}  // namespace
}  // namespace encke::test::find_useful_pairs_test
