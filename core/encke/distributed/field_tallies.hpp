#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <encke/base/array.hpp>
#include <encke/contraction/contraction.hpp>
#include <encke/host/aligned_buffer.hpp>
#include <encke/schedule/tile.hpp>
#include <encke/tally/tally_tile.hpp>
#include <span>
#include <type_traits>

namespace encke {

/// What tallies are stored as while they are summed over the ranks of a field group: sums of reals
/// as they are; of genotypes and bits the products, whatever form the backend gives.
template <class C>
using TallyItem = std::conditional_t<sums_reals<C>, double, std::int32_t>;

/// True if a contraction says how many of its stored cells tell all of complete vectors.
template <class C>
inline constexpr bool stores_complete_cells = requires {
  C::complete_cells(2);
};

/// Planes of the joint tallies of `way` vectors, where none of them misses a sample or some do.
template <class C>
constexpr int field_planes(int way, bool missing) {
  if constexpr (C::channels == 1) return decltype(Evidence<C, 2>::joint)::size();
  if constexpr (stores_complete_cells<C>) {
    return missing ? C::stored_cells(way) : C::complete_cells(way);
  }
  return missing ? ipow(2, way) : 1;
}

/// The planes of one form of tallies.
struct FieldPlanes {
  int joint = 1;
  int pair = 1;  ///< of triples
};

template <class C, int Way>
constexpr FieldPlanes field_planes_of(bool missing) {
  return {field_planes<C>(Way, missing), field_planes<C>(2, missing)};
}

/// One row of a dense matrix of tallies, in all its planes.
template <class Item>
struct TallyRow {
  Item* data;  ///< column 0 in plane 0
  Index plane_stride;
  int planes;
};

/// All tallies of one tile, [plane][row][column]; of a tile of triples [plane][pivot][row][column]
/// and the tallies of its three kinds of pairs. One form for the whole tile: one plane, or 2^way
/// products where some vector has missing samples on some rank. Of GenotypeMoments and
/// GenotypeMatches the cells that tell all of complete vectors, or all that are stored.
/// `Item`: a contraction's TallyItem.
template <class Item, int Way>
class FieldTallies {
 public:
  static constexpr bool reals = std::is_same_v<Item, double>;

  /// Items of a tile of blocks of these sizes.
  static Index items(const Array<Index, Way>& sizes, const FieldPlanes& planes) {
    Index joint = planes.joint;
    for (const Index size : sizes) joint *= size;
    if constexpr (Way == 2) return joint;
    const Index pairs = sizes[0] * sizes[1] + sizes[0] * sizes[2] + sizes[1] * sizes[2];
    return joint + planes.pair * pairs;
  }

  /// Zeros for this tile. `planes`: of the form that `missing` asks for. `sealed`: with one more
  /// item, of which the sum over ranks is the sum of all others modulo 2^32, if nothing went wrong
  /// (integers only). Throws OutOfMemory.
  void start(const Tile<Way>& tile, bool missing, const FieldPlanes& planes, bool sealed = false) {
    tile_ = tile;
    missing_ = missing;
    planes_ = planes;
    for (int v = 0; v < Way; ++v) sizes_[v] = tile.ranges[v].size();
    sealed_ = sealed;
    used_ = items(sizes_, planes) + (sealed ? 1 : 0);
    if (data_.size() < used_) {
      data_ = {};  // before the new one, so that both are never there
      data_ = AlignedBuffer<Item>(used_);
    } else {
      std::fill_n(data_.data(), used_, Item{});
    }
  }

  const Tile<Way>& tile() const { return tile_; }
  bool missing() const { return missing_; }
  std::span<Item> values() { return {data_.data(), static_cast<std::size_t>(used_)}; }

  void add(std::span<const Item> others) {
    const std::size_t tallies = others.size() - (sealed_ ? 1 : 0);
    for (std::size_t i = 0; i < tallies; ++i) data_.data()[i] += others[i];
    if (sealed_) set_seal(seal() + static_cast<std::uint32_t>(others.back()));
  }

  /// Before anything is added; then, when all is.
  void close_seal() { set_seal(sum()); }
  bool seal_holds() const { return seal() == sum(); }

  /// Row `row` (of pivot `pivot`; 0 for pairs), both from the beginning of their blocks.
  TallyRow<Item> joint(Index pivot, Index row) {
    const Index rows = sizes_[Way - 2];
    const Index cols = sizes_[Way - 1];
    return {data_.data() + (pivot * rows + row) * cols, joint_plane(), planes_.joint};
  }

  /// Triples: a row of the tallies of pairs of blocks a < b.
  TallyRow<Item> pair(int a, int b, Index row) {
    return {pair_begin(a, b) + row * sizes_[b], sizes_[a] * sizes_[b], planes_.pair};
  }

  /// The tallies of some rows (of one pivot), to be visited.
  TallyTile view(Index pivot, Range rows) {
    TallyTile tile;
    tile.form = reals ? TallyForm::table : missing_ ? TallyForm::missing : TallyForm::complete;
    const Index first = tile_.ranges[Way - 2].begin;
    tile.rows = {first + rows.begin, first + rows.end};
    tile.cols = tile_.ranges[Way - 1];
    tile.joint = matrix(joint(pivot, rows.begin), sizes_[Way - 1]);
    if constexpr (Way == 3) {
      tile.pivot = tile_.ranges[0].begin + pivot;
      tile.pair_form = tile.form;
      tile.pivot_rows = matrix(pair(0, 1, pivot), 0);
      tile.pivot_rows.data = pair(0, 1, pivot).data + rows.begin;
      tile.pivot_cols = matrix(pair(0, 2, pivot), 0);
      tile.row_cols = matrix(pair(1, 2, rows.begin), sizes_[2]);
    }
    return tile;
  }

 private:
  /// A single wrong tally always changes it.
  std::uint32_t sum() const {
    std::uint32_t sum = 0;
    for (Index i = 0; i + 1 < used_; ++i) sum += static_cast<std::uint32_t>(data_[i]);
    return sum;
  }
  std::uint32_t seal() const { return static_cast<std::uint32_t>(data_[used_ - 1]); }
  void set_seal(std::uint32_t seal) { data_[used_ - 1] = static_cast<Item>(seal); }

  static TallyMatrix matrix(const TallyRow<Item>& first, Index row_stride) {
    return {first.data, first.plane_stride, row_stride};
  }
  Index joint_plane() const {
    Index size = 1;
    for (const Index n : sizes_) size *= n;
    return size;
  }
  Item* pair_begin(int a, int b) {
    const int each = planes_.pair;
    Index at = planes_.joint * joint_plane();
    if (b == 2) at += each * sizes_[0] * sizes_[1];
    if (a == 1) at += each * sizes_[0] * sizes_[2];
    return data_.data() + at;
  }

  Tile<Way> tile_{};
  bool missing_ = false;
  FieldPlanes planes_;
  bool sealed_ = false;
  Array<Index, Way> sizes_{};
  Index used_ = 0;
  AlignedBuffer<Item> data_;
};

}  // namespace encke
