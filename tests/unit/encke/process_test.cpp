#include "encke/process.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <new>
#include <stdexcept>

namespace encke::cli {
namespace {

void fail_in_what_may_not_throw() noexcept { throw std::bad_alloc(); }
void throw_in_what_may_not_throw() noexcept { throw std::runtime_error("a defect"); }

TEST(ProcessDeathTest, AFailedAllocationEndsWithItsExitCodeWhereItCannotBeThrown) {
  const auto run = [](void (*work)() noexcept) {
    prepare_for_failed_allocations();
    work();
  };
  EXPECT_EXIT(run(fail_in_what_may_not_throw), testing::ExitedWithCode(2),
              "^encke: error: not enough memory\n$");
  EXPECT_EXIT(run(throw_in_what_may_not_throw), testing::KilledBySignal(SIGABRT), "");
}

}  // namespace
}  // namespace encke::cli
