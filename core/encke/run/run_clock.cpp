#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/run/run_clock.hpp>

namespace encke::detail {

void check_contraction(ContractionId contraction, const PackedVectors& vectors) {
  if (contraction == vectors.contraction()) return;
  const auto name = [](ContractionId id) { return std::string(row_of(id).data); };
  throw Error(Failure::inconsistent,
              "this metric compares " + name(contraction) + ", not " + name(vectors.contraction()));
}

void check_complete(bool complete_only, const WholeProblem& whole) {
  if (!complete_only || whole.missing == 0) return;
  throw Error(Failure::inconsistent,
              std::to_string(whole.missing) +
                  " samples are missing, and the metric is set up for complete vectors");
}

void check_support(const TileBackend& backend, ContractionId contraction) {
  if (backend.supports(contraction)) return;
  const std::string level =
      backend.level().empty() ? "" : " at the level " + std::string(backend.level());
  throw Error(Failure::inconsistent,
              "the backend " + std::string(backend.name()) + level +
                  " cannot compute this metric or method. Use another level or backend.");
}

RunClock::RunClock(const Plan& plan, const Partition& partition, const WholeProblem& whole,
                   const TileBackend& backend, Index tuples_of_rank)
    : plan_(plan), tuples_of_rank_(tuples_of_rank) {
  report_.backend = backend.name();
  report_.level = backend.level();
  report_.way = plan.way;
  report_.threads = backend.workers();
  report_.vectors = partition.vectors();
  report_.fields = whole.fields;
  report_.missing = whole.missing;
  report_.block = std::max(partition.largest_block(), Partition::granule);
}

double RunClock::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

void RunClock::tile_done(Index tuples, Index hits) {
  tuples_done_ += tuples;
  ++report_.tiles;
  if (!plan_.progress) return;
  Progress p;
  p.tuples_done = tuples_done_;
  p.tuples = std::max(tuples_of_rank_, tuples_done_);
  p.hits = hits;
  p.seconds = seconds();
  const double done = static_cast<double>(tuples_done_) * static_cast<double>(report_.fields);
  p.comparisons_per_second = p.seconds > 0 ? done / p.seconds : 0;
  plan_.progress(p);
}

Report RunClock::finish(Sink& sink) {
  report_.comparisons = static_cast<double>(report_.tuples) * static_cast<double>(report_.fields);
  // Waiting for another worker's turn at the sink counts as sink time, so this may come out low.
  report_.seconds_contract =
      std::max(0.0, seconds() - report_.seconds_combine - report_.seconds_sink / report_.threads);
  const auto before = Clock::now();
  sink.finish();
  report_.seconds_sink += std::chrono::duration<double>(Clock::now() - before).count();
  if (const auto selected = sink.selected()) {
    report_.hits = selected->hits;
    if (!plan_.digest_all) report_.digest = selected->digest;
  }
  report_.seconds = seconds();
  return report_;
}

}  // namespace encke::detail
