#pragma once

#include <algorithm>
#include <cmath>
#include <encke/backend/backend.hpp>
#include <encke/metric/metric.hpp>
#include <encke/run/plan.hpp>
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
      useful_ = metric.bounded() && !plan.digest_all && plan.histogram_width <= 0;
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
      useful_ = !plan.digest_all && plan.histogram_width <= 0;
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
      useful_ = !plan.digest_all && plan.histogram_width <= 0;
      screen_.score = Metric::cell_score;
      narrow(-infinity, infinity);
    }
  }

  /// From now on values below `floor` and values above `ceiling` need not come.
  void narrow(double floor, double ceiling) {
    if constexpr (!TableScreened<Metric>) return raise(floor);
    const double limit = small_is_good<Metric>() ? std::min(ceiling, threshold_.ceiling)
                                                 : std::max(floor, threshold_.floor);
    // the score is a value before its last rounding to float32
    const double room = std::abs(limit) * rounding;
    if (useful_ && std::abs(limit) < infinity) {
      screen_.limit = small_is_good<Metric>() ? limit + room : limit - room;
    }
  }

  /// Rejects nothing until it is narrowed; null where it never will be useful.
  const Screen* screen() const { return useful_ ? &screen_ : nullptr; }

 private:
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

  Selection threshold_;
  bool useful_ = false;
  double limit_ = 1;
  std::vector<float> weight_[2];
  std::vector<double> sizes_;
  Screen screen_;
};

}  // namespace encke
