#pragma once

#include <gtest/gtest.h>

#include "support/values.hpp"

namespace encke::test {

/// All values have one digest at every level: the one of the kernels of devices, which know no
/// lists. The reference backend, which is slow, is compared in the tests of sums.
template <class Metric>
void expect_one_digest(const Metric& metric, const PackedVectors& vectors) {
  Plan plan = plan_for(2, {"kokkos", "team"});
  plan.digest_all = true;
  const auto expected = report_of(metric, vectors, plan).digest.text();
  for (const auto& engine : engines()) {
    if (engine.backend == "reference") continue;
    plan = plan_for(2, engine);
    plan.digest_all = true;
    EXPECT_EQ(report_of(metric, vectors, plan).digest.text(), expected) << engine.level;
  }
}

}  // namespace encke::test
