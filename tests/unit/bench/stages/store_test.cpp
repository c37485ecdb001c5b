#include "bench/stages/store.hpp"

#include <gtest/gtest.h>

namespace {

TEST(BenchStore, sends_all_hits_through_the_store) {
  const auto time = encke::bench::time_store(25'000, 2);
  EXPECT_EQ(time.hits, 25'000);
  EXPECT_EQ(time.tiles, 3);
  for (const auto& seconds : {time.digest, time.write, time.checksums, time.directory, time.commit,
                              time.read, time.publish}) {
    ASSERT_EQ(seconds.size(), 2U);
    EXPECT_GT(seconds.front(), 0);
  }
  EXPECT_GT(time.bytes, 25'000 * 20);
}

TEST(BenchStore, line_has_every_part) {
  const auto json = encke::bench::to_json(encke::bench::time_store(10, 1));
  EXPECT_EQ(json.at("task"), "store");
  EXPECT_EQ(json.at("hits"), 10);
  for (const char* part :
       {"digest", "write", "checksums", "directory", "commit", "read", "publish"}) {
    EXPECT_GT(json.at(std::string("seconds_") + part), 0) << part;
  }
}

}  // namespace
