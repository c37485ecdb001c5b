#pragma once

#include <algorithm>
#include <encke/base/chi_squared_tail.hpp>
#include <encke/sink/sink.hpp>
#include <limits>

namespace encke::sink {

/// How good the best value of a run is, and nothing else: larger is better. Of chi-squared
/// statistics, which have different degrees of freedom, the p-value decides; of others the value.
class BestValue final : public Sink {
 public:
  /// How good a value is by itself, -infinity for NaN. `cell`: the degrees of freedom.
  static double goodness(const SinkInfo& info, double value, std::uint32_t cell) {
    if (value != value) return -std::numeric_limits<double>::infinity();
    if (info.chi_squared) return -chi_squared_tail(value, static_cast<int>(cell));
    return info.small_is_good ? -value : value;
  }

  void begin(const SinkInfo& info) override { info_ = info; }
  void take(std::span<const Hit<2>> hits) override { look_at(hits); }
  void take(std::span<const Hit<3>> hits) override { look_at(hits); }
  void finish() override {}

  double floor() const override { return floor_; }
  double ceiling() const override {
    return info_.small_is_good ? std::min(-best_, Sink::ceiling()) : Sink::ceiling();
  }

  /// -infinity where no value has come.
  double best() const { return best_; }

 private:
  template <int Way>
  void look_at(std::span<const Hit<Way>> hits) {
    const double before = best_;
    for (const auto& hit : hits) best_ = std::max(best_, goodness(info_, hit.value, hit.cell));
    if (best_ == before || info_.small_is_good) return;
    // The fewest degrees of freedom need the smallest statistic.
    floor_ = !info_.chi_squared ? best_ : best_ < 0 ? chi_squared_cut_off(-best_, 1) : floor_;
  }

  SinkInfo info_;
  double best_ = -std::numeric_limits<double>::infinity();
  double floor_ = Sink::floor();
};

}  // namespace encke::sink
