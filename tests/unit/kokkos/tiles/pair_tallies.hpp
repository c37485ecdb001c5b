#pragma once

#include <cstdint>
#include <encke/backend/backend.hpp>
#include <vector>

#include "kokkos/cpu/levels/levels.hpp"
#include "kokkos/tiles/pair_tiles.hpp"
#include "support/genotypes.hpp"

namespace encke::test {

/// The tallies of all wanted pairs of two blocks: a form, and its products, for each.
class PairTallies final : public TallyVisitor {
 public:
  /// `planes`: of the missing form; `complete`: of the other one.
  PairTallies(const Array<Operand, 2>& blocks, int planes, int complete = 1)
      : rows_(blocks[0].indices()),
        cols_(blocks[1].indices()),
        planes_(planes),
        complete_(complete),
        values_(static_cast<std::size_t>(rows_.size() * cols_.size() * (planes + 1)), unwanted) {}

  void visit(const TallyTile& tile, int) override {
    const int planes = tile.form == TallyForm::complete ? complete_ : planes_;
    for (Index r = 0; r < tile.rows.size(); ++r) {
      for (Index c = 0; c < tile.cols.size(); ++c) {
        const Index row = tile.rows.begin + r, col = tile.cols.begin + c;
        if (row >= col) continue;
        ++visits_;
        const Index at = (row - rows_.begin) * cols_.size() + col - cols_.begin;
        auto* out = values_.data() + at * (planes_ + 1);
        out[0] = static_cast<std::int32_t>(tile.form);
        for (int p = 0; p < planes; ++p) out[p + 1] = tile.joint.row<std::int32_t>(p, r)[c];
      }
    }
  }

  const std::vector<std::int32_t>& values() const { return values_; }
  Index visits() const { return visits_; }

 private:
  static constexpr std::int32_t unwanted = -2'000'000'000;
  Range rows_, cols_;
  int planes_, complete_;
  std::vector<std::int32_t> values_;
  Index visits_ = 0;
};

/// Wants what is nearer than so many vectors; says where that ends, or does not.
class Window final : public TallyVisitor {
 public:
  Window(PairTallies& to, Index width, bool says_end = false)
      : to_(to), width_(width), says_end_(says_end) {}
  Index end_after(Range first) const override {
    return says_end_ ? first.end - 1 + width_ : TallyVisitor::end_after(first);
  }
  bool wants(Index, Range rows, Range cols) const override {
    return cols.begin - rows.end < width_;
  }
  void visit(const TallyTile& tile, int worker) override { to_.visit(tile, worker); }

 private:
  PairTallies& to_;
  Index width_;
  bool says_end_;
};

/// Visits all tiles of two blocks, made in this way, with jobs for so many workers.
inline void visit_tiles(const cpu::Kernels& level, const Array<Operand, 2>& blocks,
                        kokkos::MaskRoute route, TallyVisitor& visitor, int workers = 1) {
  kokkos::PairTiles tiles(level, blocks, nullptr);
  tiles.choose_jobs(route, workers);
  kokkos::Workspace work;
  for (Index t = 0; t < tiles.count(); ++t) tiles.run(t, work, visitor, 0);
}

/// Values, and how many pairs were visited.
struct FoundTallies {
  std::vector<std::int32_t> values;
  Index visits;
};

inline FoundTallies tallies_of(const cpu::Kernels& level, const Array<Operand, 2>& blocks,
                               kokkos::MaskRoute route, int workers = 1) {
  const auto element = blocks[0].vectors->element();
  const auto& form = kokkos::form_of(element);
  PairTallies found(blocks, form.pair_planes(true, false), form.pair_planes(false, false));
  visit_tiles(level, blocks, route, found, workers);
  return {found.values(), found.visits()};
}

/// All pairs of some vectors.
inline Array<Operand, 2> itself(const PackedVectors& v) {
  const Operand all{&v, {0, v.vectors()}, 0};
  return {{all, all}};
}

/// Levels that this CPU runs.
inline std::vector<const cpu::Kernels*> levels() {
  std::vector<const cpu::Kernels*> found;
  for (const auto* level : cpu::compiled_levels()) {
    if (level->supported()) found.push_back(level);
  }
  return found;
}

/// The same genotypes as genotypes, as bits, and for their moments.
inline std::vector<PackedVectors> of_each_element(const Genotypes& g) {
  std::vector<PackedVectors> all;
  all.push_back(pack(g));
  all.push_back(pack_bits(g));
  all.push_back(pack_moments(g));
  return all;
}

}  // namespace encke::test
