#include <gtest/gtest.h>

#include <encke/check/checked_backend.hpp>
#include <encke/contraction/allele_counts.hpp>
#include <random>

#include "injected_faults.hpp"
#include "support/genotypes.hpp"
#include "support/values.hpp"

namespace encke {
namespace {

using test::Count;
using test::error_of;
using Checked = CheckedBackend<AlleleCounts, 2>;

/// Like the one inside, but its tally number `wrong` of tiles is changed.
class Faulty final : public BackendAround {
 public:
  Faulty(TileBackend& inside, Index wrong) : BackendAround(inside), wrong_(wrong) {}

  void contract(const Array<Operand, 2>& blocks, const Screen* screen,
                TallyVisitor& visitor) override {
    fault_.arm(visitor, wrong_);
    inner().contract(blocks, screen, fault_);
  }
  void contract(const Array<Operand, 3>&, const Screen*, TallyVisitor&) override {
    throw Error(Failure::internal, "not for triples");
  }

 private:
  Index wrong_;
  std::mt19937_64 random_{1};
  test::Fault<AlleleCounts, 2> fault_{random_};
};

class Backend : public testing::Test {
 protected:
  std::unique_ptr<TileBackend> plain_ = make_backend("auto", {});
  PackedVectors vectors_ = test::pack(test::random_genotypes(80, 200, 0.02, 1));
  Array<Operand, 2> blocks_{{{&vectors_, {0, 32}, 0}, {&vectors_, {32, 80}, 0}}};
};

TEST_F(Backend, that_is_checked_visits_the_same_tiles) {
  Checked checked(*plain_);
  Count expected, first, second;
  plain_->contract(blocks_, nullptr, expected);
  checked.contract(blocks_, nullptr, first);
  checked.next_tile(1);
  checked.contract(blocks_, nullptr, second);
  EXPECT_GT(expected.visits(), 0);
  for (const Count* const found : {&first, &second}) {
    EXPECT_EQ(found->visits(), expected.visits());
    EXPECT_EQ(found->candidates(), expected.candidates());
  }
  EXPECT_GE(checked.seconds(), 0);
}

TEST_F(Backend, that_is_checked_is_otherwise_the_one_inside) {
  Checked checked(*plain_);
  EXPECT_EQ(checked.name(), plain_->name());
  EXPECT_EQ(checked.level(), plain_->level());
  EXPECT_EQ(checked.workers(), plain_->workers());
  for (const auto id : {ContractionId::allele_counts, ContractionId::minima}) {
    EXPECT_EQ(checked.supports(id), plain_->supports(id));
  }
  EXPECT_GT(checked.memory(2, 64, 200, 50), plain_->memory(2, 64, 200, 50));
  EXPECT_GT(checked.memory_for(Element::genotype, 2, 64, 200, 50),
            plain_->memory_for(Element::genotype, 2, 64, 200, 50));
  EXPECT_FALSE(checked.uses_pairs());
  EXPECT_EQ(checked.device_memory(), nullptr);
  EXPECT_EQ(checked.seconds(), 0);
}

TEST_F(Backend, that_is_wrong_is_found_and_the_tile_named) {
  Faulty faulty(*plain_, 0);
  Checked checked(faulty);
  checked.next_tile(4711);
  Count count;
  const Error error = error_of([&] { checked.contract(blocks_, nullptr, count); });
  EXPECT_EQ(error.failure(), Failure::checksum);
  EXPECT_NE(std::string(error.what()).find("tile 4711"), std::string::npos) << error.what();
}

TEST_F(Backend, for_pairs_refuses_triples) {
  Checked checked(*plain_);
  const Array<Operand, 3> triple{{blocks_[0], blocks_[0], blocks_[1]}};
  Count count;
  EXPECT_EQ(error_of([&] { checked.contract(triple, nullptr, count); }).failure(),
            Failure::internal);
  EXPECT_EQ(count.visits(), 0);
}

}  // namespace
}  // namespace encke
