#include "encke/process.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <new>
#include <stdexcept>

namespace encke::cli {
namespace {

// Through a pointer, because a compiler warns where it sees that a throw ends the program.
template <class Exception>
void raise() {
  throw Exception();
}
struct Defect : std::runtime_error {
  Defect() : std::runtime_error("a defect") {}
};
void call(void (*action)()) noexcept { action(); }
void fail_in_what_may_not_throw() noexcept { call(&raise<std::bad_alloc>); }
void throw_in_what_may_not_throw() noexcept { call(&raise<Defect>); }

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
