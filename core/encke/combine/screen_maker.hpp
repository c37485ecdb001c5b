#pragma once

#include <encke/combine/floor_screens.hpp>
#include <encke/combine/score_screen.hpp>
#include <type_traits>

namespace encke {

/// Stands for the maker of metrics that promise no bound.
class NoScreenMaker {
 public:
  template <class Metric, class Margins>
  NoScreenMaker(const Metric&, const Margins&, const Plan&) {}
  void narrow(double, double) {}
  void narrow_vectors(const Sink&) {}
  const Screen* screen() const { return nullptr; }
};

namespace detail {

template <class Metric, int Way>
constexpr auto screen_maker() {
  if constexpr (HasWeightScreen<Metric>) {
    return std::type_identity<WeightScreenMaker<Metric, Way>>{};
  } else if constexpr (HasOverlapScreen<Metric>) {
    return std::type_identity<OverlapScreenMaker<Metric, Way>>{};
  } else if constexpr (HasCorrelationScreen<Metric>) {
    return std::type_identity<CorrelationScreenMaker<Metric, Way>>{};
  } else if constexpr (HasScoreScreen<Metric>) {
    return std::type_identity<ScoreScreenMaker<Metric, Way>>{};
  } else {
    return std::type_identity<NoScreenMaker>{};
  }
}

}  // namespace detail

/// Makes the screen by the bound that a metric promises (see metric/metric.hpp) for the threshold
/// of a plan, and narrows it while hits come. All makers have these members:
///   Maker(metric, margins, plan)   margins[v]: vector v's own sums
///   screen()                       rejects nothing until narrowed; null where it is never useful
///   narrow(floor, ceiling)         values below and above these need not come from now on
///   narrow_vectors(sink)           nor values worse than sink.bound_of() of each of their vectors
template <class Metric, int Way>
using ScreenMaker = typename decltype(detail::screen_maker<Metric, Way>())::type;

}  // namespace encke
