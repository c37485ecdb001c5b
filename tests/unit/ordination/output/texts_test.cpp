#include <gtest/gtest.h>

#include <encke/ordination/output/scatter.hpp>
#include <encke/ordination/output/texts.hpp>
#include <regex>

#include "support/files.hpp"

namespace encke::ordination {
namespace {

using io::expect_error;

/// Two samples at 1 and -1, and an axis of a negative eigenvalue.
Pcoa small(std::vector<std::string> ids = {"a", "b"}) {
  return {.ids = std::move(ids),
          .axes = 2,
          .eigenvalues = {2, -0.5},
          .proportions = {1, 0},
          .coordinates = {1, 0, -1, 0},
          .total = 2};
}

TEST(OrdinationTexts, Coordinates) {
  EXPECT_EQ(coordinates_text(small()), "#SAMPLE\tPC1\tPC2\na\t1\t0\nb\t-1\t0\n");
}

TEST(OrdinationTexts, EigenvaluesAreAllThere) {
  EXPECT_EQ(eigenvalues_text(small()),
            "#AXIS\tEIGENVALUE\tPROPORTION\tCUMULATIVE\n1\t2\t1\t1\n2\t-0.5\t0\t1\n");
}

TEST(OrdinationTexts, OrdinationIsScikitBios) {
  EXPECT_EQ(ordination_text(small()),
            "Eigvals\t2\n2\t0\n\nProportion explained\t2\n1\t0\n\nSpecies\t0\t0\n\n"
            "Site\t2\t2\na\t1\t0\nb\t-1\t0\n\nBiplot\t0\t0\n\nSite constraints\t0\t0\n");
}

TEST(OrdinationTexts, IdsThatDoNotComeThroughAreRefused) {
  expect_error([] { coordinates_text(small({"a\tb", "c"})); }, Failure::inconsistent, {"tab"});
  expect_error([] { ordination_text(small({"a\n", "c"})); }, Failure::inconsistent, {"line break"});
  expect_error([] { ordination_text(small({"a", " c"})); }, Failure::inconsistent, {"' c'"});
  EXPECT_NE(coordinates_text(small({"a", " c"})).find("\n c\t"), std::string::npos);
}

TEST(OrdinationTexts, TestsAndGroups) {
  const Grouping grouping = grouping_of({"x", "y", "y"});
  const std::vector<GroupTest> tests = {
      {.method = GroupMethod::permanova, .statistic = 1.5, .as_large = 4, .permutations = 99},
      {.method = GroupMethod::permdisp, .statistic = 0.25, .spread = {0.5, 2}}};
  EXPECT_EQ(tests_text(tests, grouping),
            "#METHOD\tSTATISTIC\tVALUE\tP\tPERMUTATIONS\tSAMPLES\tGROUPS\n"
            "PERMANOVA\tpseudo-F\t1.5\t0.05\t99\t3\t2\n"
            "PERMDISP\tF\t0.25\tnan\t0\t3\t2\n");
  EXPECT_EQ(groups_text(tests, grouping, {3, 4}),
            "#GROUP\tSAMPLES\tMEAN_DISTANCE\tMEAN_TO_CENTRE\nx\t1\t3\t0.5\ny\t2\t4\t2\n");
  EXPECT_EQ(groups_text({tests[0]}, grouping, {3, 4}),
            "#GROUP\tSAMPLES\tMEAN_DISTANCE\nx\t1\t3\ny\t2\t4\n");
}

/// True if each element is closed in its turn, and each & begins an entity.
bool is_well_formed(const std::string& xml) {
  std::vector<std::string> open;
  const std::regex tag("<(/?)([a-z]+)((?: [a-zA-Z0-9-]+=\"[^\"<]*\")*)(/?)>");
  std::string rest;
  std::size_t last = 0;
  for (std::sregex_iterator at(xml.begin(), xml.end(), tag), end; at != end; ++at) {
    rest += xml.substr(last, static_cast<std::size_t>(at->position()) - last);
    last = static_cast<std::size_t>(at->position() + at->length());
    if ((*at)[1].length() > 0) {
      if (open.empty() || open.back() != (*at)[2]) return false;
      open.pop_back();
    } else if ((*at)[4].length() == 0) {
      open.push_back((*at)[2]);
    }
  }
  rest = std::regex_replace(rest + xml.substr(last), std::regex("&(amp|lt|gt|quot|apos);"), "");
  return open.empty() && rest.find_first_of("<>&") == std::string::npos;
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(Scatter, HasADotForEachSampleAndGroup) {
  const std::string plain = scatter(small(), 0, 1, {});
  EXPECT_TRUE(is_well_formed(plain)) << plain;
  EXPECT_EQ(count_of(plain, "<circle"), 2U);
  EXPECT_NE(plain.find("PC1 (100.00 %)"), std::string::npos);
  EXPECT_NE(plain.find("<title>a</title>"), std::string::npos);
  EXPECT_EQ(plain.find("script"), std::string::npos);
  // 1 and -1 lie symmetrically to the middle, 90 % of the frame apart
  EXPECT_NE(plain.find("cx=\"602.00\" cy=\"240.00\""), std::string::npos) << plain;
  EXPECT_NE(plain.find("cx=\"98.00\" cy=\"240.00\""), std::string::npos) << plain;
  const std::string groups = scatter(small(), 0, 1, grouping_of({"x", "y"}));
  EXPECT_EQ(count_of(groups, "<circle"), 2U);  // x, and what it has in the legend
  EXPECT_EQ(count_of(groups, "<path"), 2U);    // y
  EXPECT_NE(groups.find(">y (1)</text>"), std::string::npos);
  EXPECT_EQ(count_of(groups, "#0072b2"), 2U);
}

TEST(Scatter, LegendSaysWhatTheGroupsAreByAndTellsThemApartByShape) {
  Pcoa many{.axes = 2, .eigenvalues = {1, 0}, .proportions = {1, 0}, .total = 1};
  for (int i = 0; i < 6; ++i) many.ids.push_back("s" + std::to_string(i));
  many.coordinates.resize(12);
  Grouping grouping = grouping_of({"a", "b", "c", "d", "e", "f"});
  grouping.title = "site & <depth>";
  const std::string text = scatter(many, 0, 1, grouping);
  EXPECT_TRUE(is_well_formed(text)) << text;
  EXPECT_EQ(count_of(text, ">site &amp; &lt;depth&gt;</text>"), 1U);
  EXPECT_EQ(count_of(text, "<circle"), 4U);  // a and f
  EXPECT_EQ(count_of(text, "<path"), 8U);
}

TEST(Scatter, NamesAreEscaped) {
  const std::string odd = "a&b<c>\"'\x01";
  const std::string text = scatter(small({odd, "\xff"}), 0, 1, grouping_of({odd, "y"}));
  EXPECT_TRUE(is_well_formed(text)) << text;
  EXPECT_EQ(count_of(text, "a&amp;b&lt;c&gt;&quot;&apos;\\x01"), 2U) << text;
  EXPECT_NE(text.find("<title>\\xff</title>"), std::string::npos);
}

TEST(Scatter, ManyGroupsAndPointsInOnePlaceFit) {
  Pcoa many{.axes = 2, .eigenvalues = {1, 0}, .proportions = {1, 0}, .total = 1};
  std::vector<std::string> groups;
  for (int i = 0; i < 100; ++i) {
    many.ids.push_back("s" + std::to_string(i));
    groups.push_back("g" + std::to_string(i % 50));
  }
  many.coordinates.resize(200);
  const std::string text = scatter(many, 0, 1, grouping_of(groups));
  EXPECT_TRUE(is_well_formed(text));
  EXPECT_EQ(text.find("nan"), std::string::npos);
  EXPECT_EQ(text.find("inf"), std::string::npos);
  EXPECT_NE(text.find("and 27 more"), std::string::npos);
}

TEST(Scatter, AxesThatThereAreNotAreRefused) {
  expect_error([] { scatter(small(), 0, 2, {}); }, Failure::inconsistent, {"no axis 3", "2 axes"});
}

}  // namespace
}  // namespace encke::ordination
