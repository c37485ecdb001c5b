#include <encke/io/table/rare_features.hpp>

#include "support/files.hpp"

namespace encke::io::rare_features_test {
namespace {

/// a has 5 + 1 counts in two samples, b 3, 4 and 0 in three, c 2 + 5 in two, d none.
SparseTable small_table() {
  return {.samples = {"S", "T", "U"},
          .observations = {"a", "b", "d", "c"},
          .begin = {0, 3, 6, 7},
          .observation = {0, 1, 3, 0, 3, 1, 1},
          .count = {5, 3, 2, 1, 5, 0, 4}};
}

std::string left(const SparseTable& table) {
  std::string text;
  for (std::size_t s = 0; s < table.samples.size(); ++s) {
    text += table.samples[s] + ':';
    for (Index e = table.begin[s]; e < table.begin[s + 1]; ++e) {
      const auto entry = static_cast<std::size_t>(e);
      text += ' ' + table.observations[static_cast<std::size_t>(table.observation[entry])] +
              std::to_string(static_cast<int>(table.count[entry]));
    }
    text += '\n';
  }
  return text;
}

TEST(RareFeatures, AreThoseOfFewerSamples) {
  SparseTable table = small_table();
  EXPECT_EQ(leave_out_rare(table, {.min_samples = 2}, "t"),
            "features in 2 samples or more: 3 of 4");
  EXPECT_EQ(table.observations, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(left(table), "S: a5 b3 c2\nT: a1 c5 b0\nU: b4\n");
  EXPECT_THROW(leave_out_rare(table, {.min_samples = 3}, "t"), Error);
}

TEST(RareFeatures, AreThoseOfFewerCounts) {
  SparseTable table = small_table();
  EXPECT_EQ(leave_out_rare(table, {.min_frequency = 7}, "t"),
            "features of 7 counts or more: 2 of 4");
  EXPECT_EQ(left(table), "S: b3 c2\nT: c5 b0\nU: b4\n");
  table = small_table();
  EXPECT_EQ(leave_out_rare(table, {.min_samples = 1, .min_frequency = 7}, "t"),
            "features in 1 sample or more, of 7 counts or more: 2 of 4");
}

TEST(RareFeatures, AreRefusedWhereNothingIsLeft) {
  SparseTable table = small_table();
  expect_error([&] { leave_out_rare(table, {.min_samples = 4}, "t.biom"); }, Failure::inconsistent,
               {"t.biom", "features in 4 samples or more: none of 4"});
}

TEST(TableSelection, CountsFeaturesBeforeItTakesASubsample) {
  SparseTable table = small_table();
  const auto remarks = take_selection(
      table, {.rare = {.min_samples = 2}, .subsample = {.depth = 6, .seed = 1}}, "t");
  ASSERT_EQ(remarks.size(), 2u);
  EXPECT_EQ(table.samples, (std::vector<std::string>{"S", "T"})) << "U has four counts";
  EXPECT_EQ(table.observations.size(), 3u);
  table = small_table();
  EXPECT_TRUE(take_selection(table, {}, "t").empty());
  EXPECT_EQ(left(table), left(small_table()));
}

}  // namespace
}  // namespace encke::io::rare_features_test
