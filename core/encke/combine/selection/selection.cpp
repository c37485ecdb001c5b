#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/combine/selection/selection.hpp>
#include <encke/host/region.hpp>
#include <optional>
#include <string>
#include <utility>

namespace encke {

template <int Way>
Selection<Way>::Selection(const ValueKind& kind, std::size_t vectors, const Plan& plan, Sink& sink,
                          int workers)
    : kind_(kind),
      vectors_(static_cast<Index>(vectors)),
      plan_(plan),
      sink_(sink),
      hits_at_once_(sink.selected() ? hits_of_choice : hits_of_worker),
      workers_(static_cast<std::size_t>(workers)) {
  if (plan.groups && plan.groups->size() != vectors) {
    throw Error(Failure::inconsistent, std::to_string(plan.groups->size()) +
                                           " groups were given for " + std::to_string(vectors) +
                                           " vectors");
  }
  if (!kind.by_alleles && (plan.threshold.by_cell || plan.cell_bins > 0)) {
    throw Error(Failure::inconsistent,
                "thresholds and histograms by cells are for metrics with a value for each "
                "combination of two alleles");
  }
  if (!kind.chi_squared && plan.threshold.by_p_value) {
    throw Error(Failure::inconsistent,
                "a threshold of p-values is for metrics with degrees of freedom");
  }
  total_histogram_.width = plan.bin_width();
  for (auto& worker : workers_) worker.histogram.width = plan.bin_width();
}

template <int Way>
void Selection<Way>::finish_tile(const Tile<Way>& tile) {
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

template <int Way>
bool Selection<Way>::wants(Index pivot, Range rows, Range cols) const {
  if (plan_.domain.everything()) return true;
  if constexpr (Way == 3) {
    return plan_.domain.template may_have<3>({Range{pivot, pivot + 1}, rows, cols});
  } else {
    return plan_.domain.template may_have<2>({rows, cols});
  }
}

template <int Way>
Index Selection<Way>::wanted_pairs(Range rows, Range cols) const {
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

template <int Way>
void Selection<Way>::visit(const TallyTile& tile, int worker) {
  const auto start = Clock::now();
  Worker& mine = workers_[static_cast<std::size_t>(worker)];
  const double sink_before = mine.seconds_sink;
  for (Index r = 0; r < tile.rows.size(); ++r) {
    const Index row = tile.rows.begin + r;
    if (row <= tile.pivot) continue;
    const Index first = row < tile.cols.begin ? 0 : row + 1 - tile.cols.begin;
    const DomainRow in = row_of(tile, row);
    const Range cols{std::max(first, in.begin - tile.cols.begin),
                     std::min(in.end - tile.cols.begin, tile.cols.size())};
    visit_row(tile, r, cols, in, mine);
    pass_on_if_many(mine);
  }
  mine.seconds += seconds_since(start) - (mine.seconds_sink - sink_before);
}

/// What of the domain goes with a row. Of a tile whose pairs are all wanted, and whose indices are
/// not those of the domain, everything does.
template <int Way>
DomainRow Selection<Way>::row_of(const TallyTile& tile, Index row) const {
  if (tile.copies != nullptr) return {0, Window::no_limit, nullptr, 0};
  if constexpr (Way == 3) return plan_.domain.row(tile.pivot, row);
  return plan_.domain.row(row);
}

template <int Way>
void Selection<Way>::collect(Report& report) const {
  report.tuples = tuples_;
  report.values = tuples_ * kind_.cells;
  report.hits = hits_;
  report.digest = digest_;
  report.histogram = total_histogram_;
  report.seconds_sink = tile_seconds_;
  for (const auto& worker : workers_) {
    report.seconds_combine += worker.seconds / static_cast<double>(workers_.size());
    report.seconds_sink += worker.seconds_sink;
  }
}

template <int Way>
void Selection<Way>::pass_on(Worker& mine) {
  if (mine.hits.empty()) return;
  const auto start = Clock::now();
  {
    const std::lock_guard lock(mutex_);
    sink_.take(std::span<const Hit<Way>>(mine.hits));
    floor_ = sink_.floor();
    ceiling_ = sink_.ceiling();
    narrow(floor_, ceiling_);
    taken_ += static_cast<Index>(mine.hits.size());
    if (taken_ >= vectors_ / 4) {  // costs little beside the hits
      narrow_vectors(sink_);
      taken_ = 0;
    }
  }
  mine.passed += static_cast<Index>(mine.hits.size());
  mine.hits.clear();
  mine.seconds_sink += seconds_since(start);
}

template class Selection<2>;
template class Selection<3>;

}  // namespace encke
