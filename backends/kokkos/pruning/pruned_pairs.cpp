#include "pruned_pairs.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "kokkos/tiles/screen_correlation.hpp"
#include "kokkos/tiles/screen_overlap.hpp"
#include "kokkos/tiles/screen_weights.hpp"

namespace encke::kokkos {
namespace {

/// What the margins of all pieces of a tile cost, in words of its products.
constexpr double words_of_margins = 0.5;
/// Products of a piece are made in so many words at a time, so that the columns stay in the nearest
/// cache.
constexpr Index words_of_chunk = 128;
constexpr Index group = 8;  ///< vectors that lie side by side
static_assert(band_rows % group == 0 && strip_cols % group == 0);

}  // namespace

template <class Bound>
struct PrunedPairs<Bound>::Tile {
  Index row_tile, col_tile;
  Range rows, cols;            ///< by place in the blocks
  Index diagonal;              ///< entries with column <= row + diagonal are not wanted
  Index first_row, first_col;  ///< in the whole problem

  Range band(Index b) const { return part({0, rows.size()}, b, band_rows); }
  Range strip(Index s) const { return part({0, cols.size()}, s, strip_cols); }
  Index bands() const { return divide_up(rows.size(), band_rows); }
  Index strips() const { return divide_up(cols.size(), strip_cols); }
};

template <class Bound>
struct PrunedPairs<Bound>::Pieces {
  std::uint8_t of_band[bands_of_tile] = {};

  bool has(Index b, Index s) const { return (of_band[b] >> s & 1) != 0; }
  bool any() const { return size() > 0; }
  int size() const {
    int sum = 0;
    for (const auto band : of_band) sum += std::popcount(band);
    return sum;
  }
  friend bool operator==(const Pieces&, const Pieces&) = default;
};

template <class Bound>
PrunedPairs<Bound>::PrunedPairs(const cpu::Kernels& kernels, const Array<Operand, 2>& blocks,
                                const Screen& screen, PreparedBlocks<Bound>& prepared, bool reorder,
                                bool forced)
    : form_(form_of(blocks[0].vectors->element())),
      kernels_(kernels.*form_.kernels),
      reordered_(reorder),
      forced_(forced),
      bound_(std::get<Bound>(screen)),
      words_(blocks[0].vectors->words()),
      part_words_(choose_words()),
      row_tiles_(divide_up(blocks[0].range.size(), form_.pair_tile.rows)),
      col_tiles_(divide_up(blocks[1].range.size(), form_.pair_tile.cols)) {
  own_.emplace(std::in_place_type<Bound>);
  for (int side = 0; side < 2; ++side) {
    prepared_[side] = prepared.get(blocks[side], bound_, part_words_, reorder);
    blocks_[side] = prepared_[side]->operand();
    streams_[side] = blocks_[side].vectors->panel(blocks_[side].range).values;
    prepared_[side]->put(weights_, sizes_);
  }
  if constexpr (std::is_same_v<Bound, WeightBound>) {
    for (int a = 0; a < 2; ++a) own_bound().weight[a] = weights_[a].data();
  }
  if constexpr (std::is_same_v<Bound, OverlapBound>) own_bound().size = sizes_.data();
}

/// No test where it would come too late, or of few words, which it would hardly spare.
template <class Bound>
Index PrunedPairs<Bound>::choose_words() const {
  constexpr Index least_words = 16;
  constexpr double latest = 0.85;
  if (Test::kernel(kernels_.screens) == nullptr || words_ < 2) return 0;
  const double place = bound_.active() ? Test::place(bound_) : 0.5;
  const auto words = static_cast<Index>(std::ceil(place * static_cast<double>(words_)));
  if (forced_) return std::clamp<Index>(words, 1, words_ - 1);
  return words_ < least_words || place > latest ? 0 : words;
}

template <class Bound>
float PrunedPairs<Bound>::floor() const {
  const auto fields = static_cast<float>(vectors().fields());
  const bool genotypes = vectors().contraction() == ContractionId::allele_counts;
  return Test::floor_of(bound_, genotypes ? 4 * fields : fields);
}

template <class Bound>
auto PrunedPairs<Bound>::tile_of(Index t) const -> Tile {
  Tile tile;
  tile.row_tile = t / col_tiles_;
  tile.col_tile = t % col_tiles_;
  tile.rows = part({0, blocks_[0].range.size()}, tile.row_tile, form_.pair_tile.rows);
  tile.cols = part({0, blocks_[1].range.size()}, tile.col_tile, form_.pair_tile.cols);
  tile.first_row = blocks_[0].indices().begin + tile.rows.begin;
  tile.first_col = blocks_[1].indices().begin + tile.cols.begin;
  tile.diagonal = tile.first_row - tile.first_col;
  return tile;
}

template <class Bound>
void PrunedPairs<Bound>::run(Index t, Workspace& work, PruneWorker& mine, TallyVisitor& visitor,
                             int worker) const {
  const Tile tile = tile_of(t);
  const Range rows{tile.first_row, tile.first_row + tile.rows.size()};
  const Range cols{tile.first_col, tile.first_col + tile.cols.size()};
  if (cols.end - 1 <= rows.begin) return;
  if (!reordered_ && !visitor.wants(-1, rows, cols)) return;
  const bool active = bound_.active();
  const float least = active ? floor() : 0;
  const Pieces all = wanted(tile);
  Pieces alive = all;
  if (active) {
    own_bound().floor = bound_.floor.load();
    alive = by_margins(tile, all, least, mine);
    mine.left_out.tuples += pairs_of(tile, all, alive);
    if (!alive.any()) return;
  }
  for (Index r = 0; r < tile.rows.size(); ++r) {
    std::fill_n(work.tallies.data() + r * form_.pair_tile.cols, form_.pair_tile.cols, 0);
  }
  if (active && part_words_ > 0 && (forced_ || mine.part.due())) {
    multiply(tile, alive, all, {0, part_words_}, work);
    const Pieces left = to_compute(by_part(tile, alive, least, work), alive);
    const auto before = static_cast<double>(alive.size());
    const auto words = static_cast<double>(words_ - part_words_);
    mine.part.add((before - left.size()) * words, before * Test::words_of_test);
    const Index decided = pairs_of(tile, alive, left);
    mine.left_out.early += decided;
    mine.left_out.comparisons += static_cast<double>(decided) * words / words_;
    if (!left.any()) return;
    alive = left;
    multiply(tile, alive, all, {part_words_, words_}, work);
  } else {
    multiply(tile, alive, all, {0, words_}, work);
  }
  finish(tile, alive, all, active, work, visitor, worker);
}

/// Pieces that are there and not wholly below the diagonal.
template <class Bound>
auto PrunedPairs<Bound>::wanted(const Tile& tile) const -> Pieces {
  Pieces pieces;
  for (Index b = 0; b < tile.bands(); ++b) {
    for (Index s = 0; s < tile.strips(); ++s) {
      if (tile.strip(s).end - 1 <= b * band_rows + tile.diagonal) continue;
      pieces.of_band[b] = static_cast<std::uint8_t>(pieces.of_band[b] | 1U << s);
    }
  }
  return pieces;
}

template <class Bound>
auto PrunedPairs<Bound>::by_margins(const Tile& tile, const Pieces& pieces, float least,
                                    PruneWorker& mine) const -> Pieces {
  const auto fields = static_cast<float>(vectors().fields());
  const auto may_pass = [&](const auto& i, const auto& j) {
    return Test::may_pass(i, j, least, fields);
  };
  if (!may_pass(facts(0).row_tile(tile.row_tile), facts(1).col_tile(tile.col_tile))) return {};
  if (!forced_ && !mine.margins.due()) return pieces;
  Pieces left;
  for (Index b = 0; b < tile.bands(); ++b) {
    const auto& band = facts(0).band(tile.row_tile * bands_of_tile + b);
    for (Index s = 0; s < tile.strips(); ++s) {
      const auto& strip = facts(1).strip(tile.col_tile * strips_of_tile + s);
      if (!pieces.has(b, s) || !may_pass(band, strip)) continue;
      left.of_band[b] = static_cast<std::uint8_t>(left.of_band[b] | 1U << s);
    }
  }
  left = to_compute(left, pieces);
  const auto before = static_cast<double>(pieces.size());
  mine.margins.add((before - left.size()) * static_cast<double>(words_), before * words_of_margins);
  return left;
}

template <class Bound>
auto PrunedPairs<Bound>::by_part(const Tile& tile, const Pieces& pieces, float least,
                                 const Workspace& work) const -> Pieces {
  const cpu::PartKernel kernel = Test::kernel(kernels_.screens);
  cpu::PartBand band;
  band.row_stride = form_.pair_tile.cols;
  band.floor = least;
  band.fields = static_cast<float>(vectors().fields());
  for (int a = 0; a < cpu::PartBand::arrays; ++a) band.col[a] = facts(1).part(a, tile.cols.begin);
  Pieces left;
  for (Index b = 0; b < bands_of_tile; ++b) {
    const unsigned strips = pieces.of_band[b];
    if (strips == 0) continue;
    // sixteen columns at a time: pairs of strips
    const Index first = std::countr_zero(strips) / 2 * 2;
    const Index last = (8 - std::countl_zero(static_cast<std::uint8_t>(strips)) + 1) / 2 * 2;
    band.cols = {first * strip_cols, last * strip_cols};
    band.joint = work.tallies.data() + b * band_rows * band.row_stride;
    for (int a = 0; a < cpu::PartBand::arrays; ++a) {
      band.row[a] = facts(0).part(a, tile.rows.begin + b * band_rows);
    }
    const std::uint32_t pass = kernel(band);
    for (Index s = first; s < last; ++s) {
      const bool may = (pass >> 3 * s & 7) != 0 && pieces.has(b, s);
      left.of_band[b] = static_cast<std::uint8_t>(left.of_band[b] | (may ? 1U : 0U) << s);
    }
  }
  return left;
}

/// What of `all` is computed: all of it where pieces do not pay, unless nothing is left.
template <class Bound>
auto PrunedPairs<Bound>::to_compute(const Pieces& alive, const Pieces& all) const -> Pieces {
  return kernels_.multiply.best_whole && alive.any() ? all : alive;
}

template <class Bound>
void PrunedPairs<Bound>::multiply(const Tile& tile, const Pieces& pieces, const Pieces& all,
                                  Range words, Workspace& work) const {
  if (pieces == all) {
    return multiply_piece(tile, {0, tile.rows.size()}, {0, tile.cols.size()}, words, work);
  }
  for (Index w = words.begin; w < words.end; w += words_of_chunk) {
    for_each_piece(tile, pieces, [&](const Range& rows, const Range& cols) {
      multiply_piece(tile, rows, cols, {w, std::min(w + words_of_chunk, words.end)}, work);
    });
  }
}

/// Calls body(rows, cols) for pieces of one strip that lie one below the other.
template <class Bound>
template <class Body>
void PrunedPairs<Bound>::for_each_piece(const Tile& tile, const Pieces& pieces, const Body& body) {
  for (Index s = 0; s < tile.strips(); ++s) {
    for (Index b = 0; b < tile.bands(); ++b) {
      if (!pieces.has(b, s)) continue;
      const Index begin = tile.band(b).begin;
      while (b + 1 < tile.bands() && pieces.has(b + 1, s)) ++b;
      body(Range{begin, tile.band(b).end}, tile.strip(s));
    }
  }
}

template <class Bound>
void PrunedPairs<Bound>::multiply_piece(const Tile& tile, const Range& rows, const Range& cols,
                                        const Range& words, Workspace& work) const {
  const auto from = [](const Stream& all, Index place) {
    return Stream{all.group(place / group), all.group_stride};
  };
  cpu::Block b;
  b.left[0] = from(streams_[0], tile.rows.begin + rows.begin);
  b.right[0] = from(streams_[1], tile.cols.begin + cols.begin);
  b.rows = rows.size();
  b.cols = cols.size();
  b.words = words;
  b.row_stride = form_.pair_tile.cols;
  b.plane_stride = form_.pair_tile.rows * form_.pair_tile.cols;
  b.diagonal = tile.diagonal + rows.begin - cols.begin;
  b.tallies = work.tallies.data() + rows.begin * b.row_stride + cols.begin;
  kernels_.multiply.complete(b);
}

template <class Bound>
void PrunedPairs<Bound>::finish(const Tile& tile, const Pieces& pieces, const Pieces& all,
                                bool screened, Workspace& work, TallyVisitor& visitor,
                                int worker) const {
  const Index stride = form_.pair_tile.cols;
  const auto visit = [&](const Range& rows, const Range& cols) {
    TallyTile made;
    made.form = TallyForm::complete;
    made.rows = {tile.first_row + rows.begin, tile.first_row + rows.end};
    made.cols = {tile.first_col + cols.begin, tile.first_col + cols.end};
    made.joint = {work.tallies.data() + rows.begin * stride + cols.begin,
                  form_.pair_tile.rows * stride, stride};
    if (reordered_) {
      made.row_index = prepared_[0]->indices() + tile.rows.begin + rows.begin;
      made.col_index = prepared_[1]->indices() + tile.cols.begin + cols.begin;
    }
    if (screened) {
      const ScreenTile<2> seen{blocks_, made, kernels_.screens, work, form_.tally_bytes()};
      if (!mark_candidates(own_bound(), seen)) return;
      made.candidates = work.candidates.data();
      made.candidate_stride = stride;
    }
    visitor.visit(made, worker);
  };
  if (pieces == all) return visit({0, tile.rows.size()}, {0, tile.cols.size()});
  for_each_piece(tile, pieces, visit);
}

/// Wanted pairs in the pieces that are in `before` and not in `after`.
template <class Bound>
Index PrunedPairs<Bound>::pairs_of(const Tile& tile, const Pieces& before,
                                   const Pieces& after) const {
  Index pairs = 0;
  for (Index b = 0; b < tile.bands(); ++b) {
    for (unsigned gone = before.of_band[b] & ~unsigned{after.of_band[b]}; gone != 0;
         gone &= gone - 1) {
      const Range rows = tile.band(b);
      const Range cols = tile.strip(std::countr_zero(gone));
      if (cols.begin > rows.end - 1 + tile.diagonal) {
        pairs += rows.size() * cols.size();
        continue;
      }
      for (Index r = rows.begin; r < rows.end; ++r) {
        pairs += std::max<Index>(0, cols.end - std::max(cols.begin, r + tile.diagonal + 1));
      }
    }
  }
  return pairs;
}

template class PrunedPairs<CorrelationBound>;
template class PrunedPairs<WeightBound>;
template class PrunedPairs<OverlapBound>;

bool can_prune_pairs(const Array<Operand, 2>& blocks, const Screen& screen, bool forced) {
  constexpr Index least_vectors = 512;
  constexpr Index most_fields = Index{1} << 22;  // counts of copies are exact in float32
  const PackedVectors& vectors = *blocks[0].vectors;
  const ContractionId id = vectors.contraction();
  const bool bits = id == ContractionId::allele_bits;
  const bool known =
      (std::holds_alternative<CorrelationBound>(screen) && id == ContractionId::genotype_moments) ||
      (std::holds_alternative<WeightBound>(screen) &&
       (bits || id == ContractionId::allele_counts)) ||
      (std::holds_alternative<OverlapBound>(screen) && bits);
  if (!known || vectors.fields() == 0 || vectors.fields() > most_fields) return false;
  const auto* const overlap = std::get_if<OverlapBound>(&screen);
  for (const Operand& block : blocks.items) {
    if (!forced && block.range.size() < least_vectors) return false;
    for (Index v = block.range.begin; v < block.range.end; ++v) {
      if (block.vectors->has_missing(v)) return false;
      // a size is the number of bits, by which the margins go
      if (overlap != nullptr && overlap->size[v + block.offset] !=
                                    static_cast<double>(block.vectors->positive_count(v))) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace encke::kokkos
