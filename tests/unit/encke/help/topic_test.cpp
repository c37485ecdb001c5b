#include "encke/help/topic.hpp"

#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <encke/job/request/metric_table.hpp>
#include <set>

#include "encke/commands/table.hpp"

namespace encke::cli {
namespace {

TEST(Topics, are_all_metrics_and_commands_once) {
  std::set<std::string> names;
  for (const Topic& topic : all_topics()) {
    EXPECT_TRUE(names.insert(topic.name).second) << topic.name;
    EXPECT_FALSE(topic.summary.empty() || topic.usage.empty()) << topic.name;
    EXPECT_NE(topic.usage.find("encke " + topic.name), std::string::npos) << topic.usage;
  }
  EXPECT_EQ(names.size(), job::metric_table().size() + command_table().size() + 1);
}

TEST(Topics, are_found_by_other_names_of_metrics) {
  EXPECT_EQ(find_topic("tanimoto").name, "jaccard");
  EXPECT_EQ(find_topic("merge").name, "merge");
  const Topic bray_curtis = find_topic("braycurtis");
  EXPECT_EQ(bray_curtis.usage, "encke braycurtis");
  EXPECT_NE(bray_curtis.summary.find("Bray-Curtis"), std::string::npos);
  EXPECT_EQ(bray_curtis.footer.find("encke ps"), std::string::npos);
  EXPECT_TRUE(std::none_of(bray_curtis.options.begin(), bray_curtis.options.end(),
                           [](const WordOption& o) { return o.name == "--distance"; }));
  EXPECT_THROW(find_topic("tanimto"), Error);
}

TEST(Topics, show_each_option_below_one_heading) {
  for (const Topic& topic : all_topics()) {
    std::size_t shown = 0;
    for (const std::string& group : groups_of(topic)) shown += options_of(topic, group).size();
    std::size_t all = 0;
    for (const WordOption& option : topic.options) all += !option.hidden && !option.group.empty();
    EXPECT_EQ(shown, all) << topic.name;
  }
}

TEST(Values, are_choices_files_or_neither) {
  EXPECT_EQ(value_kind({.name = "--a", .takes = "{auto,none}", .group = ""}).choices,
            (std::vector<std::string>{"auto", "none"}));
  EXPECT_EQ(value_kind({.name = "--a", .takes = "{mcl}", .group = ""}).choices,
            std::vector<std::string>{"mcl"});
  EXPECT_TRUE(value_kind({.name = "--a", .takes = "F", .group = ""}).is_file);
  const ValueKind number = value_kind({.name = "--a", .takes = "N", .group = ""});
  EXPECT_TRUE(number.choices.empty());
  EXPECT_FALSE(number.is_file);
}

}  // namespace
}  // namespace encke::cli
