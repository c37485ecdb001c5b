#include <gtest/gtest.h>

#include <encke/metric/builtin.hpp>
#include <vector>

#include "support/genotypes.hpp"
#include "support/long_run.hpp"
#include "support/tally_record.hpp"
#include "unit/cuda/emulated/run.hpp"

// Triples of which there are more candidates than room, and whose products are cut into parts: the
// folded vectors of a pivot must last until its candidates have been taken.

namespace {

using encke::AlleleCounts;
using encke::Array;
using encke::Index;
using encke::Operand;
using encke::PackedVectors;
using encke::Range;
using encke::Screen;
using encke::cuda::Pipeline;
using encke::test::BackendWithDevice;
using encke::test::EmulatedDevice;
using encke::test::pack;
using encke::test::random_genotypes;
using Record = encke::test::TallyRecord<AlleleCounts, 3>;

Record record_of(const PackedVectors& vectors) {
  return Record(encke::test::margins_of<AlleleCounts>(vectors));
}

/// A screen by weights that are all 1.
struct Weighted {
  Weighted(const PackedVectors& vectors, float floor)
      : ones(static_cast<std::size_t>(vectors.vectors()), 1) {
    auto& bound = screen.emplace<encke::WeightBound>();
    bound.weight[0] = bound.weight[1] = ones.data();
    bound.floor = floor;
  }
  std::vector<float> ones;
  Screen screen;
};
constexpr float let_all_pass = 1e-3F;  // a floor

/// All tuples of the blocks have the tallies of the reference, where all are candidates and there
/// is room for few.
void expect_tallies(const PackedVectors& vectors, const Array<Range, 3>& ranges,
                    const Pipeline::Limits& limits, const std::string& what) {
  Array<Operand, 3> blocks;
  for (int v = 0; v < 3; ++v) blocks[v] = {&vectors, ranges[v], 0};
  auto expected = record_of(vectors);
  encke::make_backend("reference", {})->contract(blocks, nullptr, expected);

  const Weighted weighted(vectors, let_all_pass);
  auto found = record_of(vectors);
  encke::cuda::CudaBackend backend(std::make_unique<EmulatedDevice>(), limits);
  backend.contract(blocks, &weighted.screen, found);
  EXPECT_EQ(found.visits(), expected.visits()) << what;
  EXPECT_EQ(found.values(), expected.values()) << what;
}

Pipeline::Limits limits_of(Index most_entries, Index most_candidates) {
  auto limits = encke::test::small_limits;
  limits.kept = most_candidates;
  limits.stored = limits.selected = limits.screened = most_entries;
  return limits;
}

TEST(CudaTriples, keep_the_pivot_until_all_its_tallies_are_there) {
  for (const double rate : {0.0, 0.1}) {
    const auto vectors = pack(random_genotypes(24, 70, rate, 1));
    const Range all{0, 24};
    expect_tallies(vectors, {{all, all, all}}, limits_of(1 << 18, 5), "one part");
  }
}

TEST(CudaTriples, of_many_vectors_are_cut_into_parts) {
  for (const double rate : {0.0, 0.1}) {
    const auto vectors = pack(random_genotypes(300, 10, rate, 2));
    const Range pivots{0, 3}, others{16, 300};
    expect_tallies(vectors, {{pivots, others, others}}, limits_of(1, 5), "parts");
    expect_tallies(vectors, {{pivots, others, others}}, limits_of(1 << 18, 5), "one part");
  }
}

/// Where a screen becomes active, parts become larger: the last pivot that was cut is in both
/// queues still when the next one is not.
TEST(CudaTriples, keep_a_pivot_that_was_cut_until_all_its_parts_have_ended) {
  auto limits = limits_of(1, 1 << 20);
  limits.selected = limits.screened = 1 << 22;
  for (const double rate : {0.0, 0.1}) {
    std::size_t first = rate > 0 ? 1 : 0;
    const auto vectors = pack(random_genotypes(276, 10, rate, 4));
    const Operand pivots{&vectors, {0, 5}, 0}, others{&vectors, {16, 276}, 0};  // two parts
    const Array<Operand, 3> blocks = {{pivots, others, others}};
    auto expected = record_of(vectors);
    encke::make_backend("reference", {})->contract(blocks, nullptr, expected);
    for (const int fast_queue : {-1, 0, 1}) {
      std::size_t turn = first++;
      for (const int visits : {1, 10}) {
        if (!encke::test::has_turn(turn++, 2)) continue;  // each queue with each of these
        Weighted weighted(vectors, 0);
        auto found = record_of(vectors);
        encke::test::Activating visitor(found, weighted.screen, let_all_pass, visits);
        BackendWithDevice with(limits);
        with.device.fast_queue = fast_queue;
        with.backend.contract(blocks, &weighted.screen, visitor);
        EXPECT_EQ(found.values(), expected.values()) << rate << ", after " << visits;
        EXPECT_GT(with.device.stores, 0);
        EXPECT_GT(with.device.selections, 0);
      }
    }
  }
}

/// Bytes that all triples bring to the device with a screen that has a floor, or gets one `later`.
Index bytes_in(const PackedVectors& vectors, float floor, float later) {
  const Operand all{&vectors, {0, vectors.vectors()}, 0};
  const Array<Operand, 3> blocks = {{all, all, all}};
  auto expected = record_of(vectors);
  encke::make_backend("reference", {})->contract(blocks, nullptr, expected);
  Weighted weighted(vectors, floor);
  auto found = record_of(vectors);
  encke::test::Activating visitor(found, weighted.screen, later);
  BackendWithDevice with;
  with.backend.contract(blocks, &weighted.screen, visitor);
  EXPECT_EQ(found.values(), expected.values());
  EXPECT_EQ(with.device.selections > 0, floor > 0 || later > 0);
  return with.device.bytes_in;
}

/// The tables of pairs are for the tests of the device: it has none before a screen is active.
TEST(CudaTriples, bring_tables_of_pairs_for_tests_alone) {
  const Index tables = 3 * 24 * 32 * 4;  // rows, columns up to the next multiple of 16
  const auto complete = pack(random_genotypes(24, 30, 0, 11));
  const Index without = bytes_in(complete, 0, 0);
  EXPECT_LT(without, tables);
  EXPECT_EQ(bytes_in(complete, let_all_pass, let_all_pass), without + tables);
  EXPECT_EQ(bytes_in(complete, 0, let_all_pass), without + tables);
  // tests of triples with missing samples need none
  const auto incomplete = pack(random_genotypes(24, 30, 0.1, 12));
  EXPECT_EQ(bytes_in(incomplete, let_all_pass, let_all_pass), bytes_in(incomplete, 0, 0));
}

/// Rows and columns up to a pivot beyond the first tiles are left out.
TEST(CudaTriples, of_late_pivots_are_those_of_the_reference) {
  const auto vectors = encke::test::pack_bits(random_genotypes(260, 9, 0, 3));
  encke::test::expect_conforms<3>(encke::Sorenson{}, vectors, "late pivots");
}

TEST(CudaRectangle, trimmed_keeps_all_that_is_wanted) {
  for (const Index first_row : {0, 16, 300, 1000}) {
    for (const Index first_col : {0, 16, 900, 1016}) {
      for (const Index pivot : {-1, 0, 255, 256, 700, 1500}) {
        encke::cuda::Rectangle r;
        r.first_row = first_row;
        r.first_col = first_col;
        r.rows = {256, 800};
        r.cols = {0, 700};
        r.pivot = pivot;
        const encke::cuda::Rectangle t = r.trimmed();
        SCOPED_TRACE(testing::Message() << first_row << " " << first_col << " " << pivot);
        EXPECT_EQ(t.rows.begin % encke::cuda::padding, 0);
        EXPECT_EQ(t.cols.begin % encke::cuda::padding, 0);
        bool any = false;
        for (Index row = r.rows.begin; row < r.rows.end; ++row) {
          for (Index col = r.cols.begin; col < r.cols.end; ++col) {
            if (first_row + row <= pivot || first_col + col <= first_row + row) continue;
            any = true;
            ASSERT_TRUE(t.rows.contains(row) && t.cols.contains(col)) << row << " " << col;
          }
        }
        EXPECT_TRUE(!any || t.wanted());
      }
    }
  }
}

}  // namespace
