#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <encke/backend/registry.hpp>
#include <encke/distributed/field_group.hpp>
#include <encke/schedule/tile.hpp>
#include <memory>
#include <span>
#include <vector>

#include "support/devices/first_of_two.hpp"
#include "support/genotypes.hpp"
#include "support/values.hpp"
#include "unit/distributed/kept_memory.hpp"

// Tallies that are added up over ranks carry a sum that shows whether all arrived as they were
// sent.

namespace encke {
namespace {

class Done final : public comm::Request {
 public:
  bool done() override { return true; }
  void wait() override {}
};

/// Rank 0 of 2, to which comes what it last sent, with one bit changed if that is asked for.
class Echo final : public test::FirstOfTwo {
 public:
  explicit Echo(Index wrong_bit) : wrong_bit_(wrong_bit) {}
  std::unique_ptr<comm::Request> send(std::span<const std::byte> bytes, int, int) const override {
    sent_.assign(bytes.begin(), bytes.end());
    return std::make_unique<Done>();
  }
  std::unique_ptr<comm::Request> receive(std::span<std::byte> bytes, int, int) const override {
    EXPECT_EQ(bytes.size(), sent_.size());
    std::ranges::copy(sent_, bytes.begin());
    if (wrong_bit_ >= 0) {
      const auto bit = static_cast<std::size_t>(wrong_bit_) % (8 * bytes.size());
      bytes[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
    }
    return std::make_unique<Done>();
  }

 private:
  Index wrong_bit_;
  mutable std::vector<std::byte> sent_;
};

/// Counts entries visited.
class Entries final : public TallyVisitor {
 public:
  void visit(const TallyTile& tile, int) override { rows += tile.rows.size(); }
  std::atomic<Index> rows = 0;
};

/// Two tiles, of which the second is completed here.
template <class C, int Way>
Index contract_two(const PackedVectors& vectors, Index wrong_bit, bool missing) {
  const Index n = vectors.vectors();
  const Communicator ranks(std::make_shared<Echo>(wrong_bit));
  const auto backend = make_backend("auto", {});
  Entries entries;
  const auto ignore = [](const Tile<Way>&) {};
  FieldGroup<C, Way> group(ranks, {missing}, *backend, nullptr, entries, ignore, ignore, true);
  Array<Operand, Way> part;
  for (Operand& operand : part) operand = {&vectors, {0, n}, 0};
  const std::vector<Array<Operand, Way>> parts{part};
  const Tile<Way> tile = make_tile<Way>(Partition::of_blocks(n, 1), {});
  group.contract(tile, parts);
  group.contract(tile, parts);
  group.finish();
  return entries.rows;
}

template <class C, int Way>
void expect_changes_found(const PackedVectors& vectors, bool missing) {
  EXPECT_GT((contract_two<C, Way>(vectors, -1, missing)), 0);
  for (Index bit = 0; bit < 40'000; bit += 997) {
    const Error error = test::error_of([&] { contract_two<C, Way>(vectors, bit, missing); });
    EXPECT_EQ(error.failure(), Failure::checksum) << bit;
    EXPECT_NE(std::string(error.what()).find("tile 0: "), std::string::npos) << error.what();
  }
}

TEST(SealedTallies, show_any_bit_that_changes_on_the_way) {
  const test::KeptMemory kept;  // of the transfers that an error leaves under way
  for (const double rate : {0.0, 0.1}) {
    const auto g = test::random_genotypes(20, 130, rate, 1);
    expect_changes_found<AlleleCounts, 2>(test::pack(g), rate > 0);
    expect_changes_found<AlleleCounts, 3>(test::pack(g), rate > 0);
    expect_changes_found<AlleleBits, 2>(test::pack_bits(g), rate > 0);
    expect_changes_found<GenotypeMoments, 2>(test::pack_moments(g), rate > 0);
  }
}

}  // namespace
}  // namespace encke
