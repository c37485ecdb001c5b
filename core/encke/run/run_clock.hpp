#pragma once

#include <chrono>
#include <encke/backend/backend.hpp>
#include <encke/distributed/whole_problem.hpp>
#include <encke/plan/plan.hpp>
#include <encke/plan/report.hpp>
#include <encke/sink/sink.hpp>

namespace encke::detail {

/// Throws Error(inconsistent) unless `vectors` are what the contraction works on.
void check_contraction(ContractionId contraction, const PackedVectors& vectors);

/// Throws Error(inconsistent) where a metric for complete vectors meets missing samples.
void check_complete(bool complete_only, const WholeProblem& whole);

/// Throws Error(inconsistent) where the backend does not know the contraction.
void check_support(const TileBackend& backend, ContractionId contraction);

/// Keeps a run's report and tells the plan's progress function how far it is.
class RunClock {
 public:
  /// `tuples_of_rank`: what this rank has to do, about.
  RunClock(const Plan& plan, const Partition& partition, const WholeProblem& whole,
           const TileBackend& backend, Index tuples_of_rank);

  Report& report() { return report_; }
  /// `tuples`: of the tile; `hits`: of all tiles so far.
  void tile_done(Index tuples, Index hits);
  /// Ends the sink and the report.
  Report finish(Sink& sink);

 private:
  using Clock = std::chrono::steady_clock;
  double seconds() const;

  const Plan& plan_;
  Clock::time_point start_ = Clock::now();
  Index tuples_of_rank_;
  Index tuples_done_ = 0;
  Report report_;
};

}  // namespace encke::detail
