#include <gtest/gtest.h>

#include <encke/job/request/options/other_names.hpp>
#include <encke/job/request/options/table.hpp>
#include <set>
#include <sstream>

namespace encke::job {
namespace {

std::vector<std::string_view> known_options() {
  std::vector<std::string_view> known;
  for_each_option([&](const OptionRow& row) {
    known.push_back(row.name);
    if (!row.also.empty()) known.push_back(row.also);
  });
  return known;
}

TEST(OtherNames, are_none_of_ours_and_point_to_what_there_is) {
  const std::set<std::string_view> of_group_test = {"--distances", "--metadata", "--column"};
  std::set<std::string_view> names;
  for (const OtherName& row : other_names()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(find_option(row.name), nullptr) << row.name;
    if (!row.option.empty()) {
      EXPECT_TRUE(find_option(row.option) != nullptr || of_group_test.count(row.option))
          << row.name;
      EXPECT_TRUE(row.say.starts_with(row.option)) << row.name;
    }
    if (!row.say.starts_with("encke ")) continue;
    std::istringstream words((std::string(row.say.substr(6))));
    std::string metric, option, value;
    words >> metric >> option >> value;
    EXPECT_NO_THROW(find_metric(metric)) << row.name;
    if (!option.starts_with("--")) continue;
    ASSERT_NE(find_option(option), nullptr) << row.name;
    Request request{.metric = metric};
    EXPECT_NO_THROW(find_option(option)->read({option, value}, request)) << row.name;
  }
}

TEST(Hints, say_what_it_is_here) {
  const auto known = known_options();
  EXPECT_EQ(hint_for("--ld-window-r2", known),
            "; here it is --threshold T, which keeps values above T, not equal ones");
  EXPECT_EQ(hint_for("--r2", known),
            "; here it is encke r2, without modifiers such as dprime or in-phase");
  EXPECT_EQ(hint_for("--num_way", known), "; here it is --way {2,3}");
  EXPECT_TRUE(hint_for("--fast-epistasis", known)
                  .starts_with("; here it is encke epistasis --score alleles (boost"));
  for (const std::string_view name : {"--p", "--pval", "--pfilter"}) {
    EXPECT_EQ(hint_for(name, known), "; here it is --p-below P") << name;
  }
  EXPECT_EQ(hint_for("--ld-snp-list", known), "; here it is --extract-first F");
  EXPECT_EQ(hint_for("--make-king-table", known), "; here it is encke king");
  EXPECT_EQ(hint_for("--to-mb", known), "; here it is --to-bp X, 1000000 base pairs a Mb");
  EXPECT_EQ(hint_for("--gz", known), "; here it is --zst (zstd -d undoes it)");
  EXPECT_EQ(hint_for("--i-phylogeny", known), "; here it is --tree F");
  EXPECT_EQ(hint_for("--p-variance-adjusted", known), "; here it is --vaw");
  EXPECT_EQ(hint_for("--treshold", known), "; did you mean --threshold?");
  EXPECT_EQ(hint_for("--gap", known), "; here it is --trans --window-kb K");
  EXPECT_EQ(hint_for("--bin4", known), "; here it is --format square32");
  EXPECT_EQ(hint_for("-t", known), "; here it is --tree F");
  EXPECT_EQ(hint_for("--metric", known), "; here it is --method NAME");
  EXPECT_EQ(hint_for("--m-metadata-column", known), "");
  const std::vector<std::string_view> of_groups = {"--column", "--metadata"};
  EXPECT_EQ(hint_for("--m-metadata-column", of_groups), "; here it is --column NAME");
  const std::vector<std::string_view> of_merge = {"--out"};
  EXPECT_EQ(hint_for("--i-phylogeny", of_merge), "");
}

TEST(Hints, say_what_to_do_about_what_is_not_here) {
  const auto known = known_options();
  for (const OtherName& row : other_names()) {
    if (!row.say.empty() || row.more.empty()) continue;
    EXPECT_TRUE(row.more.starts_with("not here: ") || row.more.starts_with("not needed: "))
        << row.name;
    EXPECT_EQ(hint_for(row.name, known), "; " + std::string(row.more));
  }
  EXPECT_EQ(hint_for("--snps-only", known), "; not here: plink2 --snps-only --make-bed before it");
  EXPECT_EQ(hint_for("--keep-allele-order", known), "; not needed: A1 of the .bim stays A1");
  // Nearly --epi1, --indep-pairwise, --silence, --triangles, --frequencies, --merge-alleles.
  std::vector<std::string_view> all = known;
  all.insert(all.end(), {"--triangles", "--frequencies", "--merge-alleles", "--depth"});
  for (const std::string_view name :
       {"--epi2", "--indep", "--indep-pairphase", "--silent", "--triangle", "--freq", "--merge",
        "--ld-window-cm", "--depths"}) {
    EXPECT_NE(hint_for(name, all), "") << name;
    EXPECT_EQ(hint_for(name, all).find("did you mean"), std::string::npos) << name;
  }
}

TEST(Hints, name_a_command_only_where_another_programs_option_is_one) {
  EXPECT_EQ(command_called("--r2"), "encke r2");
  EXPECT_EQ(command_called("--ld-window-r2"), "");
  EXPECT_EQ(command_called("--treshold"), "");
}

/// Options of PLINK 1.9 and 2: whatever is not here is not called something else.
TEST(Hints, are_none_for_what_is_not_here) {
  const auto known = known_options();
  for (const std::string_view name :
       {"--allele1234", "--bgen",        "--bpfile",     "--cell",
        "--check-sex",  "--clump-field", "--exclude-if", "--epistasis-summary-merge",
        "--fa",         "--from",        "--fst",        "--gene",
        "--gplink",     "--hap",         "--hardy",      "--het",
        "--hwe",        "--ibm",         "--keep-if",    "--lgen",
        "--mac",        "--map",         "--mc",         "--mcc",
        "--me",         "--mfilter",     "--mh",         "--min",
        "--mind",       "--not-chr",     "--qt",         "--qual-threshold",
        "--recode",     "--set",         "--tdt",        "--tests",
        "--to",         "--vif",         "--fdr",        "--gxe",
        "--homozyg",    "--mds-plot",    "--model",      "--oxford",
        "--pca",        "--prune",       "--score-list", "--sex",
        "--tag",        "--zero-cms"}) {
    if (find_option(name) != nullptr) continue;
    EXPECT_EQ(hint_for(name, known), "") << name;
  }
}

}  // namespace
}  // namespace encke::job
