#include <algorithm>
#include <bit>
#include <encke/base/bits/count_bits.hpp>
#include <encke/combine/p_values.hpp>
#include <encke/host/threads/at_best_level.hpp>
#include <encke/pack/genotype_tables.hpp>
#include <numeric>

namespace encke {

PackedVector VectorsOfTuples::operator()(std::uint32_t vector) {
  const Index first = vector / group * group;
  auto found = groups_.find(first);
  if (found == groups_.end()) {
    const Range range{first, std::min(first + group, source_.vectors())};
    found = groups_.emplace(first, source_.read({range, {0, source_.fields()}})).first;
  }
  return {&found->second, vector - first};
}

CombinationMasks::CombinationMasks(std::span<const PackedVector> tuple)
    : combinations_(1),
      words_(static_cast<std::size_t>(tuple.front().vectors->class_words(1).end)) {
  for (std::size_t v = 0; v < tuple.size(); ++v) combinations_ *= 3;
  const auto combinations = static_cast<std::size_t>(combinations_);
  const std::size_t cells = combinations + 3 * tuple.size();
  masks_.assign(cells * words_, ~std::uint64_t{0});
  total_.assign(cells, 0);
  const auto restrict_to = [&](std::size_t cell, std::size_t v, std::size_t genotype) {
    for (std::size_t w = 0; w < words_; ++w) {
      const auto plane = [&](int p) {
        return pack::class_word(*tuple[v].vectors, tuple[v].index, static_cast<Index>(w), p);
      };
      masks_[cell * words_ + w] &=
          genotype < 2 ? plane(static_cast<int>(genotype)) : plane(2) & ~(plane(0) | plane(1));
    }
  };
  for (std::size_t cell = 0; cell < combinations; ++cell) {
    std::size_t rest = cell;
    for (std::size_t v = tuple.size(); v-- > 0; rest /= 3) restrict_to(cell, v, rest % 3);
  }
  for (std::size_t cell = combinations; cell < cells; ++cell) {
    restrict_to(cell, (cell - combinations) / 3, (cell - combinations) % 3);
  }
  for (std::size_t cell = 0; cell < cells; ++cell) {
    for (std::size_t w = 0; w < words_; ++w) {
      total_[cell] += std::popcount(masks_[cell * words_ + w]);
    }
  }
}

std::int64_t CombinationMasks::count(int cell, std::span<const std::uint64_t> chosen) const {
  const auto* const mask = masks_.data() + static_cast<std::size_t>(cell) * words_;
  std::uint64_t sum = 0;
  at_best_level([&, words = words_ ]() __attribute__((always_inline)) {
    for (std::size_t w = 0; w < words; ++w) sum += count_bits(mask[w] & chosen[w]);
  });
  return static_cast<std::int64_t>(sum);
}

RandomPhenotypes::RandomPhenotypes(const PackedVectors& vectors, std::uint64_t seed)
    : seed_(seed),
      cases_(vectors.class_fields(1).size()),
      mask_(static_cast<std::size_t>(vectors.class_words(1).end)) {
  for (int c = 0; c < 2; ++c) {
    for (Index s = 0; s < vectors.class_fields(c).size(); ++s) {
      samples_.push_back({static_cast<std::uint32_t>(vectors.class_words(c).begin + s / 64),
                          static_cast<std::uint32_t>(s % 64)});
    }
  }
  order_.resize(samples_.size());
}

std::span<const std::uint64_t> RandomPhenotypes::cases(Index number) {
  std::iota(order_.begin(), order_.end(), 0U);
  std::fill(mask_.begin(), mask_.end(), 0);
  std::uint64_t counter = mix(mix(seed_) + static_cast<std::uint64_t>(number));
  const auto n = static_cast<std::uint64_t>(order_.size());
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(cases_); ++i) {
    // the first cases of a shuffle; the product's high half is uniform but for 2^-32 of n
    const std::uint64_t random = mix(counter += 0x9e3779b97f4a7c15ULL) >> 32;
    const std::uint64_t j = i + ((random * (n - i)) >> 32);
    std::swap(order_[i], order_[j]);
    mark(samples_[order_[i]]);
  }
  return mask_;
}

std::span<const std::uint64_t> RandomPhenotypes::true_cases() {
  std::fill(mask_.begin(), mask_.end(), 0);
  for (auto s = samples_.end() - cases_; s != samples_.end(); ++s) mark(*s);  // they come last
  return mask_;
}

}  // namespace encke
