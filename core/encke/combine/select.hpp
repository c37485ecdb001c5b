#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <encke/base/digest.hpp>
#include <encke/base/error.hpp>
#include <encke/combine/hit_filter.hpp>
#include <encke/combine/row_values.hpp>
#include <encke/combine/screen_maker.hpp>
#include <encke/host/region.hpp>
#include <encke/metric/metric.hpp>
#include <encke/plan/plan.hpp>
#include <encke/schedule/tile.hpp>
#include <encke/sink/sink.hpp>
#include <encke/tally/evidence.hpp>
#include <encke/tally/table_evidence.hpp>
#include <encke/tally/tally_tile.hpp>
#include <encke/tally/vector_copies.hpp>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace encke {

/// Hits that a worker keeps before it passes them on, and the memory that this takes.
inline constexpr std::size_t hits_of_worker = 16384;
/// For a sink that chooses: its floor rises only by hits that it has, and ever fewer come.
inline constexpr std::size_t hits_of_choice = 64;
inline constexpr std::int64_t select_bytes_of_worker = hits_of_worker * 24 * 2;

/// The epilogue: turns tallies into values, keeps those that are selected, and passes them on.
/// Visited by all workers at once; each has its own counts, added up by collect().
template <class Metric, int Way>
class Select final : public TallyVisitor {
 public:
  using Contraction = typename Metric::contraction;
  using Margin = Array<typename Contraction::accumulator, Contraction::channels>;

  /// margins[v]: the sums of vector v by itself.
  Select(const Metric& metric, std::vector<Margin> margins, const Plan& plan, Sink& sink,
         int workers)
      : metric_(metric),
        plan_(plan),
        filter_(plan),
        rows_serve_(filter_.takes_rows() && !plan.groups),
        sink_(sink),
        hits_at_once_(sink.selected() ? hits_of_choice : hits_of_worker),
        margins_(std::move(margins)),
        workers_(static_cast<std::size_t>(workers)) {
    if (plan.groups && plan.groups->size() != margins_.size()) {
      throw Error(Failure::inconsistent, std::to_string(plan.groups->size()) +
                                             " groups were given for " +
                                             std::to_string(margins_.size()) + " vectors");
    }
    if (!Filter::by_alleles && (plan.threshold.by_cell || plan.cell_bins > 0)) {
      throw Error(Failure::inconsistent,
                  "thresholds and histograms by cells are for metrics with a value for each "
                  "combination of two alleles");
    }
    if (!HasDegreesOfFreedom<Metric, Way> && plan.threshold.by_p_value) {
      throw Error(Failure::inconsistent,
                  "a threshold of p-values is for metrics with degrees of freedom");
    }
    total_histogram_.width = plan.bin_width();
    for (auto& worker : workers_) worker.histogram.width = plan.bin_width();
    screens_.emplace(metric, margins_, plan);
  }

  /// To be called before the first tile. `fields`: of the problem.
  void narrow_by_degrees(Index fields) {
    if constexpr (HasScoreScreen<Metric>) screens_->narrow_by_degrees(metric_, margins_, fields);
  }

  const Screen* screen() const { return screens_->screen(); }
  const std::vector<Margin>& margins() const { return margins_; }
  /// What makes the screen.
  ScreenMaker<Metric, Way>& screens() { return *screens_; }

  /// Visits from here to finish_tile() belong to this tile.
  void start_tile(const Tile<Way>& tile) { sink_.start_tile(tile.id); }

  /// Passes on what the workers still hold of the tile, and tells the sink that it is whole.
  void finish_tile(const Tile<Way>& tile) {
    TileSummary done{.id = tile.id, .tuples = plan_.domain.tuples(tile.ranges)};
    Histogram histogram{.width = plan_.bin_width()};
    std::optional<Region> region("select");
    for (auto& worker : workers_) {
      pass_on(worker);
      done.hits += std::exchange(worker.passed, 0);
      done.digest.add(std::exchange(worker.digest, {}));
      if (plan_.bin_width() <= 0) continue;
      histogram.add(worker.histogram);
      worker.histogram = {.width = plan_.bin_width()};
    }
    if (plan_.bin_width() > 0) done.histogram = &histogram;
    region.emplace("write");
    const auto start = Clock::now();
    sink_.tile_done(done);
    tile_seconds_ += seconds_since(start);
    tuples_ += done.tuples;
    hits_ += done.hits;
    digest_.add(done.digest);
    total_histogram_.add(histogram);
  }

  /// True if a tuple of the rectangle may be in the domain.
  bool wants(Index pivot, Range rows, Range cols) const override {
    if (plan_.domain.everything()) return true;
    if constexpr (Way == 3) {
      return plan_.domain.template may_have<3>({Range{pivot, pivot + 1}, rows, cols});
    } else {
      return plan_.domain.template may_have<2>({rows, cols});
    }
  }

  Index wanted_pairs(Range rows, Range cols) const override {
    if (Way == 3 || plan_.domain.everything()) return TallyVisitor::wanted_pairs(rows, cols);
    if (rows.end <= cols.begin) return plan_.domain.tuples(Array<Range, 2>{{rows, cols}});
    Index pairs = 0;
    for (Index row = rows.begin; row < rows.end; ++row) {
      const Range later{std::max(cols.begin, row + 1), cols.end};
      if (later.size() <= 0) continue;
      pairs += plan_.domain.tuples(Array<Range, 2>{{Range{row, row + 1}, later}});
    }
    return pairs;
  }

  bool any_order() const override { return Way == 2 && plan_.domain.everything(); }

  /// A sink that chooses among its hits needs less and less.
  bool floor_may_rise() const override { return sink_.selected().has_value(); }

  void visit(const TallyTile& tile, int worker) override {
    const auto start = Clock::now();
    Worker& mine = workers_[static_cast<std::size_t>(worker)];
    const double sink_before = mine.seconds_sink;
    for (Index r = 0; r < tile.rows.size(); ++r) {
      const Index row = tile.rows.begin + r;
      if (row <= tile.pivot) continue;
      const Index first = row < tile.cols.begin ? 0 : row + 1 - tile.cols.begin;
      const DomainRow in = tile.copies != nullptr ? whole_row() : row_of(tile.pivot, row);
      const Range cols{std::max(first, in.begin - tile.cols.begin),
                       std::min(in.end - tile.cols.begin, tile.cols.size())};
      if (tile.candidates == nullptr && rows_serve_ && RowValues<Metric, Way>::serves(tile)) {
        visit_row(tile, r, cols, in, mine);
      } else if (tile.candidates == nullptr) {
        visit_all(tile, r, cols, in, mine);
      } else {
        visit_candidates(tile, r, cols, in, mine);
      }
      if (mine.hits.size() >= hits_at_once_) pass_on(mine);
    }
    mine.seconds += seconds_since(start) - (mine.seconds_sink - sink_before);
  }

  /// Adds what the finished tiles gave to the report.
  void collect(Report& report) const {
    report.tuples = tuples_;
    report.values = tuples_ * Metric::template cells<Way>;
    report.hits = hits_;
    report.digest = digest_;
    report.histogram = total_histogram_;
    report.seconds_sink = tile_seconds_;
    for (const auto& worker : workers_) {
      report.seconds_combine += worker.seconds / static_cast<double>(workers_.size());
      report.seconds_sink += worker.seconds_sink;
    }
  }

  /// Counts the finished tiles only.
  Index tuples() const { return tuples_; }
  Index hits() const { return hits_; }

 private:
  using Clock = std::chrono::steady_clock;
  using Filter = HitFilter<Metric, Way>;
  using Made = typename Filter::Made;
  static constexpr int cells = Metric::template cells<Way>;

  struct alignas(64) Worker : TakenValues<Way> {
    Index passed = 0;
    double seconds = 0;
    double seconds_sink = 0;
  };

  static double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  /// Of a row whose pairs are all wanted: its indices are not those of the domain.
  static DomainRow whole_row() { return {0, Window::no_limit, nullptr, 0}; }

  /// What of the domain goes with a row.
  DomainRow row_of(Index pivot, Index row) const {
    if constexpr (Way == 3) return plan_.domain.row(pivot, row);
    return plan_.domain.row(row);
  }

  void visit_all(const TallyTile& tile, Index r, Range cols, const DomainRow& in, Worker& mine) {
    for (Index c = cols.begin; c < cols.end; ++c) {
      if (in.classes == nullptr || in.has(tile.cols.begin + c)) evaluate(tile, r, c, mine);
    }
  }

  /// As visit_all(), a stretch of the row at a time, for most time of a run without a threshold is
  /// spent here: values are made, then rounded, then looked at.
  void visit_row(const TallyTile& tile, Index r, Range cols, const DomainRow& in, Worker& mine) {
    RowValues<Metric, Way> row(metric_, margins_, tile, r);
    const SinkLimits limits{floor_, ceiling_};
    for (Index c = cols.begin; c < cols.end; c += row.most) {
      const Range stretch{c, std::min(c + row.most, cols.end)};
      row.make(stretch);
      if (plan_.precision == Precision::float32) row.round_to_float32();
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
    const auto& group = *plan_.groups;
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
    if (Way == 2 && tile.copies != nullptr) return evaluate_copies(tile, r, c, hit.index, mine);
    const Array<std::uint32_t, Way> as_made = hit.index;
    const bool transposed = hit.index[Way - 2] > hit.index[Way - 1];
    if (transposed) std::swap(hit.index[Way - 2], hit.index[Way - 1]);
    if (plan_.groups && meets_itself(hit.index)) return;
    const Made made = make(tile, r, c, as_made, transposed);
    if (made.matters) filter_.take(made, hit, {floor_, ceiling_}, mine);
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
        if (plan_.groups && meets_itself(hit.index)) continue;
        std::optional<Made>& made = orders[row > col ? 1 : 0];
        if (!made) made = make(tile, r, c, as_made, row > col);
        if (!made->matters) continue;
        filter_.take(*made, hit, {floor_, ceiling_}, mine);
        if (mine.hits.size() >= hits_at_once_) pass_on(mine);
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

  void pass_on(Worker& mine) {
    if (mine.hits.empty()) return;
    const auto start = Clock::now();
    {
      const std::lock_guard lock(mutex_);
      sink_.take(std::span<const Hit<Way>>(mine.hits));
      floor_ = sink_.floor();
      ceiling_ = sink_.ceiling();
      screens_->narrow(floor_, ceiling_);
      taken_ += static_cast<Index>(mine.hits.size());
      if (taken_ >= static_cast<Index>(margins_.size()) / 4) {  // costs little beside the hits
        screens_->narrow_vectors(sink_);
        taken_ = 0;
      }
    }
    mine.passed += static_cast<Index>(mine.hits.size());
    mine.hits.clear();
    mine.seconds_sink += seconds_since(start);
  }

  const Metric& metric_;
  const Plan& plan_;
  Filter filter_;
  bool rows_serve_;  ///< visit_row() can do the work of evaluate()
  Sink& sink_;
  std::size_t hits_at_once_;
  std::atomic<double> floor_ = -std::numeric_limits<double>::infinity();
  std::atomic<double> ceiling_ = std::numeric_limits<double>::infinity();
  std::vector<Margin> margins_;
  std::optional<ScreenMaker<Metric, Way>> screens_;
  std::vector<Worker> workers_;
  std::mutex mutex_;
  Index taken_ = 0;  ///< hits since vectors' bounds were read
  Index tuples_ = 0;
  Index hits_ = 0;
  Digest digest_;
  Histogram total_histogram_;
  double tile_seconds_ = 0;
};

}  // namespace encke
