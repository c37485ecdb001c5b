#pragma once

#include <algorithm>
#include <encke/metric/metric.hpp>
#include <encke/plan/plan.hpp>
#include <encke/screen/screen.hpp>
#include <encke/sink/sink.hpp>
#include <limits>
#include <utility>
#include <vector>

// Makers of the screens whose bounds have a floor: see screen_maker.hpp.

namespace encke {

/// True if a run needs only the values that pass its threshold, so that others may be dropped.
inline bool may_drop(const Plan& plan) { return !plan.digest_all && plan.bin_width() <= 0; }

/// What the makers of bounds with a floor have in common.
template <class Bound>
class FloorScreenMaker {
 public:
  /// From now on values below `floor` need not come.
  void narrow(double floor, double /*ceiling*/) {
    const double least = at_least(floor);
    if (!useful_ || !(least > limit_ * smallest)) return;
    raise(least / limit_);
  }

  void narrow_vectors(const Sink&) {}

  /// Rejects nothing until it is narrowed; null where it never will be useful.
  const Screen* screen() const { return useful_ ? &screen_ : nullptr; }

 protected:
  explicit FloorScreenMaker(const Plan& plan)
      : threshold_(plan.threshold), useful_(may_drop(plan)), screen_(std::in_place_type<Bound>) {}

  /// Share of the limit from which on rounding is relative: a value above it has no weight below.
  static constexpr double smallest = 1e-9;

  /// The least value, and the largest, that the threshold and these let pass.
  double at_least(double floor) const {
    return threshold_.all ? floor : std::max(floor, threshold_.floor);
  }
  double at_most(double ceiling) const {
    return threshold_.all ? ceiling : std::min(ceiling, threshold_.ceiling);
  }
  void raise(double floor) { bound().floor = static_cast<float>(floor * (1 - allowance)); }

  Bound& bound() { return std::get<Bound>(screen_); }
  bool useful() const { return useful_; }
  void give_up() { useful_ = false; }
  /// What the values are multiples of: the largest there can be. Begins with the plan's threshold.
  void start(double limit) {
    limit_ = limit;
    narrow(threshold_.floor, 0);
  }

 private:
  /// Far more than the rounding of the few float operations of a screen (below 1e-6).
  static constexpr double allowance = 1e-5;

  Threshold threshold_;
  bool useful_;
  double limit_ = 1;
  Screen screen_;
};

/// Makes the screen of metrics that HasWeightScreen.
template <class Metric, int Way>
class WeightScreenMaker : public FloorScreenMaker<WeightBound> {
 public:
  template <class Margins>
  WeightScreenMaker(const Metric& metric, const Margins& margins, const Plan& plan)
      : FloorScreenMaker(plan) {
    static_assert(Metric::contraction::channels == 2);
    if (!metric.bounded()) give_up();
    if (!useful()) return;
    for (int channel = 0; channel < 2; ++channel) {
      for (const auto& margin : margins) {
        weight_[channel].push_back(static_cast<float>(metric.weight(margin, channel)));
      }
      bound().weight[channel] = weight_[channel].data();
    }
    start(metric.limit());
  }

  const WeightBound& weights() { return bound(); }
  /// From now on triples with other pairs than these need not come.
  void use_pairs(const UsefulPairs* pairs) { bound().pairs = pairs; }

 private:
  std::vector<float> weight_[2];
};

/// Makes the screen of metrics that HasOverlapScreen.
template <class Metric, int Way>
class OverlapScreenMaker : public FloorScreenMaker<OverlapBound> {
 public:
  template <class Margins>
  OverlapScreenMaker(const Metric& metric, const Margins& margins, const Plan& plan)
      : FloorScreenMaker(plan), distance_(is_distance(metric)) {
    if (!useful()) return;
    for (const auto& margin : margins) {
      size_.push_back(static_cast<double>(margin.back()));
      // where sums lose digits or overflow, no bound on their rounding holds
      const bool fit = size_.back() == 0 || (size_.back() > 1e-280 && size_.back() < 1e280);
      if (!fit) give_up();
    }
    if (!useful()) return;
    bound().size = size_.data();
    narrow(-infinity, infinity);
  }

  const OverlapBound& overlaps() { return bound(); }
  /// From now on triples with other pairs than these need not come.
  void use_pairs(const UsefulPairs* pairs) { bound().pairs = pairs; }

  /// From now on only values from `floor` to `ceiling` need come. What counts are similarities.
  void narrow(double floor, double ceiling) {
    // a distance is compared after it was rounded, perhaps to float32: by more than a small
    // similarity
    const double least = distance_ ? 1 - at_most(ceiling) * (1 + 0x1p-23) : at_least(floor);
    if (useful() && least > smallest) raise(share_of(least));
  }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  /// The least share of the sizes that the overlap of such a similarity is.
  static double share_of(double similarity) {
    if constexpr (HasOverlapShare<Metric>) return Metric::overlap_share(similarity);
    return similarity * (Way - 1) / Way;
  }

  bool distance_;
  std::vector<double> size_;
};

/// Makes the screen of metrics that HasCorrelationScreen.
template <class Metric, int Way>
class CorrelationScreenMaker : public FloorScreenMaker<CorrelationBound> {
 public:
  template <class Margins>
  CorrelationScreenMaker(const Metric&, const Margins&, const Plan& plan)
      : FloorScreenMaker(HasCorrelation<Metric> ? squared(plan) : plan) {
    start(1);
  }

  void narrow(double floor, double ceiling) {
    const bool square = HasCorrelation<Metric> && floor > 0;
    FloorScreenMaker::narrow(square ? floor * floor : floor, ceiling);
  }

 private:
  /// The threshold of r as one of r^2, of which the bound is.
  static Plan squared(Plan plan) {
    if (plan.threshold.floor > 0) plan.threshold.floor *= plan.threshold.floor;
    return plan;
  }
};

}  // namespace encke
