#include "encke/report/console.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace encke::cli {
namespace {

/// `done` of 1000 tuples after `seconds`.
Progress at(double seconds, Index done) {
  Progress progress;
  progress.tuples_done = done;
  progress.tuples = 1000;
  progress.hits = 7;
  progress.seconds = seconds;
  progress.comparisons_per_second = 2.5e10;
  return progress;
}

class ConsoleTest : public ::testing::Test {
 protected:
  std::ostringstream out_;

  std::int64_t lines() const {
    const std::string text = out_.str();
    return std::count(text.begin(), text.end(), '\n');
  }
};

TEST_F(ConsoleTest, ProgressTellsShareSpeedHitsAndTimeLeft) {
  EXPECT_EQ(progress_text(at(20, 250), 60), "25.0 %, 2.50e+10 comparisons/s, 7 hits, 60 s left");
  EXPECT_EQ(progress_text(at(20, 250), {}), "25.0 %, 2.50e+10 comparisons/s, 7 hits");
}

TEST_F(ConsoleTest, TimeLeftIsToldOnceItIsKnownAndIsThatOfThisRun) {
  Console console(ProgressStyle::plain, out_);
  console.show(at(20, 400));  // a run that was resumed, or whose pairs came first
  EXPECT_EQ(out_.str().find("left"), std::string::npos) << out_.str();
  console.show(at(30, 500));
  EXPECT_NE(out_.str().find("50.0 %, 2.50e+10 comparisons/s, 7 hits, 50 s left"), std::string::npos)
      << out_.str();
}

TEST_F(ConsoleTest, PlainLineComesAfterTenSecondsOrTenPercentAndASecond) {
  Console console(ProgressStyle::plain, out_);
  console.show(at(2.9, 500));
  EXPECT_EQ(lines(), 0);
  console.show(at(3.1, 500));
  EXPECT_EQ(lines(), 1);
  console.show(at(5, 550));
  EXPECT_EQ(lines(), 1);
  console.show(at(13.2, 550));
  EXPECT_EQ(lines(), 2);
  console.show(at(14.3, 660));
  EXPECT_EQ(lines(), 3);
}

TEST_F(ConsoleTest, LineOnATerminalIsRewrittenTenTimesASecondAtMost) {
  Console console(ProgressStyle::rewritten, out_);
  for (int tick = 0; tick <= 1000; ++tick) console.show(at(0.001 * tick, tick));
  const std::string text = out_.str();
  EXPECT_EQ(lines(), 0);
  EXPECT_GE(std::count(text.begin(), text.end(), '\r'), 9);
  EXPECT_LE(std::count(text.begin(), text.end(), '\r'), 10);
}

TEST_F(ConsoleTest, LineOnATerminalIsRemovedBeforeOtherText) {
  Console console(ProgressStyle::rewritten, out_);
  console.show(at(1, 100));
  const std::size_t width = out_.str().size() - 1;
  console.print("done");
  EXPECT_TRUE(out_.str().ends_with('\r' + std::string(width, ' ') + "\rdone\n"));
}

TEST_F(ConsoleTest, JsonHasEventsAndNoWords) {
  Console console(ProgressStyle::json, out_);
  console.print("words");
  console.emit_event("plan", {{"tuples", 3}});
  console.show(at(0.1, 10));
  console.show(at(2, 500));
  console.show(at(2.1, 1000));
  std::istringstream text(out_.str());
  std::string line;
  std::getline(text, line);
  EXPECT_EQ(line, R"({"event":"plan","tuples":3})");
  std::getline(text, line);
  EXPECT_EQ(nlohmann::json::parse(line).at("tuples_done"), 500);
  EXPECT_NEAR(nlohmann::json::parse(line).at("seconds_left"), 1.9 * 500 / 490, 1e-9);
  std::getline(text, line);
  EXPECT_EQ(nlohmann::json::parse(line).at("seconds_left"), 0);
  EXPECT_EQ(lines(), 3);
}

TEST_F(ConsoleTest, WritingIsShownByAClockOfItsOwn) {
  Console console(ProgressStyle::plain, out_);
  console.show(at(500, 1000));
  console.show_writing(100, 1000, 0.5);
  EXPECT_EQ(lines(), 1);
  console.show_writing(200, 1000, 2);
  EXPECT_NE(out_.str().find("\nwriting 1,000 values: 20.0 %, 8"), std::string::npos) << out_.str();
  console.show_writing(250, 1000, 3);
  EXPECT_EQ(lines(), 2);
}

TEST_F(ConsoleTest, NoneStillHasWords) {
  EXPECT_FALSE(Console(ProgressStyle::none, out_).shows_progress());
  EXPECT_TRUE(Console(ProgressStyle::json, out_).shows_progress());
  Console console(ProgressStyle::none, out_);
  console.show(at(100, 500));
  console.emit_event("plan", {});
  console.print("words");
  EXPECT_EQ(out_.str(), "words\n");
}

TEST_F(ConsoleTest, AutoMeansRewrittenOnATerminalOnly) {
  EXPECT_EQ(style_of(ProgressMode::automatic, true), ProgressStyle::rewritten);
  EXPECT_EQ(style_of(ProgressMode::automatic, false), ProgressStyle::plain);
  EXPECT_EQ(style_of(ProgressMode::json, true), ProgressStyle::json);
}

}  // namespace
}  // namespace encke::cli
