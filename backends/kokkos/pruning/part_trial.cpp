#include "part_trial.hpp"

#include <algorithm>
#include <cmath>

namespace encke::kokkos {

PartTrial::PartTrial(Index words, Index place, bool missing) {
  constexpr double about[] = {0.5, 0.65, 0.8, 1.0, 1.25};
  constexpr double behind[] = {1.3, 1.7, 2.2, 2.9, 3.8};
  for (const double share : missing ? behind : about) {
    const auto part = static_cast<Index>(std::lround(share * static_cast<double>(place)));
    if (part < 1 || part >= words || (!parts_.empty() && part <= parts_.back())) continue;
    parts_.push_back(part);
  }
  if (missing) parts_.push_back(words);
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

}  // namespace encke::kokkos
