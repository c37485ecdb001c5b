#include <gtest/gtest.h>

#include <encke/metric/builtin.hpp>

#include "emulated_run.hpp"
#include "support/genotypes.hpp"

// A run with --check looks at all tallies, also where a screen would keep few.

namespace {

using encke::AlleleCounts;
using encke::CheckedBackend;
using encke::Index;
using encke::Plan;
using encke::test::EmulatedDevice;

template <int Way>
void expect_checked(Index vectors, double rate) {
  const auto packed = encke::test::pack(encke::test::random_genotypes(vectors, 90, rate, 1));
  Plan plan = encke::test::plan_for(Way, {"reference", "auto"});
  plan.threshold = encke::above(0.3);
  const auto expected = encke::test::values_of<Way>(encke::Ccc{}, packed, plan);
  encke::cuda::CudaBackend backend(std::make_unique<EmulatedDevice>(), encke::test::small_limits);
  CheckedBackend<AlleleCounts, Way> checked(backend);
  encke::sink::Collect sink;
  const encke::Partition partition(vectors, 16);
  encke::detail::run_way<Way>(encke::Ccc{}, encke::RankVectors::whole(packed, partition), plan,
                              encke::Grid(), sink, checked,
                              [&](Index id) { checked.next_tile(id); });
  EXPECT_EQ(encke::test::hits_of<Way>(sink), expected);
}

TEST(CudaCheck, passes_where_tallies_are_right) {
  for (const double rate : {0.0, 0.1}) {
    expect_checked<2>(40, rate);
    expect_checked<3>(20, rate);
  }
}

}  // namespace
