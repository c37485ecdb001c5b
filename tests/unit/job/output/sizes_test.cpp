#include <gtest/gtest.h>

#include <encke/job/output/sizes.hpp>
#include <limits>
#include <string>

#include "unit/job/requested.hpp"

namespace encke::job {
namespace {

using test::requested;

constexpr std::int64_t mebibyte = std::int64_t{1} << 20;

TEST(SinkBytes, are_of_sorting_only_after_the_run) {
  for (const char* format : {"edges", "npy", "lsmat"}) {
    const auto request = requested(std::string("ps --table t --memory 80 --format ") + format);
    EXPECT_LE(bytes_in_run(request, 1000), 4 * mebibyte) << format;
    EXPECT_GE(sink_bytes(request, 1000), bytes_in_run(request, 1000) + sort_bytes(request))
        << format;
  }
  const auto sorted = requested("ps --table t --memory 80");
  EXPECT_EQ(sort_bytes(sorted), 10 * mebibyte);
  EXPECT_EQ(sink_bytes(sorted, 1000), bytes_in_run(sorted, 1000) + 10 * mebibyte);
}

TEST(SinkBytes, are_of_the_best_values_during_the_run_and_after_it) {
  const auto request = requested("ps --table t --top 1000000");
  const auto all = requested("ps --table t");
  const auto values = Index{1} << 40;
  EXPECT_GE(bytes_in_run(request, values) - bytes_in_run(all, values), 56 * 1'000'000);
  EXPECT_GT(sink_bytes(request, values), bytes_in_run(request, values));
  EXPECT_EQ(bytes_in_run(request, 10) - bytes_in_run(all, 10),
            (bytes_in_run(request, values) - bytes_in_run(all, values)) / 100'000);
  const auto most = requested("ps --table t --top 9000000000000000000");
  EXPECT_EQ(sink_bytes(most, std::numeric_limits<Index>::max()),
            std::numeric_limits<std::int64_t>::max());
}

}  // namespace
}  // namespace encke::job
