#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <encke/schedule/domain/window.hpp>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace encke::test::window_test {
namespace {

using encke::Error;
using encke::Failure;
using encke::Index;
using encke::Range;
using encke::Window;

std::vector<Index> ends(const Window& window) {
  std::vector<Index> ends;
  for (Index v = 0; v < window.vectors(); ++v) ends.push_back(window.end(v));
  return ends;
}

using Ends = std::vector<Index>;

TEST(Window, ends_where_the_distance_is_exceeded) {
  const std::vector<double> at{10, 10, 12, 15, 15, 40};
  EXPECT_EQ(ends(Window::within_distance(at, 0)), (Ends{2, 2, 3, 5, 5, 6}));
  EXPECT_EQ(ends(Window::within_distance(at, 4.9)), (Ends{3, 3, 5, 5, 5, 6}));
  EXPECT_EQ(ends(Window::within_distance(at, 5)), (Ends{5, 5, 5, 5, 5, 6}));
  EXPECT_EQ(ends(Window::within_distance(at, 30)), (Ends{6, 6, 6, 6, 6, 6}));
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(ends(Window::within_distance(at, infinity)), (Ends{6, 6, 6, 6, 6, 6}));
}

TEST(Window, never_crosses_groups) {
  const std::vector<double> at{10, 20, 5, 6, 700, 1};
  const std::vector<std::uint32_t> groups{8, 8, 2, 2, 2, 8000};
  EXPECT_EQ(ends(Window::within_distance(at, 1e9, groups)), (Ends{2, 2, 5, 5, 5, 6}));
  EXPECT_EQ(ends(Window::within_distance(at, 10, groups)), (Ends{2, 2, 4, 4, 5, 6}));
  EXPECT_EQ(ends(Window::within_groups(groups)), (Ends{2, 2, 5, 5, 5, 6}));
}

TEST(Window, counts_places) {
  EXPECT_EQ(ends(Window::within_places(4, 0)), (Ends{1, 2, 3, 4}));
  EXPECT_EQ(ends(Window::within_places(4, 2)), (Ends{3, 4, 4, 4}));
  EXPECT_EQ(ends(Window::within_places(4, Window::no_limit)), (Ends{4, 4, 4, 4}));
  EXPECT_EQ(ends(Window::within_places(0, 3)), Ends{});
}

TEST(Window, of_two_is_what_is_in_both) {
  const std::vector<double> at{0, 1, 2, 3, 100, 200};
  const Window both = Window::within_distance(at, 100) & Window::within_places(6, 2);
  EXPECT_EQ(ends(both), (Ends{3, 4, 5, 5, 6, 6}));
}

TEST(Window, finds_the_first_that_meets_a_vector) {
  const std::vector<double> at{0, 1, 2, 3, 100, 200};
  const Window window = Window::within_distance(at, 2);  // ends 3, 4, 4, 4, 5, 6
  EXPECT_EQ(window.first_that_meets({0, 6}, 3), 1);
  EXPECT_EQ(window.first_that_meets({2, 6}, 3), 2);
  EXPECT_EQ(window.first_that_meets({0, 3}, 5), 3);
  EXPECT_EQ(window.first_that_meets({0, 6}, 5), 5);
}

void expect_refused(const std::function<void()>& act, const std::string& part) {
  try {
    act();
    FAIL() << "expected an error with: " << part;
  } catch (const Error& error) {
    EXPECT_EQ(error.failure(), Failure::inconsistent);
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(Window, refuses_an_order_that_is_none) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  using Doubles = std::vector<double>;
  using Groups = std::vector<std::uint32_t>;
  const auto window = [](const Doubles& at, double distance, const Groups& groups) {
    return [=] { Window::within_distance(at, distance, groups); };
  };
  expect_refused(window({1, 3, 2}, 5, {}), "vector 2 (from 0) is 2");
  expect_refused(window({1, 3, 2}, 0, {}), "vector 2 (from 0) is 2");
  expect_refused(window({1, nan, 2}, 5, {}), "vector 1 (from 0) is not");
  expect_refused(window({1, 2}, -1, {}), "expected 0 or more");
  expect_refused(window({1, 2}, nan, {}), "expected 0 or more");
  expect_refused(window({1, 2}, 1, {4}), "1 groups were given for 2");
  expect_refused(window({1, 2, 3}, 1, {4, 5, 4}), "vector 2 (from 0) is of group 4");
  expect_refused(window({1, 2, 1, 0}, 1, {4, 4, 5, 5}), "vector 3 (from 0) is 0");
  expect_refused([] { Window::within_groups(Groups{1, 2, 1}); }, "vector 2 (from 0)");
  expect_refused([] { Window::within_places(3, -1); }, "expected 0 or more");
  expect_refused([] { Window::within_places(3, 1) & Window::within_places(4, 1); },
                 "do not fit together");
}

}  // namespace
}  // namespace encke::test::window_test
