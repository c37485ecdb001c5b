#include <gtest/gtest.h>

#include <algorithm>
#include <encke/job/request/options/table.hpp>
#include <set>
#include <string>

#include "unit/job/requested.hpp"

namespace encke::job {
namespace {

using test::requested;

TEST(OptionTable, names_each_option_once_and_finds_it) {
  std::set<std::string_view> names;
  for_each_option([&](const OptionRow& row) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(find_option(row.name), &row);
    EXPECT_NE(row.read, nullptr) << row.name;
    EXPECT_NE(row.show, nullptr) << row.name;
    EXPECT_FALSE(row.help.empty()) << row.name;
    if (!row.only_with.empty()) {
      EXPECT_NE(find_option(row.only_with), nullptr) << row.name;
    }
  });
  EXPECT_EQ(find_option("--bfil"), nullptr);
}

TEST(OptionTable, has_all_that_metrics_and_inputs_list) {
  for (const MetricRow* const metric : metric_table()) {
    for (const Parameter& parameter : metric->parameters) {
      const OptionRow* const row = find_option(parameter.option);
      ASSERT_NE(row, nullptr) << parameter.option;
      EXPECT_TRUE(takes(*metric, *row)) << metric->name << parameter.option;
    }
  }
}

TEST(OptionTable, has_an_option_that_some_metric_takes_in_every_row) {
  for_each_option(
      [](const OptionRow& row) { EXPECT_FALSE(metrics_with(row).empty()) << row.name; });
  EXPECT_EQ(metrics_with(*find_option("--gamma")), "ccc, duo");
  EXPECT_EQ(metrics_with(*find_option("--tree")), "unifrac");
  const std::string of_samples = metrics_with(*find_option("--keep"));
  EXPECT_NE(of_samples.find("king"), std::string::npos) << of_samples;
  EXPECT_EQ(of_samples.find("unifrac"), std::string::npos) << of_samples;
}

TEST(OptionTable, helps_in_the_words_of_the_metrics_data) {
  for (const MetricRow* const metric : metric_table()) {
    for_each_option([&](const OptionRow& row) {
      if (!takes(*metric, row)) return;
      std::string help = help_of(row, *metric);
      const std::string option = "--num-vectors";
      if (const auto at = help.find(option); at != std::string::npos) help.erase(at, option.size());
      EXPECT_EQ(help.find('{'), std::string::npos) << metric->name << row.name << help;
      EXPECT_EQ(help.find("vector"), std::string::npos) << metric->name << row.name << help;
      for (const MetricRow* const other : metric_table()) {
        const std::string of_other = "of " + std::string(other->name) + " ";
        EXPECT_EQ(help.find(of_other), std::string::npos) << metric->name << row.name << help;
      }
    });
  }
  EXPECT_NE(help_of(*find_option("--format"), find_metric("unifrac")).find("lsmat"),
            std::string::npos);
  EXPECT_EQ(help_of(*find_option("--format"), find_metric("ccc")).find("lsmat"), std::string::npos);
}

TEST(OptionTable, shows_what_it_reads) {
  const std::string line =
      "epistasis --bfile x --pheno p --pheno-name n --keep k --remove r --extract e --exclude f "
      "--keep-founders --chr 1 --not-chr 2 --autosome --from-bp 3 --to-bp 4 --extract-range g "
      "--exclude-range h --mind 0.5 --hwe 0.001 --keep-fewhet --mac 2 --max-maf 0.25 --nonfounders "
      "--het-haploid keep --maf 0.125 --geno 0.25 --way 3 --missing none --score mi --precision "
      "f32 --out o "
      "--threshold 0.5 --top 9 "
      "--best --permutations 7 --seed 3 --format abc --zst --histogram --digest all --threads 2 "
      "--memory 100 --backend reference --level portable --devices 2 --block 32 --check "
      "--num-proc-vector 2 "
      "--num-proc-field 1 --num-proc-repl 3 --resume";
  std::istringstream words(line);
  std::string metric;
  words >> metric;
  const auto given = test::given_options(words);
  const auto shown = options_in_effect(requested(line));
  EXPECT_EQ(shown.size(), given.size());
  for (const GivenOption& option : given) {
    const auto at = std::find_if(shown.begin(), shown.end(),
                                 [&](const auto& entry) { return entry.first == option.name; });
    ASSERT_NE(at, shown.end()) << option.name;
    EXPECT_EQ(at->second, option.text) << option.name;
  }
}

}  // namespace
}  // namespace encke::job
