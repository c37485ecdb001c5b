#include "encke/process.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <exception>
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

// As GCC does it for a function that may not throw and was compiled into its caller.
struct Ends {
  ~Ends() { std::terminate(); }
};
template <void (*fail)()>
void fail_where_no_handler_is_entered() noexcept {
  try {
    const Ends ends;
    fail();
  } catch (const std::exception&) {  // so that Ends is left before the program
  }
}
void have_no_memory() { std::get_new_handler()(); }

TEST(ProcessDeathTest, AFailedAllocationEndsWithItsExitCodeWhereItCannotBeThrown) {
  const auto run = [](void (*work)() noexcept) {
    prepare_for_failed_allocations();
    work();
  };
  EXPECT_EXIT(run(fail_in_what_may_not_throw), testing::ExitedWithCode(2),
              "^encke: error: not enough memory\n$");
  EXPECT_EXIT(run(throw_in_what_may_not_throw), testing::KilledBySignal(SIGABRT), "");
  EXPECT_EXIT(run(fail_where_no_handler_is_entered<&have_no_memory>), testing::ExitedWithCode(2),
              "^encke: error: not enough memory\n$");
  EXPECT_EXIT(run(fail_where_no_handler_is_entered<&raise<Defect>>),
              testing::KilledBySignal(SIGABRT), "");
}

TEST(ProcessDeathTest, LacksMemoryToLeaveInOrder) {
  EXPECT_EQ(leave(0), 0);
  EXPECT_EQ(leave(3), 3);
  const auto run = [] {
    std::atexit([] { ::_exit(127); });
    std::exit(leave(2));
  };
  EXPECT_EXIT(run(), testing::ExitedWithCode(2), "");
}

}  // namespace
}  // namespace encke::cli
