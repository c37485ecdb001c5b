#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <encke/combine/floor_screens.hpp>
#include <limits>
#include <vector>

namespace encke {

/// How many genotypes a vector has at least among the samples of a tuple, from which those go that
/// the other vectors miss. Known of vectors that miss few samples, together with others of these:
/// of all others it is 1.
class GenotypesThatStay {
 public:
  template <class Margins>
  GenotypesThatStay(const Margins& margins, Index fields, int way) : fields_(fields) {
    std::vector<Index> missing;
    for (const auto& margin : margins) missing.push_back(missing_in(margin));
    std::sort(missing.begin(), missing.end());
    constexpr std::size_t tries = 32;
    Index most = -1;
    for (std::size_t t = 1; t <= tries && !missing.empty(); ++t) {
      const Index few = missing[(missing.size() - 1) * t / tries];
      const GenotypesThatStay tried(fields, few, (way - 1) * few);
      Index sum = 0;
      for (const auto& margin : margins) sum += tried.count(margin);
      if (sum > most) *this = tried;
      most = std::max(most, sum);
    }
  }

  template <class Margin>
  int count(const Margin& margin) const {
    if (missing_in(margin) > few_) return 1;
    int staying = 0;
    for (int g = 0; g < 3; ++g) staying += margin[g] + margin[g + 3] > lost_ ? 1 : 0;
    return std::max(staying, 1);
  }

 private:
  GenotypesThatStay(Index fields, Index few, Index lost)
      : fields_(fields), few_(few), lost_(lost) {}

  template <class Margin>
  Index missing_in(const Margin& margin) const {
    Index present = 0;
    for (const auto samples : margin) present += samples;
    return fields_ - present;
  }

  Index fields_;
  Index few_ = 0;   ///< samples that a vector misses, of which more is known
  Index lost_ = 0;  ///< samples that the other vectors of a tuple of such miss
};

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

  /// With a threshold of p-values: a limit for each vector, by the fewest degrees of freedom of its
  /// tuples. `fields`: of the problem. To be called before narrow_vectors(), whose limits are not
  /// to be mixed with these: a tuple may pass by one vector's limit and be wanted for the other.
  template <class Margins>
  void narrow_by_degrees(const Metric& metric, const Margins& margins, Index fields) {
    if constexpr (HasLeastDegrees<Metric>) {
      if (limits_.empty() || !threshold_.by_p_value || !(threshold_.floor > -infinity)) return;
      const GenotypesThatStay stay(margins, fields, Way);
      for (std::size_t v = 0; v < limits_.size(); ++v) {
        const int df = metric.least_degrees_of_freedom(stay.count(margins[v]));
        const double limit = threshold_.p_values.least[df];
        if (limits_[v] != rejects_all) limits_[v] = static_cast<float>(limit * (1 - rounding));
      }
      bound().limits = limits_.data();
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
