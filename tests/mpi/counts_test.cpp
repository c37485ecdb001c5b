// Counts on several ranks have the digest of float64 on one, on every grid, with fields that ranks
// share as with vectors.

#include "support/counts.hpp"

#include <gtest/gtest.h>

#include <encke/metric/builtin.hpp>
#include <encke/pack/packers.hpp>
#include <encke/sink/callable.hpp>

#include "solve.hpp"
#include "world.hpp"

namespace encke::counts_test {
namespace {

using test::Cut;
using test::world;

class CountSource final : public io::Source {
 public:
  CountSource(Element element, Index vectors, Index fields)
      : Source(numbered(element, vectors, fields)),
        all_(test::random_counts(vectors, fields, element.largest_count(), 5)) {}
  std::vector<io::FileRecord> files(const Communicator&) override { return {}; }

  PackedVectors as_float64() const { return test::pack_as_float64(fields(), all_); }

 private:
  PackedVectors read_range(const io::ReadRange& part) override {
    test::Counts some;
    for (Index v = part.vectors.begin; v < part.vectors.end; ++v) {
      const auto& vector = all_[static_cast<std::size_t>(v)];
      some.emplace_back(vector.begin() + part.fields.begin, vector.begin() + part.fields.end);
    }
    return test::pack(element(), part.fields.size(), some);
  }

  test::Counts all_;
};

void expect_same_everywhere(Element element, int way, Index vectors, Index fields) {
  CountSource source(element, vectors, fields);
  sink::Callable sink([](auto) {});
  const Plan plan{.way = way, .threshold = above(0.62), .digest_all = true};
  const std::string whole = test::on_root(
      world(), [&] { return run(Ps{}, source.as_float64(), plan, sink).digest.text(); });
  for (const Decomposition& d : test::factorisations(world().size())) {
    const Cut cut{16, 1 + d.field % 2, 1};
    const auto found = test::solve(CountPs{}, source, plan, cut, Grid(world(), d), sink);
    if (!world().is_root()) continue;
    EXPECT_EQ(found.digest.text(), whole) << text(d, cut);
  }
}

TEST(Counts, of_pairs_have_the_digest_of_float64_on_one_rank) {
  for (const Element element : test::count_elements) expect_same_everywhere(element, 2, 70, 300);
}

TEST(Counts, of_triples_have_the_digest_of_float64_on_one_rank) {
  for (const Element element : test::count_elements) expect_same_everywhere(element, 3, 33, 200);
}

TEST(Counts, whose_sums_over_all_fields_are_too_large_are_refused_by_all_ranks) {
  constexpr Index fields = CountMinima::most_sum / 65535 / 64 * 64 + 128;
  const Grid grid(world(), {1, world().size(), 1});
  const Range mine = grid.fields(fields, 64, grid.field_group().rank());
  if (world().size() == 1) GTEST_SKIP() << "one rank is refused when it packs them";
  auto part = pack::counts(Element::count16, 2, mine.size());
  const std::vector<std::uint16_t> values(static_cast<std::size_t>(mine.size()), 65535);
  for (Index v = 0; v < 2; ++v) pack::set_counts(part, v, values);
  const RankVectors vectors{Partition(2, 16), fields, {0, 2}, {&part}};
  sink::Callable sink([](auto) {});
  EXPECT_THROW(run(CountPs{}, vectors, Plan{}, grid, sink), Error);
}

}  // namespace
}  // namespace encke::counts_test
