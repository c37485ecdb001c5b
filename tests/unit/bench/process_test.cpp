#include "bench/process.hpp"

#include <gtest/gtest.h>

#include <encke/base/error.hpp>

namespace {

using encke::bench::run_program;

TEST(RunProgram, returns_what_the_program_printed_and_its_exit_code) {
  const auto finished = run_program("/bin/sh", {"-c", "echo one; echo two; exit 3"});
  EXPECT_EQ(finished.output, "one\ntwo\n");
  EXPECT_EQ(finished.exit_code, 3);
}

TEST(RunProgram, passes_arguments_unchanged) {
  const auto finished = run_program("/bin/sh", {"-c", "printf '%s|' \"$@\"", "sh", "a b", "", "*"});
  EXPECT_EQ(finished.output, "a b||*|");
}

TEST(RunProgram, reports_the_signal_that_ended_the_program) {
  EXPECT_EQ(run_program("/bin/sh", {"-c", "kill -9 $$"}).exit_code, 128 + 9);
}

TEST(RunProgram, takes_more_output_than_a_pipe_holds) {
  const auto finished = run_program("/bin/sh", {"-c", "head -c 1000000 /dev/zero"});
  EXPECT_EQ(finished.output.size(), 1'000'000U);
}

TEST(RunProgram, refuses_a_program_that_does_not_exist) {
  EXPECT_THROW(run_program("/no/such/program", {}), encke::Error);
}

TEST(OwnProgram, is_the_path_of_this_test) {
  EXPECT_NE(encke::bench::own_program().find("bench_tests"), std::string::npos);
}

}  // namespace
