#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <encke/combine/floor_screens.hpp>
#include <limits>
#include <vector>

namespace encke {

/// Maker of the screens of metrics that HasScoreScreen: see screen_maker.hpp.
template <class Metric, int Way>
class ScoreScreenMaker {
 public:
  template <class Margins>
  ScoreScreenMaker(const Metric& metric, const Margins& margins, const Plan& plan)
      : threshold_(plan.threshold),
        useful_(may_drop(plan)),
        screen_(std::in_place_type<ScoreBound>) {
    bound().score = Metric::cell_score;
    narrow(-infinity, infinity);
    if (!useful_) return;
    limits_ = std::vector<std::atomic<float>>(margins.size());
    for (std::size_t v = 0; v < margins.size(); ++v) {
      limits_[v] = rejects_nothing;
      if constexpr (MayLackValues<Metric>) {
        if (!metric.may_have_value(margins[v])) limits_[v] = rejects_all;
      }
    }
  }

  /// From now on values below `floor` and values above `ceiling` need not come.
  void narrow(double floor, double ceiling) {
    const double limit = with_allowance(small_is_good<Metric>() ? ceiling : floor);
    if (useful_ && std::abs(limit) < infinity) bound().limit = limit;
  }

  /// From now on a value worse than bounds.bound_of() of each of its vectors need not come.
  void narrow_vectors(const Sink& bounds) {
    if (limits_.empty() || bounds.bound_of(0) != bounds.bound_of(0)) return;
    for (std::size_t v = 0; v < limits_.size(); ++v) {
      const double limit = with_allowance(bounds.bound_of(static_cast<Index>(v)));
      if (std::abs(limit) < infinity && limits_[v] != rejects_all) {
        limits_[v] = static_cast<float>(limit);
      }
    }
    bound().limits = limits_.data();
  }

  const Screen* screen() const { return useful_ ? &screen_ : nullptr; }

 private:
  ScoreBound& bound() { return std::get<ScoreBound>(screen_); }

  /// The worst score of a value that is not worse than `bound` and keeps the threshold.
  double with_allowance(double bound) const {
    const double limit = small_is_good<Metric>() ? std::min(bound, threshold_.ceiling)
                                                 : std::max(bound, threshold_.floor);
    // the score is a value before its last rounding to float32
    const double allowance = std::abs(limit) * rounding;
    return small_is_good<Metric>() ? limit + allowance : limit - allowance;
  }

  static constexpr double infinity = std::numeric_limits<double>::infinity();
  static constexpr double rounding = 0x1p-22;
  /// Limits of vectors that have no value yet, and of those that never have one. No score is
  /// below 0.
  static constexpr float rejects_nothing = small_is_good<Metric>() ? 1e30F : 0;
  static constexpr float rejects_all =
      small_is_good<Metric>() ? 0 : std::numeric_limits<float>::infinity();

  Threshold threshold_;
  bool useful_;
  std::vector<std::atomic<float>> limits_;
  Screen screen_;
};

}  // namespace encke
