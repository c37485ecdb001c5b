// Every decomposition of every number of ranks gives the digest of one process.

#include <gtest/gtest.h>

#include <algorithm>
#include <encke/io/synthetic.hpp>
#include <encke/metric/builtin.hpp>
#include <encke/run/read_share.hpp>
#include <encke/run/run.hpp>
#include <encke/sink/callable.hpp>
#include <memory>

#include "support/classes.hpp"
#include "support/genotypes.hpp"
#include "world.hpp"

namespace encke {
namespace {

using test::world;

struct Case {
  Element element;
  int way;
  Index vectors, fields, block;
  bool missing = false;
};

/// Random genotypes of which every third sample is a case.
class ClassSource final : public io::Source {
 public:
  explicit ClassSource(const Case& c)
      : Source(numbered(Element::case_control, c.vectors, c.fields)),
        all_(test::random_genotypes(c.vectors, c.fields, c.missing ? 0.03 : 0, 5)) {}
  std::vector<io::FileRecord> files(const Communicator&) override { return {}; }

 private:
  PackedVectors read_part(const io::Part& part) override {
    test::Genotypes some(part.vectors.size(), fields());
    const auto first = all_.values.begin() + part.vectors.begin * fields();
    std::copy_n(first, some.values.size(), some.values.begin());
    return test::pack(some, test::interleaved(fields(), 3));
  }

  test::Genotypes all_;
};

std::unique_ptr<io::Source> open(const Case& c) {
  if (c.element == Element::case_control) return std::make_unique<ClassSource>(c);
  return io::open_synthetic({.problem = io::Problem::random,
                             .element = c.element,
                             .vectors = c.vectors,
                             .fields = c.fields,
                             .way = c.way,
                             .missing = c.missing ? MissingCode::missing : MissingCode::het});
}

Plan plan_for(const Case& c) { return {.way = c.way, .threshold = above(0.2), .digest_all = true}; }

template <class Metric>
Digest digest_of_one(const Metric& metric, const Case& c) {
  const auto source = open(c);
  const PackedVectors vectors = source->read(source->whole());
  Plan plan = plan_for(c);
  plan.backend = "reference";
  sink::Callable sink([](auto) {});
  return run(metric, vectors, plan, sink).digest;
}

/// The digest of all ranks of `grid`, added up.
template <class Metric>
Digest digest_on(const Grid& grid, const Metric& metric, const Case& c, const Plan& plan) {
  const auto source = open(c);
  const auto owned = read_share(*source, Partition(c.vectors, c.block), grid);
  sink::Callable sink([](auto) {});
  const Report report = run(metric, owned.view(), plan, grid, sink);
  const std::int64_t mine[] = {static_cast<std::int64_t>(report.digest.high()),
                               static_cast<std::int64_t>(report.digest.low())};
  const auto all = grid.world().all_gather(mine);
  Digest sum;
  for (std::size_t r = 0; r < all.size(); r += 2) {
    sum.add(Digest(static_cast<std::uint64_t>(all[r]), static_cast<std::uint64_t>(all[r + 1])));
  }
  return sum;
}

std::vector<Decomposition> factorisations(int ranks) {
  std::vector<Decomposition> all;
  for (int v = 1; v <= ranks; ++v) {
    for (int f = 1; f <= ranks; ++f) {
      if (ranks % (v * f) == 0) all.push_back({v, f, ranks / v / f});
    }
  }
  return all;
}

template <class Metric>
void expect_same_everywhere(const Metric& metric, const Case& c) {
  const Digest expected = digest_of_one(metric, c);
  for (const Decomposition& d : factorisations(world().size())) {
    if (c.element == Element::case_control && d.field > 1) continue;
    EXPECT_EQ(digest_on(Grid(world(), d), metric, c, plan_for(c)).text(), expected.text())
        << d.vector << " x " << d.field << " x " << d.replica << ", rank " << world().rank();
  }
}

TEST(Decompositions, of_pairs_of_genotypes) {
  for (const bool missing : {false, true}) {
    for (const Index block : {16, 48, 112}) {
      expect_same_everywhere(Ccc{}, {Element::genotype, 2, 173, 150, block, missing});
    }
  }
}

TEST(Decompositions, of_triples_of_genotypes) {
  for (const bool missing : {false, true}) {
    for (const Index block : {16, 32}) {
      expect_same_everywhere(Ccc{}, {Element::genotype, 3, 70, 129, block, missing});
    }
  }
}

TEST(Decompositions, of_bits) {
  expect_same_everywhere(Sorenson{}, {Element::bit, 2, 200, 300, 32});
  expect_same_everywhere(Duo{}, {Element::bit, 3, 60, 100, 16, true});
}

TEST(Decompositions, of_tables_by_class) {
  for (const bool missing : {false, true}) {
    expect_same_everywhere(K2(150), {Element::case_control, 2, 173, 150, 16, missing});
    expect_same_everywhere(ChiSquared{}, {Element::case_control, 2, 90, 131, 48, missing});
    expect_same_everywhere(Interaction{}, {Element::case_control, 2, 90, 131, 16, missing});
    expect_same_everywhere(MutualInformation(131),
                           {Element::case_control, 3, 70, 131, 16, missing});
  }
  expect_same_everywhere(ChiSquared{}, {Element::case_control, 3, 5, 65, 16, true});
}

TEST(Decompositions, of_tables_by_class_have_no_field_axis) {
  if (world().size() == 1) GTEST_SKIP() << "one rank has no field axis";
  const Case c{Element::case_control, 2, 40, 100, 16};
  const Grid grid(world(), {1, world().size(), 1});
  EXPECT_THROW(digest_on(grid, ChiSquared{}, c, plan_for(c)), Error);
}

TEST(Decompositions, of_reals) {
  expect_same_everywhere(Ps{}, {Element::float64, 2, 50, 9000, 16});
  expect_same_everywhere(Ps{}, {Element::float32, 2, 50, 9000, 16});
  expect_same_everywhere(Ps{}, {Element::float64, 3, 20, 4500, 16});
}

TEST(Decompositions, with_fewer_vectors_or_blocks_than_ranks) {
  for (const Index vectors : {2, 3, 15, 17, 33}) {
    expect_same_everywhere(Ccc{}, {Element::genotype, 2, vectors, 65, 16, true});
    if (vectors > 2) expect_same_everywhere(Ccc{}, {Element::genotype, 3, vectors, 65, 16, true});
  }
}

/// All shares of a problem together, each on another factorisation, give the digest of one run.
void expect_shares_make_the_whole(int way, int phases, int stages) {
  const Case c{Element::genotype, way, way == 2 ? 173 : 70, 100, 16, true};
  const auto grids = factorisations(world().size());
  Digest sum;
  std::size_t next = 0;
  for (int phase = 0; phase < phases; ++phase) {
    for (int stage = 0; stage < stages; ++stage) {
      Plan plan = plan_for(c);
      plan.shares = {{phase, phase, phases}, {stage, stage, stages}};
      sum.add(digest_on(Grid(world(), grids[next++ % grids.size()]), Ccc{}, c, plan));
    }
  }
  EXPECT_EQ(sum.text(), digest_of_one(Ccc{}, c).text())
      << phases << " phases, " << stages << " stages";
}

TEST(Decompositions, of_phases_and_stages) {
  for (const int way : {2, 3}) {
    for (const int phases : {1, 2, 5}) {
      for (const int stages : {1, 2, 3, 7}) expect_shares_make_the_whole(way, phases, stages);
    }
  }
}

TEST(Decompositions, of_what_an_earlier_run_left) {
  const Case c{Element::genotype, 2, 173, 100, 16, true};
  auto done = std::make_shared<std::vector<Index>>();
  for (Index id = 0; id < 66; id += 1 + id % 3) done->push_back(id);
  Plan rest = plan_for(c);
  rest.done = done;
  const Digest expected = digest_on(Grid(), Ccc{}, c, rest);
  EXPECT_NE(expected.text(), digest_of_one(Ccc{}, c).text());
  for (const Decomposition& d : factorisations(world().size())) {
    EXPECT_EQ(digest_on(Grid(world(), d), Ccc{}, c, rest).text(), expected.text());
  }
}

}  // namespace
}  // namespace encke
