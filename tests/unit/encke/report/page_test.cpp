#include "encke/report/page.hpp"

#include <encke/network/task/task.hpp>

#include "support/common.hpp"

namespace encke::cli {
namespace {

job::Outcome outcome_of(network::Outcome network) {
  job::Outcome outcome;
  outcome.request.metric = "ccc";
  outcome.request.path = "x";
  outcome.request.threshold = 0.5;
  outcome.network = std::make_shared<const network::Outcome>(std::move(network));
  return outcome;
}

bool has(const std::string& page, std::string_view part) {
  return page.find(part) != std::string::npos;
}

TEST(Page, IsBelowTwoMegabytesWhateverItShows) {
  network::Outcome network;
  const std::string names(3000, '&');  // five bytes each in HTML
  for (Index set = 1; set < 500; ++set) network.largest_sets.push_back({"MCL_2", set, 9, names});
  const std::string picture = "<?xml?>\n<svg><!--" + std::string(490'000, 'x') + "--></svg>\n";
  for (const auto* name : {"degrees", "heatmap", "network"}) {
    network.shown_pictures.emplace_back(name, picture);
  }
  job::Outcome outcome = outcome_of(network);
  outcome.remarks = {std::string(300'000, '<')};
  const std::string page = page_text(outcome, "encke ccc " + std::string(300'000, '\''));
  EXPECT_LT(page.size(), 2'000'000u);
  for (const auto* part : {">MCL_2 1</td>", "more sets than a page has room for", "<svg><!--x",
                           "too large for a page", "(the rest is in the log)", "</html>"}) {
    EXPECT_TRUE(has(page, part)) << part;
  }
}

TEST(Page, HasPValuesAndDegreesOfFreedomOfStatistics) {
  job::Outcome outcome = outcome_of({});
  outcome.largest = {{.names = {"a", "b"}, .value = 43.5, .freedom = 4, .p = 8.1e-9}};
  std::string page = page_text(outcome, "encke epistasis");
  EXPECT_TRUE(has(page, "<th>value</th><th>DF</th><th>P</th></tr>"));
  EXPECT_TRUE(has(page, ">43.5</td><td class=\"number\">4</td><td class=\"number\">8.1e-09</td>"));
  outcome.largest = {{.names = {"a", "b"}, .value = 0.7}};
  page = page_text(outcome, "encke ccc");
  EXPECT_TRUE(has(page, "<th>value</th></tr>"));
  EXPECT_TRUE(has(page, ">0.7</td></tr>"));
}

TEST(Page, TellsOfValuesAsGoodAsTheLastThatIsShown) {
  job::Outcome outcome = outcome_of({});
  outcome.largest = {{.names = {"a", "b"}, .value = 1}};
  EXPECT_FALSE(has(page_text(outcome, "encke ccc"), "not shown"));
  outcome.equal_to_last = 1234;
  EXPECT_TRUE(has(page_text(outcome, "encke ccc"),
                  "<p>As good as the last of these, and not shown: 1,234 values. Of equal values "
                  "those of the first variants in the input are shown.</p>"));
}

TEST(Page, HasNamesAsTextAlone) {
  network::Outcome network;
  network.largest_sets = {{"MCL_2", 1, 2, "<script>a&b\"'\x01"}};
  const std::string page = page_text(outcome_of(network), "encke ccc --out '<b>'");
  EXPECT_TRUE(has(page, "&lt;script&gt;a&amp;b&quot;&apos;\\x01"));
  EXPECT_TRUE(has(page, "--out &apos;&lt;b&gt;&apos;"));
  EXPECT_FALSE(has(page, "<script"));
}

}  // namespace
}  // namespace encke::cli
