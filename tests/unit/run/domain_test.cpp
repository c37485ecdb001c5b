// Runs of a part of all tuples give the values of all tuples without the others, to the last bit.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <encke/metric/builtin.hpp>
#include <encke/schedule/domain/tiles.hpp>
#include <encke/sink/choose/top.hpp>
#include <encke/sink/format/matrix/dense_npy.hpp>
#include <filesystem>
#include <string>
#include <utility>

#include "support/classes.hpp"
#include "support/counts.hpp"
#include "support/domains.hpp"
#include "support/genotypes.hpp"
#include "support/long_run.hpp"
#include "support/values.hpp"

namespace encke::domain_test {
namespace {

using domains::all_kinds;
using domains::Given;
using test::Engine;
using test::error_of;
using test::pack;
using test::random_genotypes;
using test::report_of;
using test::values_of;

/// The kernels of devices on the host are slow; of triples they need no other code of a domain.
std::vector<Engine> some_engines(int way) {
  if (test::only_backend() != nullptr) return {{test::only_backend(), "auto"}};
  std::vector<Engine> some{{"reference", "auto"}, {"kokkos", "auto"}};
  if (way == 2) some.push_back({"kokkos", "team"});
  return some;
}

template <int Way>
Array<Index, Way> tuple_of(const Hit<Way>& hit) {
  Array<Index, Way> tuple{};
  std::copy(hit.index.begin(), hit.index.end(), tuple.begin());
  return tuple;
}

template <int Way>
std::vector<Hit<Way>> those_in(const std::vector<Hit<Way>>& hits, const Given& given) {
  std::vector<Hit<Way>> some;
  bool in = false;
  for (std::size_t h = 0; h < hits.size(); ++h) {
    const bool known = h > 0 && hits[h].index == hits[h - 1].index;
    if (!known) in = given.contains<Way>(tuple_of<Way>(hits[h]));
    if (in) some.push_back(hits[h]);
  }
  return some;
}

template <int Way>
Digest digest_of(const std::vector<Hit<Way>>& hits) {
  Digest digest;
  for (const auto& hit : hits) digest.add(hit.index, hit.cell, hit.value);
  return digest;
}

/// Hits with equal bits: NaN is equal to itself.
template <int Way>
void expect_same(const std::vector<Hit<Way>>& found, const std::vector<Hit<Way>>& expected,
                 const std::string& what) {
  ASSERT_EQ(found.size(), expected.size()) << what;
  EXPECT_EQ(digest_of<Way>(found), digest_of<Way>(expected)) << what;
}

/// Expects the hits and the report of every kind of domain to be those of all tuples that are in.
/// Of the slow engines a short run takes every other kind, the others for the next block or engine.
template <int Way, class Metric>
void expect_filtered(const Metric& metric, const PackedVectors& vectors, Plan plan, Index block) {
  plan.way = Way;
  plan.block = block;
  for (const Engine& engine : some_engines(Way)) {
    std::size_t turn = static_cast<std::size_t>(block / 16) + (engine.level == "team" ? 1 : 0);
    const bool slow = engine.backend == "reference" || engine.level == "team";
    plan.backend = engine.backend;
    plan.backend_options = {engine.level};
    if (!make_backend(engine.backend, {engine.level})->supports(Metric::contraction::id)) continue;
    plan.domain = {};
    const auto all = values_of<Way>(metric, vectors, plan);
    for (const Given& given : all_kinds(Way, vectors.vectors())) {
      if (slow && !test::has_turn(turn++, 2)) continue;
      const std::string what = engine.backend + " " + engine.level + ", " + given.name;
      plan.domain = given.domain();
      sink::Collect sink;
      const Report report = run(metric, vectors, plan, sink);
      const auto expected = those_in<Way>(all, given);
      expect_same<Way>(test::hits_of<Way>(sink), expected, what);
      EXPECT_EQ(report.tuples, plan.domain.tuples(Way, vectors.vectors())) << what;
      EXPECT_EQ(report.values, report.tuples * Metric::template cells<Way>) << what;
      EXPECT_EQ(report.hits, static_cast<Index>(expected.size())) << what;
      EXPECT_EQ(report.digest, digest_of<Way>(expected)) << what;
    }
  }
}

constexpr Index pairs = 150, triples = 42;

TEST(RunOfDomain, has_the_pairs_of_ccc) {
  const auto complete = pack(random_genotypes(pairs, 130, 0, 1));
  const auto missing = pack(random_genotypes(pairs, 130, 0.05, 2));
  expect_filtered<2>(Ccc{}, complete, {}, 16);
  expect_filtered<2>(Ccc{}, missing, {.threshold = above(0.4)}, 48);
  expect_filtered<2>(Ccc{}, missing, {}, 0);
}

TEST(RunOfDomain, has_the_triples_of_ccc) {
  const auto complete = pack(random_genotypes(triples, 70, 0, 3));
  const auto missing = pack(random_genotypes(triples, 70, 0.05, 3));
  expect_filtered<3>(Ccc{}, complete, {}, 16);
  expect_filtered<3>(Ccc{}, complete, {.threshold = above(0.2)}, 0);
  expect_filtered<3>(Ccc{}, missing, {.threshold = above(0.2)}, 32);
}

TEST(RunOfDomain, has_the_pairs_of_r_squared) {
  for (const double rate : {0., 0.05}) {
    const auto vectors = test::pack_moments(random_genotypes(pairs, 130, rate, 4));
    expect_filtered<2>(RSquared{}, vectors, {}, 48);
    expect_filtered<2>(RSquared{}, vectors, {.threshold = above(0.01)}, 48);
  }
}

TEST(RunOfDomain, has_the_pairs_and_triples_of_bits) {
  expect_filtered<2>(Duo{}, test::pack_bits(random_genotypes(pairs, 130, 0.05, 5)), {}, 48);
  const auto complete = test::pack_bits(random_genotypes(triples, 70, 0, 6));
  expect_filtered<2>(Sorenson{}, complete, {.threshold = above(0.5)}, 16);
  expect_filtered<3>(Sorenson{}, complete, {.threshold = above(0.5)}, 16);
}

TEST(RunOfDomain, has_the_pairs_and_triples_of_profiles) {
  const auto reals = test::random_reals(pairs, 40, 7);
  expect_filtered<2>(Ps{}, pack(Element::float64, 40, reals), {}, 48);
  const auto fewer = test::random_reals(triples, 40, 8);
  expect_filtered<3>(Ps{}, pack(Element::float32, 40, fewer), {.threshold = above(0.6)}, 16);
}

TEST(RunOfDomain, has_the_pairs_and_triples_of_counts) {
  const auto counts = test::random_counts(pairs, 70, 200, 9);
  expect_filtered<2>(CountPs{}, pack(Element::count8, 70, counts), {}, 48);
  const auto fewer = test::random_counts(triples, 70, 7, 10);
  expect_filtered<3>(CountPs{}, pack(Element::count3, 70, fewer), {}, 16);
}

TEST(RunOfDomain, has_the_pairs_and_triples_of_case_control_tables) {
  const auto status = test::interleaved(90, 3);
  const auto many = pack(random_genotypes(pairs, 90, 0.02, 11), status);
  expect_filtered<2>(MutualInformation(90), many, {}, 48);
  const auto few = pack(random_genotypes(triples, 90, 0, 12), status);
  expect_filtered<3>(ChiSquared{}, few, {.threshold = above(20)}, 16);
}

template <int Way>
void expect_checked(Index vectors) {
  const auto genotypes = pack(random_genotypes(vectors, 70, 0.05, 13));
  for (const Given& given : all_kinds(Way, vectors)) {
    Plan plan{.way = Way, .domain = given.domain(), .block = 32};
    const Report plain = report_of(Ccc{}, genotypes, plan);
    plan.check = true;
    const Report checked = report_of(Ccc{}, genotypes, plan);
    EXPECT_EQ(checked.digest, plain.digest) << given.name;
    EXPECT_EQ(checked.tuples, plain.tuples) << given.name;
  }
}

TEST(RunOfDomain, may_be_checked) {
  expect_checked<2>(pairs);
  expect_checked<3>(triples);
}

TEST(RunOfDomain, counts_and_digests_its_own_values_alone) {
  const Index n = 100;
  const auto vectors = pack(random_genotypes(n, 70, 0, 14));
  const auto all = values_of<2>(Ccc{}, vectors);
  for (const Given& given : all_kinds(2, n)) {
    const Plan plan{.domain = given.domain(),
                    .threshold = above(0.6),
                    .digest_all = true,
                    .histogram_width = 0.1,
                    .block = 32};
    const Report report = report_of(Ccc{}, vectors, plan);
    const auto expected = those_in<2>(all, given);
    Histogram histogram{.width = 0.1};
    Index hits = 0;
    for (const auto& hit : expected) {
      histogram.add(hit.value);
      hits += hit.value > 0.6 ? 1 : 0;
    }
    EXPECT_EQ(report.digest, digest_of<2>(expected)) << given.name;
    EXPECT_EQ(report.hits, hits) << given.name;
    EXPECT_EQ(report.histogram.counts, histogram.counts) << given.name;
    EXPECT_EQ(report.histogram.nan, histogram.nan) << given.name;
  }
}

TEST(RunOfDomain, has_the_largest_values_of_its_tuples) {
  const Index n = 100;
  const auto vectors = pack(random_genotypes(n, 70, 0, 15));
  const auto all = values_of<2>(Ccc{}, vectors);
  for (const Given& given : all_kinds(2, n)) {
    auto expected = those_in<2>(all, given);
    std::sort(expected.begin(), expected.end(), [](const auto& a, const auto& b) {
      return a.value != b.value ? a.value > b.value : precedes(a, b);
    });
    if (expected.size() > 30) expected.resize(30);
    std::sort(expected.begin(), expected.end(), precedes);
    sink::Collect kept;
    sink::Top top(30, kept);
    const Plan plan{.domain = given.domain(), .block = 16};
    run(Ccc{}, vectors, plan, top);
    EXPECT_EQ(kept.pairs(), expected) << given.name;
  }
}

TEST(RunOfDomain, is_the_sum_of_its_shares_and_of_what_is_left) {
  const Index n = 400;
  const auto vectors = pack(random_genotypes(n, 40, 0, 16));
  for (const Given& given : all_kinds(2, n)) {
    Plan plan{.domain = given.domain(), .block = 16};
    const Report whole = report_of(Ccc{}, vectors, plan);
    Digest digest;
    Index tuples = 0, tiles = 0;
    for (int phase = 0; phase < 3; ++phase) {
      for (int stage = 0; stage < 2; ++stage) {
        plan.shares = {{phase, phase, 3}, {stage, stage, 2}};
        const Report part = report_of(Ccc{}, vectors, plan);
        digest.add(part.digest);
        tuples += part.tuples;
        tiles += part.tiles;
      }
    }
    EXPECT_EQ(digest, whole.digest) << given.name;
    EXPECT_EQ(tuples, whole.tuples) << given.name;
    EXPECT_EQ(tiles, whole.tiles) << given.name;
    plan.shares = {};
    std::vector<Index> every_third;
    const DomainTiles<2> of(plan.domain, Partition(n, 16));
    Index done = 0;
    for (const auto& tile : of.list()) {
      if (tile.place % 3 != 0) continue;
      every_third.push_back(multiset_rank(tile.blocks));
      done += tile.tuples;
    }
    std::sort(every_third.begin(), every_third.end());
    plan.done = std::make_shared<const std::vector<Index>>(every_third);
    EXPECT_EQ(report_of(Ccc{}, vectors, plan).tuples, whole.tuples - done) << given.name;
  }
}

TEST(RunOfDomain, computes_no_tile_that_has_no_tuple) {
  const Index n = 1600;
  const auto vectors = pack(random_genotypes(n, 20, 0, 17));
  const Plan plan{.domain = Domain::of_window(Window::within_places(n, 10)), .block = 16};
  const Report report = report_of(Ccc{}, vectors, plan);
  EXPECT_EQ(report.tiles, 100 + 99);
  EXPECT_EQ(report.tuples, 10 * (n - 10) + 45);
}

/// Counts the entries that come.
class Entries final : public TallyVisitor {
 public:
  explicit Entries(Domain domain) : domain_(std::move(domain)) {}
  void visit(const TallyTile& tile, int) override { seen += tile.rows.size() * tile.cols.size(); }
  bool wants(Index, Range rows, Range cols) const override {
    return domain_.may_have<2>({rows, cols});
  }

  std::atomic<Index> seen = 0;

 private:
  Domain domain_;
};

TEST(RunOfDomain, leaves_out_most_of_a_tile_of_which_little_is_wanted) {
  const Index n = 2048;
  const auto vectors = pack(random_genotypes(n, 20, 0, 18));
  const Operand block{&vectors, {0, n}, 0};
  const Domain narrow = Domain::of_window(Window::within_places(n, 40));
  Entries all{Domain()}, some{narrow};
  const auto backend = make_backend("kokkos", {});
  backend->contract(Array<Operand, 2>{{block, block}}, nullptr, all);
  backend->contract(Array<Operand, 2>{{block, block}}, nullptr, some);
  EXPECT_GE(some.seen, narrow.tuples(2, n));
  EXPECT_LT(some.seen, all.seen / 4);
}

TEST(RunOfDomain, is_refused_where_it_does_not_fit) {
  const auto vectors = pack(random_genotypes(20, 20, 0, 19));
  const auto numbers = domains::numbers(0, 20);
  const auto refused = [&](int way, const Domain& domain) {
    const Plan plan{.way = way, .domain = domain};
    return error_of([&] { report_of(Ccc{}, vectors, plan); });
  };
  EXPECT_STREQ(refused(3, Domain::of_sets(20, {numbers, numbers})).what(),
               "2 sets were given for 3-way tuples: expected 3");
  EXPECT_EQ(refused(2, Domain::of_sets(21, {numbers, numbers})).failure(), Failure::inconsistent);
  EXPECT_EQ(refused(2, Domain::of_window(Window::within_places(19, 1))).failure(),
            Failure::inconsistent);
}

TEST(RunOfDomain, is_not_for_sinks_that_have_a_place_for_every_tuple) {
  const auto vectors = test::pack_moments(random_genotypes(20, 20, 0, 20));
  const std::string prefix =
      (std::filesystem::temp_directory_path() / "encke-domain-test").string();
  const Plan plan{.domain = Domain::of_window(Window::within_places(20, 3))};
  sink::DenseNpy npy(prefix);
  const auto error = error_of([&] { run(RSquared{}, vectors, plan, npy); });
  EXPECT_EQ(error.failure(), Failure::inconsistent);
  EXPECT_NE(std::string(error.what()).find("only some are compared"), std::string::npos);
}

TEST(EstimateOfDomain, counts_what_a_run_does) {
  for (const Given& given : all_kinds(2, 700)) {
    const auto vectors = pack(random_genotypes(700, 20, 0, 21));
    const Plan plan{.domain = given.domain(), .shares = {{1, 1, 3}}};
    const auto backend = make_backend("auto", {});
    const Estimate e = estimate(plan, {.vectors = 700, .fields = 20, .cells = 4}, *backend);
    const Report report = report_of(Ccc{}, vectors, plan);
    EXPECT_EQ(e.tuples, report.tuples) << given.name;
    EXPECT_EQ(e.tiles, report.tiles) << given.name;
    EXPECT_EQ(e.values, report.values) << given.name;
  }
}

TEST(EstimateOfDomain, has_memory_for_the_domain) {
  const Index n = 1'000'000;
  const auto backend = make_backend("auto", {});
  const ProblemExtents problem{.vectors = n, .fields = 1, .cells = 4};
  const auto bytes = [&](const Domain& domain) {
    return estimate({.domain = domain, .block = 4096}, problem, *backend).select_bytes;
  };
  const Domain window = Domain::of_window(Window::within_places(n, 7));
  EXPECT_GE(bytes(window), bytes({}) + 4 * n);
  EXPECT_LT(bytes(window), bytes({}) + 5 * n);
}

TEST(EstimateOfDomain, finds_the_busiest_rank_little_above_the_mean) {
  const Index n = 60'000;
  const auto backend = make_backend("auto", {});
  for (const Given& given : all_kinds(2, n)) {
    const Domain domain = given.domain();
    const Index tuples = domain.tuples(2, n);
    if (tuples < 1'000'000) continue;  // of one vector, of none: no more than a few tiles
    const Plan plan{.domain = domain};
    for (const Decomposition& ranks :
         {Decomposition{12, 1, 1}, Decomposition{1, 1, 12}, Decomposition{5, 1, 3}}) {
      const Estimate e =
          estimate(plan, {.vectors = n, .fields = 1, .cells = 4, .ranks = ranks}, *backend);
      EXPECT_EQ(e.tuples, tuples) << given.name;
      const double mean = static_cast<double>(tuples) / static_cast<double>(ranks.ranks());
      EXPECT_LT(e.comparisons_of_rank, 1.25 * mean) << given.name << " " << ranks.vector;
    }
  }
}

}  // namespace
}  // namespace encke::domain_test
