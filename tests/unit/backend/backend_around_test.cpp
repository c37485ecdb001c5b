#include <gtest/gtest.h>

#include <encke/backend/backend_around.hpp>
#include <string>
#include <vector>

namespace encke {
namespace {

/// Answers each question with another number, and notes what it contracts.
class Told final : public TileBackend {
 public:
  std::string_view name() const override { return "told"; }
  std::string_view level() const override { return "level"; }
  bool supports(ContractionId id) const override { return id == ContractionId::minima; }
  int devices() const override { return 3; }
  int workers() const override { return 5; }
  std::int64_t memory(int way, Index block, Index fields, std::int64_t bytes) const override {
    return way + 10 * block + 100 * fields + 1000 * bytes;
  }
  std::int64_t memory_for(Element, int way, Index block, Index fields,
                          std::int64_t bytes) const override {
    return -memory(way, block, fields, bytes);
  }
  bool uses_pairs() const override { return true; }
  bool uses_overlapping_pairs() const override { return true; }
  LeftOut left_out() const override { return {.equal = 7}; }
  Index best_block(int way) const override { return 100 * way; }
  void contract(const Array<Operand, 2>&, const Screen*, TallyVisitor& visitor) override {
    calls.emplace_back(2, &visitor);
  }
  void contract(const Array<Operand, 3>&, const Screen*, TallyVisitor& visitor) override {
    calls.emplace_back(3, &visitor);
  }

  std::vector<std::pair<int, TallyVisitor*>> calls;
};

class Nobody final : public TallyVisitor {
 public:
  void visit(const TallyTile&, int) override {}
};

class Plain final : public BackendAround {
 public:
  explicit Plain(TileBackend& backend) : BackendAround(backend) {}
};

TEST(BackendAround, passes_all_questions_and_calls_on) {
  Told told;
  Plain around(told);
  EXPECT_EQ(around.name(), "told");
  EXPECT_EQ(around.level(), "level");
  EXPECT_TRUE(around.supports(ContractionId::minima));
  EXPECT_FALSE(around.supports(ContractionId::allele_counts));
  EXPECT_EQ(around.devices(), 3);
  EXPECT_EQ(around.workers(), 5);
  EXPECT_EQ(around.memory(2, 3, 4, 5), 5432);
  EXPECT_EQ(around.memory_for(Element::bit, 2, 3, 4, 5), -5432);
  EXPECT_TRUE(around.uses_pairs());
  EXPECT_TRUE(around.uses_overlapping_pairs());
  EXPECT_EQ(around.left_out().equal, 7);
  EXPECT_EQ(around.best_block(3), 300);
  EXPECT_EQ(around.device_memory(), nullptr);
  Nobody first, second;
  around.contract(Array<Operand, 2>{}, nullptr, first);
  around.contract(Array<Operand, 3>{}, nullptr, second);
  const std::vector<std::pair<int, TallyVisitor*>> expected{{2, &first}, {3, &second}};
  EXPECT_EQ(told.calls, expected);
}

}  // namespace
}  // namespace encke
