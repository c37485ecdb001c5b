#pragma once

#include <encke/sink/sink.hpp>
#include <vector>

namespace encke::sink {

/// Takes tuples whose values are columns of one line (see HasDecidingCell) and passes the first to
/// a sink that holds one value of a tuple.
class FirstValues final : public Sink {
 public:
  /// `inner` must outlive this.
  explicit FirstValues(Sink& inner) : inner_(inner) {}

  void begin(const SinkInfo& info) override {
    SinkInfo one = info;
    one.cells = 1;
    inner_.begin(one);
  }
  void take(std::span<const Hit<2>> hits) override { pass_on(hits, pairs_); }
  void take(std::span<const Hit<3>> hits) override { pass_on(hits, triples_); }
  void start_tile(Index id) override { inner_.start_tile(id); }
  void tile_done(const TileSummary& tile) override { inner_.tile_done(tile); }
  void flush_before(Index vector) override { inner_.flush_before(vector); }
  void finish() override { inner_.finish(); }
  double floor() const override { return inner_.floor(); }
  double ceiling() const override { return inner_.ceiling(); }
  double bound_of(Index vector) const override { return inner_.bound_of(vector); }
  /// What the inner sink kept, or what was passed on.
  std::optional<Selected> selected() const override {
    const auto kept = inner_.selected();
    return kept ? kept : selected_;
  }
  std::int64_t memory() const override { return inner_.memory(); }

 private:
  template <int Way>
  void pass_on(std::span<const Hit<Way>> hits, std::vector<Hit<Way>>& first) {
    first.clear();
    for (const Hit<Way>& hit : hits) {
      if (hit.cell != 0) continue;
      first.push_back(hit);
      selected_.digest.add(hit.index, hit.cell, hit.value);
    }
    selected_.hits += static_cast<Index>(first.size());
    if (!first.empty()) inner_.take(std::span<const Hit<Way>>(first));
  }

  Sink& inner_;
  Selected selected_;
  std::vector<Hit<2>> pairs_;
  std::vector<Hit<3>> triples_;
};

}  // namespace encke::sink
