#include <gtest/gtest.h>

#include <algorithm>
#include <encke/host/memory_limit.hpp>
#include <encke/job/layout.hpp>

#include "support/files.hpp"
#include "support/genotypes.hpp"
#include "unit/job/requested.hpp"

namespace encke::job {
namespace {

using io::expect_error;
using test::requested;

Layout layout(const std::string& line, const Extents& extents, int ranks = 1, Index blocks = 0) {
  const Request request = requested(line);
  Plan plan = make_plan(request, 1);
  plan.blocks = blocks;
  const auto backend = make_backend("reference", {});
  return lay_out(request, plan, extents, false, ranks, *backend);
}

TEST(MakePlan, has_what_the_options_say) {
  const Plan plan =
      make_plan(requested("ccc --bfile x --way 3 --threshold 0.5 --precision f32 "
                          "--digest all --histogram --backend reference --level "
                          "portable --devices all --memory 100 --block 32 --shard 2/3 --check"),
                4);
  EXPECT_EQ(plan.way, 3);
  EXPECT_FALSE(plan.threshold.keeps(0.5));
  EXPECT_TRUE(plan.threshold.keeps(0.51));
  EXPECT_EQ(plan.precision, Precision::float32);
  EXPECT_TRUE(plan.digest_all && plan.check);
  EXPECT_EQ(plan.histogram_width, 0.01);
  EXPECT_EQ(plan.backend, "reference");
  EXPECT_EQ(plan.backend_options.level, "portable");
  EXPECT_EQ(plan.backend_options.devices, 0);
  EXPECT_EQ(plan.backend_options.processes, 4);
  EXPECT_EQ(plan.memory, 100 << 20);  // of a rank, however many there are
  EXPECT_EQ(plan.block, 32);
  ASSERT_EQ(plan.shares.size(), 1U);
  EXPECT_EQ(plan.shares.front().of, 3);
}

TEST(MakePlan, asks_the_backend_to_prune_as_the_run_will) {
  EXPECT_EQ(
      make_plan(requested("ccc --bfile x --threshold 0.5 --no-pruning"), 1).backend_options.pruning,
      Pruning::off);
  EXPECT_EQ(make_plan(requested("ccc --bfile x --threshold 0.5"), 1).backend_options.pruning,
            make_plan(requested("ccc --bfile x"), 1).pruning);
}

TEST(LayOutFirst, has_memory_for_masks_while_vectors_are_read) {
  const auto held = [](int memory, bool first) {
    const Request request = requested(
        "ccc --bfile x --threshold 0.7 --no-pruning --block 16 --memory " + std::to_string(memory));
    const Plan plan = make_plan(request, 1);
    // 38 MiB, 57 with masks
    const Extents extents{.vectors = 80000, .fields = 2000};
    const auto backend = make_backend("reference", {});
    return first ? lay_out_first(request, plan, extents, 1, *backend).estimate.held
                 : lay_out(request, plan, extents, false, 1, *backend).estimate.held;
  };
  EXPECT_EQ(held(120, false), 0);
  EXPECT_EQ(held(120, true), 0);  // with masks, too
  int least = 50;
  while (held(least, false) > 0) ++least;
  EXPECT_LT(least, 80);
  EXPECT_GT(held(least, true), 0);
}

TEST(MakePlan, shares_the_memory_of_the_machine_among_its_ranks) {
  const Request request = requested("ccc --bfile x");
  EXPECT_TRUE(make_plan(request, 1).threshold.all);
  EXPECT_GT(make_plan(request, 1).memory, 0);
  EXPECT_LE(make_plan(request, 4).memory, make_plan(request, 1).memory / 3);
}

TEST(LayOut, chooses_a_decomposition_or_takes_the_one_asked_for) {
  EXPECT_EQ(layout("ccc --bfile x", {1000, 50}).ranks.decomposition, (Decomposition{1, 1, 1}));
  EXPECT_EQ(layout("ccc --bfile x", {1000, 50}, 6).ranks.decomposition, (Decomposition{6, 1, 1}));
  EXPECT_EQ(layout("ccc --bfile x --num-proc-field 3", {1000, 50}, 6).ranks.decomposition,
            (Decomposition{2, 3, 1}));
  expect_error(
      [] {
        layout("ccc --bfile x --num-proc-field 4", {1000, 50}, 6);
      },
      Failure::command_line, {"any x 4 x any", "6, the number of ranks"});
}

TEST(LayOut, gives_each_position_equally_many_blocks) {
  for (const int ranks : {2, 3, 5, 8}) {
    const Layout whole = layout("ccc --bfile x", {5000, 50}, ranks);
    EXPECT_EQ(whole.ranks.decomposition.vector, ranks);
    EXPECT_EQ(whole.estimate.blocks % ranks, 0) << ranks;
  }
}

TEST(LayOut, cuts_parts_alike_on_every_number_of_ranks) {
  const std::string part = "ccc --bfile x --shard 1/3";
  const Index blocks = layout(part, {5000, 50}).estimate.blocks;
  for (const int ranks : {2, 3, 5, 8}) {
    EXPECT_EQ(layout(part, {5000, 50}, ranks).estimate.blocks, blocks) << ranks;
  }
  EXPECT_EQ(layout(part + " --memory 2000", {5000, 50}).estimate.blocks, blocks);
}

TEST(LayOut, leaves_no_part_without_a_tile) {
  Index tuples = 0;
  for (int part = 1; part <= 6; ++part) {
    const std::string line = "ccc --bfile x --shard " + std::to_string(part) + "/6";
    const Estimate found = layout(line, {8192, 512}, 4).estimate;
    EXPECT_GE(found.tiles, 8) << part;
    EXPECT_EQ(found.blocks % 4, 0);
    tuples += found.tuples;
  }
  EXPECT_EQ(tuples, 8192 * 8191 / 2);
}

TEST(LayOut, chooses_fields_for_few_long_vectors) {
  EXPECT_EQ(layout("ccc --bfile x", {100, 300'000}, 8).ranks.decomposition,
            (Decomposition{1, 8, 1}));
  EXPECT_EQ(layout("epistasis --bfile x --score k2", {100, 300'000}, 8).ranks.decomposition,
            (Decomposition{1, 1, 8}));
}

TEST(LayOut, keeps_the_blocks_of_the_run_that_is_resumed) {
  EXPECT_EQ(layout("ccc --bfile x", {5000, 50}, 3, 17).estimate.blocks, 17);
}

TEST(LayOut, refuses_what_cannot_be) {
  expect_error(
      [] {
        layout("ccc --bfile x", {1, 50});
      },
      Failure::inconsistent, {"1 vector, --way 2 needs 2"});
  expect_error(
      [] {
        layout("ccc --bfile x --way 3", {2, 50});
      },
      Failure::inconsistent, {"2 vectors, --way 3 needs 3"});
  expect_error(
      [] {
        layout("ccc --bfile x --memory 1", {1000, 50});
      },
      Failure::memory, {"needed", "1 MiB allowed"});
}

TEST(LayOut, says_how_much_memory_suffices) {
  for (const char* line : {"ccc --bfile x --memory 20", "ps --table t --way 3 --memory 20",
                           "ccc --bfile x --top 100000 --memory 20"}) {
    for (const int ranks : {1, 4}) {
      std::int64_t needed = 0;
      try {
        layout(line, {2000, 1000}, ranks);
      } catch (const OutOfMemory& error) {
        needed = error.bytes_needed();
      }
      ASSERT_GT(needed, 20 << 20) << line;
      std::string enough = line;
      enough.replace(enough.rfind("20"), 2, std::to_string((needed + (1 << 20) - 1) >> 20));
      EXPECT_NO_THROW(layout(enough, {2000, 1000}, ranks)) << enough;
    }
  }
}

TEST(LayOut, of_extents_whose_product_overflows_needs_more_than_any_memory) {
  expect_error(
      [] {
        layout("ps --table t --memory 1000", {100'000'000, Index{1} << 40});
      },
      Failure::memory, {"needed"});
}

/// The share that is expected to be left of random variants, of which every second repeats the one
/// before.
std::optional<double> share_left(const std::string& line, Index vectors = 3000) {
  test::Genotypes g = test::random_genotypes(vectors, 1100, 0, 41);
  for (Index v = 1; v < vectors; v += 2) {
    std::ranges::copy(g.vector(v - 1), g.values.begin() + v * g.fields);
  }
  const bool moments = line.starts_with("r2");
  const PackedVectors all = moments ? test::pack_moments(g) : test::pack(g);
  const Request request = requested(line);
  const Plan plan = make_plan(request, 1);
  const auto backend = make_backend("kokkos", {});
  return expect_share_left(
      request, plan, {vectors, g.fields},
      [&](const Spread& spread) { return spread_sample(all, spread); }, *backend);
}

TEST(ExpectShareLeft, is_what_a_run_of_a_sample_makes_of_pairs) {
  const auto some = share_left("r2 --bfile x --inter-chr --threshold 0.8");
  ASSERT_TRUE(some.has_value());
  EXPECT_GT(*some, 0.01);
  EXPECT_LT(*some, 0.25);  // a quarter is distinct, and little of that is computed to its end
  const auto more = share_left("r2 --bfile x --inter-chr --threshold 0.0001");
  ASSERT_TRUE(more.has_value());
  EXPECT_GT(*more, *some);
  EXPECT_LT(*more, 0.3);
}

TEST(ExpectShareLeft, is_that_of_the_useful_pairs_of_triples) {
  const auto some = share_left("ccc --bfile x --way 3 --threshold 0.6", 1000);
  ASSERT_TRUE(some.has_value());
  EXPECT_LT(*some, 0.01);
}

TEST(LayOut, tells_where_the_run_alone_will_know_what_is_left) {
  const Extents extents{600, 50};
  for (const auto* line : {"r2 --bfile x --inter-chr --top 9", "duo --bfile x --top 9",
                           "ps --table x --precision u8 --top 9"}) {
    EXPECT_TRUE(layout(line, extents).share_unknown) << line;
    EXPECT_FALSE(layout(line, {500, 50}).share_unknown) << line;
  }
  for (const auto* line :
       {"r2 --bfile x --inter-chr --threshold 0.8", "duo --bfile x --top 9 --no-pruning",
        "duo --bfile x --top 9 --histogram", "ps --table x --precision f64 --top 9",
        "duo --bfile x --way 3 --top 9", "king --bfile x --top 9"}) {
    EXPECT_FALSE(layout(line, extents).share_unknown) << line;
  }
  const Request request = requested("duo --bfile x --threshold 0.5");
  Plan plan = make_plan(request, 1);
  const auto backend = make_backend("reference", {});
  EXPECT_FALSE(lay_out(request, plan, extents, false, 1, *backend).share_unknown);
  plan.domain = Domain::of_window(Window::within_places(600, 20));
  EXPECT_TRUE(lay_out(request, plan, extents, false, 1, *backend).share_unknown);
}

TEST(ExpectShareLeft, is_nothing_where_all_is_made_or_the_run_alone_tells) {
  for (const auto* line :
       {"r2 --bfile x --inter-chr", "r2 --bfile x --inter-chr --threshold 0.8 --no-pruning",
        "r2 --bfile x --inter-chr --top 9", "r2 --bfile x --inter-chr --threshold 0.8 --check"}) {
    EXPECT_FALSE(share_left(line, 600).has_value()) << line;
  }
  EXPECT_FALSE(share_left("r2 --bfile x --inter-chr --threshold 0.8", 400).has_value());
  EXPECT_FALSE(share_left("ccc --bfile x --way 3 --threshold 0.6", 150).has_value());
}

}  // namespace
}  // namespace encke::job
