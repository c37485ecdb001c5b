#include <gtest/gtest.h>

#include <algorithm>
#include <encke/sink/collect.hpp>
#include <encke/sink/kinship/relatives.hpp>
#include <random>
#include <set>

#include "support/scratch.hpp"

namespace encke::sink {
namespace {

class RelativeListFiles : public test::Scratch {};

/// The rule, word by word.
std::vector<Index> by_definition(Index samples, const std::vector<Relatives>& pairs) {
  std::vector<std::set<std::uint32_t>> of(static_cast<std::size_t>(samples));
  for (const auto& [a, b] : pairs) {
    of[a].insert(b);
    of[b].insert(a);
  }
  std::vector<Index> out;
  const auto remove = [&](std::uint32_t sample) {
    out.push_back(sample);
    for (const auto relative : of[sample]) of[relative].erase(sample);
    of[sample].clear();
  };
  for (;;) {
    const auto single =
        std::find_if(of.begin(), of.end(), [](const auto& r) { return r.size() == 1; });
    if (single != of.end()) {
      remove(*single->begin());
      continue;
    }
    const auto most = std::max_element(
        of.begin(), of.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
    if (most == of.end() || most->empty()) break;
    remove(static_cast<std::uint32_t>(most - of.begin()));
  }
  std::sort(out.begin(), out.end());
  return out;
}

TEST(RelativesLeftOut, of_known_graphs) {
  using Pairs = std::vector<Relatives>;
  using Out = std::vector<Index>;
  EXPECT_EQ(relatives_left_out(3, Pairs{}), Out{});
  EXPECT_EQ(relatives_left_out(2, Pairs{{0, 1}}), Out{1});
  EXPECT_EQ(relatives_left_out(4, Pairs{{0, 3}, {1, 3}, {2, 3}}), Out{3});       // a parent
  EXPECT_EQ(relatives_left_out(3, Pairs{{0, 1}, {0, 2}, {1, 2}}), (Out{0, 2}));  // a triangle
}

TEST(RelativesLeftOut, is_that_of_the_definition_and_leaves_no_relatives) {
  std::mt19937_64 random(3);
  for (int trial = 0; trial < 200; ++trial) {
    const Index samples = 2 + static_cast<Index>(random() % 40);
    const double density = static_cast<double>(1 + random() % 6) / 12;
    std::vector<Relatives> pairs;
    for (std::uint32_t i = 0; i < samples; ++i) {
      for (std::uint32_t j = i + 1; j < samples; ++j) {
        if (std::uniform_real_distribution<>()(random) < density) pairs.push_back({i, j});
      }
    }
    std::shuffle(pairs.begin(), pairs.end(), random);
    const auto out = relatives_left_out(samples, pairs);
    ASSERT_EQ(out, by_definition(samples, pairs)) << trial;
    const std::set<Index> left_out(out.begin(), out.end());
    for (const auto& [a, b] : pairs) EXPECT_TRUE(left_out.count(a) + left_out.count(b) > 0);
  }
}

TEST_F(RelativeListFiles, have_each_sample_in_one_of_them) {
  Collect collect;
  const auto ids = std::make_shared<const std::vector<std::string>>(
      std::vector<std::string>{"f a", "f b", "g c"});
  RelativeLists lists(path("t"), ids, 0.1, collect);
  lists.begin({.way = 2, .cells = 4, .vectors = 3});
  const std::vector<Hit<2>> hits = {
      {{0, 1}, 0, 0.1}, {{0, 1}, 1, 99}, {{1, 2}, 0, 0.2}, {{1, 2}, 1, 99}};
  lists.take(hits);
  lists.finish();
  EXPECT_EQ(bytes_of(path("t.king.cutoff.in.id")), "#FID\tIID\nf\ta\nf\tb\n");
  EXPECT_EQ(bytes_of(path("t.king.cutoff.out.id")), "#FID\tIID\ng\tc\n");
  EXPECT_EQ(lists.left_out(), 1);
  EXPECT_EQ(collect.pairs(), hits);
}

}  // namespace
}  // namespace encke::sink
