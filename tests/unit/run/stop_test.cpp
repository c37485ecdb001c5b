#include <gtest/gtest.h>

#include <atomic>
#include <encke/metric/builtin.hpp>
#include <encke/run/builtin_runs.hpp>

#include "support/genotypes.hpp"
#include "support/values.hpp"

// Plan::stop: a run ends inside a tile.

namespace {

using encke::Failure;
using encke::Hit;
using encke::Index;
using encke::Plan;

/// Sets a flag with the first hits that come.
class Stopping final : public encke::Sink {
 public:
  void begin(const encke::SinkInfo& /*info*/) override {}
  void take(std::span<const Hit<2>> some) override { note(some.size()); }
  void take(std::span<const Hit<3>> some) override { note(some.size()); }
  void finish() override { finished = true; }

  std::atomic<bool> flag = false;
  Index hits = 0;
  bool finished = false;

 private:
  void note(std::size_t count) {
    hits += static_cast<Index>(count);
    flag = true;
  }
};

void expect_stop(const std::string& backend, int way, Index vectors) {
  SCOPED_TRACE(backend + " " + std::to_string(way));
  const auto packed = encke::test::pack(encke::test::random_genotypes(vectors, 40, 0.01, 1));
  Stopping sink;
  const Plan plan{.way = way, .backend = backend, .block = 1024, .stop = sink.flag};
  const auto error = encke::test::error_of([&] { run(encke::Ccc{}, packed, plan, sink); });
  EXPECT_EQ(error.failure(), Failure::stopped);
  EXPECT_GT(sink.hits, 0);
  EXPECT_LT(sink.hits, plan.domain.tuples(way, vectors) * (way == 2 ? 4 : 8));
  EXPECT_FALSE(sink.finished);
}

TEST(Stop, EndsARunInsideItsOnlyTile) {
  expect_stop("kokkos", 2, 1000);
  expect_stop("kokkos", 3, 120);
}

TEST(Stop, OfAFlagThatIsSetNothingIsComputed) {
  const auto packed = encke::test::pack(encke::test::random_genotypes(60, 40, 0.01, 1));
  for (const char* const backend : {"kokkos", "reference"}) {
    Stopping sink;
    sink.flag = true;
    const Plan plan{.backend = backend, .stop = sink.flag};
    const auto error = encke::test::error_of([&] { run(encke::Ccc{}, packed, plan, sink); });
    EXPECT_EQ(error.failure(), Failure::stopped);
    EXPECT_EQ(sink.hits, 0);
  }
}

TEST(Stop, WithoutAFlagARunGoesOn) {
  const auto packed = encke::test::pack(encke::test::random_genotypes(60, 40, 0.01, 1));
  Stopping sink;
  EXPECT_EQ(run(encke::Ccc{}, packed, Plan{}, sink).hits, 60 * 59 / 2 * 4);
  EXPECT_TRUE(sink.finished);
}

}  // namespace
