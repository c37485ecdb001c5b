#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <encke/host/aligned_buffer.hpp>
#include <encke/host/memory_nodes.hpp>
#include <filesystem>

#if defined(__linux__)
#include <linux/mempolicy.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

using encke::nodes_of_processors;
using encke::NodeSet;

/// Two nodes of two processors each, and one of memory alone.
class System : public testing::Test {
 protected:
  System() : root_(testing::TempDir() + "memory_nodes_" + std::to_string(::getpid())) {
    for (const int node : {0, 2, 5}) {
      std::filesystem::create_directories(root_ + "/node/node" + std::to_string(node));
    }
    for (const int cpu : {0, 1, 2, 3}) {
      const std::string folder = root_ + "/cpu/cpu" + std::to_string(cpu);
      std::filesystem::create_directories(folder + (cpu < 2 ? "/node0" : "/node2"));
    }
  }
  ~System() override { std::filesystem::remove_all(root_); }

  std::string root_;
};

TEST_F(System, tells_the_nodes_of_processors) {
  EXPECT_EQ(nodes_of_processors(std::array{0, 1}, root_), NodeSet{1});
  EXPECT_EQ(nodes_of_processors(std::array{3}, root_), NodeSet{4});
  EXPECT_EQ(nodes_of_processors(std::array{1, 2}, root_), NodeSet{5});
  EXPECT_EQ(nodes_of_processors({}, root_), NodeSet{0});
  EXPECT_EQ(nodes_of_processors(std::array{9}, root_), NodeSet{0}) << "no such processor";
  EXPECT_EQ(nodes_of_processors(std::array{0}, root_ + "/elsewhere"), NodeSet{0});
}

TEST(MemoryNodes, of_this_process_are_some_where_the_system_tells) {
  if (!std::filesystem::exists("/sys/devices/system/node/node0")) GTEST_SKIP() << "no nodes here";
  EXPECT_NE(encke::nodes_of_process(), NodeSet{0});
}

/// The policy of the page at `data`, or -1 where the system does not tell.
int policy_at(void* data) {
  int policy = -1;
  const long failed = ::syscall(SYS_get_mempolicy, &policy, nullptr, 0, data, MPOL_F_ADDR);
  return failed != 0 ? -1 : policy;
}

TEST(MemoryNodes, are_used_in_turn_where_there_are_two) {
  constexpr std::size_t bytes = std::size_t{4} << 20;
  void* data = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(data, MAP_FAILED);
  if (policy_at(data) < 0) GTEST_SKIP() << "this system has no memory policies";
  encke::interleave(data, bytes, 1);
  EXPECT_EQ(policy_at(data), MPOL_DEFAULT) << "one node";
  // node 0 is everywhere; the system leaves out nodes that it does not have
  encke::interleave(data, bytes, 3);
  EXPECT_EQ(policy_at(data), MPOL_INTERLEAVE);
  ::munmap(data, bytes);
}

TEST(MemoryNodes, large_buffers_are_zeroed_wherever_they_lie) {
  encke::AlignedBuffer<std::uint64_t> buffer((encke::Index{9} << 20) / 8);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % (std::uintptr_t{2} << 20), 0U);
  for (encke::Index i = 0; i < buffer.size(); ++i) ASSERT_EQ(buffer[i], 0U);
}

}  // namespace
#endif
