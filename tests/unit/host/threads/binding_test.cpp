#include <gtest/gtest.h>

#include <encke/host/threads/binding.hpp>

#if defined(_OPENMP) && defined(__linux__)
#include <omp.h>
#include <sched.h>

#include <cstdlib>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace {

using encke::ThreadBinding;

cpu_set_t processors_of_this_thread() {
  cpu_set_t set;
  CPU_ZERO(&set);
  (void)::sched_getaffinity(0, sizeof set, &set);
  return set;
}

/// Processors that each of `threads` OpenMP threads may run on.
std::vector<cpu_set_t> processors_of(int threads) {
  std::vector<cpu_set_t> all(static_cast<std::size_t>(threads));
#pragma omp parallel num_threads(threads)
  all[static_cast<std::size_t>(omp_get_thread_num())] = processors_of_this_thread();
  return all;
}

/// Without the variables that tell of binding; they are put back.
class Unset : public testing::Test {
 protected:
  Unset() {
    for (const char* name : {"OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY", "KMP_AFFINITY"}) {
      if (const char* value = std::getenv(name)) kept_.emplace_back(name, value);
      ::unsetenv(name);
    }
  }
  ~Unset() override {
    for (const auto& [name, value] : kept_) ::setenv(name.c_str(), value.c_str(), 1);
  }

  cpu_set_t all_ = processors_of_this_thread();
  int processors_ = CPU_COUNT(&all_);
  std::vector<std::pair<std::string, std::string>> kept_;
};

TEST_F(Unset, each_thread_but_the_first_has_a_processor_of_its_own_for_a_while) {
  if (processors_ < 2) GTEST_SKIP() << "one processor";
  if (omp_get_proc_bind() != omp_proc_bind_false) GTEST_SKIP() << "OpenMP binds threads";
  {
    const ThreadBinding binding(processors_);
    ASSERT_TRUE(binding.bound());
    std::set<int> taken;
    const auto sets = processors_of(processors_);
    EXPECT_TRUE(CPU_EQUAL(&sets[0], &all_));
    for (std::size_t thread = 1; thread < sets.size(); ++thread) {
      const cpu_set_t& set = sets[thread];
      ASSERT_EQ(CPU_COUNT(&set), 1);
      for (int p = 0; p < CPU_SETSIZE; ++p) {
        if (CPU_ISSET(p, &set)) taken.insert(p);
      }
    }
    EXPECT_EQ(static_cast<int>(taken.size()), processors_ - 1);
    cpu_set_t started;
    std::thread([&] { started = processors_of_this_thread(); }).join();
    EXPECT_TRUE(CPU_EQUAL(&started, &all_));
  }
  for (const cpu_set_t& set : processors_of(processors_)) EXPECT_TRUE(CPU_EQUAL(&set, &all_));
}

TEST_F(Unset, nothing_happens_with_another_number_of_threads) {
  for (const int threads : {1, processors_ + 1}) {
    EXPECT_FALSE(ThreadBinding(threads).bound()) << threads;
    const cpu_set_t now = processors_of_this_thread();
    EXPECT_TRUE(CPU_EQUAL(&now, &all_));
  }
}

TEST_F(Unset, nothing_happens_where_the_user_has_spoken) {
  ::setenv("OMP_PROC_BIND", "false", 1);
  EXPECT_FALSE(ThreadBinding(processors_).bound());
  ::unsetenv("OMP_PROC_BIND");
}

}  // namespace
#endif
