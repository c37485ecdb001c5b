#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/pack/traits/trait_sums.hpp>

namespace encke::pack {
namespace {

constexpr Index planes_of_genotypes = 2;
constexpr Index planes_of_traits = 3;
constexpr int digits_of_sums = 52;

/// Copies the chosen samples of a vector; what each line of a word of genotypes has of it.
class TraitWriter {
 public:
  TraitWriter(PackedVectors& to, Index vector)
      : out_(to.storage().words() + vector / 8 * to.words() * planes_of_traits * 8 + vector % 8) {}

  void add(std::uint64_t two, std::uint64_t none, std::uint64_t present, const BitGather& chosen) {
    const std::uint64_t bits[] = {chosen(two), chosen(none), chosen(present)};
    for (int p = 0; p < planes_of_traits; ++p) put(p, bits[p], chosen.count());
    at_ += chosen.count();
    two_ += std::popcount(bits[two_copies]);
    none_ += std::popcount(bits[zero_copies]);
    present_ += std::popcount(bits[with_genotype]);
  }

  /// n Σz - (Σx)^2, exactly.
  double variation() const {
    const Index sum = two_ - none_;
    return static_cast<double>(present_ * (two_ + none_) - sum * sum);
  }

 private:
  void put(int plane, std::uint64_t bits, int count) {
    if (count == 0) return;
    const Index word = at_ / 64;
    const int shift = static_cast<int>(at_ % 64);
    std::uint64_t* const to = out_ + (word * planes_of_traits + plane) * 8;
    to[0] |= bits << shift;
    if (shift + count > 64) to[planes_of_traits * 8] |= bits >> (64 - shift);
  }

  std::uint64_t* out_;
  Index at_ = 0, two_ = 0, none_ = 0, present_ = 0;
};

const double* numbers_of(const PackedVectors& vectors, Index field) {
  return reinterpret_cast<const double*>(vectors.shared().data()) + field / 64 * 128 + field % 64;
}

}  // namespace

TraitNumbers TraitNumbers::of(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  double mean = 0, most = 0;
  for (const double x : values) mean += x / n;
  for (const double x : values) most = std::max(most, std::abs(x - mean));
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  if (values.empty() || !std::isfinite(most) || *low == *high) {
    throw Error(
        Failure::inconsistent,
        fmt::format("a trait of {} samples: finite numbers that differ expected", values.size()));
  }
  const int bits = digits_of_sums - std::bit_width(values.size());
  int exponent = 0;
  std::frexp(most, &exponent);
  TraitNumbers numbers;
  for (const double x : values) {
    const double whole = std::nearbyint(std::ldexp(x - mean, bits - exponent));
    numbers.trait.push_back(whole);
    numbers.square.push_back(std::ldexp(std::nearbyint(std::ldexp(whole * whole, -bits)), bits));
  }
  return numbers;
}

PackedVectors trait_sums(Index vectors, const TraitNumbers& of) {
  PackedVectors packed(Element::trait_sums, vectors, std::ssize(of.trait));
  auto* const numbers = reinterpret_cast<double*>(packed.storage().shared.data());
  for (std::size_t f = 0; f < of.trait.size(); ++f) {
    numbers[f / 64 * 128 + f % 64] = of.trait[f];
    numbers[f / 64 * 128 + 64 + f % 64] = of.square[f];
  }
  return packed;
}

void set_trait_genotypes(PackedVectors& to, const PackedVectors& genotypes,
                         const std::vector<BitGather>& chosen) {
  if (to.element() != Element::trait_sums || genotypes.element() != Element::genotype ||
      to.vectors() != genotypes.vectors() || std::ssize(chosen) != genotypes.words()) {
    throw Error(Failure::internal, "genotypes of another form are to get a trait");
  }
  const auto* const lines = reinterpret_cast<const std::uint64_t*>(genotypes.values());
  for (Index v = 0; v < to.vectors(); ++v) {
    TraitWriter writer(to, v);
    for (Index w = 0; w < genotypes.words(); ++w) {
      const Index word = v / 8 * genotypes.words() + w;
      const std::uint64_t* const line = lines + word * planes_of_genotypes * 8 + v % 8;
      const std::uint64_t nonzero = line[0], negative = line[8];
      const std::uint64_t present =
          genotypes.keeps_masks() ? genotypes.mask()[word * 8 + v % 8] : genotypes.word_fields(w);
      writer.add(nonzero & ~negative, negative, present, chosen[idx(w)]);
    }
    to.storage().margins.sum[idx(v)] = writer.variation();
  }
}

std::uint8_t trait_genotype(const PackedVectors& vectors, Index vector, Index field) {
  const auto* const lines = reinterpret_cast<const std::uint64_t*>(vectors.values());
  const Index word = vector / 8 * vectors.words() + field / 64;
  const auto has = [&](int plane) {
    return (lines[(word * planes_of_traits + plane) * 8 + vector % 8] >> (field % 64) & 1) != 0;
  };
  if (!has(with_genotype)) return 3;
  return has(zero_copies) ? 0 : has(two_copies) ? 2 : 1;
}

double trait(const PackedVectors& vectors, Index field) { return numbers_of(vectors, field)[0]; }
double trait_square(const PackedVectors& vectors, Index field) {
  return numbers_of(vectors, field)[64];
}

}  // namespace encke::pack
