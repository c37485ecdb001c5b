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

  void begin(const SinkInfo& info) override {
    for (Sink* sink : sinks_) sink->begin(info);
  }
  void take(std::span<const Hit<2>> hits) override {
    for (Sink* sink : sinks_) sink->take(hits);
  }
  void take(std::span<const Hit<3>> hits) override {
    for (Sink* sink : sinks_) sink->take(hits);
  }
  void finish() override {
    for (Sink* sink : sinks_) sink->finish();
  }
  /// The smallest of the floors: what any of them needs must come. No sinks: infinity.
  double floor() const override {
    double least = std::numeric_limits<double>::infinity();
    for (const Sink* sink : sinks_) least = std::min(least, sink->floor());
    return least;
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
