#include <encke/base/error.hpp>
#include <encke/distinct/distinct_screen.hpp>
#include <type_traits>

namespace encke {
namespace {

template <class T>
void gather(const T* from, const VectorCopies& copies, std::vector<T>& to) {
  for (Index v = 0; v < copies.vectors(); ++v) to.push_back(from[copies.of(v).front()]);
}

}  // namespace

DistinctScreen::DistinctScreen(const Screen* outer, const VectorCopies& copies) : outer_(outer) {
  if (outer == nullptr) return;
  std::visit(
      [&]<class Bound>(const Bound& bound) {
        own_.emplace(std::in_place_type<Bound>);
        [[maybe_unused]] auto& own = std::get<Bound>(*own_);
        if constexpr (std::is_same_v<Bound, WeightBound>) {
          for (int a = 0; a < 2; ++a) {
            if (bound.weight[a] == nullptr) continue;
            gather(bound.weight[a], copies, weight_[a]);
            own.weight[a] = weight_[a].data();
          }
        } else if constexpr (std::is_same_v<Bound, OverlapBound>) {
          if (bound.size != nullptr) gather(bound.size, copies, size_);
          own.size = size_.data();
        } else if constexpr (std::is_same_v<Bound, ScoreBound>) {
          throw Error(Failure::internal, "scores of vectors that stand for several");
        }
      },
      *outer);
  follow();
}

bool DistinctScreen::may_pass_with_itself(
    Index vector, const Array<std::int64_t, most_self_cells>& tallies) const {
  if (outer_ == nullptr || !is_active(*own_)) return true;
  if (const auto* const weights = std::get_if<WeightBound>(&*own_)) {
    const auto sum = static_cast<float>(tallies[0] + tallies[1] + tallies[2] + tallies[3]);
    for (int cell = 0; cell < 4; ++cell) {
      const float value = static_cast<float>(tallies[cell]) * weights->weight[cell / 2][vector] *
                          weights->weight[cell % 2][vector];
      if (value >= weights->floor * sum) return true;
    }
    return false;
  }
  if (const auto* const correlation = std::get_if<CorrelationBound>(&*own_)) {
    // moments XX XM MX MM ZM MZ: the covariance is the variance
    const auto n = static_cast<double>(tallies[3]), x = static_cast<double>(tallies[1]);
    const double variance = n * static_cast<double>(tallies[4]) - x * x;
    return variance * variance > static_cast<double>(correlation->floor) * variance * variance;
  }
  return true;
}

void DistinctScreen::follow() {
  if (outer_ == nullptr) return;
  std::visit(
      [&]<class Bound>(const Bound& bound) {
        if constexpr (!std::is_same_v<Bound, ScoreBound>) {
          // two workers may bring an older floor after a newer one: either is valid
          std::get<Bound>(*own_).floor = bound.floor.load();
        }
      },
      *outer_);
}

}  // namespace encke
