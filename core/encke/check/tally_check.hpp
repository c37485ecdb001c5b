#pragma once

#include <atomic>
#include <chrono>
#include <encke/backend/backend.hpp>
#include <encke/check/field_sums.hpp>
#include <encke/check/planes.hpp>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace encke {

/// True if RowCheck knows the contraction. Sums of reals it does not: they depend on their order,
/// so that sums of them in another order differ from them a little where all is right.
template <class C>
inline constexpr bool row_check_supports = requires {
  sizeof(RowCheckPlanes<C>);
};

struct PivotSums;

/// Checks the tallies of a tile, before they are combined, against sums that come straight from the
/// packed vectors: sum_j n_ij = sum_q x_i(q) sum_j x_j(q), and likewise for presence masks and for
/// triples. So a wrong tally from faulty hardware is found. Genotypes by class count as one x with
/// a weight for each genotype and class, see row_check_sums.hpp. Of counts, whose minima are no
/// products, see minima_totals().
///
/// Tiles are passed on unchanged to `inner`. Use: begin_tile(), TileBackend::contract() with this
/// as the visitor, end_tile(). What `inner` made of the tile is to be trusted only after
/// end_tile().
///
/// What is compared: pairs, the sum of 64 rows and all their columns; triples, the sum of all rows
/// and columns of a pivot, and the pair tallies that come along, for each pivot and each row. The
/// planes of a tally enter with different weights, none zero. So one wrong tally is always found;
/// several are, unless their errors add up to zero. Only after a mismatch the sums of each row are
/// computed, to name it. Also found: tuples left out, or visited
/// twice. Second moments: ZM and MZ of the pairs that have missing samples are compared by tile; so
/// are sums of minima. Pair tallies that come with triples of genotypes by class are used where
/// the vectors are complete; where blocks have missing samples they enter through what they imply.
///
/// A screen may be used: the check asks the backend for every small tile (every_tile()), also
/// where no value may pass.
///
/// Ranks that share the fields of a problem check their own fields, before tallies are added: put
/// this directly behind the backend. Blocks with the same indices must have the same vectors as
/// long as this object lives, wherever they lie in memory; their sums are kept.
template <class C, int Way>
class RowCheck final : public TallyVisitor {
  static_assert(row_check_supports<C>);

 public:
  static constexpr Index most_vectors = 65536;  ///< of a block

  /// `workers`: those of the backend.
  RowCheck(TallyVisitor& inner, int workers);

  /// From the next tile on, pass tiles on to this one.
  void pass_on_to(TallyVisitor& inner) { inner_ = &inner; }
  /// Must precede the tile's first visit. Throws OutOfMemory; Error(inconsistent) for a block of
  /// more than most_vectors.
  void begin_tile(const Array<Operand, Way>& blocks, Index tile_id);
  void visit(const TallyTile& tile, int worker) override;
  bool every_tile() const override { return true; }
  /// Must follow the tile's last visit. Throws Error(checksum) with the tile, row, plane, and the
  /// sums expected and found.
  void end_tile();

  /// Time of the check without `inner`, for one worker.
  double seconds() const;
  /// Rows (pairs) or rows of each pivot (triples) that were found right.
  Index rows_checked() const { return rows_checked_; }
  /// Memory that is held for blocks of `block` vectors of `fields` elements, in bytes.
  static std::int64_t memory(Index block, Index fields, int workers);

 private:
  static constexpr bool moments = C::id == ContractionId::genotype_moments;
  static constexpr bool classes = C::id == ContractionId::genotype_tables;
  static constexpr bool minima = C::id == ContractionId::count_minima;
  using Planes = RowCheckPlanes<C>;
  static constexpr int products = Planes::products(Way);
  static constexpr int pair_products = Planes::products(2);
  static constexpr int planes = moments ? 6 : products;  ///< of sums
  static constexpr Index strip = 64;                     ///< rows that are compared at once
  using Clock = std::chrono::steady_clock;
  using Sums = std::vector<std::int64_t>;

  struct alignas(64) Worker {
    double seconds = 0;
    Sums cols;  ///< running sums of pair tallies, [plane][column]
  };
  /// The sums of a block: in all, and of each strip (pairs).
  struct Block {
    Range indices;
    FieldSums all;
    std::vector<StripSums> strips;
  };
  /// Pair tallies of triples: sums over all triples of a vector, four planes each.
  struct PairSums {
    Sums pivot_rows, pivot_cols;  ///< of a pivot
    Sums row_cols;                ///< of a row
  };

  /// Sums over the columns of a tile, for some rows of a strip.
  struct PartialSums {
    std::int64_t joint[strip][planes] = {};
    std::int64_t row_cols[strip][4] = {};
    std::int64_t pivot_rows[4] = {}, pivot_cols[4] = {};  ///< and over the rows
    Index entries = 0;
  };

  // row_check.cpp: adding up
  Block& block_of(const Operand& operand);
  template <class T>
  void add_tile(const TallyTile& tile, Worker& mine);
  template <class T>
  void add_up_cols(const TallyTile& tile, Worker& mine);
  template <class T>
  void add_rows(const TallyTile& tile, Range rows, Worker& mine);
  template <class T>
  void add_up_rows(const TallyTile& tile, Range rows, PartialSums& part) const;
  void add_partial_sums(const TallyTile& tile, Range rows, const PartialSums& part);
  void add_implied(const TallyTile& tile, Index row, Index first, const std::int64_t (&by_pair)[3],
                   std::int64_t* sums) const;

  // row_check_compare.cpp: comparing
  void compare_pairs();
  void compare_minima();
  [[noreturn]] void name_minima() const;
  [[noreturn]] void name_minima_of(Index pivot) const;
  void compare_squares();
  void compare_triples();
  template <class T>
  void compare_triples_with();
  void compare_pivot(Index pivot, const PivotSums& expected);
  /// `once`: the sum of the row's pair tallies.
  void compare_row(Index row, std::int64_t once) const;
  void compare_entries_of_strips() const;
  void compare_entries_of_pivots() const;
  void compare_entries(Index part, Index expected, const std::string& where) const;
  std::int64_t weighted(const std::int64_t* sums, int digits) const;
  std::int64_t found(Index pivot, Range rows) const;
  void name_if_wrong(Index pivot, Index row) const;
  [[noreturn]] void fail(const std::string& where, std::int64_t expected, std::int64_t seen) const;

  Index local(int block, Index index) const { return index - blocks_[block].offset; }
  Range indices(int block) const { return blocks_[block].indices(); }
  bool same(int a, int b) const { return indices(a) == indices(b); }
  /// x alone tells all of complete vectors; else 3 keeps all planes' weights apart from zero.
  std::int32_t mask_weight() const { return !minima && (table_ || missing_) ? 3 : 0; }
  /// True if pair tallies have all products that the weight is for.
  bool pairs_known() const { return !classes || table_ || !missing_; }
  /// Sums of a plane of the rows of a pivot (0 for pairs).
  std::int64_t* row_sums(int plane, Index pivot) {
    const Index rows = indices(Way - 2).size(), pivots = Way == 2 ? 1 : indices(0).size();
    return joint_.data() + (plane * pivots + pivot) * rows;
  }
  const std::int64_t* row_sums(int plane, Index pivot) const {
    return const_cast<RowCheck*>(this)->row_sums(plane, pivot);
  }

  TallyVisitor* inner_;
  std::vector<Worker> workers_;
  std::vector<std::unique_ptr<Block>> cache_;  ///< the latest last
  Array<Operand, Way> blocks_{};
  Block* sums_[Way] = {};
  Index tile_id_ = -1;
  std::int64_t fields_ = 0;
  std::int64_t most_ = 0;  ///< of a tally in magnitude, unless it is wrong
  Sums col_x_;             ///< sum of x of the vectors of the last block before this one
  Sums col_z_;             ///< moments: likewise of x^2
  Sums joint_;             ///< [plane][pivot][row]
  Sums entries_;           ///< visited, for each strip (pairs) or pivot (triples)
  PairSums pairs_;
  std::atomic<bool> table_ = false, missing_ = false;
  std::mutex locks_[64], row_locks_[64];
  double seconds_ = 0;
  Index rows_checked_ = 0;
};

}  // namespace encke
