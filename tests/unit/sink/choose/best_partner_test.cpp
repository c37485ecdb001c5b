#include <encke/sink/choose/best_partner.hpp>
#include <encke/sink/choose/top.hpp>
#include <encke/sink/collect.hpp>

#include "support/scratch.hpp"

namespace {

using encke::Hit;
using encke::SinkInfo;
using encke::sink::BestPartner;
using encke::sink::Collect;
using encke::sink::Top;
using encke::test::run;
using encke::test::Scratch;

class BestPartnerTest : public Scratch {};

std::vector<Hit<2>> some_pairs() {
  return {{{{0, 1}}, 0, 3}, {{{0, 2}}, 0, 5}, {{{1, 2}}, 0, 5}, {{{0, 3}}, 0, 1}, {{{2, 3}}, 0, 1}};
}

TEST_F(BestPartnerTest, is_the_largest_value_and_of_equal_ones_the_first_partner) {
  auto hits = some_pairs();
  for (int order = 0; order < 5; ++order) {
    BestPartner best(path("out"), nullptr);
    run(best, {2, 1, 5, true}, hits, 2);
    EXPECT_EQ(bytes_of(best.path()), "#ID\tPARTNER\tVALUE\n0\t2\t5\n1\t2\t5\n2\t0\t5\n3\t0\t1\n");
    EXPECT_EQ(best.selected()->hits, 4);
    std::rotate(hits.begin(), hits.begin() + 1, hits.end());
  }
}

TEST_F(BestPartnerTest, is_the_smallest_value_where_small_is_good) {
  BestPartner best(path("out"), nullptr);
  run(best, {.vectors = 4, .small_is_good = true}, some_pairs(), 2);
  EXPECT_EQ(bytes_of(best.path()), "#ID\tPARTNER\tVALUE\n0\t3\t1\n1\t0\t3\n2\t3\t1\n3\t0\t1\n");
}

TEST_F(BestPartnerTest, of_triples_are_both_others) {
  const std::vector<Hit<3>> hits = {{{{0, 1, 2}}, 7, 3}, {{{0, 2, 3}}, 8, 4}};
  BestPartner best(path("out"), nullptr);
  run(best, {.way = 3, .vectors = 4, .chi_squared = true}, hits, 1);
  EXPECT_EQ(
      bytes_of(best.path()),
      "#ID\tPARTNER1\tPARTNER2\tVALUE\tDF\tP\n0\t2\t3\t4\t8\t0.857123\n1\t0\t2\t3\t7\t0.885002\n"
      "2\t0\t3\t4\t8\t0.857123\n3\t0\t2\t4\t8\t0.857123\n");
}

TEST_F(BestPartnerTest, needs_no_value_that_changes_no_line) {
  BestPartner best(path("out"), nullptr);
  best.begin({.vectors = 4});
  const auto hits = some_pairs();
  best.take(std::span(hits).first(3));
  EXPECT_EQ(best.floor(), -std::numeric_limits<double>::infinity());
  for (int again = 0; again < 2; ++again) best.take(std::span(hits));
  EXPECT_EQ(best.floor(), 1);
}

TEST_F(BestPartnerTest, refuses_ids_that_a_column_cannot_hold) {
  for (const std::string id : {"a\tb", "a\nb", "a\rb"}) {
    BestPartner best(path("out"),
                     std::make_shared<const std::vector<std::string>>(std::vector{id, id}));
    const auto [failure, message] = encke::test::failure_of([&] { best.begin({.vectors = 2}); });
    EXPECT_EQ(failure, encke::Failure::inconsistent);
    EXPECT_NE(message.find("out.best.tsv: the id of vector 0"), std::string::npos) << message;
  }
  EXPECT_TRUE(files().empty());
}

TEST_F(BestPartnerTest, passes_all_hits_on) {
  Collect inner;
  Top top(2, inner);
  BestPartner best(path("out"), nullptr, &top);
  run(best, {.vectors = 4}, some_pairs(), 2);
  EXPECT_EQ(inner.pairs().size(), 2u);
  EXPECT_LE(best.floor(), 1);
  EXPECT_EQ(best.selected()->hits, 2);
}

TEST_F(BestPartnerTest, refuses_metrics_with_several_values) {
  BestPartner best(path("out"), nullptr);
  EXPECT_EQ(encke::test::failure_of([&] { best.begin({.cells = 4}); }).first,
            encke::Failure::inconsistent);
}

TEST(Top, keeps_the_smallest_values_where_small_is_good) {
  Collect inner;
  Top top(3, inner);
  run(top, {.vectors = 4, .small_is_good = true}, some_pairs(), 2);
  const std::vector<Hit<2>> expected = {{{{0, 1}}, 0, 3}, {{{0, 3}}, 0, 1}, {{{2, 3}}, 0, 1}};
  EXPECT_EQ(inner.pairs(), expected);
  EXPECT_EQ(top.ceiling(), 3);
  EXPECT_EQ(top.floor(), -std::numeric_limits<double>::infinity());
}

}  // namespace
