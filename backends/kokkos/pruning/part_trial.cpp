#include "part_trial.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace encke::kokkos {

PartTrial::PartTrial(Index words, Index place, bool late, bool all) : words_(words) {
  constexpr double about[] = {0.5, 0.65, 0.8, 1.0, 1.25, 1.7, 2.4, 3.4};
  constexpr double behind[] = {1.3, 1.7, 2.2, 2.9, 3.8};
  using Shares = std::span<const double>;
  for (const double share : late ? Shares(behind) : Shares(about)) {
    const auto part = static_cast<Index>(std::lround(share * static_cast<double>(place)));
    if (part < 1 || part >= words || (!parts_.empty() && part <= parts_.back())) continue;
    parts_.push_back(part);
  }
  if (all) parts_.push_back(words);
  if (parts_.empty()) parts_.push_back(place);
  left_.assign(parts_.size(), 0);
}

void PartTrial::add(int pieces, const std::vector<int>& left) {
  pieces_ += pieces;
  for (std::size_t p = 0; p < left_.size(); ++p) left_[p] += left[p];
}

double PartTrial::share_left(Index part) const {
  const auto place = std::ranges::find(parts_, part) - parts_.begin();
  return static_cast<double>(left_[idx(place)]) / static_cast<double>(std::max<Index>(1, pieces_));
}

PartTrial::Two PartTrial::best_two(double test) const {
  const auto words = static_cast<double>(words_);
  const auto rest = [&](Index part) { return words - static_cast<double>(part); };
  Two one{.first = best(test, rest)};
  one.work = work(one.first, test, rest);
  Two two = one;
  for (const Index first : parts_) {
    for (const Index second : parts_) {
      if (second <= first) continue;
      const double between = static_cast<double>(second - first) + test;
      const double made = static_cast<double>(first) + test + share_left(first) * between +
                          share_left(second) * rest(second);
      if (made < two.work) two = {first, second, made};
    }
  }
  return two.work < one.work - 0.02 * words ? two : one;
}

}  // namespace encke::kokkos
