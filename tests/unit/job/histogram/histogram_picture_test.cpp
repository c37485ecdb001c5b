#include <encke/job/histogram/histogram_picture.hpp>

#include "support/common.hpp"

namespace encke::job {
namespace {

int count(const std::string& text, std::string_view part) {
  int found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++found;
  return found;
}

/// Where the line of the threshold is.
double line_of(const std::string& text) {
  const std::size_t end = text.find("stroke=\"#ee6677\"");
  if (end == std::string::npos) return -1;
  return std::stod(text.substr(text.rfind("x1=\"", end) + 4));
}

Histogram values() {
  Histogram histogram{.width = 0.01};
  histogram.counts.assign(80, 0);
  histogram.counts[10] = 1;
  histogram.counts[50] = 1000;
  return histogram;
}

TEST(HistogramPicture, HasABarForEachBinWithValuesAndTheThreshold) {
  const std::string text = histogram_picture(values(), 0.255);
  EXPECT_EQ(count(text, "<rect "), 2);
  EXPECT_NE(text.find("<title>from 0.50: 1,000</title>"), std::string::npos);
  EXPECT_NE(text.find(">threshold 0.255<"), std::string::npos);
  EXPECT_NEAR(line_of(text), 95 + 675 / 2., 1e-9);  // the last bin with a value ends at 0.51
  EXPECT_EQ(text.find("below 0"), std::string::npos);
  EXPECT_TRUE(text.starts_with("<svg "));
  EXPECT_TRUE(text.ends_with("</svg>\n"));
  EXPECT_TRUE(histogram_svg(values(), 0.255).starts_with("<?xml "));
}

TEST(HistogramPicture, HasTicksAtRoundNumbers) {
  const std::string text = histogram_picture(values(), std::nullopt);  // up to 0.51
  for (const char* tick : {">0<", ">0.1<", ">0.2<", ">0.5<"}) {
    EXPECT_EQ(count(text, tick), 1) << tick;
  }
  Histogram histogram{.width = 0.01};
  histogram.counts.assign(100, 1);
  const std::string whole = histogram_picture(histogram, std::nullopt);
  EXPECT_NE(whole.find("x=\"770.00\" y=\"288.00\" text-anchor=\"middle\">1<"), std::string::npos)
      << whole;
  EXPECT_EQ(count(whole, ">0.9<"), 1);
  histogram.width = 0.5;
  EXPECT_EQ(count(histogram_picture(histogram, std::nullopt), ">45<"), 1);
}

TEST(HistogramPicture, MarksAThresholdBeyondTheValues) {
  EXPECT_EQ(line_of(histogram_picture(values(), std::nullopt)), -1);
  const std::string above = histogram_picture(values(), 0.9);
  EXPECT_EQ(line_of(above), 770);
  EXPECT_NE(above.find(">threshold 0.9, beyond all values<"), std::string::npos);
  const std::string text = histogram_picture(values(), -0.25);
  EXPECT_GT(line_of(text), 95);
  EXPECT_LT(line_of(text), 155);  // where bars begin
  EXPECT_NE(text.find(">threshold -0.25<"), std::string::npos);
  EXPECT_NE(text.find(">below 0<"), std::string::npos);
  EXPECT_EQ(count(text, "<rect "), 2);
}

TEST(HistogramPicture, HasABarForAllThatIsBelowZero) {
  Histogram histogram = values();
  histogram.below = 7;
  const std::string text = histogram_picture(histogram, 0.2);
  EXPECT_EQ(count(text, "<rect "), 3);
  EXPECT_NE(text.find("<title>below 0: 7</title>"), std::string::npos);
}

TEST(HistogramPicture, JoinsBinsAndMayBeEmpty) {
  Histogram histogram{.width = 0.01};
  histogram.counts.assign(1000, 1);
  const std::string text = histogram_picture(histogram, 1e9);
  EXPECT_LE(count(text, "<rect "), 100);
  EXPECT_NE(text.find(">threshold 1e+09, beyond"), std::string::npos);
  histogram.counts.assign(1, 0);
  EXPECT_EQ(count(histogram_picture(histogram, 0), "<rect "), 0);
  histogram.counts.clear();
  EXPECT_EQ(line_of(histogram_picture(histogram, 0)), 95);
}

}  // namespace
}  // namespace encke::job
