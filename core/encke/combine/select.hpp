#pragma once

#include <algorithm>
#include <cstring>
#include <encke/combine/hit_filter.hpp>
#include <encke/combine/row_values.hpp>
#include <encke/combine/screen_maker.hpp>
#include <encke/combine/selection/selection.hpp>
#include <encke/metric/metric.hpp>
#include <encke/plan/plan.hpp>
#include <encke/sink/sink.hpp>
#include <encke/tally/evidence.hpp>
#include <encke/tally/table_evidence.hpp>
#include <encke/tally/tally_tile.hpp>
#include <encke/tally/vector_copies.hpp>
#include <optional>
#include <utility>
#include <vector>

namespace encke {

template <class Metric, int Way>
ValueKind value_kind(const Metric& metric) {
  return {Metric::template cells<Way>, HitFilter<Metric, Way>::by_alleles,
          HasDegreesOfFreedom<Metric, Way>, small_is_good(metric)};
}

/// The epilogue: turns tallies into values, keeps those that are selected, and passes them on. What
/// is the same of all metrics is in its base.
template <class Metric, int Way>
class Select final : public Selection<Way> {
 public:
  using Contraction = typename Metric::contraction;
  using Margin = Array<typename Contraction::accumulator, Contraction::channels>;

  /// margins[v]: the sums of vector v by itself. All of the arguments must outlive this.
  Select(const Metric& metric, const std::vector<Margin>& margins, const Plan& plan, Sink& sink,
         int workers)
      : Selection<Way>(value_kind<Metric, Way>(metric), margins.size(), plan, sink, workers),
        metric_(metric),
        filter_(plan),
        rows_serve_(filter_.takes_rows() && !plan.groups),
        margins_(margins),
        screens_(metric, margins, plan) {}

  /// To be called before the first tile. `fields`: of the problem.
  void narrow_by_degrees(Index fields) {
    if constexpr (HasScoreScreen<Metric>) screens_.narrow_by_degrees(metric_, margins_, fields);
  }

  const Screen* screen() const override { return screens_.screen(); }
  /// What makes the screen.
  ScreenMaker<Metric, Way>& screens() { return screens_; }

 private:
  using Filter = HitFilter<Metric, Way>;
  using Made = typename Filter::Made;
  using Worker = typename Selection<Way>::Worker;
  static constexpr int cells = Metric::template cells<Way>;

  void narrow(double floor, double ceiling) override { screens_.narrow(floor, ceiling); }
  void narrow_vectors(const Sink& sink) override { screens_.narrow_vectors(sink); }

  void visit_row(const TallyTile& tile, Index r, Range cols, const DomainRow& in,
                 Worker& mine) override {
    if (tile.candidates != nullptr) return visit_candidates(tile, r, cols, in, mine);
    if (rows_serve_ && RowValues<Metric, Way>::serves(tile)) {
      return visit_stretches(tile, r, cols, in, mine);
    }
    for (Index c = cols.begin; c < cols.end; ++c) {
      if (in.classes == nullptr || in.has(tile.cols.begin + c)) evaluate(tile, r, c, mine);
    }
  }

  /// A stretch of the row at a time, for most time of a run without a threshold is spent here:
  /// values are made, then rounded, then looked at.
  void visit_stretches(const TallyTile& tile, Index r, Range cols, const DomainRow& in,
                       Worker& mine) {
    RowValues<Metric, Way> row(metric_, margins_, tile, r);
    const SinkLimits limits = this->limits();
    for (Index c = cols.begin; c < cols.end; c += row.most) {
      const Range stretch{c, std::min(c + row.most, cols.end)};
      row.make(stretch);
      if (this->plan().precision == Precision::float32) row.round_to_float32();
      for (Index d = stretch.begin; d < stretch.end; ++d) {
        if (in.classes != nullptr && !in.has(tile.cols.begin + d)) continue;
        filter_.take(row, d - c, limits, mine);
      }
    }
  }

  /// Eight entries at a time, since nearly all are rejected.
  void visit_candidates(const TallyTile& tile, Index r, Range cols, const DomainRow& in,
                        Worker& mine) {
    const std::uint8_t* marks = tile.candidates + r * tile.candidate_stride;
    for (Index c = cols.begin / 8 * 8; c < cols.end; c += 8) {
      std::uint64_t eight = 0;
      std::memcpy(&eight, marks + c, 8);
      if (eight == 0) continue;
      for (Index d = std::max(c, cols.begin); d < c + 8 && d < cols.end; ++d) {
        if (marks[d] != 0 && in.has(tile.cols.begin + d)) evaluate(tile, r, d, mine);
      }
    }
  }

  /// True if two vectors are of one group.
  bool meets_itself(const Array<std::uint32_t, Way>& index) const {
    const auto& group = *this->plan().groups;
    for (int v = 1; v < Way; ++v) {
      for (int w = 0; w < v; ++w) {
        if (group[index[v]] == group[index[w]]) return true;
      }
    }
    return false;
  }

  void evaluate(const TallyTile& tile, Index r, Index c, Worker& mine) {
    Hit<Way> hit;
    hit.index[Way - 2] = static_cast<std::uint32_t>(tile.row_vector(r));
    hit.index[Way - 1] = static_cast<std::uint32_t>(tile.col_vector(c));
    if constexpr (Way == 3) hit.index[0] = static_cast<std::uint32_t>(tile.pivot);
    if constexpr (Way == 2) {
      if (tile.copies != nullptr) return evaluate_copies(tile, r, c, hit.index, mine);
    }
    const Array<std::uint32_t, Way> as_made = hit.index;
    const bool transposed = hit.index[Way - 2] > hit.index[Way - 1];
    if (transposed) std::swap(hit.index[Way - 2], hit.index[Way - 1]);
    if (this->plan().groups && meets_itself(hit.index)) return;
    const Made made = make(tile, r, c, as_made, transposed);
    if (made.matters) filter_.take(made, hit, this->limits(), mine);
  }

  /// All pairs of the vectors that two stand for: the values are the same but for their order.
  void evaluate_copies(const TallyTile& tile, Index r, Index c,
                       const Array<std::uint32_t, Way>& index, Worker& mine) {
    const auto rows = tile.copies->of(index[Way - 2]);
    const auto cols = tile.copies->of(index[Way - 1]);
    const bool itself = index[Way - 2] == index[Way - 1];
    std::optional<Made> orders[2];
    Array<std::uint32_t, Way> as_made;
    as_made[Way - 2] = rows.front();
    as_made[Way - 1] = cols.front();
    for (const std::uint32_t row : rows) {
      for (const std::uint32_t col : cols) {
        if (itself && row >= col) continue;
        Hit<Way> hit;
        hit.index[Way - 2] = std::min(row, col);
        hit.index[Way - 1] = std::max(row, col);
        if (this->plan().groups && meets_itself(hit.index)) continue;
        std::optional<Made>& made = orders[row > col ? 1 : 0];
        if (!made) made = make(tile, r, c, as_made, row > col);
        if (!made->matters) continue;
        filter_.take(*made, hit, this->limits(), mine);
        this->pass_on_if_many(mine);
      }
    }
  }

  /// `index`: of the entry's row and column. `transposed`: the values of the column's vector with
  /// the row's.
  Made make(const TallyTile& tile, Index r, Index c, const Array<std::uint32_t, Way>& index,
            bool transposed) const {
    Evidence<Contraction, Way> evidence;
    for (int v = 0; v < Way; ++v) evidence.margin[v] = margins_[index[v]];
    EvidenceOf<Contraction>::fill(evidence, tile, r, c);
    if constexpr (Way == 2) {
      if (transposed) EvidenceOf<Contraction>::transpose(evidence);
    }
    Made made;
    if constexpr (HasDecidingCell<Metric>) {  // nearly all are rejected by the one
      const double deciding = metric_.template value<Way>(evidence, Metric::deciding_cell);
      if (!filter_.may_matter(deciding)) {
        made.matters = false;
        return made;
      }
    }
    for (int cell = 0; cell < cells; ++cell) {
      made.values[cell] = metric_.template value<Way>(evidence, cell);
    }
    if constexpr (HasDegreesOfFreedom<Metric, Way>) {
      made.degrees = static_cast<std::uint32_t>(metric_.template degrees_of_freedom<Way>(evidence));
    }
    return made;
  }

  const Metric& metric_;
  Filter filter_;
  bool rows_serve_;  ///< visit_stretches() can do the work of evaluate()
  const std::vector<Margin>& margins_;
  ScreenMaker<Metric, Way> screens_;
};

}  // namespace encke
