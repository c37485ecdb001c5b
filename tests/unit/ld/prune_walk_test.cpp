#include <gtest/gtest.h>

#include <encke/ld/prune_walk.hpp>
#include <numeric>
#include <random>
#include <set>
#include <vector>

namespace encke::ld::prune_walk_test {
namespace {

/// A chromosome and which of its variants are linked.
struct Chromosome {
  std::vector<double> frequency;
  std::vector<Index> position;
  std::vector<bool> varies;
  std::set<std::pair<Index, Index>> linked;

  Index size() const { return std::ssize(frequency); }
  bool goes(Index i, Index j) const {
    return frequency[static_cast<std::size_t>(i)] >
           frequency[static_cast<std::size_t>(j)] * (1 + 0x1p-44);
  }
};

Chromosome random_chromosome(Index size, double density, std::mt19937_64& random) {
  const auto below = [&](std::uint64_t n) { return static_cast<Index>(random() % n); };
  Chromosome c;
  Index position = below(5);
  for (Index v = 0; v < size; ++v) {
    c.frequency.push_back(0.5 + static_cast<double>(below(8)) / 16);  // with equal ones
    c.position.push_back(position);
    c.varies.push_back(below(10) > 0);
    position += below(4) == 0 ? below(60) : below(4);
    for (Index i = 0; i < v; ++i) {
      const bool are = std::uniform_real_distribution<>()(random) < density;
      if (are && c.varies[static_cast<std::size_t>(i)] && c.varies.back()) c.linked.insert({i, v});
    }
  }
  return c;
}

using Kept = std::vector<bool>;

/// One window with sets of pairs that have been compared, as the rule is written down.
void walk_first(const Chromosome& c, Range window, std::set<std::pair<Index, Index>>& met,
                Kept& kept) {
  const auto is_kept = [&](Index v) { return kept[static_cast<std::size_t>(v)]; };
  for (bool again = true; again;) {
    again = false;
    for (Index i = window.begin; i < window.end; ++i) {
      for (Index j = i + 1; j < window.end && is_kept(i); ++j) {
        if (!is_kept(j) || !met.insert({i, j}).second || c.linked.count({i, j}) == 0) continue;
        kept[static_cast<std::size_t>(c.goes(i, j) ? i : j)] = false;
        again = true;
        break;
      }
    }
  }
}

void walk_last(const Chromosome& c, Range window, std::set<std::pair<Index, Index>>& met,
               Kept& kept) {
  for (Index j = window.end - 1; j > window.begin; --j) {
    if (met.count({j, j}) != 0) break;  // it was in an earlier window
    for (Index i = j - 1; i >= window.begin; --i) {
      if (!kept[static_cast<std::size_t>(i)] || c.linked.count({i, j}) == 0) continue;
      kept[static_cast<std::size_t>(c.goes(i, j) ? i : j)] = false;
      if (!c.goes(i, j)) break;
    }
  }
  for (Index j = window.begin; j < window.end; ++j) met.insert({j, j});
}

Kept by_definition(const Chromosome& c, const PruneWindows& windows, PruneOrder order) {
  Kept kept = c.varies;
  std::set<std::pair<Index, Index>> met;
  const auto at = [&](Index v) { return c.position[static_cast<std::size_t>(v)]; };
  const auto end_of = [&](Index begin, Index end) {
    if (windows.count > 0) return std::min(begin + windows.count, c.size());
    while (end < c.size() && at(end) - at(begin) <= windows.base_pairs) ++end;
    return end;
  };
  Range window{0, end_of(0, 0)};
  for (;;) {
    (order == PruneOrder::first ? walk_first : walk_last)(c, window, met, kept);
    if (window.end == c.size()) return kept;
    if (windows.count > 0) {
      window.begin += windows.step;
      window.end = end_of(window.begin, 0);
    } else {
      const Index next = at(window.end);
      for (++window.begin; next - at(window.begin) > windows.base_pairs;) ++window.begin;
      window.end = end_of(window.begin, window.end + 1);
    }
  }
}

/// Which are linked is known beforehand; what is asked of a pair outside its window fails.
class KnownVariants final : public PruneVariants {
 public:
  explicit KnownVariants(const Chromosome& of) : of_(of) {}

  Index count() const override { return of_.size(); }
  Index position(Index v) const override { return of_.position[static_cast<std::size_t>(v)]; }
  void enter(Range window, BitRow& kept) override {
    EXPECT_GE(window.begin, window_.begin);
    EXPECT_GE(window.end, window_.end);
    for (Index v = window_.end; v < window.end; ++v) {
      if (!of_.varies[static_cast<std::size_t>(v)]) kept.clear(v);
    }
    window_ = window;
  }
  Index next_linked(Index i, Index first, Index end, const BitRow& kept) override {
    EXPECT_TRUE(window_.contains(i));
    EXPECT_GE(first, window_.begin);
    EXPECT_LE(end, window_.end);
    for (Index j = kept.next(first, end); j < end; j = kept.next(j + 1, end)) {
      if (of_.linked.count({std::min(i, j), std::max(i, j)}) != 0) return j;
    }
    return end;
  }
  bool goes_first(Index i, Index j) const override { return of_.goes(i, j); }

 private:
  const Chromosome& of_;
  Range window_{0, 0};
};

Kept walked(const Chromosome& c, const PruneWindows& windows, PruneOrder order) {
  KnownVariants variants(c);
  BitRow kept(c.size());
  for (Index v = 0; v < c.size(); ++v) kept.set(v);
  prune_walk(variants, windows, order, kept);
  Kept found;
  for (Index v = 0; v < c.size(); ++v) found.push_back(kept.has(v));
  return found;
}

TEST(PruneWalk, is_that_of_the_definition) {
  std::mt19937_64 random(4);
  const std::vector<PruneWindows> all = {
      {.count = 2},      {.count = 5, .step = 2},   {.count = 50, .step = 5},
      {.count = 70},     {.count = 64, .step = 64}, {.count = 1000, .step = 100},
      {.base_pairs = 2}, {.base_pairs = 20},        {.base_pairs = 100'000}};
  for (const PruneOrder order : {PruneOrder::first, PruneOrder::last}) {
    for (const PruneWindows& windows : all) {
      for (const Index size : {1, 2, 3, 63, 65, 130, 200}) {
        for (const double density : {0.01, 0.2}) {
          const Chromosome c = random_chromosome(size, density, random);
          ASSERT_EQ(walked(c, windows, order), by_definition(c, windows, order))
              << static_cast<int>(order) << " " << windows.count << " " << windows.base_pairs << " "
              << windows.step << ", " << size << " variants";
        }
      }
    }
  }
}

TEST(PruneWalk, leaves_nothing_linked_within_a_window) {
  std::mt19937_64 random(5);
  const Chromosome c = random_chromosome(300, 0.1, random);
  const Kept kept = walked(c, {.count = 40}, PruneOrder::first);
  for (const auto& [i, j] : c.linked) {
    if (j - i < 40) {
      EXPECT_FALSE(kept[static_cast<std::size_t>(i)] && kept[static_cast<std::size_t>(j)]);
    }
  }
}

TEST(PruneWalk, takes_out_the_variant_with_the_more_frequent_major_allele) {
  Chromosome c{{0.6, 0.9, 0.7}, {1, 2, 3}, {true, true, true}, {{0, 1}, {1, 2}}};
  EXPECT_EQ(walked(c, {.count = 3}, PruneOrder::first), (Kept{true, false, true}));
  c.frequency = {0.7, 0.7, 0.7};  // of equal ones the later
  EXPECT_EQ(walked(c, {.count = 3}, PruneOrder::first), (Kept{true, false, true}));
  c.frequency = {0.9, 0.7, 0.8};
  EXPECT_EQ(walked(c, {.count = 3}, PruneOrder::first), (Kept{false, true, false}));
}

TEST(PruneWalk, of_no_variants_does_nothing) {
  const Chromosome none;
  KnownVariants variants(none);
  BitRow kept(0);
  prune_walk(variants, {.count = 5}, PruneOrder::first, kept);
}

TEST(BitRow, finds_the_next_bit) {
  BitRow row(200);
  for (const Index item : {0, 63, 64, 150}) row.set(item);
  EXPECT_EQ(row.next(0, 200), 0);
  EXPECT_EQ(row.next(1, 200), 63);
  EXPECT_EQ(row.next(64, 200), 64);
  EXPECT_EQ(row.next(65, 200), 150);
  EXPECT_EQ(row.next(65, 150), 150);
  EXPECT_EQ(row.next(151, 200), 200);
  EXPECT_EQ(row.next(7, 7), 7);
  row.clear(63);
  EXPECT_EQ(row.next(1, 200), 64);
}

}  // namespace
}  // namespace encke::ld::prune_walk_test
