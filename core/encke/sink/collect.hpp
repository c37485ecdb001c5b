#pragma once

#include <algorithm>
#include <encke/sink/sink.hpp>
#include <vector>

namespace encke::sink {

/// Keeps all hits in memory, in file order once the run has ended. For results that fit.
class Collect final : public Sink {
 public:
  void begin(const SinkInfo& info) override { info_ = info; }
  void take(std::span<const Hit<2>> hits) override { append(pairs_, hits); }
  void take(std::span<const Hit<3>> hits) override { append(triples_, hits); }
  void finish() override {
    std::sort(pairs_.begin(), pairs_.end(), precedes);
    std::sort(triples_.begin(), triples_.end(), precedes);
  }
  /// What it holds now: it grows with the hits, without a limit.
  std::int64_t memory() const override {
    return static_cast<std::int64_t>(pairs_.capacity() * sizeof(Hit<2>) +
                                     triples_.capacity() * sizeof(Hit<3>));
  }

  const SinkInfo& info() const { return info_; }
  const std::vector<Hit<2>>& pairs() const { return pairs_; }
  const std::vector<Hit<3>>& triples() const { return triples_; }

 private:
  template <int Way>
  static void append(std::vector<Hit<Way>>& kept, std::span<const Hit<Way>> hits) {
    kept.insert(kept.end(), hits.begin(), hits.end());
  }

  SinkInfo info_;
  std::vector<Hit<2>> pairs_;
  std::vector<Hit<3>> triples_;
};

}  // namespace encke::sink
