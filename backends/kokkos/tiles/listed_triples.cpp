#include "listed_triples.hpp"

#include <algorithm>
#include <cstring>
#include <encke/backend/pair_tallies.hpp>
#include <encke/pack/copies/copy_vectors.hpp>

#include "pair_tiles.hpp"
#include "triple_tiles.hpp"

namespace encke::kokkos {
namespace {

// What lists cost, in triples of a whole block: measured with 379 to 1,940 samples.
constexpr double cost_of_pivot = 1000;
constexpr double cost_of_vector = 40;
constexpr double cost_of_triple = 2.5;
/// A register tile is contracted as a whole.
constexpr Index least_rows = 8;
constexpr Index least_cols = 24;

/// Tells the visitor of the entries that passed the screen, each by itself, with the indices that
/// the vectors have in the whole problem.
class ListVisitor final : public TallyVisitor {
 public:
  ListVisitor(TallyVisitor& inner, const std::vector<std::uint32_t>& index, bool one_list)
      : inner_(inner), index_(index), one_list_(one_list) {}

  void visit(const TallyTile& tile, int worker) override {
    for (Index r = 0; r < tile.rows.size(); ++r) {
      const Index first =
          one_list_ ? std::max<Index>(0, tile.rows.begin + r + 1 - tile.cols.begin) : 0;
      const std::uint8_t* marks = tile.candidates + r * tile.candidate_stride;
      for (Index c = first / 8 * 8; c < tile.cols.size(); c += 8) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, marks + c, 8);
        if (eight == 0) continue;
        for (Index d = std::max(c, first); d < c + 8 && d < tile.cols.size(); ++d) {
          if (marks[d] != 0) visit_entry(tile, r, d, worker);
        }
      }
    }
  }

 private:
  Range one(Index gathered) const {
    const Index index = index_[static_cast<std::size_t>(gathered)];
    return {index, index + 1};
  }
  static TallyMatrix at(const TallyMatrix& matrix, Index r, Index c) {
    return {matrix.row<std::int32_t>(0, r) + c, matrix.plane_stride, matrix.row_stride};
  }
  void visit_entry(const TallyTile& tile, Index r, Index c, int worker) {
    TallyTile entry;
    entry.form = tile.form;
    entry.pivot = index_[static_cast<std::size_t>(tile.pivot)];
    entry.rows = one(tile.rows.begin + r);
    entry.cols = one(tile.cols.begin + c);
    entry.joint = at(tile.joint, r, c);
    entry.pair_form = tile.pair_form;
    entry.pivot_rows = at(tile.pivot_rows, 0, r);
    entry.pivot_cols = at(tile.pivot_cols, 0, c);
    entry.row_cols = at(tile.row_cols, r, c);
    inner_.visit(entry, worker);
  }

  TallyVisitor& inner_;
  const std::vector<std::uint32_t>& index_;
  bool one_list_;
};

}  // namespace

ListedTriples::ListedTriples(const cpu::Kernels& kernels, const Array<Operand, 3>& blocks,
                             const Screen& screen)
    : kernels_(kernels), blocks_(blocks), screen_(screen), lists_(blocks, *pairs_of(screen)) {
  const bool one = one_list();
  for (const auto& pivot : lists_.pivots()) {
    const auto rows = static_cast<Index>(pivot.rows.size());
    const auto cols = static_cast<Index>(pivot.cols.size());
    const double tile = static_cast<double>(round_up(rows, least_rows)) *
                        static_cast<double>(round_up(cols, least_cols));
    cost_ += cost_of_pivot + cost_of_vector * static_cast<double>(one ? rows : rows + cols) +
             cost_of_triple * (one ? tile / 2 : tile);
    longest_ = std::max(longest_, 16 + round_up(rows, 16) + (one ? 0 : round_up(cols, 16)));
  }
}

bool ListedTriples::pay() const {
  const PackedVectors& vectors = *blocks_[0].vectors;
  const Index bytes =
      vectors.bytes() / std::max<Index>(vectors.vectors(), 1) + ListSpace::bytes_of_numbers;
  if (longest_ * bytes > ListSpace::most_bytes) return false;
  return pairs_of(screen_)->forced() || cost_ < static_cast<double>(pruning::triples_of(blocks_));
}

void ListedTriples::run(Index t, Workspace& work, ListSpace& space, TallyVisitor& visitor,
                        int worker) const {
  const auto [pivot, rows, cols] = gather(lists_.pivots()[static_cast<std::size_t>(t)], space);
  const ElementForm& form = form_of(pivot.vectors->element());
  const bool missing = any_missing(pivot) || any_missing(rows) || any_missing(cols);
  const auto products = missing ? PairProducts::positive : PairProducts::fewest;
  const auto pairs_of = [&](const Operand& a, const Operand& b) {
    return PairTallies({{a, b}}, form.pair_planes(missing, true), form.pair_form(missing));
  };
  PairTallies ij = pairs_of(pivot, rows);
  PairTallies ik = pairs_of(pivot, cols);
  PairTallies jk = pairs_of(rows, cols);
  for (PairTallies* pairs : {&ij, &ik, &jk}) {
    const PairTiles tiles(kernels_, pairs->blocks(), nullptr, products);
    for (Index p = 0; p < tiles.count(); ++p) tiles.run(p, work, *pairs, worker);
  }
  std::optional<Screen> screen;
  make_screen(space, screen);
  ListVisitor listed(visitor, space.index, one_list());
  const TripleTiles tiles(kernels_, {{pivot, rows, cols}}, {ij, ik, jk}, &*screen);
  for (Index p = 0; p < tiles.count(); ++p) tiles.run(p, work, listed, worker);
}

/// The pivot comes first, and each list begins at a multiple of 16.
ListedTriples::Gathered ListedTriples::gather(const Pivot& pivot, ListSpace& space) const {
  const auto rows = static_cast<Index>(pivot.rows.size());
  const auto cols = static_cast<Index>(pivot.cols.size());
  const Range of_rows{16, 16 + rows};
  const Index next = round_up(of_rows.end, 16);
  const Range of_cols = one_list() ? of_rows : Range{next, next + cols};
  const PackedVectors& like = *blocks_[0].vectors;
  if (!space.vectors || space.vectors->vectors() < longest_ ||
      space.vectors->element() != like.element() || space.vectors->fields() != like.fields() ||
      space.vectors->keeps_masks() != like.keeps_masks()) {
    space.vectors.emplace(PackedVectors::allocate_like(like, longest_, like.keeps_masks()));
    space.index.resize(static_cast<std::size_t>(longest_));
    for (auto& weights : space.weight) weights.resize(static_cast<std::size_t>(longest_));
    space.size.resize(static_cast<std::size_t>(longest_));
  }
  copy(blocks_[0], static_cast<std::uint32_t>(pivot.index), 0, space);
  for (Index r = 0; r < rows; ++r) {
    copy(blocks_[1], pivot.rows[static_cast<std::size_t>(r)], of_rows.begin + r, space);
  }
  for (Index c = 0; c < cols && !one_list(); ++c) {
    copy(blocks_[2], pivot.cols[static_cast<std::size_t>(c)], of_cols.begin + c, space);
  }
  const PackedVectors* vectors = &*space.vectors;
  return {{vectors, {0, 1}, 0}, {vectors, of_rows, 0}, {vectors, of_cols, 0}};
}

void ListedTriples::copy(const Operand& from, std::uint32_t index, Index to,
                         ListSpace& space) const {
  const PackedVectors& source = *from.vectors;
  const Index vector = index - from.offset;
  copy_vectors(source, {&vector, 1}, *space.vectors, to);
  const auto at = static_cast<std::size_t>(to);
  space.index[at] = index;
  if (const auto* const weights = std::get_if<WeightBound>(&screen_)) {
    for (int a = 0; a < 2; ++a) space.weight[a][at] = weights->weight[a][index];
  } else {
    space.size[at] = std::get<OverlapBound>(screen_).size[index];
  }
}

/// The screen of the gathered vectors, by their places.
void ListedTriples::make_screen(const ListSpace& space, std::optional<Screen>& own) const {
  if (const auto* const weights = std::get_if<WeightBound>(&screen_)) {
    auto& bound = std::get<WeightBound>(own.emplace(std::in_place_type<WeightBound>));
    for (int a = 0; a < 2; ++a) bound.weight[a] = space.weight[a].data();
    bound.floor = weights->floor.load();
  } else {
    auto& bound = std::get<OverlapBound>(own.emplace(std::in_place_type<OverlapBound>));
    bound.size = space.size.data();
    bound.floor = std::get<OverlapBound>(screen_).floor.load();
  }
}

}  // namespace encke::kokkos
