#include <encke/backend/registry.hpp>
#include <encke/base/error.hpp>

#include "mpi/world.hpp"
#include "support/devices/field_group_cases.hpp"

// Lines of as many ranks as run the program: what the ranks see together is what one would see.

namespace encke {
namespace {

using test::adjusted_problem;
using test::expect_group_sees_the_whole;
using test::FieldProblem;
using test::genotype_problem;
using test::powered_problem;
using test::real_problem;
using test::weighted_problem;
using test::world;

/// `units` cut into as many ranges as there are ranks, of quite different sizes, some empty.
Range uneven(Index units, int shift) {
  const Index ranks = world().size();
  const auto cut = [&](Index r) {
    return units * ((r + shift) / (shift + 1)) * (shift + 1) / ranks;
  };
  const auto bound = [&](Index r) {
    return r <= 0 ? 0 : r >= ranks ? units : std::min(cut(r), units);
  };
  return {bound(world().rank()), bound(world().rank() + 1)};
}

/// Two ways to share the fields out: nearly even, and such that every other rank has none.
template <int Way>
void for_backends(const FieldProblem& problem, Index unit) {
  for (const int shift : {0, 1}) {
    const Range mine = uneven(divide_up(problem.fields, unit), shift);
    std::vector<Range> parts;
    for (Index u = mine.begin; u < mine.end; ++u) {
      const Range part{u * unit, std::min(u * unit + unit, problem.fields)};
      if (unit < Minima::segment && !parts.empty()) {
        parts.back().end = part.end;  // genotypes and bits: one part
      } else {
        parts.push_back(part);
      }
    }
    for (const auto& entry : compiled_backends()) {
      const auto backend = make_backend(entry.name, {});
      expect_group_sees_the_whole<Way>(world(), problem, parts, *backend);
    }
  }
}

TEST(FieldGroupOfRanks, sums_genotypes_and_bits) {
  for (const Element element : {Element::genotype, Element::bit}) {
    for (const double rate : {0.0, 0.05}) {
      const auto pairs = genotype_problem(element, 20, 333, rate, 140);
      for_backends<2>(pairs, 1);
      for_backends<2>(pairs, 64);
      for_backends<3>(genotype_problem(element, 33, 333, rate, 140), 64);  // all shapes of tiles
    }
  }
}

TEST(FieldGroupOfRanks, sums_reals_segment_by_segment) {
  for (const Element element : {Element::float32, Element::float64}) {
    for_backends<2>(real_problem(element, 18, 5 * Minima::segment - 7), Minima::segment);
    for_backends<3>(real_problem(element, 18, 3 * Minima::segment - 7), Minima::segment);
  }
  for (const Element element : {Element::powered32, Element::powered64}) {
    for_backends<2>(powered_problem(element, 18, 4 * Minima::segment - 7), Minima::segment);
  }
  for (const Element element : {Element::adjusted32, Element::adjusted64}) {
    for_backends<2>(adjusted_problem(element, 18, 4 * Minima::segment - 7), Minima::segment);
  }
  for (const Element element : {Element::weighted_bits32, Element::weighted_bits64}) {
    for_backends<2>(weighted_problem(element, 18, 5 * Minima::segment - 7), Minima::segment);
  }
}

/// Blocks of several messages, and groups that are one of many.
TEST(FieldGroupOfRanks, works_with_cut_messages_and_on_a_part_of_the_ranks) {
  const auto problem = genotype_problem(Element::genotype, 40, 64, 0.1);
  const auto backend = make_backend("auto", {});
  const std::vector<Range> first{{0, 64}};
  const std::vector<Range> none;
  expect_group_sees_the_whole<2>(world().cut_at(1000), problem, world().is_root() ? first : none,
                                 *backend);
  const auto group = world().split(world().rank() % 2, world().rank());
  expect_group_sees_the_whole<3>(group, problem, group.is_root() ? first : none, *backend);
}

}  // namespace
}  // namespace encke
