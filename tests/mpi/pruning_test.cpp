// What is left out because it cannot pass a threshold, on any grid of ranks: values, digest and
// hits are those of one process that leaves nothing out.

#include <gtest/gtest.h>

#include <algorithm>
#include <encke/distributed/field_margins.hpp>
#include <encke/distributed/steps.hpp>
#include <encke/metric/builtin.hpp>
#include <encke/sink/collect.hpp>
#include <random>
#include <utility>
#include <vector>

#include "solve.hpp"
#include "support/genotypes.hpp"
#include "support/long_run.hpp"
#include "world.hpp"

namespace encke::pruning_test {
namespace {

using test::Cut;
using test::factorisations;
using test::Genotypes;
using test::world;

/// Vectors of all frequencies. From the second half on each resembles one of the first few; one has
/// no variance.
Genotypes related(Index vectors, Index fields, double missing) {
  Genotypes g = test::random_genotypes(vectors, fields, missing, 31);
  std::mt19937_64 random(31);
  for (Index v = vectors / 2; v < vectors; ++v) {
    for (Index f = 0; f < fields; ++f) {
      const std::uint8_t copy = g.at(v % 7, f);
      if (g.at(v, f) != 3 && copy != 3 && random() % 10 != 0) g.at(v, f) = copy;
    }
  }
  for (Index f = 0; f < fields; ++f) g.at(vectors / 3, f) = 1;
  return g;
}

using Pack = PackedVectors (*)(const Genotypes&);

PackedVectors pack_genotypes(const Genotypes& g) { return test::pack(g); }
PackedVectors pack_bits(const Genotypes& g) { return test::pack_bits(g); }

/// Such vectors as an input, which is read in parts.
class RelatedSource final : public io::Source {
 public:
  RelatedSource(Element element, Pack pack, Genotypes all)
      : Source(numbered(element, std::ssize(all.values) / all.fields, all.fields)),
        pack_(pack),
        all_(std::move(all)) {}
  std::vector<io::FileRecord> files(const Communicator&) override { return {}; }

 private:
  PackedVectors read_range(const io::ReadRange& part) override {
    Genotypes some(part.vectors.size(), part.fields.size());
    for (Index v = 0; v < part.vectors.size(); ++v) {
      for (Index f = 0; f < part.fields.size(); ++f) {
        some.at(v, f) = all_.at(part.vectors.begin + v, part.fields.begin + f);
      }
    }
    return pack_(some);
  }

  Pack pack_;
  Genotypes all_;
};

/// Tuples that were left out by all ranks, in one run of the whole problem.
template <class Metric>
Index left_out(const Metric& metric, io::Source& source, const Plan& plan, Index block,
               const Grid& grid) {
  const auto owned = read_share(source, Partition(source.vectors(), block), grid);
  sink::Collect ignored;
  const Report mine = run(metric, owned.view(), plan, grid, ignored);
  std::int64_t sums[] = {mine.tuples_left_out + mine.tuples_left_early + mine.tuples_of_equal};
  world().sum(sums);
  return sums[0];
}

std::size_t pruned_problems = 0;  ///< so far: each takes the cuts in turns from another on

/// Returns the least that was left out on any grid whose ranks have whole vectors, where this was
/// forced.
template <class Metric>
Index expect_same(const Metric& metric, RelatedSource& source, int way, double floor,
                  const std::vector<Cut>& cuts, const Domain& domain = {}) {
  Plan plan{.way = way, .domain = domain, .threshold = above(floor)};
  plan.pruning = Pruning::off;
  sink::Collect expected;
  Report report;
  if (world().is_root()) report = run(metric, source.read(source.whole()), plan, expected);
  plan.pruning = Pruning::forced;
  Index least = std::numeric_limits<Index>::max();
  std::size_t number = pruned_problems++;
  for (const Decomposition& d : factorisations(world().size())) {
    const Grid grid(world(), d);
    if (d.field == 1) {
      least = std::min(least, left_out(metric, source, plan, cuts.front().block, grid));
    }
    std::size_t turn = number++;  // many ranks have many decompositions
    for (const Cut& cut : cuts) {
      if (!test::has_turn(turn++, world().size() > 3 ? cuts.size() : 1)) continue;
      sink::Collect found;
      const store::Totals totals = test::solve(metric, source, plan, cut, grid, found);
      if (!world().is_root()) continue;
      EXPECT_EQ(totals.digest, report.digest) << text(d, cut);
      EXPECT_EQ(found.pairs(), expected.pairs()) << text(d, cut);
      EXPECT_EQ(found.triples(), expected.triples()) << text(d, cut);
    }
  }
  return least;
}

const std::vector<Cut> cuts_of_pairs = {{32, 1, 1}, {48, 2, 1}, {32, 1, 1, 4}};
const std::vector<Cut> cuts_of_triples = {{16, 1, 1}, {32, 2, 2}};

TEST(PruningOnRanks, leaves_out_pairs_that_cannot_pass) {
  const Index vectors = 230, pairs = vectors * (vectors - 1) / 2;
  RelatedSource moments(Element::genotype_moments, test::pack_moments, related(vectors, 640, 0));
  EXPECT_GT(expect_same(RSquared{}, moments, 2, 0.6, cuts_of_pairs), pairs / 4);
  RelatedSource genotypes(Element::genotype, pack_genotypes, related(vectors, 640, 0));
  EXPECT_GT(expect_same(Ccc{}, genotypes, 2, 0.75, cuts_of_pairs), pairs / 4);
  RelatedSource bits(Element::bit, pack_bits, related(vectors, 640, 0));
  EXPECT_GT(expect_same(Jaccard{}, bits, 2, 0.9, cuts_of_pairs), pairs / 4);
}

TEST(PruningOnRanks, leaves_out_pairs_where_samples_are_missing) {
  RelatedSource moments(Element::genotype_moments, test::pack_moments, related(180, 640, 0.005));
  EXPECT_GT(expect_same(RSquared{}, moments, 2, 0.7, {{32, 1, 1}}), 1000);
}

TEST(PruningOnRanks, gathers_the_members_of_sets) {
  const Index vectors = 230;
  std::vector<Index> apart, even;
  for (Index v = 3; v < vectors; v += 20) apart.push_back(v);
  for (Index v = 0; v < vectors; v += 2) even.push_back(v);
  RelatedSource moments(Element::genotype_moments, test::pack_moments, related(vectors, 640, 0));
  const Domain sets = Domain::of_sets(vectors, {apart, even});
  EXPECT_GT(expect_same(RSquared{}, moments, 2, 0.6, cuts_of_pairs, sets),
            sets.tuples(2, vectors) / 4);
}

TEST(PruningOnRanks, leaves_out_triples_by_their_pairs) {
  const Index vectors = 60, triples = vectors * (vectors - 1) * (vectors - 2) / 6;
  for (const double missing : {0.0, 0.01}) {
    RelatedSource genotypes(Element::genotype, pack_genotypes, related(vectors, 150, missing));
    EXPECT_GT(expect_same(Ccc{}, genotypes, 3, 0.45, cuts_of_triples), triples / 4);
  }
  RelatedSource bits(Element::bit, pack_bits, related(vectors, 150, 0));
  EXPECT_GT(expect_same(Duo{}, bits, 3, 0.45, cuts_of_triples), triples / 4);
  EXPECT_GT(expect_same(Sorenson{}, bits, 3, 0.85, cuts_of_triples), triples / 4);
}

/// The useful pairs of a problem whose pairs the ranks of `grid` share; nothing where the search
/// gives up.
std::optional<std::vector<std::pair<Index, Index>>> useful_pairs(io::Source& source,
                                                                 const Grid& grid, Index block,
                                                                 const PairSearch& search) {
  const Partition partition(source.vectors(), block);
  const auto owned = read_share(source, partition, grid);
  const RankVectors mine = owned.view();
  const Plan plan{.way = 3, .threshold = above(0.45)};
  const auto margins = gather_margins(
      grid.ring(), field_margins<AlleleCounts>(grid.field_group(), mine.parts, mine.own.size()));
  WeightScreenMaker<Ccc, 3> maker(Ccc{}, margins, plan);
  const auto problem =
      detail::triple_problem<AlleleCounts>(maker.weights(), margins, source.fields());
  const auto backend = make_backend("auto", {});
  BlockExchange exchange(grid.ring(), mine, owned_vectors(partition, grid), nullptr);
  exchange.allocate_buffers(2);
  const auto found = find_useful_pairs(
      *problem, backend->workers(), grid.world(),
      [&](TallyVisitor& visitor) {
        detail::visit_pairs(plan, mine, grid, exchange, *backend, visitor);
      },
      search);
  if (!found) return std::nullopt;
  std::vector<std::pair<Index, Index>> pairs;
  for (Index v = 0; v < source.vectors(); ++v) {
    for (const std::uint32_t later : found->later(v, {0, source.vectors()})) {
      pairs.emplace_back(v, later);
    }
  }
  return pairs;
}

TEST(PruningOnRanks, finds_the_useful_pairs_of_one_process) {
  const Index vectors = 130;
  RelatedSource source(Element::genotype, pack_genotypes, related(vectors, 150, 0.01));
  const auto alone = useful_pairs(source, Grid(), 48, {.forced = true});
  ASSERT_TRUE(alone.has_value());
  EXPECT_GT(std::ssize(*alone), 20);
  EXPECT_LT(std::ssize(*alone), vectors * (vectors - 1) / 4);
  for (const Decomposition& d : factorisations(world().size())) {
    if (d.field > 1) continue;
    const Grid grid(world(), d);
    EXPECT_EQ(useful_pairs(source, grid, 16, {.forced = true}), alone) << text(d, Cut{});
    EXPECT_EQ(useful_pairs(source, grid, 16, {.rounds = 3, .forced = true}).has_value(), true);
    // a rank that may keep too few makes all of them give up
    EXPECT_FALSE(useful_pairs(source, grid, 16, {.most_pairs = 1, .forced = true}).has_value());
  }
}

}  // namespace
}  // namespace encke::pruning_test
