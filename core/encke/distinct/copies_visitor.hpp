#pragma once

#include <encke/distinct/distinct_screen.hpp>
#include <encke/tally/tally_tile.hpp>
#include <encke/tally/vector_copies.hpp>

namespace encke {

/// Tells the visitor of a run what each vector of a tile stands for, where a backend contracts
/// vectors that were gathered for it. All pairs of these are wanted.
class CopiesVisitor final : public TallyVisitor {
 public:
  /// All of these must outlive this.
  CopiesVisitor(TallyVisitor& outer, const VectorCopies& copies, DistinctScreen& screen)
      : outer_(outer), copies_(copies), screen_(screen) {}

  void visit(const TallyTile& tile, int worker) override {
    TallyTile told = tile;
    told.copies = &copies_;
    outer_.visit(told, worker);
    screen_.follow();
  }
  bool every_tile() const override { return outer_.every_tile(); }
  bool any_order() const override { return true; }
  bool floor_may_rise() const override { return outer_.floor_may_rise(); }

 private:
  TallyVisitor& outer_;
  const VectorCopies& copies_;
  DistinctScreen& screen_;
};

}  // namespace encke
