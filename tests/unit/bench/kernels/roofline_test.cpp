#include "bench/kernels/roofline.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <encke/host/processors.hpp>
#include <encke/host/threads/binding.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "bench/kernels/kernel_traffic.hpp"
#include "bench/machine/caches.hpp"
#include "bench/machine/throughput.hpp"
#include "support/long_run.hpp"

namespace {

using namespace encke::bench;

/// Descriptions of caches, as the system writes them.
class Caches : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder); }
  void TearDown() override { std::filesystem::remove_all(folder); }
  void add(int index, const char* level, const char* type, const char* size) const {
    const auto cache = folder / ("index" + std::to_string(index));
    std::filesystem::create_directories(cache);
    std::ofstream(cache / "level") << level << '\n';
    std::ofstream(cache / "type") << type << '\n';
    std::ofstream(cache / "size") << size << '\n';
  }

  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / "encke-bench-caches";
};

TEST_F(Caches, are_as_large_as_the_system_says) {
  add(0, "1", "Instruction", "64K");
  add(1, "1", "Data", "48K");
  add(2, "2", "Unified", "2M");
  add(3, "3", "Unified", "64M");
  const auto levels = memory_levels(2, folder);
  ASSERT_EQ(levels.size(), 4U);
  EXPECT_EQ(levels[0].bytes, 48 << 10);
  EXPECT_EQ(levels[1].bytes, 2 << 20);
  EXPECT_EQ(levels[2].bytes, 64 << 20);
  EXPECT_EQ(levels[2].working_set, 16 << 20);  // half of it, shared by two
  EXPECT_EQ(levels[3].working_set, 128 << 20);
  for (const auto& level : levels) EXPECT_TRUE(level.reported);
}

TEST_F(Caches, have_working_sets_that_grow_even_where_the_system_says_nothing_of_use) {
  add(0, "1", "Data", "many");
  for (const int threads : {1, 7, 500}) {
    std::int64_t last = 0;
    for (const auto& level : memory_levels(threads, folder)) {
      EXPECT_GT(level.working_set, last);
      EXPECT_EQ(level.working_set % 4096, 0);
      last = level.working_set;
    }
  }
}

TEST(Throughput, counts_the_steps_of_all_threads) {
  std::atomic<long> steps = 0;
  const auto measured = throughput_of_threads(3, [&](int thread) -> Body {
    EXPECT_LT(thread, 3);
    return [&](encke::Index more) {
      for (encke::Index i = 0; i < more; ++i) steps.fetch_add(1, std::memory_order_relaxed);
    };
  });
  EXPECT_GT(steps, 0);
  EXPECT_GT(measured.median, 0);
  EXPECT_GE(measured.best, measured.median);
  EXPECT_GE(measured.spread, 1);
}

#if defined(__linux__)
/// With OMP_PROC_BIND the first thread is on one processor from the start, and threads that it
/// made would all be there. Here it is the other way round: its own are free, OpenMP's are bound.
TEST(Throughput, is_of_threads_that_are_where_those_of_the_kernels_are) {
  for (const char* name : {"OMP_PROC_BIND", "OMP_PLACES"}) ::unsetenv(name);
  const int threads = encke::count_processors();
  const encke::ThreadBinding binding(threads);
  if (!binding.bound()) GTEST_SKIP() << "one processor, or OpenMP binds threads";
  std::vector<std::vector<int>> processors(static_cast<std::size_t>(threads));
  throughput_of_threads(threads, [&](int t) -> Body {
    processors[static_cast<std::size_t>(t)] = encke::processors_of_thread();
    return [&, t](encke::Index steps) {
      for (encke::Index i = 0; i < steps; ++i) {
        EXPECT_EQ(encke::processors_of_thread(), processors[static_cast<std::size_t>(t)]);
      }
    };
  });
  std::set<int> taken;
  for (std::size_t t = 1; t < processors.size(); ++t) {
    ASSERT_EQ(processors[t].size(), 1U) << t;
    taken.insert(processors[t].front());
  }
  EXPECT_EQ(static_cast<int>(taken.size()), threads - 1);
}
#endif

TEST(KernelTraffic, is_of_the_register_tile_the_strip_and_the_tile) {
  const auto complete = traffic_of(Form::complete, 2, "x86-64-v4");
  ASSERT_TRUE(complete);
  // 4 rows and 3 registers of 8 columns, 2 planes of 8 bytes for 64 fields
  EXPECT_DOUBLE_EQ(complete->l1, 2 * 8.0 * (4 + 24) / (4 * 24 * 64));
  EXPECT_DOUBLE_EQ(complete->l2, 2 * 8.0 * (64 + 24) / (64 * 24 * 64));
  EXPECT_DOUBLE_EQ(complete->beyond, 2 * 8.0 * (64 + 192) / (64 * 192 * 64));
  // triples: a folded vector has 11 planes, which are made from 3 of each vector
  const auto missing = traffic_of(Form::triple_missing, 3, "x86-64-v4");
  EXPECT_DOUBLE_EQ(missing->l1, 8.0 * (11 * 2 + 3 * 8) / (2 * 8 * 64));
  EXPECT_DOUBLE_EQ(missing->beyond, 3 * 8.0 * (33 + 384) / (33 * 384 * 64));
}

TEST(KernelTraffic, of_look_ups_is_a_byte_a_vector_and_a_table_for_two_rows) {
  const auto bits = traffic_of(Form::bits, 2, "x86-64-v3");
  EXPECT_DOUBLE_EQ(bits->l1, (2 * (64 + 16.0) + 4) / (4 * 64 * 4));
}

TEST(KernelTraffic, shrinks_with_the_distance_and_is_known_at_every_level) {
  int known = 0;
  for (int form = 0; form < forms; ++form) {
    if (!register_tile(static_cast<Form>(form), "x86-64-v4")) continue;
    ++known;
    for (const char* level : {"x86-64-v2", "x86-64-v3", "x86-64-v4"}) {
      const auto traffic = traffic_of(static_cast<Form>(form), 2, level);
      ASSERT_TRUE(traffic) << form;
      EXPECT_GE(traffic->l1, traffic->l2);
      EXPECT_GE(traffic->l2, traffic->beyond);
      EXPECT_GT(traffic->beyond, 0);
    }
  }
  EXPECT_GE(known, 14);
  EXPECT_FALSE(traffic_of(Form::complete, 2, "portable"));
  EXPECT_FALSE(register_tile(Form::complete, "portable"));
}

TEST(Roofline, measures_ceilings_bandwidths_and_the_arithmetic_of_each_form) {
  std::map<std::string, int> lines;
  std::set<std::string> levels;    // with instructions of their own
  std::set<std::string> of_forms;  // and those that differ from another in their forms alone
  const auto check = [&](const nlohmann::ordered_json& line) {
    for (const char* kind : {"ceiling", "bandwidth", "arithmetic"})
      lines[kind] += line.contains(kind);
    (line.contains("arithmetic") ? of_forms : levels).insert(line.at("level"));
    EXPECT_GT(line.at("median").get<double>(), 0) << line;
    EXPECT_GE(line.at("spread").get<double>(), 1) << line;
    const char* best = line.contains("ceiling")     ? "operations_per_second"
                       : line.contains("bandwidth") ? "bytes_per_second"
                                                    : "bound";
    EXPECT_GE(line.at(best).get<double>(), line.at("median").get<double>()) << line;
  };
  measure_roofline(1, check, encke::test::long_run() ? Tries() : Tries{3, 1e-4});
  const int measured = static_cast<int>(levels.size());
  EXPECT_EQ(lines["bandwidth"], 4 * measured);
  EXPECT_EQ(lines["arithmetic"], forms * static_cast<int>(of_forms.size()));
  EXPECT_TRUE(std::ranges::includes(of_forms, levels));
  EXPECT_GE(lines["ceiling"], 9 * measured);
}

}  // namespace
