#include <gtest/gtest.h>

#include <encke/check/checked_backend.hpp>
#include <encke/metric/builtin.hpp>

#include "support/classes.hpp"
#include "support/counts.hpp"
#include "support/genotypes.hpp"
#include "unit/cuda/emulated/run.hpp"

// A run with --check looks at all tallies, also where a screen would keep few.

namespace {

using encke::CheckedBackend;
using encke::Element;
using encke::Index;
using encke::PackedVectors;
using encke::Plan;
using encke::test::EmulatedDevice;
using encke::test::pack;
using encke::test::random_genotypes;

template <int Way, class Metric>
void expect_checked(const Metric& metric, const PackedVectors& packed, double threshold) {
  Plan plan = encke::test::plan_for(Way, {"reference", "auto"});
  plan.threshold = encke::above(threshold);
  const auto expected = encke::test::values_of<Way>(metric, packed, plan);
  encke::cuda::CudaBackend backend(std::make_unique<EmulatedDevice>(), encke::test::small_limits);
  CheckedBackend<typename Metric::contraction, Way> checked(backend);
  encke::sink::Collect sink;
  const encke::Partition partition(packed.vectors(), 16);
  encke::detail::run_way<Way>(metric, encke::RankVectors::whole(packed, partition), plan,
                              encke::Grid(), sink, checked,
                              [&](Index id) { checked.next_tile(id); });
  EXPECT_EQ(encke::test::hits_of<Way>(sink), expected);
}

TEST(CudaCheck, passes_where_tallies_are_right) {
  for (const double rate : {0.0, 0.1}) {
    const auto pairs = random_genotypes(40, 90, rate, 1);
    const auto triples = random_genotypes(20, 90, rate, 1);
    expect_checked<2>(encke::Ccc{}, pack(pairs), 0.3);
    expect_checked<3>(encke::Ccc{}, pack(triples), 0.3);
    const auto status = encke::test::interleaved(90, 3);
    expect_checked<2>(encke::MutualInformation(90), pack(pairs, status), 0.01);
    expect_checked<3>(encke::MutualInformation(90), pack(triples, status), 0.1);
  }
  for (const Element element : encke::test::count_elements) {
    const auto counts = encke::test::random_counts(40, 90, element.largest_count(), 2);
    expect_checked<2>(encke::CountPs{}, pack(element, 90, counts), 0.4);
    expect_checked<3>(encke::CountPs{}, pack(element, 90, counts), 0.4);
  }
}

}  // namespace
