#pragma once

#include <algorithm>
#include <cstdint>
#include <encke/base/index.hpp>
#include <encke/base/mix.hpp>
#include <span>
#include <utility>

namespace encke::ordination::detail {

/// Puts the labels in a random order, which depends on the seed and the permutation's number alone:
/// whoever makes it, it is the same. R. Durstenfeld's shuffle (1964).
template <class Label>
void permute(std::span<Label> labels, std::uint64_t seed, Index permutation) {
  constexpr std::uint64_t step = 0x9e3779b97f4a7c15ULL;
  std::uint64_t state = mix(mix(seed + step) + static_cast<std::uint64_t>(permutation) * step);
  for (std::uint64_t left = labels.size(); left > 1; --left) {
    state += step;
    const std::uint64_t other = ((mix(state) >> 32) * left) >> 32;
    std::swap(labels[left - 1], labels[other]);
  }
}

}  // namespace encke::ordination::detail
