// Every decomposition of every number of ranks gives the digest over all values, and the bytes of
// the edge file, that one process gives: 304 of them on 1 to 8 ranks; with ENCKE_LONG=1 (target
// test_decompositions_long) every number of phases and stages on each, 3648.

#include <gtest/gtest.h>
#include <unistd.h>

#include <encke/io/comet/synthetic.hpp>
#include <encke/metric/builtin.hpp>
#include <encke/sink/callable.hpp>
#include <encke/sink/format/edges.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <set>

#include "solve.hpp"
#include "support/long_run.hpp"
#include "world.hpp"

namespace encke::decompositions_test {
namespace {

using test::Cut;
using test::factorisations;
using test::long_run;
using test::world;

constexpr int most_ranks = 8;

/// The metric follows from the elements and whether some may be missing.
struct Case {
  Element element;
  int way;
  Index vectors, fields;
  bool missing;
  double threshold;  ///< so that some thousand values are above
  std::vector<Index> blocks;
};

std::vector<Case> cases() {
  return {{Element::genotype, 2, 173, 150, false, 0.33, {16, 48, 112}},
          {Element::genotype, 2, 173, 150, true, 0.33, {16, 48, 112}},
          {Element::genotype, 3, 70, 129, false, 0.15, {16, 32}},
          {Element::genotype, 3, 70, 129, true, 0.15, {16, 32}},
          {Element::bit, 2, 200, 300, false, 0.34, {32, 64}},
          {Element::bit, 3, 60, 100, true, 0.15, {16, 32}},
          {Element::float64, 2, 50, 9000, false, 0.5, {16, 32}},
          {Element::float32, 3, 36, 9000, false, 0.5, {16}}};
}

/// How case number `number` is cut on factorisation number `n` of all of 1 to 8 ranks.
std::vector<Cut> cuts(std::size_t number, std::size_t n) {
  const std::vector<Index> blocks = cases().at(number).blocks;
  std::vector<Cut> all;
  for (const int phases : {1, 2, 5}) {
    for (const int stages : {1, 2, 3, 7}) {
      all.push_back({blocks[(n + all.size()) % blocks.size()], phases, stages});
    }
  }
  if (long_run()) return all;
  return {all[(n + 5 * number) % all.size()]};  // no factorisation is cut twice alike
}

/// Number, of all decompositions of 1 to 8 ranks, of the first of `ranks`.
std::size_t first_number(int ranks) {
  std::size_t first = 0;
  for (int fewer = 1; fewer < ranks; ++fewer) first += factorisations(fewer).size();
  return first;
}

std::unique_ptr<io::Source> open(const Case& c) {
  return io::open_synthetic({.problem = io::TestProblem::random,
                             .element = c.element,
                             .vectors = c.vectors,
                             .fields = c.fields,
                             .way = c.way,
                             .missing = c.missing ? MissingCode::missing : MissingCode::het});
}

Plan plan_for(const Case& c) {
  return {.way = c.way, .threshold = above(c.threshold), .digest_all = true};
}

template <class Visit>
auto with_metric(const Case& c, const Visit& visit) {
  if (c.element == Element::genotype) return visit(Ccc{});
  if (c.element.row().stored == StoredAs::reals) return visit(Ps{});
  return c.missing ? visit(Duo{}) : visit(Sorenson{});
}

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Answer {
  std::string digest;
  std::string edges;  ///< bytes of the file; on the root
};

/// Collects the edges of whatever `solve` passes to its sink; `solve` returns the digest.
template <class Solve>
Answer answer_of(const Solve& solve) {
  const std::string prefix =
      (std::filesystem::temp_directory_path() /
       ("encke-mpi-" + std::to_string(::getpid()) + "-" + std::to_string(world().rank())))
          .string();
  Answer answer;
  sink::Edges edges(prefix);
  answer.digest = solve(edges);
  answer.edges = bytes_of(edges.path());
  std::filesystem::remove(edges.path());
  return answer;
}

/// On the root, which compares; nothing on the others, which would only take its processors.
Answer answer_of_one(const Case& c) {
  if (!world().is_root()) return {};
  const auto source = open(c);
  const PackedVectors vectors = source->read(source->whole());
  Plan plan = plan_for(c);
  plan.backend = "reference";
  return answer_of([&](Sink& sink) {
    return with_metric(c, [&](const auto& metric) { return run(metric, vectors, plan, sink); })
        .digest.text();
  });
}

Answer answer_on(const Grid& grid, const Case& c, const Cut& cut) {
  const auto source = open(c);
  return answer_of([&](Sink& sink) {
    return with_metric(c,
                       [&](const auto& metric) {
                         return test::solve(metric, *source, plan_for(c), cut, grid, sink);
                       })
        .digest.text();
  });
}

void expect_same(const Case& c, const Cut& cut, const Grid& grid, const Answer& expected) {
  const Answer found = answer_on(grid, c, cut);
  if (!world().is_root()) return;
  EXPECT_EQ(found.digest, expected.digest) << text(grid.decomposition(), cut);
  EXPECT_TRUE(found.edges == expected.edges) << text(grid.decomposition(), cut);
}

/// All decompositions of this number of ranks.
void expect_same_everywhere(std::size_t number) {
  const Case c = cases().at(number);
  const Answer expected = answer_of_one(c);
  if (world().is_root()) {
    EXPECT_GT(expected.edges.size(), 1000U) << "few values are above the threshold";
  }
  std::size_t n = first_number(world().size());
  for (const Decomposition& d : factorisations(world().size())) {
    const Grid grid(world(), d);
    for (const Cut& cut : cuts(number, n++)) expect_same(c, cut, grid, expected);
  }
}

/// How `ranks` ranks are tried, one text for each.
std::set<std::string> tried(int ranks) {
  std::set<std::string> texts;
  std::size_t n = first_number(ranks);
  for (const Decomposition& d : factorisations(ranks)) {
    for (std::size_t number = 0; number < cases().size(); ++number) {
      for (const Cut& cut : cuts(number, n)) {
        texts.insert("problem " + std::to_string(number) + ": " + text(d, cut));
      }
    }
    ++n;
  }
  return texts;
}

class Decompositions : public testing::TestWithParam<std::size_t> {};

TEST_P(Decompositions, give_the_digest_and_the_edges_of_one_process) {
  expect_same_everywhere(GetParam());
}

INSTANTIATE_TEST_SUITE_P(OfCase, Decompositions, testing::Range<std::size_t>(0, cases().size()));

TEST(Decompositions, are_304_and_3648_in_a_long_run) {
  std::size_t all = 0;
  for (int ranks = 1; ranks <= most_ranks; ++ranks) all += tried(ranks).size();
  EXPECT_EQ(all, long_run() ? 3648U : 304U);
  if (!world().is_root()) return;
  std::cout << tried(world().size()).size() << " decompositions of " << world().size()
            << " ranks, of " << all << " in all" << std::endl;
}

TEST(Decompositions, of_fewer_vectors_or_blocks_than_ranks) {
  for (const Index vectors : {2, 3, 17, 33}) {
    for (const int way : {2, 3}) {
      if (vectors < way) continue;
      const Case c{Element::genotype, way, vectors, 65, true, 0.1, {16}};
      const Answer expected = answer_of_one(c);
      for (const Decomposition& d : factorisations(world().size())) {
        expect_same(c, {}, Grid(world(), d), expected);
      }
    }
  }
}

/// The digest of all ranks of `grid`, added up.
Digest digest_on(const Grid& grid, const Case& c, const Plan& plan) {
  const auto source = open(c);
  const auto owned = read_share(*source, Partition(c.vectors, 16), grid);
  sink::Callable sink([](auto) {});
  const Report report = run(Ccc{}, owned.view(), plan, grid, sink);
  const std::int64_t mine[] = {static_cast<std::int64_t>(report.digest.high()),
                               static_cast<std::int64_t>(report.digest.low())};
  const auto all = grid.world().all_gather(mine);
  Digest sum;
  for (std::size_t r = 0; r < all.size(); r += 2) {
    sum.add(Digest(static_cast<std::uint64_t>(all[r]), static_cast<std::uint64_t>(all[r + 1])));
  }
  return sum;
}

TEST(Decompositions, of_what_an_earlier_run_left) {
  const Case c{Element::genotype, 2, 173, 100, true, 0.2, {16}};
  auto done = std::make_shared<std::vector<Index>>();
  for (Index id = 0; id < 66; id += 1 + id % 3) done->push_back(id);
  Plan rest = plan_for(c);
  const Digest whole = digest_on(Grid(), c, rest);
  rest.done = done;
  const Digest expected = digest_on(Grid(), c, rest);
  EXPECT_NE(expected.text(), whole.text());
  for (const Decomposition& d : factorisations(world().size())) {
    EXPECT_EQ(digest_on(Grid(world(), d), c, rest).text(), expected.text());
  }
}

}  // namespace
}  // namespace encke::decompositions_test
