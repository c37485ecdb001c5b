#include <gtest/gtest.h>

#include <encke/metric/builtin.hpp>
#include <encke/pack/packers.hpp>
#include <limits>

#include "support/classes.hpp"
#include "support/genotypes.hpp"
#include "support/tally_record.hpp"
#include "unit/cuda/emulated/run.hpp"

// Vectors are brought to the device once where there is memory for all, less often than for each
// pair of blocks where there is not, and again where they have changed.

namespace uploads_test {
namespace {

using encke::AlleleCounts;
using encke::Array;
using encke::Index;
using encke::Operand;
using encke::PackedVectors;
using encke::Plan;
using encke::Range;
using encke::cuda::CudaBackend;
using encke::test::BackendWithDevice;
using encke::test::pack;
using encke::test::random_genotypes;

/// Bytes that a run of all values brings to the device, with memory for `most` bytes of vectors.
template <int Way>
Index bytes_in(const PackedVectors& vectors, Index block, Index strip, Index most) {
  Plan plan = encke::test::plan_for(Way, {"reference", "auto"});
  plan.digest_all = true;
  const auto expected = encke::test::report_of(encke::Ccc{}, vectors, plan);
  plan.block = block;
  auto limits = encke::test::small_limits;
  limits.vectors = most;
  encke::sink::Callable sink([](const auto&) {});
  const auto seen =
      encke::test::run_emulated<Way>(encke::Ccc{}, vectors, plan, sink, strip, limits);
  EXPECT_EQ(seen.report.digest.text(), expected.digest.text()) << "most " << most;
  return seen.bytes_in;
}

/// Elements and masks, in whole groups of 8 vectors.
Index bytes_of(const PackedVectors& vectors) {
  const Index groups = encke::divide_up(vectors.vectors(), 8);
  const Index words = encke::divide_up(vectors.fields(), 64);
  return groups * words * 64 * (vectors.missing() > 0 ? 3 : 2);
}

constexpr Index unlimited = std::numeric_limits<Index>::max();

TEST(CudaUploads, of_pairs_of_blocks_are_made_once) {
  for (const double rate : {0.0, 0.1}) {
    const auto vectors = pack(random_genotypes(250, 40, rate, 1));
    const Index once = bytes_of(vectors);
    EXPECT_EQ(bytes_in<2>(vectors, 48, 0, unlimited), once);  // six blocks
    const Index panel = encke::cuda::PanelCopy::bytes_for(vectors, {0, 48}, rate > 0);
    const Index some = bytes_in<2>(vectors, 48, 0, 4 * panel);
    const Index none = bytes_in<2>(vectors, 48, 0, 0);
    EXPECT_GT(some, once);
    EXPECT_LT(some, none);
    EXPECT_LT(none, 7 * once);  // two for each pair of blocks
  }
}

TEST(CudaUploads, of_strips_are_made_once) {
  const auto vectors = pack(random_genotypes(1040, 30, 0, 2));
  const Index once = bytes_of(vectors);
  EXPECT_EQ(bytes_in<2>(vectors, 0, 256, unlimited), once);  // five strips
  const Index panel = encke::cuda::PanelCopy::bytes_for(vectors, {0, 256}, false);
  const Index some = bytes_in<2>(vectors, 0, 256, 3 * panel);
  // rows of five, four … one strip, to and fro: those at the end of a row are the next one's first
  const Index none = bytes_in<2>(vectors, 0, 256, 0);
  EXPECT_GT(some, once);
  EXPECT_LT(some, 2 * once);
  EXPECT_GT(none, 2 * once);
}

TEST(CudaUploads, of_triples_of_blocks_are_made_once) {
  for (const double rate : {0.0, 0.1}) {
    const auto vectors = pack(random_genotypes(40, 40, rate, 3));
    const Index once = bytes_of(vectors);
    EXPECT_EQ(bytes_in<3>(vectors, 16, 0, unlimited), once);
    EXPECT_GT(bytes_in<3>(vectors, 16, 0, 0), once);
  }
}

using Record = encke::test::TallyRecord<AlleleCounts, 2>;

/// The tallies of pairs of two ranges of vectors, from a device that has been used before.
void expect_tallies(CudaBackend& backend, const PackedVectors& vectors, Range rows, Range cols,
                    const char* what) {
  const Array<Operand, 2> blocks = {{{&vectors, rows, 0}, {&vectors, cols, 0}}};
  Record expected(encke::test::margins_of<AlleleCounts>(vectors));
  Record found(encke::test::margins_of<AlleleCounts>(vectors));
  encke::make_backend("reference", {})->contract(blocks, nullptr, expected);
  backend.contract(blocks, nullptr, found);
  EXPECT_EQ(found.values(), expected.values()) << what;
}

/// … of all pairs.
void expect_tallies(CudaBackend& backend, const PackedVectors& vectors, const char* what) {
  const Range all{0, vectors.vectors()};
  expect_tallies(backend, vectors, all, all, what);
}

TEST(CudaUploads, of_vectors_that_have_changed_are_made_again) {
  BackendWithDevice with;
  auto vectors = pack(random_genotypes(24, 70, 0, 4));
  expect_tallies(with.backend, vectors, "first");
  const Index once = with.device.bytes_in;
  expect_tallies(with.backend, vectors, "the same");
  EXPECT_EQ(with.device.bytes_in, once);
  const auto others = random_genotypes(24, 70, 0, 5);
  const auto codes = encke::test::encode(others, 0, 24, encke::GenotypeCode::bed);
  encke::pack::set_genotypes(vectors, 0, 24, codes.data(), encke::divide_up(70, 4),
                             encke::GenotypeCode::bed);
  expect_tallies(with.backend, vectors, "packed again, in the same memory");
  EXPECT_EQ(with.device.bytes_in, 2 * once);
  const auto sent = pack(random_genotypes(24, 70, 0, 6));
  vectors.copy_from(sent);
  expect_tallies(with.backend, vectors, "received into the same memory");
  EXPECT_EQ(with.device.bytes_in, 3 * once);
}

/// Throws on its first visit.
class Failing final : public encke::TallyVisitor {
 public:
  void visit(const encke::TallyTile&, int) override {
    throw encke::Error(encke::Failure::internal, "as asked");
  }
};

TEST(CudaUploads, after_an_error_are_made_again) {
  BackendWithDevice with;
  const auto vectors = pack(random_genotypes(600, 20, 0, 7));
  const Array<Operand, 2> blocks = {{{&vectors, {0, 600}, 0}, {&vectors, {0, 600}, 0}}};
  Failing failing;
  EXPECT_THROW(with.backend.contract(blocks, nullptr, failing), encke::Error);
  expect_tallies(with.backend, vectors, "after an error");
}

/// Blocks without missing samples are multiplied without masks, and with them where they meet
/// others: their values are there once, and their masks once, whatever comes first.
TEST(CudaUploads, of_blocks_with_masks_and_without_are_made_once) {
  auto genotypes = random_genotypes(32, 70, 0, 9);
  genotypes.at(20, 5) = 3;
  const Range complete{0, 16}, incomplete{16, 32};
  const auto vectors = pack(genotypes);
  const Index values = 2 * 2 * 128, masks = 2 * 2 * 64;  // of a block: groups, words, bytes
  for (const bool masks_first : {false, true}) {
    BackendWithDevice with;
    const auto& bytes_in = with.device.bytes_in;
    if (!masks_first) {
      expect_tallies(with.backend, vectors, complete, complete, "without masks");
      EXPECT_EQ(bytes_in, values);
    }
    expect_tallies(with.backend, vectors, complete, incomplete, "with masks");
    EXPECT_EQ(bytes_in, 2 * (values + masks));
    expect_tallies(with.backend, vectors, complete, complete, "beside the masks");
    expect_tallies(with.backend, vectors, incomplete, incomplete, "with masks");
    EXPECT_EQ(bytes_in, 2 * (values + masks));
  }
}

/// Pairs for the triples of incomplete tables are made without masks.
TEST(CudaUploads, of_triples_of_incomplete_tables_are_made_once) {
  const auto status = encke::test::interleaved(70, 3);
  const auto vectors = pack(random_genotypes(12, 70, 0.1, 10), status);
  Plan plan = encke::test::plan_for(3, {"reference", "auto"});
  plan.digest_all = true;
  encke::sink::Collect sink;
  const auto seen = encke::test::run_emulated<3>(encke::K2(70), vectors, plan, sink);
  Index bytes = 0;
  for (int c = 0; c < 2; ++c) bytes += 2 * vectors.class_words(c).size() * 64 * 3;
  EXPECT_EQ(seen.bytes_in, bytes);
}

/// Nothing is wanted of triples of one vector; it is brought, nevertheless.
TEST(CudaUploads, have_ended_when_the_call_has) {
  BackendWithDevice with;
  const auto vectors = pack(random_genotypes(1, 70, 0, 13));
  const Operand one{&vectors, {0, 1}, 0};
  encke::test::TallyRecord<AlleleCounts, 3> none(encke::test::margins_of<AlleleCounts>(vectors));
  with.backend.contract(Array<Operand, 3>{{one, one, one}}, nullptr, none);
  EXPECT_TRUE(none.visits().empty());
  EXPECT_GT(with.device.bytes_in, 0);
  EXPECT_FALSE(with.device.busy());
}

TEST(CudaUploads, leave_memory_to_vectors_that_stay_there) {
  BackendWithDevice with;
  const auto vectors = pack(random_genotypes(64, 70, 0, 8));
  expect_tallies(with.backend, vectors, "first");
  // no more memory than is held: the copy of the vectors has to go
  with.device.most_memory = with.device.bytes_held();
  auto& memory = *with.backend.device_memory();
  std::byte* const there = memory.allocate(1024);
  memory.release(there);
  EXPECT_THROW(memory.allocate(with.device.most_memory + 1), encke::OutOfMemory);
  with.device.most_memory = unlimited;
  expect_tallies(with.backend, vectors, "again");
}

}  // namespace
}  // namespace uploads_test
