#include <encke/pack/packers.hpp>

#include "support/devices/field_group_cases.hpp"
#include "support/values.hpp"

// A group of one rank that has its fields in several parts; groups of several ranks: tests/mpi.

namespace {

using encke::AlleleBits;
using encke::AlleleCounts;
using encke::Array;
using encke::Communicator;
using encke::Element;
using encke::FieldGroup;
using encke::Index;
using encke::Minima;
using encke::Operand;
using encke::PackedVectors;
using encke::Range;
using encke::TileBackend;
using encke::test::adjusted_problem;
using encke::test::expect_group_sees_the_whole;
using encke::test::FieldProblem;
using encke::test::genotype_problem;
using encke::test::powered_problem;
using encke::test::real_problem;
using encke::test::weighted_problem;

template <int Way>
void for_backends(const FieldProblem& problem, const std::vector<Range>& parts) {
  for (const auto& entry : encke::compiled_backends()) {
    const auto backend = encke::make_backend(entry.name, {});
    expect_group_sees_the_whole<Way>(Communicator(), problem, parts, *backend);
  }
}

TEST(FieldGroup, of_one_rank_adds_parts_of_genotypes_and_bits) {
  for (const Element element : {Element::genotype, Element::bit}) {
    for (const double rate : {0.0, 0.05}) {
      // the first part has nothing missing where the others have
      const auto problem = genotype_problem(element, 40, 150, rate, 64);
      for (const auto& parts :
           {std::vector<Range>{{0, 64}, {64, 128}, {128, 150}},
            std::vector<Range>{{0, 33}, {33, 150}}, std::vector<Range>{{0, 150}}}) {
        for_backends<2>(problem, parts);
        for_backends<3>(problem, parts);
      }
    }
  }
}

TEST(FieldGroup, of_one_rank_adds_parts_of_moments_and_matches) {
  for (const Element element : {Element::genotype_moments, Element::genotype_matches}) {
    for (const double rate : {0.0, 0.05}) {
      const auto problem = genotype_problem(element, 40, 150, rate, 64);
      for_backends<2>(problem, {{0, 64}, {64, 128}, {128, 150}});
      for_backends<2>(problem, {{0, 33}, {33, 150}});
    }
  }
}

TEST(FieldGroup, of_one_rank_adds_segments_of_reals_in_order) {
  const std::vector<Range> segments{{0, 4096}, {4096, 8192}, {8192, 9000}};
  for (const Element element : {Element::float32, Element::float64}) {
    for_backends<2>(real_problem(element, 35, 9000), segments);
    for_backends<3>(real_problem(element, 19, 9000), segments);
  }
  for (const Element element : {Element::powered32, Element::powered64}) {
    for_backends<2>(powered_problem(element, 35, 9000), segments);
  }
  for (const Element element : {Element::adjusted32, Element::adjusted64}) {
    for_backends<2>(adjusted_problem(element, 35, 9000), segments);
  }
  for (const Element element : {Element::weighted_bits32, Element::weighted_bits64}) {
    for_backends<2>(weighted_problem(element, 35, 9000), segments);
  }
}

TEST(FieldGroup, of_one_rank_with_one_part_leaves_the_visits_to_the_backend) {
  class Watch final : public TileBackend {
   public:
    std::string_view name() const override { return "watch"; }
    bool supports(encke::ContractionId) const override { return true; }
    int workers() const override { return 1; }
    std::int64_t memory(int, Index, Index, std::int64_t) const override { return 0; }
    void contract(const Array<Operand, 2>&, const encke::Screen* screen,
                  encke::TallyVisitor& visitor) override {
      seen = {screen, &visitor};
    }
    void contract(const Array<Operand, 3>&, const encke::Screen*, encke::TallyVisitor&) override {}
    std::pair<const encke::Screen*, encke::TallyVisitor*> seen;
  };
  Watch backend;
  encke::test::TallyRecord<AlleleCounts, 2> record({});
  const encke::Screen screen;
  std::string order;
  FieldGroup<AlleleCounts, 2> group(
      Communicator(), {}, backend, &screen, record, [&](const auto&) { order += "start "; },
      [&](const auto&) { order += "done"; });
  const auto vectors = encke::pack::genotypes(16, 64);
  const auto tile = encke::tile_from_id<2>(encke::Partition(16, 16), 0);
  const std::vector<Array<Operand, 2>> parts{{{{&vectors, {0, 16}, 0}, {&vectors, {0, 16}, 0}}}};
  group.contract(tile, parts);
  group.finish();
  EXPECT_EQ(backend.seen.first, &screen);
  EXPECT_EQ(backend.seen.second, &record);
  EXPECT_EQ(order, "start done");
  EXPECT_EQ(group.bytes(), 0);
}

TEST(FieldGroup, of_one_rank_without_fields_sees_zeros) {
  for_backends<2>(genotype_problem(Element::genotype, 20, 0, 0), {});
  for_backends<3>(genotype_problem(Element::bit, 20, 0, 0), {});
}

TEST(FieldGroup, refuses_parts_that_miss_samples_in_a_block_said_to_be_complete) {
  const auto problem = genotype_problem(Element::genotype, 40, 100, 0.1);
  const auto& vectors = problem.whole();
  const auto backend = encke::make_backend("auto", {});
  encke::test::TallyRecord<AlleleCounts, 2> record(encke::test::margins_of<AlleleCounts>(vectors));
  const auto tile = encke::tile_from_id<2>(encke::Partition(40, 16), 5);
  const Array<Operand, 2> one{{{&vectors, tile.ranges[0], 0}, {&vectors, tile.ranges[1], 0}}};
  FieldGroup<AlleleCounts, 2> group(
      Communicator(), {}, *backend, nullptr, record, [](const auto&) {}, [](const auto&) {});
  const auto error = encke::test::error_of([&] { group.contract(tile, std::vector{one, one}); });
  EXPECT_STREQ(error.what(),
               "a field group: a vector with missing samples in a block that has none");
}

TEST(FieldGroup, refuses_operands_of_another_tile) {
  const auto problem = genotype_problem(Element::genotype, 40, 100, 0);
  const auto& vectors = problem.whole();
  const auto backend = encke::make_backend("auto", {});
  encke::test::TallyRecord<AlleleCounts, 2> record(encke::test::margins_of<AlleleCounts>(vectors));
  const auto tile = encke::tile_from_id<2>(encke::Partition(40, 16), 0);
  const Array<Operand, 2> other{{{&vectors, {0, 16}, 16}, {&vectors, {0, 16}, 16}}};
  FieldGroup<AlleleCounts, 2> group(
      Communicator(), {}, *backend, nullptr, record, [](const auto&) {}, [](const auto&) {});
  const auto error = encke::test::error_of([&] {
    group.contract(tile, std::vector{other, other});
  });
  EXPECT_STREQ(error.what(), "a field group: operands that are not the tile's");
}

TEST(FieldMargins, refuse_parts_of_different_numbers_of_vectors) {
  const auto a = encke::pack::genotypes(16, 64), b = encke::pack::genotypes(17, 64);
  const PackedVectors* parts[] = {&a, &b};
  const auto error =
      encke::test::error_of([&] { encke::field_margins<AlleleCounts>(Communicator(), parts, 16); });
  EXPECT_STREQ(error.what(), "a field group: parts of different numbers of vectors");
}

TEST(FieldMargins, of_no_parts_are_zero) {
  using Margin = Array<double, 1>;
  EXPECT_EQ(encke::field_margins<Minima>(Communicator(), {}, 3), std::vector<Margin>(3, {{0}}));
}

TEST(FieldGroup, tells_the_memory_of_two_tiles_and_a_message) {
  EXPECT_EQ((FieldGroup<AlleleCounts, 2>::memory(1, 64, true)), 0);
  EXPECT_EQ((FieldGroup<AlleleCounts, 2>::memory(2, 64, false)), 3 * 64 * 64 * 4);
  EXPECT_EQ((FieldGroup<AlleleBits, 2>::memory(2, 64, true)), 3 * 4 * 64 * 64 * 4);
  EXPECT_EQ((FieldGroup<AlleleCounts, 3>::memory(8, 16, true)),
            3 * (8 * 16 * 16 * 16 + 3 * 4 * 16 * 16) * 4);
  EXPECT_EQ((FieldGroup<Minima, 3>::memory(8, 16, true)), 3 * (16 * 16 * 16 + 3 * 16 * 16) * 8);
}

}  // namespace
