#include <gtest/gtest.h>

#include <encke/backend/backend.hpp>
#include <encke/base/error.hpp>
#include <encke/run/estimate.hpp>

namespace encke {
namespace {

TEST(Estimate, takes_no_block_larger_than_the_problem) {
  const auto backend = make_backend("auto", {});
  Plan plan;
  plan.way = 3;
  plan.block = 65536;
  const Estimate e = estimate(plan, {.vectors = 20, .fields = 100, .vector_bytes = 1000}, *backend);
  EXPECT_EQ(e.block, 32);
  EXPECT_LT(e.backend_bytes, std::int64_t{64} << 20);
}

TEST(Estimate, refuses_blocks_that_no_run_needs) {
  const auto backend = make_backend("auto", {});
  Plan plan;
  for (const Index block : {Index{65552}, Index{1} << 31, Index{-16}, Index{8}}) {
    plan.block = block;
    EXPECT_THROW(estimate(plan, {.vectors = 100, .fields = 100}, *backend), Error) << block;
  }
}

TEST(Estimate, refuses_more_blocks_than_a_schedule_has) {
  const auto backend = make_backend("auto", {});
  Plan plan;
  plan.block = 16;
  EXPECT_THROW(estimate(plan, {.vectors = 4'000'000'000, .fields = 100}, *backend), Error);
}

}  // namespace
}  // namespace encke
