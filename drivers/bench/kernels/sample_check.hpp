#pragma once

#include <cstdint>
#include <encke/pack/packed_vectors.hpp>
#include <encke/plan/threshold.hpp>
#include <encke/sink/sink.hpp>
#include <map>
#include <optional>
#include <random>
#include <vector>

#include "case.hpp"

namespace encke::bench {

/// Checks a run against the definition, without keeping its values. Two samples are taken: random
/// tuples, whose values must come if, and only if, they are above the threshold; and hits at even
/// distances, which must have the values of the definition.
///
/// Use: run with threshold() and this as the sink; then verify().
template <int Way>
class SampleCheck : public Sink {
 public:
  static constexpr int tuples_sampled = 200;
  static constexpr Index hits_sampled = 200;
  static constexpr Index hits_wanted = 2'000'000;

  /// `vectors` must outlive this.
  SampleCheck(const Case& what, const PackedVectors& vectors);

  /// Everything, where that is few enough values; else those above a threshold that about
  /// hits_wanted values pass, estimated from the sample.
  Threshold threshold() const { return threshold_; }

  void begin(const SinkInfo& info) override;
  void take(std::span<const Hit<2>> hits) override;
  void take(std::span<const Hit<3>> hits) override;
  void finish() override {}

  /// Number of values compared. Throws Error(internal) that names the first that is wrong,
  /// missing or more than it should be.
  Index verify() const;

 private:
  using Key = Array<std::uint32_t, Way>;
  struct Sample {
    std::vector<double> expected;
    std::vector<std::optional<double>> found;
    bool repeated = false;
  };

  template <int W>
  void receive(std::span<const Hit<W>> hits);
  void choose_threshold(std::mt19937_64& random);
  Key tuple(std::mt19937_64& random) const;
  void verify_sample(const Key& key, const Sample& sample) const;
  void verify_hit(const Hit<Way>& hit) const;

  Case what_;
  const PackedVectors& vectors_;
  double tolerance_;
  Threshold threshold_ = everything();
  std::map<Key, Sample> samples_;
  std::vector<Hit<Way>> hits_;
  Index received_ = 0;
  Index distance_ = 1;
};

}  // namespace encke::bench
