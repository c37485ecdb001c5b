#pragma once

#include <algorithm>
#include <encke/backend/backend.hpp>
#include <encke/combine/screen_columns.hpp>
#include <encke/contraction/count_minima.hpp>
#include <type_traits>
#include <utility>
#include <vector>

namespace encke {

/// True if a contraction's tallies are the products of tally/evidence.hpp.
template <class C>
inline constexpr bool of_products =
    std::is_same_v<C, AlleleCounts> || std::is_same_v<C, AlleleBits>;

/// Screens tallies that were summed over parts of the fields, as backends screen those that they
/// make (see Screen): marks the entries that may pass, and passes on tiles that have any. What has
/// been screened already, and forms and bounds that are not tested here, are passed on unchanged.
template <class C, int Way>
class ScreenAfterSum final : public TallyVisitor {
 public:
  using Margin = Array<typename C::accumulator, C::channels>;
  /// Of other contractions everything is passed on unchanged.
  static constexpr bool knows_bounds =
      of_products<C> || std::is_same_v<C, Minima> || std::is_same_v<C, CountMinima>;

  /// `screen`: may be null; `margins`: the own sums of each vector over all fields. Both must
  /// outlive this, and so must `inner`.
  ScreenAfterSum(TallyVisitor& inner, const Screen* screen, const std::vector<Margin>& margins,
                 int workers)
      : inner_(inner),
        screen_(screen),
        margins_(margins),
        marks_(static_cast<std::size_t>(workers)) {}

  /// Bytes for tiles of 32 rows and `block` columns, as FieldGroup visits them.
  static std::int64_t memory(int workers, Index block) {
    return workers * 32 * round_up(block, 64);
  }

  void visit(const TallyTile& tile, int worker) override {
    if (!knows(tile)) return inner_.visit(tile, worker);
    std::vector<std::uint8_t>& marks = marks_[static_cast<std::size_t>(worker)];
    const Index stride = round_up(tile.cols.size(), 64);
    marks.assign(static_cast<std::size_t>(tile.rows.size() * stride), 0);
    const bool any = std::visit(
        [&](const auto& bound) { return mark_tile(bound, tile, stride, marks.data()); }, *screen_);
    if (!any && !inner_.every_tile()) return;
    TallyTile marked = tile;
    marked.candidates = marks.data();
    marked.candidate_stride = stride;
    inner_.visit(marked, worker);
  }

 private:
  /// Bounds that are tested here.
  template <class Bound>
  static constexpr bool tests = (std::is_same_v<Bound, WeightBound> && of_products<C>) ||
                                (std::is_same_v<Bound, OverlapBound> &&
                                 (std::is_same_v<C, AlleleBits> || std::is_same_v<C, Minima> ||
                                  std::is_same_v<C, CountMinima>));

  bool knows(const TallyTile& tile) const {
    if (screen_ == nullptr || !is_active(*screen_) || tile.candidates != nullptr) return false;
    const bool tested = std::visit(
        [](const auto& bound) { return tests<std::decay_t<decltype(bound)>>; }, *screen_);
    if (!tested || std::is_same_v<C, Minima>) return tested;
    if (std::is_same_v<C, CountMinima>) return tile.form == TallyForm::complete;
    return tile.form != TallyForm::table && (Way == 2 || tile.pair_form == tile.form);
  }

  template <class Bound>
  bool mark_tile(const Bound& bound, const TallyTile& tile, Index stride,
                 std::uint8_t* marks) const {
    bool any = false;
    if constexpr (tests<Bound>) {
      const float floor = bound.floor;
      for (Index r = 0; r < tile.rows.size(); ++r) {
        const Index row = tile.rows.begin + r;
        if (row <= tile.pivot) continue;
        const Index first = std::max<Index>(0, row + 1 - tile.cols.begin) / 64 * 64;
        any |= mark_row(bound, tile, r, {first, tile.cols.size()}, floor, marks + r * stride);
      }
    }
    return any;
  }

  const Margin& margin(Index vector) const { return margins_[static_cast<std::size_t>(vector)]; }

  bool mark_row(const WeightBound& by, const TallyTile& tile, Index r, Range cols, float floor,
                std::uint8_t* out) const {
    const Index row = tile.rows.begin + r;
    ScreenColumns<C, Way> some;
    constexpr int size = ScreenColumns<C, Way>::columns;
    Array<float, ipow(2, Way - 1)> bound;
    for (int a = 0; a < bound.size(); ++a) {
      bound[a] = by.weight[a % 2][row];
      if constexpr (Way == 3) bound[a] *= by.weight[a / 2][tile.pivot];
      bound[a] = floor / bound[a];
    }
    int any = 0;
    for (Index begin = cols.begin; begin < cols.end; begin += size) {
      const Index n = std::min<Index>(size, cols.end - begin);
      load(tile, r, begin, n, some);
      for (int a = 0; a < 2; ++a) {
        some.copy(some.weight[a], by.weight[a] + tile.cols.begin + begin, n);
      }
      std::uint8_t pass[size];
      some.mark(bound, pass);
      for (Index c = 0; c < n; ++c) any |= out[begin + c] = pass[c];
    }
    return any != 0;
  }

  /// All planes of the columns from `begin` on: the complete form keeps one, and the others follow
  /// from sums of fewer vectors.
  void load(const TallyTile& tile, Index r, Index begin, Index n, ScreenColumns<C, Way>& to) const {
    using P = Products<C>;
    const auto row_of = [&](const TallyMatrix& matrix, int plane, Index row) {
      return matrix.row<std::int32_t>(plane, row) + begin;
    };
    if (tile.form == TallyForm::missing) {
      for (int p = 0; p < to.cells; ++p) to.copy(to.product[p], row_of(tile.joint, p, r), n);
      return;
    }
    constexpr int all = ScreenColumns<C, Way>::cells - 1;
    const Margin& mine = margin(tile.rows.begin + r);
    to.copy(to.product[0], row_of(tile.joint, 0, r), n);
    to.fill(to.product[all - 2], P::x_sum(mine));
    to.fill(to.product[all - 1], 0);
    for (Index c = 0; c < n; ++c) {
      to.product[all - 1][c] =
          static_cast<std::int32_t>(P::x_sum(margin(tile.cols.begin + begin + c)));
    }
    to.fill(to.product[all], P::present(mine));
    if constexpr (Way == 3) {
      to.fill(to.product[1], tile.pivot_rows.template row<std::int32_t>(0, 0)[r]);
      to.copy(to.product[2], row_of(tile.pivot_cols, 0, 0), n);
      to.fill(to.product[3], P::x_sum(margin(tile.pivot)));
      to.copy(to.product[4], row_of(tile.row_cols, 0, r), n);
    }
  }

  bool mark_row(const OverlapBound& by, const TallyTile& tile, Index r, Range cols, double floor,
                std::uint8_t* out) const {
    using Item = std::conditional_t<std::is_same_v<C, Minima>, double, std::int32_t>;
    const Item* joint = tile.joint.row<Item>(0, r);
    const double* size = by.size + tile.cols.begin;
    double sizes = by.size[tile.rows.begin + r];
    int any = 0;
    const auto mark = [&](Index c, Item overlap) {
      const bool pass = static_cast<double>(overlap) >= floor * (sizes + size[c]);
      any |= out[c] = pass ? 1 : 0;
    };
    if constexpr (Way == 2) {
      for (Index c = cols.begin; c < cols.end; ++c) mark(c, joint[c]);
    } else {
      sizes += by.size[tile.pivot];
      const Item first = tile.pivot_rows.template row<Item>(0, 0)[r];
      const Item* pivot = tile.pivot_cols.template row<Item>(0, 0);
      const Item* other = tile.row_cols.template row<Item>(0, r);
      for (Index c = cols.begin; c < cols.end; ++c) {
        mark(c, first + pivot[c] + other[c] - joint[c]);
      }
    }
    return any != 0;
  }

  TallyVisitor& inner_;
  const Screen* screen_;
  const std::vector<Margin>& margins_;
  std::vector<std::vector<std::uint8_t>> marks_;  ///< of each worker, [row][column]
};

}  // namespace encke
