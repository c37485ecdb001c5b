// A sink that wants the best of each vector has bounds for each vector, by which backends reject
// tuples: it must get what it needs, and little else.
#include <gtest/gtest.h>

#include <encke/metric/builtin.hpp>
#include <encke/sink/choose/best_table.hpp>

#include "support/classes.hpp"
#include "support/values.hpp"

namespace encke::test {
namespace {

/// Keeps the best of each vector, and counts what it is sent.
class Best final : public Sink {
 public:
  /// Without `bounded` it does not say what it needs.
  explicit Best(bool bounded) : bounded_(bounded) {}

  void begin(const SinkInfo& info) override { table_ = sink::BestTable(info); }
  void take(std::span<const Hit<2>> hits) override { keep(hits); }
  void take(std::span<const Hit<3>> hits) override { keep(hits); }
  void finish() override {}
  double bound_of(Index vector) const override {
    return bounded_ ? table_.bound_of(vector) : Sink::bound_of(vector);
  }

  std::size_t sent = 0;
  std::span<const sink::BestTable::Entry> entries() const { return table_.entries(); }

 private:
  void keep(const auto& hits) {
    sent += hits.size();
    for (const auto& hit : hits) table_.improve(hit);
  }

  bool bounded_;
  sink::BestTable table_;
};

template <class Metric>
void expect_the_same_best(const Metric& metric, const PackedVectors& vectors, Plan plan) {
  plan.block = 16;
  Best all(false), bounded(true);
  run(metric, vectors, plan, all);
  run(metric, vectors, plan, bounded);
  for (std::size_t v = 0; v < all.entries().size(); ++v) {
    const auto& expected = all.entries()[v];
    const auto& found = bounded.entries()[v];
    ASSERT_EQ(sink::BestTable::is_empty(found), sink::BestTable::is_empty(expected)) << v;
    if (sink::BestTable::is_empty(found)) continue;
    ASSERT_EQ(found.value, expected.value) << v;
    ASSERT_TRUE(found.partners == expected.partners && found.cell == expected.cell) << v;
  }
  if (plan.backend == "kokkos") {
    EXPECT_LT(bounded.sent, all.sent * 4 / 5);
  }
}

/// Vectors 3 and 40 have one genotype, vector 5 is missing everywhere; of 11 samples values are
/// often equal.
Genotypes some_genotypes(Index vectors, Index fields, double rate) {
  Genotypes g = random_genotypes(vectors, fields, rate, 12);
  for (Index f = 0; f < fields; ++f) {
    g.at(3, f) = 1;
    g.at(40, f) = g.at(40, f) == 3 ? 3 : 2;
    g.at(5, f) = rate > 0 ? 3 : g.at(5, f);
  }
  return g;
}

TEST(BestScreen, sends_what_the_best_of_each_vector_needs) {
  for (const Index fields : {11, 200}) {
    for (const double rate : {0.0, 0.03}) {
      SCOPED_TRACE(testing::Message() << fields << " samples, missing " << rate);
      const auto vectors = pack(some_genotypes(150, fields, rate), interleaved(fields, 2));
      for (const Engine& engine : engines()) {
        Plan plan = plan_for(2, engine);
        plan.precision = fields == 11 ? Precision::float32 : Precision::float64;
        expect_the_same_best(MutualInformation(fields), vectors, plan);
        expect_the_same_best(ChiSquared{}, vectors, plan);
        expect_the_same_best(Interaction{}, vectors, plan);
      }
    }
  }
}

TEST(BestScreen, sends_what_the_best_small_values_need) {
  for (const double rate : {0.0, 0.03}) {
    const auto vectors = pack(some_genotypes(150, 200, rate), interleaved(200, 2));
    for (const Engine& engine : engines()) {
      expect_the_same_best(K2(200), vectors, plan_for(2, engine));
    }
  }
}

TEST(BestScreen, holds_for_triples) {
  for (const double rate : {0.0, 0.03}) {
    const auto vectors = pack(some_genotypes(64, 130, rate), interleaved(130, 2));
    for (const Engine& engine : engines()) {
      if (engine.backend == "reference") continue;
      expect_the_same_best(K2(130), vectors, plan_for(3, engine));
      expect_the_same_best(ChiSquared{}, vectors, plan_for(3, engine));
    }
  }
}

TEST(BestScreen, of_vectors_without_a_value_is_not_held_open) {
  auto g = random_genotypes(400, 300, 0, 13);
  for (Index v = 0; v < 400; v += 5) {
    for (Index f = 0; f < 300; ++f) g.at(v, f) = 2;
  }
  const auto vectors = pack(g, interleaved(300, 2));
  Plan plan = plan_for(2, {"kokkos", "auto"});
  plan.block = 16;
  Best best(true);
  run(Interaction{}, vectors, plan, best);
  EXPECT_LT(best.sent, 400 * 399 / 2 / 4);
}

}  // namespace
}  // namespace encke::test
