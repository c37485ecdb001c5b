#pragma once

#include <algorithm>
#include <encke/backend/backend.hpp>
#include <encke/base/error.hpp>
#include <encke/distributed/field_tallies.hpp>
#include <encke/pack/packers.hpp>
#include <encke/tally/evidence.hpp>
#include <encke/tally/tally_tile.hpp>
#include <type_traits>
#include <vector>

namespace encke {

/// A table of joint counts to the products that it is made from: the inverse of expand().
template <int Way, class C>
void collapse(Array<std::int64_t, ipow(2, Way)>& t) {
  for (int bit = 1; bit < ipow(2, Way); bit *= 2) {
    for (int low = 0; low < ipow(2, Way); ++low) {
      if ((low & bit) != 0) continue;
      const Array<std::int64_t, 2> counts{{t[low], t[low | bit]}};
      t[low] = Products<C>::x_sum(counts);
      t[low | bit] = Products<C>::present(counts);
    }
  }
}

/// Sums of minima are what they are.
template <int Way, class C>
void collapse(Array<std::int64_t, 1>&) {}

/// Adds the tallies that a backend visits for one part of the fields to those of a tile. Of any
/// worker, in any order: no two visits write to the same place.
template <class C, int Way>
class GatherTallies final : public TallyVisitor {
 public:
  /// `part`: the operands that are contracted; their indices are the tile's ranges.
  GatherTallies(FieldTallies<TallyItem<C>, Way>& to, const Array<Operand, Way>& part) : to_(to) {
    for (int v = 0; v < Way; ++v) {
      const Operand& block = part[v];
      for (Index i = block.range.begin; i < block.range.end; ++i) {
        margins_[v].push_back(margin<C>(*block.vectors, i));
      }
    }
  }

  void visit(const TallyTile& tile, int) override {
    const Index pivot = Way == 3 ? tile.pivot - begin(0) : 0;
    for (Index r = 0; r < tile.rows.size(); ++r) {
      const Index row = tile.rows.begin + r;
      if (row <= tile.pivot) continue;
      const Range cols = ascending(row, tile.cols);
      if (cols.size() <= 0) continue;
      const auto table = [&](Index c) { return evidence(tile, r, c).joint; };
      add<Way>(tile.form, tile.joint, r, cols, tile.cols.begin,
               to_.joint(pivot, row - begin(Way - 2)), begin(Way - 1), table);
      if constexpr (Way == 3) add_pairs(tile, r, cols);
    }
  }

 private:
  using Margin = Array<typename C::accumulator, C::channels>;

  Index begin(int v) const { return to_.tile().ranges[v].begin; }
  const Margin& margin_of(int v, Index index) const {
    return margins_[v][static_cast<std::size_t>(index - begin(v))];
  }

  /// The columns that come after `row`.
  static Range ascending(Index row, Range cols) {
    return {std::max(row + 1, cols.begin), cols.end};
  }

  Evidence<C, Way> evidence(const TallyTile& tile, Index r, Index c) const {
    Evidence<C, Way> all;
    if constexpr (Way == 3) all.margin[0] = margin_of(0, tile.pivot);
    all.margin[Way - 2] = margin_of(Way - 2, tile.rows.begin + r);
    all.margin[Way - 1] = margin_of(Way - 1, tile.cols.begin + c);
    EvidenceOf<C>::fill(all, tile, r, c);
    return all;
  }

  /// Many visits bring the tallies of a pair. Each is taken from the one visit that has the first
  /// third vector that there is for it.
  void add_pairs(const TallyTile& tile, Index r, Range cols) {
    const Index row = tile.rows.begin + r;
    const Index pivot = tile.pivot - begin(0);
    if (tile.pivot == begin(0)) {
      add<2>(tile.pair_form, tile.row_cols, r, cols, tile.cols.begin,
             to_.pair(1, 2, row - begin(1)), begin(2),
             [&](Index c) { return evidence(tile, r, c).pair[2]; });
    }
    if (row == std::max(begin(1), tile.pivot + 1)) {
      add<2>(tile.pair_form, tile.pivot_cols, 0, cols, tile.cols.begin, to_.pair(0, 2, pivot),
             begin(2), [&](Index c) { return evidence(tile, r, c).pair[1]; });
    }
    if (cols.begin == std::max(begin(2), row + 1)) {
      const Index c = cols.begin - tile.cols.begin;
      add<2>(tile.pair_form, tile.pivot_rows, 0, {row, row + 1}, tile.rows.begin,
             to_.pair(0, 1, pivot), begin(1), [&](Index) { return evidence(tile, r, c).pair[0]; });
    }
  }

  /// Adds entries `cols` (indices of vectors) of row `r`. Column 0 of `from` is vector from_first,
  /// of `to` to_first. table(c): the joint table of column c of `from`, where forms differ.
  template <int Of, class Table>
  static void add(TallyForm form, const TallyMatrix& from, Index r, Range cols, Index from_first,
                  const TallyRow<TallyItem<C>>& to, Index to_first, const Table& table) {
    using Item = TallyItem<C>;
    const bool missing = to.planes > field_planes<C>(Of, false);
    const TallyForm wanted = missing ? TallyForm::missing : TallyForm::complete;
    if (sums_reals<C> || form == wanted) {
      for (int p = 0; p < to.planes; ++p) {
        const Item* in = from.row<Item>(p, r) + (cols.begin - from_first);
        Item* out = to.data + p * to.plane_stride + (cols.begin - to_first);
        for (Index c = 0; c < cols.size(); ++c) out[c] += in[c];
      }
      return;
    }
    if (form == TallyForm::missing) {
      throw Error(Failure::internal,
                  "a field group: a vector with missing samples in a block that has none");
    }
    if constexpr (!sums_reals<C>) {
      for (Index index = cols.begin; index < cols.end; ++index) {
        auto products = table(index - from_first);
        if constexpr (!stores_complete_cells<C>) collapse<Of, C>(products);
        Item* out = to.data + (index - to_first);
        for (int p = 0; p < to.planes; ++p) {
          out[p * to.plane_stride] += static_cast<Item>(products[p]);
        }
      }
    }
  }

  FieldTallies<TallyItem<C>, Way>& to_;
  std::vector<Margin> margins_[Way];
};

}  // namespace encke
