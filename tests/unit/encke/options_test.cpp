#include "encke/options/options.hpp"

#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <sstream>

#include "encke/command.hpp"
#include "encke/metrics.hpp"
#include "encke/options/option_table.hpp"
#include "encke/record.hpp"

namespace encke::cli {
namespace {

Options parsed(const std::string& line) {
  std::istringstream words(line);
  return parse_options({std::istream_iterator<std::string>(words), {}});
}

TEST(Options, HaveTheDefaultsThatAreDocumented) {
  const Options o = parsed("ccc --bfile x");
  EXPECT_EQ(o.task, Task::compute);
  EXPECT_EQ(o.way, 2);
  EXPECT_TRUE(o.missing);
  EXPECT_EQ(o.gamma, 2.0 / 3.0);
  EXPECT_EQ(o.multiplier, 4.5);
  EXPECT_EQ(o.precision, Precision::float64);
  EXPECT_EQ(o.out, "encke");
  EXPECT_FALSE(o.threshold || o.top || o.memory || o.histogram || o.checksum || o.digest_all);
  EXPECT_EQ(o.format, Format::edges);
  EXPECT_EQ(o.threads, 0);
  EXPECT_EQ(o.block, 0);
  EXPECT_EQ(o.progress, ProgressMode::automatic);
}

TEST(Options, TakeEveryOptionOfGenotypes) {
  const Options o = parsed(
      "plan ccc --bfile d/x --keep k --remove r --extract e --exclude f --maf 0.05 --geno 0.1 "
      "--way 3 "
      "--missing none --gamma 0.5 --multiplier 1 --precision f32 --out o --threshold 0.25 --top 9 "
      "--format abc --histogram --checksum --digest all --threads 3 --memory 100 --backend kokkos "
      "--level portable --block 32 --progress plain --kokkos-numa=1");
  EXPECT_EQ(o.task, Task::plan);
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
  EXPECT_EQ(o.format, Format::abc);
  EXPECT_TRUE(o.histogram && o.checksum && o.digest_all);
  EXPECT_EQ(o.threads, 3);
  EXPECT_EQ(o.memory, 100);
  EXPECT_EQ(o.backend + o.level, "kokkosportable");
  EXPECT_EQ(o.block, 32);
  EXPECT_EQ(o.progress, ProgressMode::plain);
  EXPECT_EQ(o.kokkos, std::vector<std::string>{"--kokkos-numa=1"});
}

TEST(Options, InEffectAreThoseOfTheTableThatFit) {
  const Options o =
      parsed("ps --synthetic analytic --num-vectors 3 --num-fields 4 --empty-pair same");
  for (const auto& [name, value] : options_in_effect(o)) {
    const auto table = option_table();
    const auto entry = std::find_if(table.begin(), table.end(),
                                    [&](const OptionEntry& e) { return e.name == name; });
    ASSERT_NE(entry, table.end()) << name;
    EXPECT_TRUE(fits(*entry, "ps")) << name;
  }
}

TEST(Options, CommandIsQuotedForAShell) {
  Options o;
  o.arguments = {"ccc", "--out", "it's mine", ""};
  EXPECT_EQ(command_text(o), "encke ccc --out 'it'\\''s mine' ''");
}

TEST(OptionTable, FitsWholeNamesOfMetricsOnly) {
  const OptionEntry entry{"--x", "", "", "", "ccc duo"};
  EXPECT_TRUE(fits(entry, "ccc"));
  EXPECT_TRUE(fits(entry, "duo"));
  EXPECT_FALSE(fits(entry, "du"));
  EXPECT_FALSE(fits(entry, "ps"));
  EXPECT_TRUE(fits(OptionEntry{"--x", "", "", "", ""}, "ps"));
}

TEST(Metrics, LargestValueOfCompleteGenotypesIsAttained) {
  Options o;
  const MetricEntry& ccc = find_metric("ccc");
  EXPECT_DOUBLE_EQ(ccc.largest(o, true), 1);  // both alleles at frequency 1/2, always together
  o.way = 3;
  EXPECT_DOUBLE_EQ(ccc.largest(o, true), 4.5 * 0.375 * 0.75 * 0.75 * 0.75);
  o.gamma = 0;
  EXPECT_DOUBLE_EQ(ccc.largest(o, true), 4.5);  // one allele alone
  EXPECT_DOUBLE_EQ(ccc.largest(o, false), 4.5);
}

TEST(Metrics, ElementsOfGenotypesDoNotDependOnThePrecision) {
  Options o;
  o.precision = Precision::float32;
  EXPECT_EQ(element_of(find_metric("ccc"), o), Element::genotype);
  EXPECT_EQ(element_of(find_metric("ps"), o), Element::float32);
  EXPECT_THROW(find_metric("pp"), Error);
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
