#include <gtest/gtest.h>

#include <encke/distinct/set_backend.hpp>
#include <encke/metric/builtin.hpp>
#include <encke/sink/choose/top.hpp>
#include <random>

#include "support/genotypes.hpp"
#include "with_and_without.hpp"

// Pairs of two sets are contracted from gathered vectors, wherever the members lie: hits and digest
// are those of a run that contracts them in the order of the file.

namespace gathered_sets_test {
namespace {

using encke::Domain;
using encke::Index;
using encke::PackedVectors;
using encke::Plan;
using encke::Pruning;
using encke::test::expect_equal;
using encke::test::Genotypes;
using encke::test::plan_for;

std::vector<Index> some_of(Index vectors, double share, std::mt19937_64& random) {
  std::bernoulli_distribution in(share);
  std::vector<Index> set;
  for (Index v = 0; v < vectors; ++v) {
    if (in(random)) set.push_back(v);
  }
  return set;
}

/// Pairs of sets that overlap, are one, have one member or none, and lie apart.
std::vector<Domain> domains_of(Index vectors, std::mt19937_64& random) {
  const auto some = [&](double share) { return some_of(vectors, share, random); };
  const std::vector<Index> all = some(1), few = some(0.05);
  return {Domain::of_sets(vectors, {few, all}),
          Domain::of_sets(vectors, {all, few}),
          Domain::of_sets(vectors, {some(0.3), some(0.3)}),
          Domain::of_sets(vectors, {few, few}),
          Domain::of_sets(vectors, {{vectors / 2}, all}),
          Domain::of_sets(vectors, {{}, all}),
          Domain::of_sets(vectors, {{0, 1, 2}, {vectors - 1, vectors - 2}})};
}

template <class Metric>
void compare(const Metric& metric, PackedVectors (*pack)(const Genotypes&), double threshold,
             double missing, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  constexpr Index vectors = 330;
  const PackedVectors packed = pack(encke::test::random_genotypes(vectors, 257, missing, random()));
  Plan plan = plan_for(2);
  for (const Domain& domain : domains_of(vectors, random)) {
    plan.domain = domain;
    for (const Index block : {0, 80}) {
      plan.block = block;
      plan.threshold = encke::above(threshold);
      expect_equal(metric, packed, plan);
      plan.threshold = encke::everything();
      expect_equal(metric, packed, plan);
    }
  }
}

PackedVectors pack_genotypes(const Genotypes& g) { return encke::test::pack(g); }
PackedVectors pack_bits(const Genotypes& g) { return encke::test::pack_bits(g); }

TEST(GatheredSets, have_the_hits_of_the_files_order) {
  compare(encke::Ccc{}, pack_genotypes, 0.4, 0, 1);
  compare(encke::RSquared{}, encke::test::pack_moments, 0.02, 0, 2);
  compare(encke::GenotypeCorrelation{}, encke::test::pack_moments, 0.1, 0, 3);
  compare(encke::Duo{}, pack_bits, 0.5, 0, 4);
  compare(encke::Jaccard{}, pack_bits, 0.7, 0, 5);
}

TEST(GatheredSets, may_have_missing_samples) {
  compare(encke::Ccc{}, pack_genotypes, 0.4, 0.02, 6);
  compare(encke::RSquared{}, encke::test::pack_moments, 0.02, 0.02, 7);
  compare(encke::Duo{}, pack_bits, 0.5, 0.3, 8);
}

TEST(GatheredSets, have_the_largest_values_with_ties) {
  std::mt19937_64 random(9);
  const PackedVectors packed =
      encke::test::pack_moments(encke::test::random_genotypes(300, 30, 0, 9));
  Plan plan = plan_for(2);
  plan.block = 64;
  for (const Domain& domain : domains_of(300, random)) {
    plan.domain = domain;
    const auto top = [&](Pruning pruning) {
      encke::sink::Collect kept;
      encke::sink::Top sink(40, kept);
      plan.pruning = pruning;
      encke::run(encke::RSquared{}, packed, plan, sink);
      return kept.pairs();
    };
    EXPECT_EQ(top(Pruning::forced), top(Pruning::off)) << domain.text();
    EXPECT_EQ(top(Pruning::where_it_pays), top(Pruning::off)) << domain.text();
  }
}

TEST(GatheredSets, are_those_without_a_window_of_whole_fields) {
  const Index vectors = 100;
  const Domain sets = Domain::of_sets(vectors, {{1, 50}, {2, 3, 99}});
  const auto window = encke::Window::within_places(vectors, 20);
  Plan plan{.domain = sets};
  const auto gathers = [&](encke::Element element, int ranks = 1) {
    return encke::gathers_sets(plan, element, ranks, 1, vectors);
  };
  EXPECT_TRUE(gathers(encke::Element::bit));
  EXPECT_FALSE(gathers(encke::Element::bit, 2));
  EXPECT_FALSE(gathers(encke::Element::float64));
  plan.domain = sets.within(window);
  EXPECT_FALSE(gathers(encke::Element::bit));
  plan.domain = sets.beyond(window);
  EXPECT_FALSE(gathers(encke::Element::bit));
  plan.domain = Domain();
  EXPECT_FALSE(gathers(encke::Element::bit));
  plan.domain = sets;
  plan.pruning = Pruning::off;
  EXPECT_FALSE(gathers(encke::Element::bit));
}

/// Counts the pairs that it contracts, and does nothing else.
class Counter final : public encke::TileBackend {
 public:
  Index pairs = 0;
  std::string_view name() const override { return "counter"; }
  bool supports(encke::ContractionId) const override { return true; }
  int workers() const override { return 1; }
  std::int64_t memory(int, Index, Index, std::int64_t) const override { return 0; }
  void contract(const encke::Array<encke::Operand, 2>& blocks, const encke::Screen*,
                encke::TallyVisitor&) override {
    pairs += blocks[0].range.size() * blocks[1].range.size();
  }
  void contract(const encke::Array<encke::Operand, 3>&, const encke::Screen*,
                encke::TallyVisitor&) override {}
};

/// Wants the pairs of a domain.
class Wants final : public encke::TallyVisitor {
 public:
  explicit Wants(const Domain& domain) : domain_(domain) {}
  void visit(const encke::TallyTile&, int) override {}
  bool wants(Index, encke::Range rows, encke::Range cols) const override {
    return domain_.may_have<2>({rows, cols});
  }

 private:
  const Domain& domain_;
};

TEST(GatheredSets, are_contracted_where_members_lie_apart) {
  constexpr Index vectors = 4096;
  const PackedVectors packed =
      encke::test::pack_bits(encke::test::random_genotypes(vectors, 8, 0, 3));
  std::vector<Index> all, apart, together;
  for (Index v = 0; v < vectors; ++v) all.push_back(v);
  for (Index v = 0; v < 64; ++v) apart.push_back(64 * v + 7);
  for (Index v = 0; v < 192; ++v) together.push_back(1152 + v);  // whole tiles
  const auto contracted = [&](const std::vector<Index>& some) {
    const Domain domain = Domain::of_sets(vectors, {some, all});
    Counter counter;
    encke::SetBackend sets(counter, domain, false);
    Wants wants(domain);
    const encke::Operand block{&packed, {0, vectors}, 0};
    sets.contract(encke::Array<encke::Operand, 2>{{block, block}}, nullptr, wants);
    return counter.pairs;
  };
  EXPECT_EQ(contracted(apart), 64 * 64 + 64 * (vectors - 64));
  EXPECT_EQ(contracted(together), vectors * vectors);  // which leaves out the tiles by itself
}

}  // namespace
}  // namespace gathered_sets_test
