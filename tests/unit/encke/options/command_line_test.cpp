
#include "encke/options/command_line.hpp"

#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <encke/job/request/metric_table.hpp>
#include <iterator>
#include <sstream>

#include "encke/command.hpp"
#include "encke/report/log_text.hpp"

namespace encke::cli {
namespace {

Command parsed(const std::string& line) {
  std::istringstream words(line);
  return parse_command({std::istream_iterator<std::string>(words), {}});
}

TEST(CommandLine, HaveTheDefaultsThatAreDocumented) {
  const Command command = parsed("ccc --bfile x");
  const job::Request& o = command.request;
  EXPECT_EQ(command.task, Task::compute);
  EXPECT_EQ(o.way, 2);
  EXPECT_TRUE(o.missing);
  EXPECT_EQ(o.gamma, 2.0 / 3.0);
  EXPECT_EQ(job::multiplier_of(o), 4.5);
  EXPECT_EQ(o.precision, Precision::float64);
  EXPECT_EQ(o.out, "encke");
  EXPECT_FALSE(o.threshold || o.top || o.memory || o.histogram || o.checksum || o.digest_all);
  EXPECT_EQ(o.format, job::Format::edges);
  EXPECT_EQ(o.threads, 0);
  EXPECT_EQ(o.block, 0);
  EXPECT_EQ(command.progress, ProgressMode::automatic);
}

TEST(CommandLine, TakeEveryOptionOfGenotypes) {
  const Command command = parsed(
      "plan ccc --bfile d/x --keep k --remove r --extract e --exclude f --maf 0.05 --geno 0.1 "
      "--way 3 "
      "--missing none --gamma 0.5 --multiplier 1 --precision f32 --out o --threshold 0.25 --top 9 "
      "--format abc --histogram --checksum --digest all --threads 3 --memory 100 --backend kokkos "
      "--level portable --block 32 --progress plain --kokkos-numa=1");
  const job::Request& o = command.request;
  EXPECT_EQ(command.task, Task::plan);
  EXPECT_EQ(o.path, "d/x");
  EXPECT_EQ(o.subset.keep + o.subset.remove + o.subset.extract + o.subset.exclude, "kref");
  EXPECT_EQ(o.subset.maf, 0.05);
  EXPECT_EQ(o.subset.geno, 0.1);
  EXPECT_EQ(o.way, 3);
  EXPECT_FALSE(o.missing);
  EXPECT_EQ(o.gamma, 0.5);
  EXPECT_EQ(o.multiplier, 1);
  EXPECT_EQ(o.precision, Precision::float32);
  EXPECT_EQ(o.out, "o");
  EXPECT_EQ(o.threshold, 0.25);
  EXPECT_EQ(o.top, 9);
  EXPECT_EQ(o.format, job::Format::abc);
  EXPECT_TRUE(o.histogram && o.checksum && o.digest_all);
  EXPECT_EQ(o.threads, 3);
  EXPECT_EQ(o.memory, 100);
  EXPECT_EQ(o.backend + o.level, "kokkosportable");
  EXPECT_EQ(o.block, 32);
  EXPECT_EQ(command.progress, ProgressMode::plain);
  EXPECT_EQ(command.kokkos, std::vector<std::string>{"--kokkos-numa=1"});
}

TEST(CommandLine, CommandIsQuotedForAShell) {
  EXPECT_EQ(command_text({"ccc", "--out", "it's mine", ""}), "encke ccc --out 'it'\\''s mine' ''");
}

TEST(Guarded, TurnsWhatIsThrownIntoAnExitCodeAndOneLine) {
  std::ostringstream errors;
  EXPECT_EQ(guarded([] {}, errors), 0);
  EXPECT_EQ(errors.str(), "");
  EXPECT_EQ(guarded([] { throw Error(Failure::write, "disk full"); }, errors), 5);
  EXPECT_EQ(guarded([] { throw std::bad_alloc(); }, errors), 2);
  EXPECT_EQ(guarded([] { throw std::logic_error("odd"); }, errors), 60);
  EXPECT_EQ(
      errors.str(),
      "encke: error: disk full\nencke: error: not enough memory\nencke: internal error: odd\n");
}

}  // namespace
}  // namespace encke::cli
