#pragma once

#include <algorithm>
#include <encke/sink/sink.hpp>
#include <limits>
#include <utility>
#include <vector>

namespace encke::sink {

/// Passes everything to several sinks, in the order given. They must outlive this one.
class Tee final : public Sink {
 public:
  explicit Tee(std::vector<Sink*> sinks) : sinks_(std::move(sinks)) {}

  std::size_t size() const { return sinks_.size(); }

  void begin(const SinkInfo& info) override {
    for (Sink* sink : sinks_) sink->begin(info);
  }
  void take(std::span<const Hit<2>> hits) override {
    for (Sink* sink : sinks_) sink->take(hits);
  }
  void take(std::span<const Hit<3>> hits) override {
    for (Sink* sink : sinks_) sink->take(hits);
  }
  void start_tile(Index id) override {
    for (Sink* sink : sinks_) sink->start_tile(id);
  }
  void tile_done(const TileSummary& tile) override {
    for (Sink* sink : sinks_) sink->tile_done(tile);
  }
  void flush_before(Index vector) override {
    for (Sink* sink : sinks_) sink->flush_before(vector);
  }
  void finish() override {
    for (Sink* sink : sinks_) sink->finish();
  }
  /// A single sink's floor. Several have none: which hits are below a floor depends on the
  /// order in which they come, and the report's counts must not.
  double floor() const override {
    return sinks_.size() == 1 ? sinks_.front()->floor() : Sink::floor();
  }
  double ceiling() const override {
    return sinks_.size() == 1 ? sinks_.front()->ceiling() : Sink::ceiling();
  }
  std::optional<Selected> selected() const override {
    return sinks_.size() == 1 ? sinks_.front()->selected() : std::nullopt;
  }
  std::int64_t memory() const override {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    std::int64_t sum = 0;
    for (const Sink* sink : sinks_) {
      const std::int64_t more = sink->memory();
      sum = more > most - sum ? most : sum + more;  // a sink's may be without a limit
    }
    return sum;
  }

 private:
  std::vector<Sink*> sinks_;
};

}  // namespace encke::sink
