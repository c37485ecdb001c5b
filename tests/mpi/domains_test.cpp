// A part of all tuples on any grid of ranks: the digest over its values and the bytes of the edge
// file are those of one process with the reference backend.

#include "support/domains.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <encke/io/comet/synthetic.hpp>
#include <encke/metric/builtin.hpp>
#include <encke/sink/callable.hpp>
#include <encke/sink/collect.hpp>
#include <memory>
#include <string>
#include <vector>

#include "solve.hpp"
#include "support/long_run.hpp"
#include "world.hpp"

namespace encke::domains_test {
namespace {

using domains::all_kinds;
using domains::Given;
using test::Cut;
using test::factorisations;
using test::world;

constexpr Index fields = 70;

std::unique_ptr<io::Source> open(Element element, int way, Index vectors) {
  return io::open_synthetic({.problem = io::TestProblem::random,
                             .element = element,
                             .vectors = vectors,
                             .fields = fields,
                             .way = way,
                             .missing = MissingCode::missing});
}

/// The ring of all ranks, and one more of all decompositions, another for each number. Of more than
/// two ranks a short run takes these two in turns, others for the next number of ranks.
std::vector<Decomposition> some_decompositions(std::size_t number) {
  const auto all = factorisations(world().size());
  const Decomposition ring{world().size(), 1, 1};
  const bool in_turns = world().size() > 2 && !test::long_run();
  if (in_turns && number % 2 == 0) return {ring};
  const Decomposition& other = all[(in_turns ? number / 2 : number) % all.size()];
  if (in_turns || other == ring) return {other};
  return {ring, other};
}

/// All kinds of domains, each on some decompositions; a short run takes one kind `of` so many,
/// others of the next number of vectors or ranks.
template <int Way, class Metric>
void expect_same(const Metric& metric, Element element, Index vectors, double floor, const Cut& cut,
                 std::size_t of = 1) {
  const auto whole = open(element, Way, vectors);
  const PackedVectors all = whole->read(whole->whole());
  auto number = static_cast<std::size_t>(vectors + world().size());
  for (const Given& given : all_kinds(Way, vectors)) {
    const std::size_t turn = number++;
    if (!test::has_turn(turn, of)) continue;
    Plan plan{.way = Way,
              .domain = given.domain(),
              .threshold = above(floor),
              .digest_all = true,
              .backend = "reference"};
    sink::Collect expected;
    Report report;
    if (world().is_root()) report = run(metric, all, plan, expected);
    plan.backend = "auto";
    for (const Decomposition& d : some_decompositions(turn / of)) {
      const Grid grid(world(), d);
      const auto source = open(element, Way, vectors);
      sink::Collect found;
      const store::Totals totals = test::solve(metric, *source, plan, cut, grid, found);
      if (!world().is_root()) continue;
      const std::string what = given.name + " on " + text(d, cut);
      EXPECT_EQ(totals.digest, report.digest) << what;
      EXPECT_EQ(totals.tuples, report.tuples) << what;
      EXPECT_EQ(found.pairs(), expected.pairs()) << what;
      EXPECT_EQ(found.triples(), expected.triples()) << what;
    }
  }
}

TEST(DomainsOfRanks, have_the_pairs_of_one_process) {
  expect_same<2>(Ccc{}, Element::genotype, 173, 0.33, {16, 1, 1});
}

TEST(DomainsOfRanks, have_the_triples_of_one_process) {
  expect_same<3>(Ccc{}, Element::genotype, 50, 0.15, {16, 1, 1});
}

TEST(DomainsOfRanks, have_the_pairs_of_one_process_in_parts) {
  expect_same<2>(Duo{}, Element::bit, 120, 0.34, {16, 2, 3});
}

TEST(DomainsOfRanks, have_the_pairs_of_profiles) {
  expect_same<2>(Ps{}, Element::float64, 90, 0.5, {32, 1, 1});
}

TEST(DomainsOfRanks, of_fewer_vectors_or_blocks_than_ranks) {
  for (const Index vectors : {10, 33}) {
    expect_same<2>(Ccc{}, Element::genotype, vectors, 0.1, {16, 1, 1}, 2);
    expect_same<3>(Ccc{}, Element::genotype, vectors, 0.1, {16, 1, 1}, 2);
  }
}

/// Tuples that each rank of the world computes.
std::vector<std::int64_t> tuples_of_ranks(const Domain& domain, Index vectors, Index block) {
  const Grid grid(world(), {world().size(), 1, 1});
  const auto source = open(Element::bit, 2, vectors);
  const auto owned = read_share(*source, Partition(vectors, block), grid);
  sink::Callable ignore([](auto) {});
  const Plan plan{.domain = domain};
  const Report report = run(Duo{}, owned.view(), plan, grid, ignore);
  const std::int64_t mine[] = {report.tuples};
  return world().all_gather(mine);
}

TEST(DomainsOfRanks, are_even_on_a_ring) {
  const Index vectors = 1920;
  const auto few = domains::numbers(0, 160), rest = domains::numbers(160, vectors);
  for (const Domain& domain :
       {Domain::of_sets(vectors, {few, rest}),
        Domain::of_window(Window::within_distance(domains::uneven(vectors), 100))}) {
    const auto tuples = tuples_of_ranks(domain, vectors, 32);
    const auto all = static_cast<double>(domain.tuples(2, vectors));
    const auto most = static_cast<double>(*std::max_element(tuples.begin(), tuples.end()));
    EXPECT_LE(most, 1.25 * all / world().size());
  }
}

TEST(DomainsOfRanks, move_only_the_vectors_of_neighbours_in_a_narrow_window) {
  const Index vectors = 960;
  const Grid grid(world(), {world().size(), 1, 1});
  const auto source = open(Element::bit, 2, vectors);
  const auto owned = read_share(*source, Partition(vectors, 16), grid);
  const auto shifted = [&](const Domain& domain) {
    sink::Callable ignore([](auto) {});
    const Plan plan{.domain = domain};
    std::int64_t bytes[] = {run(Duo{}, owned.view(), plan, grid, ignore).bytes_shifted};
    world().sum(bytes);
    return bytes[0];
  };
  const auto narrow = shifted(Domain::of_window(Window::within_places(vectors, 10)));
  const auto all = shifted(Domain());
  if (world().size() >= 6) {
    EXPECT_LT(narrow, all);
  }
  if (world().size() == 1) {
    EXPECT_EQ(narrow, 0);
  }
}

}  // namespace
}  // namespace encke::domains_test
