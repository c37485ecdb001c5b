#include <gtest/gtest.h>

#include <encke/backend/backend.hpp>
#include <encke/base/error.hpp>
#include <encke/io/comet/random_vectors.hpp>
#include <encke/metric/ccc.hpp>
#include <encke/run/run.hpp>

namespace encke {
namespace {

class Count final : public TallyVisitor {
 public:
  void visit(const TallyTile&, int) override {}
};

TEST(Operands, with_and_without_masks_are_refused_until_all_keep_masks) {
  auto complete = io::random_genotypes(16, 100, 0.0, 1);
  const auto missing = io::random_genotypes(16, 100, 0.5, 2);
  const Array<Operand, 2> blocks{{{&complete, {0, 16}, 0}, {&missing, {0, 16}, 16}}};
  Count count;
  for (const auto& entry : compiled_backends()) {
    const auto backend = entry.make({});
    complete = io::random_genotypes(16, 100, 0.0, 1);
    EXPECT_THROW(backend->contract(blocks, nullptr, count), Error) << entry.name;
    complete.keep_masks();
    EXPECT_NO_THROW(backend->contract(blocks, nullptr, count)) << entry.name;
  }
}

TEST(Operands, of_different_lengths_are_refused) {
  const auto shorter = io::random_genotypes(16, 99, 0.0, 1);
  const auto longer = io::random_genotypes(16, 100, 0.0, 2);
  const Array<Operand, 2> blocks{{{&shorter, {0, 16}, 0}, {&longer, {0, 16}, 16}}};
  Count count;
  for (const auto& entry : compiled_backends()) {
    EXPECT_THROW(entry.make({})->contract(blocks, nullptr, count), Error) << entry.name;
  }
}

TEST(Metrics, for_complete_vectors_refuse_missing_samples) {
  const auto missing = io::random_genotypes(16, 100, 0.5, 2);
  const auto ignore = [](std::span<const Hit<2>>) {};
  EXPECT_THROW(run(Ccc{.missing = false}, missing, Plan{}, ignore), Error);
  EXPECT_NO_THROW(run(Ccc{.missing = true}, missing, Plan{}, ignore));
}

}  // namespace
}  // namespace encke
