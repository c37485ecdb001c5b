#include <gtest/gtest.h>

#include <encke/host/memory_limit.hpp>
#include <sstream>

#include "support/scratch.hpp"

namespace encke {
namespace {

class MemoryLimit : public test::Scratch {
 protected:
  void state(const std::string& file, const std::string& text) const {
    const std::filesystem::path whole = path(file);
    std::filesystem::create_directories(whole.parent_path());
    std::ofstream(whole) << text << '\n';
  }
  std::optional<std::int64_t> limit(const std::string& groups) const {
    std::istringstream stream(groups);
    return cgroup_memory_limit(stream, path(""));
  }
};

TEST_F(MemoryLimit, IsTheLeastOfTheGroupAndThoseAroundIt) {
  state("memory.max", "max");
  state("a/memory.max", "3000");
  state("a/b/memory.max", "5000");
  EXPECT_EQ(limit("0::/a/b\n"), 3000);
  EXPECT_EQ(limit("0::/a/b/unknown\n"), 3000);
  EXPECT_EQ(limit("0::/\n"), std::nullopt);
}

TEST_F(MemoryLimit, IsFoundInVersionOneToo) {
  state("memory/job/memory.limit_in_bytes", "7000");
  EXPECT_EQ(limit("2:cpu:/job\n4:cpu,memory:/job\n0::/\n"), 7000);
  EXPECT_EQ(limit("2:cpu:/job\n"), std::nullopt);
}

TEST_F(MemoryLimit, IsNoneWhereNothingIsStated) {
  EXPECT_EQ(limit(""), std::nullopt);
  EXPECT_EQ(limit("no groups\n"), std::nullopt);
  EXPECT_GT(memory_limit(), 0);
}

}  // namespace
}  // namespace encke
