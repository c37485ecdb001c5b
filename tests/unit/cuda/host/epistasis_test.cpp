#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <encke/metric/builtin.hpp>
#include <encke/sink/choose/best_table.hpp>
#include <encke/sink/choose/top.hpp>

#include "support/classes.hpp"
#include "support/genotypes.hpp"
#include "support/long_run.hpp"
#include "unit/cuda/emulated/run.hpp"

// Epistasis with a threshold on an emulated device: it keeps the candidates alone, and the hits are
// those of the definitions.

namespace {

using encke::ChiSquared;
using encke::Index;
using encke::Interaction;
using encke::K2;
using encke::MutualInformation;
using encke::PackedVectors;
using encke::Plan;
using encke::cuda::Pipeline;
using encke::test::apart;
using encke::test::EmulatedRun;
using encke::test::interleaved;
using encke::test::pack;
using encke::test::plan_for;
using encke::test::random_genotypes;
using encke::test::run_emulated;
using encke::test::small_limits;

/// What the reference finds without a limit.
template <int Way, class Metric>
std::vector<encke::Hit<Way>> all_hits(const Metric& metric, const PackedVectors& vectors) {
  return encke::test::values_of<Way>(metric, vectors, plan_for(Way, {"reference", "auto"}));
}

/// Values of such hits, the best first; those that are none left out.
template <class Metric, int Way>
std::vector<double> sorted_values(const std::vector<encke::Hit<Way>>& hits) {
  std::vector<double> all;
  for (const auto& hit : hits) {
    if (!std::isnan(hit.value)) all.push_back(hit.value);
  }
  std::sort(all.begin(), all.end());
  if (!encke::small_is_good<Metric>()) std::reverse(all.begin(), all.end());
  return all;
}

/// The hits beyond `limit` are those among `all` of the reference.
template <int Way, class Metric>
EmulatedRun expect_hits(const Metric& metric, const PackedVectors& vectors,
                        const std::vector<encke::Hit<Way>>& all, double limit, Index block = 0,
                        Pipeline::Limits limits = small_limits, Index strip = 0) {
  const bool small = encke::small_is_good<Metric>();
  auto expected = all;
  std::erase_if(expected, [&](const auto& hit) {
    return small ? !(hit.value < limit) : !(hit.value > limit);
  });
  Plan plan = plan_for(Way, {"reference", "auto"});
  plan.threshold = small ? encke::below(limit) : encke::above(limit);
  plan.block = block;
  encke::sink::Collect sink;
  const auto seen = run_emulated<Way>(metric, vectors, plan, sink, strip, limits);
  EXPECT_EQ(encke::test::hits_of<Way>(sink), expected)
      << Way << "-way, limit " << limit << ", " << vectors.vectors() << " vectors of "
      << vectors.fields() << ", block " << block;
  EXPECT_GT(seen.selections, 0);
  return seen;
}

/// Which of many limits are tried: of those of several problems a short run takes them in turns.
struct Turns {
  std::size_t number = 0;
  std::size_t of = 1;
};

/// … at limits which no value, the best, some and all but one pass.
template <int Way, class Metric>
void expect_hits_at_ranks(const Metric& metric, const PackedVectors& vectors, Index block = 0,
                          Pipeline::Limits limits = small_limits, Turns turns = {}) {
  const auto all = all_hits<Way>(metric, vectors);
  const auto values = sorted_values<Metric>(all);
  ASSERT_FALSE(values.empty());
  for (const std::size_t rank : {std::size_t{0}, values.size() / 20, values.size() - 1}) {
    if (!encke::test::has_turn(turns.number++, turns.of)) continue;
    expect_hits<Way>(metric, vectors, all, values[rank], block, limits);
  }
}

template <int Way>
void expect_all_scores(const PackedVectors& vectors, Index block = 0,
                       Pipeline::Limits limits = small_limits, Turns turns = {}) {
  const auto expect = [&](const auto& metric) {
    expect_hits_at_ranks<Way>(metric, vectors, block, limits, turns);
    ++turns.number;
  };
  expect(K2(vectors.fields()));
  expect(MutualInformation(vectors.fields()));
  expect(ChiSquared{});
  if constexpr (Way == 2) expect(Interaction{});
}

TEST(CudaEpistasis, of_pairs_of_awkward_sizes_keeps_what_passes) {
  std::size_t number = 0;
  for (const double rate : {0.0, 0.05}) {
    for (const auto& status :
         {apart(20, 11), apart(64, 64), apart(65, 1), interleaved(130, 9), interleaved(300, 2)}) {
      const auto fields = static_cast<Index>(status.size());
      expect_all_scores<2>(pack(random_genotypes(37, fields, rate, 1), status), 0, small_limits,
                           {number++, 2});
    }
  }
}

TEST(CudaEpistasis, of_triples_of_awkward_sizes_keeps_what_passes) {
  std::size_t number = 0;
  for (const double rate : {0.0, 0.05}) {
    for (const auto& status : {apart(20, 11), apart(65, 3), interleaved(130, 2)}) {
      const auto fields = static_cast<Index>(status.size());
      expect_all_scores<3>(pack(random_genotypes(9, fields, rate, 2), status), 0, small_limits,
                           {number++, 2});
    }
    const auto status = interleaved(70, 3);
    expect_hits_at_ranks<3>(K2(70), pack(random_genotypes(20, 70, rate, 3), status), 16);
  }
}

TEST(CudaEpistasis, of_one_incomplete_vector_among_complete_ones_keeps_what_passes) {
  auto genotypes = random_genotypes(40, 100, 0, 4);
  genotypes.at(20, 99) = 3;
  expect_all_scores<2>(pack(genotypes, interleaved(100, 3)), 16);
}

/// No pair has an association.
TEST(CudaEpistasis, of_one_class_alone_has_no_hit) {
  for (const auto& status : {apart(70, 0), apart(0, 70)}) {
    const auto vectors = pack(random_genotypes(20, 70, 0, 5), status);
    const auto expect = [&](const auto& metric) {
      expect_hits<2>(metric, vectors, all_hits<2>(metric, vectors), 0.1);
    };
    expect(ChiSquared{});
    expect(MutualInformation(70));
    expect(K2(70));
  }
}

/// Only candidates come: of 44,850 pairs a tenth of the bytes of all tallies.
TEST(CudaEpistasis, copies_few_tallies_where_few_are_candidates) {
  for (const double rate : {0.0, 0.03}) {
    const auto vectors = pack(random_genotypes(300, 200, rate, 6), interleaved(200, 2));
    const Index all = 300 * 299 / 2 * (rate > 0 ? 18 : 8) * 4;
    const auto hits = all_hits<2>(K2(200), vectors);
    const auto values = sorted_values<K2>(hits);
    EXPECT_LT(expect_hits<2>(K2(200), vectors, hits, values[40]).bytes_out, all / 10);
    const auto none = expect_hits<2>(K2(200), vectors, hits, 0.5 * values[0]);
    EXPECT_EQ(none.report.hits, 0);
    EXPECT_LT(none.bytes_out, all / 50);
  }
}

TEST(CudaEpistasis, of_more_candidates_than_room_comes_part_by_part) {
  const auto vectors = pack(random_genotypes(300, 60, 0, 7), interleaved(60, 2));
  const auto hits = all_hits<2>(ChiSquared{}, vectors);
  const auto values = sorted_values<ChiSquared>(hits);
  auto limits = small_limits;
  limits.piece = 1 << 20;
  limits.stored = 1 << 21;
  limits.screened = 1 << 22;
  const auto run = [&](std::size_t rank) {
    return expect_hits<2>(ChiSquared{}, vectors, hits, values[rank], 0, limits);
  };
  EXPECT_EQ(run(600).selections, 1);
  limits.kept = 200;
  EXPECT_GT(run(600).selections, 1);
  run(values.size() / 2);  // many: all tallies come
  limits.kept = small_limits.kept;
  limits.kept_words = 200 * 9;  // as many, in words
  EXPECT_GT(run(600).selections, 1);
  limits.kept_words = 1;
  run(600);
}

TEST(CudaEpistasis, of_triples_with_more_candidates_than_room_keeps_the_pivot) {
  auto limits = small_limits;
  limits.kept = 5;
  for (const double rate : {0.0, 0.1}) {
    const auto vectors = pack(random_genotypes(12, 50, rate, 8), interleaved(50, 2));
    expect_hits_at_ranks<3>(MutualInformation(50), vectors, 0, limits);
  }
}

TEST(CudaEpistasis, of_several_strips_keeps_what_passes) {
  for (const double rate : {0.0, 0.05}) {
    const auto vectors = pack(random_genotypes(600, 40, rate, 9), interleaved(40, 2));
    const auto hits = all_hits<2>(K2(40), vectors);
    expect_hits<2>(K2(40), vectors, hits, sorted_values<K2>(hits)[500], 0, small_limits, 256);
  }
}

TEST(CudaEpistasis, by_products_of_8_bit_integers_keeps_what_passes) {
  auto limits = small_limits;
  limits.numbers = encke::cuda::Numbers::int8;
  limits.expanded = 1 << 17;
  for (const double rate : {0.0, 0.05}) {
    const auto status = interleaved(90, 2);
    expect_all_scores<2>(pack(random_genotypes(20, 90, rate, 10), status), 0, limits);
    const auto few = pack(random_genotypes(6, 90, rate, 10), status);
    expect_hits_at_ranks<3>(ChiSquared{}, few, 0, limits);
  }
}

/// The limit comes while the blocks are contracted.
template <int Way, class Metric>
EmulatedRun expect_top(const Metric& metric, const PackedVectors& vectors, Index block) {
  const auto top = [&](const auto& run) {
    encke::sink::Collect kept;
    encke::sink::Top sink(20, kept);
    run(sink);
    return encke::test::hits_of<Way>(kept);
  };
  Plan plan = plan_for(Way, {"reference", "auto"});
  plan.block = block;
  const auto expected = top([&](auto& sink) { encke::run(metric, vectors, plan, sink); });
  EmulatedRun seen{};
  EXPECT_EQ(top([&](auto& sink) { seen = run_emulated<Way>(metric, vectors, plan, sink); }),
            expected);
  EXPECT_GT(seen.selections, 0) << Way << "-way, block " << block;
  return seen;
}

TEST(CudaEpistasis, of_the_best_values_has_a_limit_as_soon_as_there_is_one) {
  for (const double rate : {0.0, 0.05}) {
    const auto status = interleaved(40, 2);
    const auto vectors = pack(random_genotypes(90, 40, rate, 11), status);
    expect_top<2>(K2(40), vectors, 16);
    expect_top<2>(ChiSquared{}, vectors, 16);
    expect_top<3>(K2(40), pack(random_genotypes(36, 40, rate, 12), status), 16);
  }
  // one block: from its third part on, after hits that are worth being passed on
  expect_top<2>(K2(30), pack(random_genotypes(700, 30, 0, 13), interleaved(30, 2)), 0);
}

/// Keeps the best of each vector, as `--best` does.
class Best final : public encke::Sink {
 public:
  void begin(const encke::SinkInfo& info) override { table_ = encke::sink::BestTable(info); }
  void take(std::span<const encke::Hit<2>> hits) override { keep(hits); }
  void take(std::span<const encke::Hit<3>> hits) override { keep(hits); }
  void finish() override {}
  double bound_of(Index vector) const override { return table_.bound_of(vector); }

  std::vector<std::pair<double, std::uint32_t>> entries() const {
    std::vector<std::pair<double, std::uint32_t>> all;
    for (const auto& entry : table_.entries()) {
      if (!encke::sink::BestTable::is_empty(entry))
        all.emplace_back(entry.value, entry.partners[0]);
    }
    return all;
  }

 private:
  void keep(const auto& hits) {
    for (const auto& hit : hits) table_.improve(hit);
  }
  encke::sink::BestTable table_;
};

template <int Way, class Metric>
void expect_best(const Metric& metric, const PackedVectors& vectors) {
  Plan plan = plan_for(Way, {"reference", "auto"});
  plan.block = 16;
  Best expected, found;
  encke::run(metric, vectors, plan, expected);
  const auto seen = run_emulated<Way>(metric, vectors, plan, found);
  EXPECT_EQ(found.entries(), expected.entries());
  EXPECT_GT(seen.selections, 0);
}

TEST(CudaEpistasis, of_the_best_of_each_vector_has_a_limit_for_each) {
  for (const double rate : {0.0, 0.05}) {
    auto genotypes = random_genotypes(70, 60, rate, 14);
    for (Index f = 0; f < 60; ++f) genotypes.at(3, f) = 1;  // interacts with none
    const auto vectors = pack(genotypes, interleaved(60, 2));
    expect_best<2>(K2(60), vectors);
    expect_best<2>(Interaction{}, vectors);
    expect_best<3>(MutualInformation(60),
                   pack(random_genotypes(36, 60, rate, 15), interleaved(60, 2)));
  }
}

}  // namespace
