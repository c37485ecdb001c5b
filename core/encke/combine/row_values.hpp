#pragma once

#include <cstdint>
#include <encke/base/array.hpp>
#include <encke/base/digest.hpp>
#include <encke/base/index.hpp>
#include <encke/sink/hit.hpp>
#include <encke/tally/evidence.hpp>
#include <encke/tally/table_evidence.hpp>
#include <encke/tally/tally_tile.hpp>
#include <vector>

namespace encke {

/// The values of entries of one row of tallies, some at a time: what a run without a threshold does
/// for every tuple. Rounding is a loop of its own, since each loop by itself becomes vector code,
/// and one of them all keeps values waiting for what was just stored.
template <class Metric, int Way>
class RowValues {
 public:
  using Contraction = typename Metric::contraction;
  using Margin = Array<typename Contraction::accumulator, Contraction::channels>;
  /// Entries at a time: few enough for the nearest cache.
  static constexpr Index most = 64;

  /// True if the tile's vectors are those of the problem, in its order.
  static bool serves(const TallyTile& tile) {
    return tile.row_index == nullptr && tile.col_index == nullptr && tile.copies == nullptr;
  }

  /// All of the arguments must outlive this. `r`: row of the tile.
  RowValues(const Metric& metric, const std::vector<Margin>& margins, const TallyTile& tile,
            Index r)
      : metric_(metric), margins_(margins), tile_(tile), row_(r) {
    if constexpr (Way == 3) index_[0] = static_cast<std::uint32_t>(tile.pivot);
    index_[Way - 2] = static_cast<std::uint32_t>(tile.rows.begin + r);
    for (int cell = 0; cell < cells; ++cell) {
      digests_[cell] = Digest::Row<Way>(index_, static_cast<std::uint32_t>(cell));
    }
  }

  /// Makes the values of these columns of the tile, `most` of them at most.
  void make(Range columns) {
    first_ = columns.begin;
    entries_ = columns.size();
    Evidence<Contraction, Way> evidence;
    for (int v = 0; v < Way - 1; ++v) evidence.margin[v] = margins_[index_[v]];
    for (Index entry = 0; entry < entries_; ++entry) {
      evidence.margin[Way - 1] = margins_[last(entry)];
      EvidenceOf<Contraction>::fill(evidence, tile_, row_, first_ + entry);
      for (int cell = 0; cell < cells; ++cell) {
        values_[entry * cells + cell] = metric_.template value<Way>(evidence, cell);
      }
    }
  }

  /// Rounds what make() has made.
  void round_to_float32() {
    for (Index i = 0; i < entries_ * cells; ++i) {
      values_[i] = static_cast<double>(static_cast<float>(values_[i]));
    }
  }

  /// Entries count from the first column of make().
  double value(Index entry, int cell) const { return values_[entry * cells + cell]; }
  std::uint32_t last(Index entry) const {
    return static_cast<std::uint32_t>(tile_.cols.begin + first_ + entry);
  }
  const Digest::Row<Way>& digest(int cell) const { return digests_[cell]; }
  Hit<Way> hit(Index entry, int cell) const {
    Hit<Way> hit{index_, static_cast<std::uint32_t>(cell), value(entry, cell)};
    hit.index[Way - 1] = last(entry);
    return hit;
  }

 private:
  static constexpr int cells = Metric::template cells<Way>;

  const Metric& metric_;
  const std::vector<Margin>& margins_;
  const TallyTile& tile_;
  Index row_;
  Index first_ = 0;
  Index entries_ = 0;
  Array<std::uint32_t, Way> index_ = {};
  Array<Digest::Row<Way>, cells> digests_ = {};
  double values_[most * cells];
};

}  // namespace encke
