#pragma once

#include <atomic>
#include <chrono>
#include <encke/base/digest.hpp>
#include <encke/base/histogram.hpp>
#include <encke/combine/hit_filter.hpp>
#include <encke/plan/plan.hpp>
#include <encke/plan/report.hpp>
#include <encke/schedule/tile.hpp>
#include <encke/screen/screen.hpp>
#include <encke/sink/sink.hpp>
#include <encke/tally/tally_tile.hpp>
#include <limits>
#include <mutex>
#include <vector>

namespace encke {

/// Hits that a worker keeps before it passes them on, and the memory that this takes.
inline constexpr std::size_t hits_of_worker = 16384;
/// For a sink that chooses: its floor rises only by hits that it has, and ever fewer come.
inline constexpr std::size_t hits_of_choice = 64;
inline constexpr std::int64_t select_bytes_of_worker = hits_of_worker * 24 * 2;

/// What is asked of a metric's values.
struct ValueKind {
  int cells = 1;               ///< of a tuple
  bool by_alleles = false;     ///< one for each combination of two alleles
  bool chi_squared = false;    ///< with degrees of freedom
  bool small_is_good = false;  ///< smaller values rank higher
};

/// What Select does alike of every metric, and is compiled once: rows of tiles, hits on their way
/// to the sink, counts. Visited by all workers at once; each has its own counts, added up by
/// collect().
template <int Way>
class Selection : public TallyVisitor {
 public:
  /// Visits from here to finish_tile() belong to this tile.
  void start_tile(const Tile<Way>& tile) { sink_.start_tile(tile.id); }

  /// Passes on what the workers still hold of the tile, and tells the sink that it is whole.
  void finish_tile(const Tile<Way>& tile);

  /// True if a tuple of the rectangle may be in the domain.
  bool wants(Index pivot, Range rows, Range cols) const override;
  Index end_after(Range first) const override { return plan_.domain.end_after(first); }
  Index wanted_pairs(Range rows, Range cols) const override;
  bool any_order() const override { return Way == 2 && plan_.domain.everything(); }
  /// A sink that chooses among its hits needs less and less.
  bool floor_may_rise() const override { return sink_.selected().has_value(); }

  void visit(const TallyTile& tile, int worker) override;

  /// Adds what the finished tiles gave to the report.
  void collect(Report& report) const;

  /// Counts the finished tiles only.
  Index tuples() const { return tuples_; }
  Index hits() const { return hits_; }

  /// By which backends may drop tuples; null where none may be.
  virtual const Screen* screen() const = 0;

 protected:
  struct alignas(64) Worker : TakenValues<Way> {
    Index passed = 0;
    double seconds = 0;
    double seconds_sink = 0;
  };

  /// Throws Error(inconsistent) where the plan asks for what such values of so many vectors lack.
  Selection(const ValueKind& kind, std::size_t vectors, const Plan& plan, Sink& sink, int workers);

  const Plan& plan() const { return plan_; }
  SinkLimits limits() const { return {floor_, ceiling_}; }

  /// Evaluates columns of a row, those that `in` has.
  virtual void visit_row(const TallyTile& tile, Index r, Range cols, const DomainRow& in,
                         Worker& mine) = 0;
  /// From now on values below `floor` and above `ceiling` need not come.
  virtual void narrow(double floor, double ceiling) = 0;
  /// Nor values worse than sink.bound_of() of each of their vectors.
  virtual void narrow_vectors(const Sink& sink) = 0;

  /// Passes on what the worker has where it is much.
  void pass_on_if_many(Worker& mine) {
    if (mine.hits.size() >= hits_at_once_) pass_on(mine);
  }

 private:
  using Clock = std::chrono::steady_clock;

  static double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }
  DomainRow row_of(const TallyTile& tile, Index row) const;
  void pass_on(Worker& mine);

  ValueKind kind_;
  Index vectors_;
  const Plan& plan_;
  Sink& sink_;
  std::size_t hits_at_once_;
  std::atomic<double> floor_ = -std::numeric_limits<double>::infinity();
  std::atomic<double> ceiling_ = std::numeric_limits<double>::infinity();
  std::vector<Worker> workers_;
  std::mutex mutex_;
  Index taken_ = 0;  ///< hits since vectors' bounds were read
  Index tuples_ = 0;
  Index hits_ = 0;
  Digest digest_;
  Histogram total_histogram_;
  double tile_seconds_ = 0;
};

extern template class Selection<2>;
extern template class Selection<3>;

}  // namespace encke
