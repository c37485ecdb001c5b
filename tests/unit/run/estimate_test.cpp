#include <gtest/gtest.h>

#include <encke/backend/backend.hpp>
#include <encke/check/tally_check.hpp>
#include <encke/combine/screen_after_sum.hpp>
#include <encke/distributed/field_group.hpp>
#include <encke/run/estimate.hpp>
#include <encke/schedule/partition.hpp>
#include <limits>

#include "support/genotypes.hpp"
#include "support/values.hpp"

namespace {

using encke::Estimate;
using encke::estimate;
using encke::Failure;
using encke::Index;
using encke::OutOfMemory;
using encke::Plan;
using encke::ProblemExtents;
using encke::test::error_of;

constexpr std::int64_t mebibyte = 1 << 20;

/// Says how much memory it takes and computes nothing.
class Greedy : public encke::TileBackend {
 public:
  std::string_view name() const override { return "greedy"; }
  bool supports(encke::ContractionId) const override { return true; }
  int workers() const override { return 2; }
  std::int64_t memory(int way, Index block, Index, std::int64_t) const override {
    return way * block * block * 64;
  }
  void contract(const encke::Array<encke::Operand, 2>&, const encke::Screen*,
                encke::TallyVisitor&) override {}
  void contract(const encke::Array<encke::Operand, 3>&, const encke::Screen*,
                encke::TallyVisitor&) override {}
};

/// Has kernels of genotypes alone, and no answer for others.
class Selective final : public Greedy {
 public:
  bool supports(encke::ContractionId id) const override {
    return id == encke::ContractionId::allele_counts;
  }
  std::int64_t memory_for(encke::Element element, int way, Index block, Index fields,
                          std::int64_t bytes_of_vector) const override {
    if (!supports(element.contraction)) throw encke::Error(Failure::internal, "no kernels");
    return memory(way, block, fields, bytes_of_vector);
  }
};

ProblemExtents large() {
  return {.vectors = 20000, .fields = 500, .cells = 4, .vector_bytes = 3 * mebibyte};
}

TEST(Estimate, counts_tuples_values_and_comparisons) {
  const auto e = estimate({.way = 3}, {.vectors = 100, .fields = 50, .cells = 8}, Greedy{});
  EXPECT_EQ(e.tuples, 161700);
  EXPECT_EQ(e.values, 8 * 161700);
  EXPECT_EQ(e.comparisons, 50. * 161700);
}

TEST(Estimate, refuses_what_the_backend_cannot_contract_before_it_asks_for_its_memory) {
  const auto of = [](encke::Element element) {
    return estimate({.way = 2}, {.vectors = 40, .fields = 5, .element = element}, Selective{});
  };
  EXPECT_GT(of(encke::Element::genotype).backend_bytes, 0);
  const auto error = error_of([&] { of(encke::Element::trait_sums); });
  EXPECT_EQ(error.failure(), Failure::inconsistent);
  EXPECT_NE(std::string(error.what()).find("the backend greedy cannot"), std::string::npos)
      << error.what();
}

TEST(Estimate, cuts_the_vectors_into_the_blocks_and_tiles_of_the_schedule) {
  const auto pairs = estimate({.way = 2, .block = 64}, {.vectors = 200, .fields = 5}, Greedy{});
  EXPECT_EQ(pairs.block, 64);
  EXPECT_EQ(pairs.blocks, 4);
  EXPECT_EQ(pairs.tiles, 10);
  const auto triples = estimate({.way = 3, .block = 64}, {.vectors = 200, .fields = 5}, Greedy{});
  EXPECT_EQ(triples.tiles, 20);
}

TEST(Estimate, chooses_blocks_that_are_whole_groups_and_no_larger_than_the_problem) {
  for (const int way : {2, 3}) {
    for (const Index vectors : {0, 1, 63, 65, 1000, 100000}) {
      for (const Index fields : {0, 1, 1000, 1000000, 200000000}) {
        const auto e = estimate({.way = way}, {.vectors = vectors, .fields = fields}, Greedy{});
        EXPECT_EQ(e.block % encke::Partition::granule, 0);
        EXPECT_GE(e.block, 16);
        EXPECT_LE(e.block, std::max<Index>(16, encke::round_up(vectors, 16)));
      }
    }
  }
}

TEST(Estimate, adds_up_all_that_will_be_held) {
  const auto e = estimate({.way = 2, .block = 128}, large(), Greedy{});
  EXPECT_EQ(e.vector_bytes, 3 * mebibyte);
  const auto whole =
      estimate({.way = 2, .block = 128, .pruning = encke::Pruning::off}, large(), Greedy{});
  EXPECT_EQ(whole.backend_bytes, 2 * 128 * 128 * 64);
  EXPECT_GT(e.backend_bytes, whole.backend_bytes);  // copies of blocks without equal vectors
  EXPECT_GT(e.select_bytes, 0);
  EXPECT_EQ(e.bytes(), e.vector_bytes + e.backend_bytes + e.select_bytes + e.sink_bytes +
                           Estimate::program_bytes);
}

TEST(Estimate, counts_the_sums_that_tallies_are_checked_by) {
  using encke::AlleleBits;
  using encke::RowCheck;
  for (const int way : {2, 3}) {
    // runs that are checked contract equal vectors like any other
    const auto plain =
        estimate({.way = way, .block = 128, .pruning = encke::Pruning::off}, large(), Greedy{});
    const auto checked = estimate({.way = way, .block = 128, .check = true}, large(), Greedy{});
    const auto sums = way == 2 ? RowCheck<AlleleBits, 2>::memory(128, 500, Greedy{}.workers())
                               : RowCheck<AlleleBits, 3>::memory(128, 500, Greedy{}.workers());
    EXPECT_EQ(checked.bytes() - plain.bytes(), sums);
    EXPECT_GE(sums, (way == 2 ? 128 : 128 * 128 * 2) * 4 * 8);  // one sum for each row and plane
  }
}

TEST(Estimate, counts_the_tallies_that_ranks_of_a_field_line_add_up) {
  for (const int way : {2, 3}) {
    ProblemExtents problem = large();
    problem.ranks.field = 2;
    const auto e = estimate({.way = way, .block = 64}, problem, Greedy{});
    const auto tallies = way == 2 ? encke::FieldGroup<encke::AlleleCounts, 2>::memory(2, 64, true)
                                  : encke::FieldGroup<encke::AlleleCounts, 3>::memory(2, 64, true);
    const auto reals = way == 2 ? encke::FieldGroup<encke::Minima, 2>::memory(2, 64, false)
                                : encke::FieldGroup<encke::Minima, 3>::memory(2, 64, false);
    EXPECT_GE(e.exchange_bytes, std::max(tallies, reals));
    const auto marks = encke::ScreenAfterSum<encke::AlleleBits, 3>::memory(2, 64);
    EXPECT_EQ(e.exchange_bytes, tallies + marks);
  }
}

TEST(Estimate, shrinks_blocks_until_they_fit_into_the_memory) {
  const auto free = estimate({.way = 2}, large(), Greedy{});
  std::int64_t last = free.block;
  for (std::int64_t memory = free.bytes() - 1; memory > 45 * mebibyte; memory -= 20 * mebibyte) {
    const auto e = estimate({.way = 2, .memory = memory}, large(), Greedy{});
    EXPECT_LE(e.bytes(), memory);
    EXPECT_LE(e.block, last);
    last = e.block;
  }
  EXPECT_LT(last, free.block);
}

TEST(Estimate, refuses_memory_that_the_smallest_blocks_exceed_and_says_how_much_is_needed) {
  const Plan plan{.way = 2, .memory = mebibyte};
  try {
    estimate(plan, large(), Greedy{});
    FAIL() << "a run in one mebibyte";
  } catch (const OutOfMemory& error) {
    EXPECT_EQ(error.bytes_allowed(), mebibyte);
    EXPECT_GT(error.bytes_needed(), Estimate::program_bytes);
    const Plan enough{.way = 2, .memory = error.bytes_needed()};
    EXPECT_LE(estimate(enough, large(), Greedy{}).bytes(), error.bytes_needed());
  }
}

/// 20,000 variants of 20,000 samples, 150 MB with masks, in 80 MiB.
ProblemExtents larger_than_memory(bool missing) {
  return {.vectors = 20000,
          .fields = 20000,
          .cells = 4,
          .vector_bytes =
              encke::PackedVectors::bytes_for(encke::Element::genotype, 20000, 20000, missing),
          .on_demand = true};
}

TEST(Estimate, holds_more_blocks_on_demand_once_it_is_known_that_no_sample_is_missing) {
  const Plan plan{.way = 2, .memory = 80 * mebibyte};
  const Estimate masked = estimate(plan, larger_than_memory(true), Greedy{});
  ASSERT_GT(masked.held, 0);
  const Estimate complete = without_masks(masked, plan, larger_than_memory(false), Greedy{});
  EXPECT_EQ(complete.blocks, masked.blocks);
  EXPECT_GT(complete.held, masked.held);
  EXPECT_LE(complete.bytes(), plan.memory);
  EXPECT_LT(complete.blocks_read, masked.blocks_read);
  EXPECT_EQ(without_masks(masked, plan, larger_than_memory(true), Greedy{}).held, masked.held);
}

TEST(Estimate, needs_memory_for_publishing_only_where_that_takes_more_than_the_vectors) {
  const Plan plan{.way = 2, .block = 128};
  ProblemExtents problem = large();
  problem.sink_bytes = mebibyte;
  const Estimate bare = estimate(plan, problem, Greedy{});
  problem.publish_bytes = bare.run_bytes() + mebibyte;
  const Estimate less = estimate(plan, problem, Greedy{});
  EXPECT_EQ(less.bytes(), bare.bytes());
  EXPECT_EQ(less.output_bytes(), mebibyte);
  problem.publish_bytes += mebibyte;
  const Estimate more = estimate(plan, problem, Greedy{});
  EXPECT_EQ(more.bytes(), bare.bytes() + mebibyte);
  EXPECT_EQ(more.output_bytes(), 2 * mebibyte);
  problem = larger_than_memory(false);
  problem.publish_bytes = 100 * mebibyte;  // blocks on demand would not help
  EXPECT_EQ(
      error_of([&] { estimate({.way = 2, .memory = 80 * mebibyte}, problem, Greedy{}); }).failure(),
      Failure::memory);
}

TEST(Estimate, takes_blocks_on_demand_that_leave_no_tile_of_a_kernel_in_part) {
  for (const int memory : {60, 80, 100}) {
    const Plan plan{.way = 2, .memory = memory * mebibyte};
    const Estimate e = estimate(plan, larger_than_memory(false), Greedy{});
    ASSERT_GT(e.held, 0);
    EXPECT_EQ(e.block % 96, 0) << memory;
  }
}

TEST(Estimate, counts_what_the_input_holds_and_takes_to_be_read) {
  const Plan plan{.way = 2, .memory = 80 * mebibyte};
  ProblemExtents problem = larger_than_memory(true);
  const Estimate bare = estimate(plan, problem, Greedy{});
  EXPECT_EQ(bare.packed_file, 0);
  problem.input.held = 20 * mebibyte;
  const Estimate named = estimate(plan, problem, Greedy{});
  EXPECT_EQ(named.input_bytes, 20 * mebibyte);
  EXPECT_LE(named.bytes(), plan.memory);
  EXPECT_GT(named.blocks_read, bare.blocks_read);
  problem.input.slow_again = true;
  EXPECT_EQ(estimate(plan, problem, Greedy{}).packed_file, 0);  // there is no place for it
  problem.packed_file = true;
  EXPECT_EQ(estimate(plan, problem, Greedy{}).packed_file, problem.vector_bytes);
  problem.ranks.replica = 2;
  EXPECT_GT(estimate(plan, problem, Greedy{}).program, named.program);
}

TEST(Estimate, does_not_shrink_a_block_that_was_asked_for) {
  const Plan plan{.way = 2, .memory = 64 * mebibyte, .block = 4096};
  EXPECT_EQ(error_of([&] { estimate(plan, large(), Greedy{}); }).failure(), Failure::memory);
}

TEST(Estimate, counts_a_sink_that_would_hold_more_than_any_memory) {
  ProblemExtents problem = large();
  problem.sink_bytes = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(estimate({}, problem, Greedy{}).bytes(), problem.sink_bytes);
  const Plan plan{.memory = std::int64_t{1} << 40};
  EXPECT_EQ(error_of([&] { estimate(plan, problem, Greedy{}); }).failure(), Failure::memory);
}

TEST(Estimate, refuses_ways_and_blocks_that_are_not_there) {
  const auto failure = [](const Plan& plan) {
    return error_of([&] { estimate(plan, large(), Greedy{}); }).failure();
  };
  EXPECT_EQ(failure({.way = 1}), Failure::command_line);
  EXPECT_EQ(failure({.way = 4}), Failure::command_line);
  EXPECT_EQ(failure({.block = -16}), Failure::command_line);
  EXPECT_EQ(failure({.block = 8}), Failure::command_line);
  EXPECT_EQ(failure({.block = 100}), Failure::command_line);
}

TEST(Estimate, refuses_problems_whose_values_cannot_be_counted) {
  const auto failure = [](int way, Index vectors, int cells) {
    const ProblemExtents problem{.vectors = vectors, .fields = 10, .cells = cells};
    return error_of([&] { estimate({.way = way}, problem, Greedy{}); });
  };
  EXPECT_EQ(failure(2, Index{1} << 32, 1).failure(), Failure::inconsistent);
  EXPECT_EQ(failure(3, 3000001, 1).failure(), Failure::inconsistent);
  EXPECT_EQ(failure(3, 3000000, 8).failure(), Failure::inconsistent);
  EXPECT_EQ(failure(2, Index{1} << 32, 4).failure(), Failure::inconsistent);
  EXPECT_STREQ(failure(3, 1000000, 8).what(), "nothing was thrown");
}

TEST(TrialRate, is_measured_on_any_backend_and_zero_for_too_few_vectors) {
  const auto few = encke::test::pack(encke::test::random_genotypes(31, 64, 0, 1));
  const auto many = encke::test::pack(encke::test::random_genotypes(100, 64, 0, 1));
  for (const auto& engine : encke::test::engines()) {
    const auto backend = encke::make_backend(engine.backend, {engine.level});
    for (const int way : {2, 3}) {
      if (way == 3 && engine.backend == "reference") continue;  // seconds
      EXPECT_EQ(trial_rate({.way = way}, few, *backend), 0);
      EXPECT_GT(trial_rate({.way = way}, many, *backend), 0);
    }
  }
}

}  // namespace
