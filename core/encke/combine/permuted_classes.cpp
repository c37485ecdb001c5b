#include <algorithm>
#include <bit>
#include <encke/base/bits/bit_gather.hpp>
#include <encke/base/index.hpp>
#include <encke/combine/permuted_classes.hpp>
#include <encke/pack/genotype_tables.hpp>
#include <numeric>

namespace encke {

PermutedClasses::PermutedClasses(PackedVectors& vectors, std::uint64_t seed)
    : vectors_(vectors), phenotypes_(vectors, seed), sample_at_(idx(64 * vectors.words())) {
  std::iota(sample_at_.begin(), sample_at_.end(), 0U);
}

void PermutedClasses::show(Index number) {
  const auto chosen = phenotypes_.cases(number);
  std::vector<std::uint64_t> cases(idx(vectors_.words()));
  for (std::size_t bit = 0; bit < sample_at_.size(); ++bit) {
    const std::uint32_t sample = sample_at_[bit];
    const std::uint64_t is_case =
        sample / 64 < chosen.size() ? chosen[sample / 64] >> sample % 64 & 1 : 0;
    cases[bit / 64] |= is_case << bit % 64;
  }
  const Gathers gathers[2] = {gathers_of(cases, false), gathers_of(cases, true)};
  for (Index v = 0; v < vectors_.vectors(); ++v) move(v, gathers);
  renumber(gathers);
}

PermutedClasses::Gathers PermutedClasses::gathers_of(const std::vector<std::uint64_t>& cases,
                                                     bool of_cases) const {
  Gathers gathers;
  for (std::size_t w = 0; w < cases.size(); ++w) {
    const std::uint64_t fields = vectors_.word_fields(static_cast<Index>(w));
    gathers.emplace_back(fields & (of_cases ? cases[w] : ~cases[w]));
  }
  return gathers;
}

void PermutedClasses::renumber(const Gathers (&gathers)[2]) {
  const std::vector<std::uint32_t> before = sample_at_;
  for (int c = 0; c < 2; ++c) {
    auto to = idx(64 * vectors_.class_words(c).begin);
    for (std::size_t w = 0; w < gathers[c].size(); ++w) {
      for (std::uint64_t rest = gathers[c][w].chosen(); rest != 0; rest &= rest - 1) {
        sample_at_[to++] = before[64 * w + idx(std::countr_zero(rest))];
      }
    }
  }
}

void PermutedClasses::move(Index vector, const Gathers (&gathers)[2]) {
  const auto words = idx(vectors_.words());
  const auto storage = vectors_.storage();
  const bool masks = storage.mask != nullptr;
  auto& counts = storage.margins.class_counts[idx(vector)];
  for (int p = 0; p < 3; ++p) {
    planes_[p].assign(words, 0);
    for (int c = 0; c < 2; ++c) {
      BitWriter to(planes_[p], vectors_.class_words(c).begin);
      for (std::size_t w = 0; w < words; ++w) {
        const BitGather& gather = gathers[c][w];
        to.add(gather(pack::class_word(vectors_, vector, static_cast<Index>(w), p)),
               gather.count());
      }
    }
  }
  std::fill(counts.begin(), counts.end(), 0);
  for (std::size_t w = 0; w < words; ++w) {
    const std::size_t at = idx(vector / 8) * words + w;
    for (int p = 0; p < 2; ++p) storage.words()[at * 16 + idx(8 * p + vector % 8)] = planes_[p][w];
    if (masks) storage.mask[at * 8 + idx(vector % 8)] = planes_[2][w];
    const int c = static_cast<Index>(w) < vectors_.class_words(0).end ? 0 : 1;
    const int none = std::popcount(planes_[0][w]);
    const int one = std::popcount(planes_[1][w]);
    counts[3 * c] += none;
    counts[3 * c + 1] += one;
    counts[3 * c + 2] += std::popcount(planes_[2][w]) - none - one;
  }
}

}  // namespace encke
