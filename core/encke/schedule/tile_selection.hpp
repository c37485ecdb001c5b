#pragma once

#include <algorithm>
#include <encke/base/array.hpp>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/schedule/multiset.hpp>
#include <encke/schedule/orbit_order.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace encke {

/// Which tiles a run computes: those of a range of orbit order that no earlier run has done.
class TileSelection {
 public:
  /// Every tile of any problem.
  TileSelection() = default;

  /// Tiles whose places lie in `places` and whose ids (multiset_rank of their blocks) are not in
  /// `done`. `done` in any order, repetition allowed. 8 bytes for each tile that is done.
  template <int Way>
  TileSelection(const OrbitOrder<Way>& order, Range places, std::vector<Index> done = {})
      : order_(order),
        places_(places),
        all_places_(places.begin <= 0 && places.end >= order.count()),
        done_(std::move(done)) {
    std::sort(done_.begin(), done_.end());
    done_.erase(std::unique(done_.begin(), done_.end()), done_.end());
  }

  /// True if keeps() is true for every tile. O(1).
  bool everything() const { return all_places_ && done_.empty(); }

  /// True if the tile of these ascending blocks is to be computed. O(log done). Way is that of the
  /// order it was made with (Error(internal) otherwise).
  template <int Way>
  bool keeps(const Array<Index, Way>& blocks) const {
    if (everything()) return true;
    const auto* order = std::get_if<OrbitOrder<Way>>(&order_);
    if (!order) throw Error(Failure::internal, "a selection of tiles was asked for the other way");
    if (!all_places_ && !places_.contains(order->place(blocks))) return false;
    return !std::binary_search(done_.begin(), done_.end(), multiset_rank(blocks));
  }

 private:
  std::variant<std::monostate, OrbitOrder<2>, OrbitOrder<3>> order_;
  Range places_{};
  bool all_places_ = true;
  std::vector<Index> done_;  // ascending
};

}  // namespace encke
