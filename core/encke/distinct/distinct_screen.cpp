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
