#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <encke/backend/backend.hpp>
#include <encke/metric/metric.hpp>
#include <encke/plan/plan.hpp>
#include <encke/sink/sink.hpp>
#include <limits>
#include <vector>

namespace encke {

/// Makes the screen that a metric's bound allows (see Screened and the concepts after it), or none.
template <class Metric, int Way>
class Screening {
 public:
  /// singles[v]: vector v's own sums.
  template <class Singles>
  Screening(const Metric& metric, const Singles& singles, const Plan& plan)
      : threshold_(plan.threshold) {
    if constexpr (Screened<Metric>) {
      static_assert(Metric::contraction::channels == 2);
      useful_ = metric.bounded() && !plan.digest_all && plan.bin_width() <= 0;
      if (!useful_) return;
      limit_ = metric.limit();
      for (int channel = 0; channel < 2; ++channel) {
        for (const auto& single : singles) {
          weight_[channel].push_back(static_cast<float>(metric.weight(single, channel)));
        }
        screen_.weight[channel] = weight_[channel].data();
      }
      raise(plan.threshold.floor);
    } else if constexpr (OverlapScreened<Metric>) {
      useful_ = !plan.digest_all && plan.bin_width() <= 0;
      limit_ = Way / (Way - 1.0);
      for (const auto& single : singles) {
        sizes_.push_back(static_cast<double>(single.back()));
        // where sums lose digits or overflow, no bound on their rounding holds
        const bool fit = sizes_.back() == 0 || (sizes_.back() > 1e-280 && sizes_.back() < 1e280);
        useful_ = useful_ && fit;
      }
      screen_.size = sizes_.data();
      raise(plan.threshold.floor);
    } else if constexpr (CorrelationScreened<Metric>) {
      useful_ = !plan.digest_all && plan.histogram_width <= 0;
      screen_.squared_correlation = true;
      raise(plan.threshold.floor);
    } else if constexpr (TableScreened<Metric>) {
      useful_ = !plan.digest_all && plan.bin_width() <= 0;
      screen_.score = Metric::cell_score;
      narrow(-infinity, infinity);
      if (!useful_) return;
      limits_ = std::vector<std::atomic<float>>(singles.size());
      for (std::size_t v = 0; v < singles.size(); ++v) {
        limits_[v] = rejects_nothing;
        if constexpr (MayLackValues<Metric>) {
          if (!metric.may_have_value(singles[v])) limits_[v] = rejects_all;
        }
      }
    }
  }

  /// From now on values below `floor` and values above `ceiling` need not come.
  void narrow(double floor, double ceiling) {
    if constexpr (!TableScreened<Metric>) return raise(floor);
    const double limit = with_room(small_is_good<Metric>() ? ceiling : floor);
    if (useful_ && std::abs(limit) < infinity) screen_.limit = limit;
  }

  /// From now on a value worse than bounds.bound_of() of each of its vectors need not come.
  void narrow_vectors(const Sink& bounds) {
    if constexpr (!TableScreened<Metric>) return;
    if (limits_.empty() || bounds.bound_of(0) != bounds.bound_of(0)) return;
    for (std::size_t v = 0; v < limits_.size(); ++v) {
      const double limit = with_room(bounds.bound_of(static_cast<Index>(v)));
      if (std::abs(limit) < infinity && limits_[v] != rejects_all) {
        limits_[v] = static_cast<float>(limit);
      }
    }
    screen_.limits = limits_.data();
  }

  /// Rejects nothing until it is narrowed; null where it never will be useful.
  const Screen* screen() const { return useful_ ? &screen_ : nullptr; }

 private:
  /// The worst score of a value that is not worse than `bound` and keeps the threshold.
  double with_room(double bound) const {
    const double limit = small_is_good<Metric>() ? std::min(bound, threshold_.ceiling)
                                                 : std::max(bound, threshold_.floor);
    // the score is a value before its last rounding to float32
    const double room = std::abs(limit) * rounding;
    return small_is_good<Metric>() ? limit + room : limit - room;
  }

  void raise(double floor) {
    const double least = threshold_.all ? floor : std::max(floor, threshold_.floor);
    if (!useful_ || !(least > limit_ * smallest)) return;
    screen_.floor = static_cast<float>(least / limit_ * (1 - allowance));
  }

  static constexpr double infinity = std::numeric_limits<double>::infinity();
  static constexpr double rounding = 0x1p-22;
  /// Far more than the rounding of the few float operations of a screen (below 1e-6).
  static constexpr double allowance = 1e-5;
  /// Share of the limit from which on rounding is relative: a value above it has no weight below.
  static constexpr double smallest = 1e-9;

  /// Limits of vectors that have no value yet, and of those that never have one. No score is
  /// below 0.
  static constexpr float rejects_nothing = small_is_good<Metric>() ? 1e30F : 0;
  static constexpr float rejects_all =
      small_is_good<Metric>() ? 0 : std::numeric_limits<float>::infinity();

  Selection threshold_;
  bool useful_ = false;
  double limit_ = 1;
  std::vector<float> weight_[2];
  std::vector<double> sizes_;
  std::vector<std::atomic<float>> limits_;
  Screen screen_;
};

}  // namespace encke
