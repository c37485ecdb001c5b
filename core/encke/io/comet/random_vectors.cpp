#include <algorithm>
#include <cmath>
#include <cstring>
#include <encke/base/error.hpp>
#include <encke/base/mix.hpp>
#include <encke/io/comet/random_vectors.hpp>
#include <encke/pack/packers.hpp>
#include <string>
#include <vector>

namespace encke::io {
namespace {

/// 64 random bits a step: a counter through the "Mix13" finaliser of D. Stafford (2011). Streams of
/// different vectors start at unrelated counters.
class RandomBits {
 public:
  RandomBits(std::uint64_t seed, Index vector)
      : counter_(mix(mix(seed) + static_cast<std::uint64_t>(vector))) {}

  std::uint64_t next() { return mix(counter_ += 0x9e3779b97f4a7c15ULL); }

  /// 64 bits, each 1 with probability threshold / 2^32: a random binary fraction is compared with
  /// the threshold, bit by bit, until all 64 comparisons are decided.
  std::uint64_t below(std::uint64_t threshold) {
    if (threshold >> 32 != 0) return ~std::uint64_t{0};
    std::uint64_t less = 0;
    std::uint64_t undecided = ~std::uint64_t{0};
    for (auto rest = static_cast<std::uint32_t>(threshold); rest != 0 && undecided != 0;
         rest <<= 1) {
      const std::uint64_t bits = next();
      if (rest >> 31 != 0) {
        less |= undecided & ~bits;
        undecided &= bits;
      } else {
        undecided &= ~bits;
      }
    }
    return less;
  }

 private:
  std::uint64_t counter_;
};

/// Puts bit i of x at position 2 i.
std::uint64_t spread(std::uint32_t half) {
  std::uint64_t x = half;
  x = (x | (x << 16)) & 0x0000ffff0000ffffULL;
  x = (x | (x << 8)) & 0x00ff00ff00ff00ffULL;
  x = (x | (x << 4)) & 0x0f0f0f0f0f0f0f0fULL;
  x = (x | (x << 2)) & 0x3333333333333333ULL;
  return (x | (x << 1)) & 0x5555555555555555ULL;
}

/// Fills the codes (GenotypeCode::packed) of one vector; `words` of 64 samples, 16 bytes each. Of
/// bits these are 00, 01 and, where missing, 10.
void fill_codes(Element element, RandomBits random, Index words, std::uint64_t missing,
                std::uint64_t* codes) {
  constexpr std::uint64_t one = std::uint64_t{1} << 32;
  // 8 significant bits, so that few random words decide
  const std::uint64_t frequency = one / 16 + (random.next() >> 57) * (one * 7 / 8 / 128);
  for (Index w = 0; w < words; ++w) {
    const std::uint64_t first = random.below(frequency);
    const std::uint64_t second = element == Element::bit ? 0 : random.below(frequency);
    const std::uint64_t absent = random.below(missing);
    const std::uint64_t low = (first | second) & ~absent;
    const std::uint64_t high = (first & second) | absent;
    for (int half = 0; half < 2; ++half) {
      codes[2 * w + half] = spread(static_cast<std::uint32_t>(low >> (32 * half))) |
                            spread(static_cast<std::uint32_t>(high >> (32 * half))) << 1;
    }
  }
}

}  // namespace

namespace {

std::uint64_t threshold_of(double missing_rate) {
  if (!(missing_rate >= 0 && missing_rate <= 1)) {
    throw Error(Failure::command_line, "random vectors: a missing rate of " +
                                           std::to_string(missing_rate) + ", [0, 1] expected");
  }
  return static_cast<std::uint64_t>(std::llround(missing_rate * 0x1p32));
}

PackedVectors random_codes(Element element, Index vectors, Index fields, double missing_rate,
                           std::uint64_t seed) {
  const std::uint64_t missing = threshold_of(missing_rate);
  constexpr Index group = 8;
  auto packed = PackedVectors(element, vectors, fields);
  const Index words = divide_up(fields, 64);
  std::vector<std::uint64_t> codes(static_cast<std::size_t>(group * words * 2));
  for (Index first = 0; first < vectors; first += group) {
    const Index count = std::min(group, vectors - first);
    for (Index v = 0; v < count; ++v) {
      fill_codes(element, {seed, first + v}, words, missing, codes.data() + v * words * 2);
    }
    pack::set_codes(packed, first, count, reinterpret_cast<const std::uint8_t*>(codes.data()),
                    words * 16, GenotypeCode::packed, MissingCode::missing);
  }
  return packed;
}

}  // namespace

PackedVectors random_genotypes(Index vectors, Index fields, double missing_rate,
                               std::uint64_t seed) {
  return random_codes(Element::genotype, vectors, fields, missing_rate, seed);
}

PackedVectors random_case_control(Index vectors, Index controls, Index cases, double missing_rate,
                                  std::uint64_t seed) {
  constexpr Index group = 8;
  const std::uint64_t missing = threshold_of(missing_rate);
  auto packed = pack::case_control(vectors, controls, cases);
  const Index words[2] = {divide_up(controls, 64), divide_up(cases, 64)};
  const Index stride = 2 * (words[0] + words[1]);  // each vector's controls, then its cases
  std::vector<std::uint64_t> codes(static_cast<std::size_t>(group * stride));
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(codes.data());
  for (Index first = 0; first < vectors; first += group) {
    const Index count = std::min(group, vectors - first);
    for (Index v = 0; v < count; ++v) {
      fill_codes(Element::genotype, {seed, first + v}, words[0] + words[1], missing,
                 codes.data() + v * stride);
    }
    pack::set_classes(packed, first, count,
                      {{{bytes, stride * 8}, {bytes + words[0] * 16, stride * 8}}},
                      GenotypeCode::packed);
  }
  return packed;
}

PackedVectors random_bits(Index vectors, Index fields, double missing_rate, std::uint64_t seed) {
  return random_codes(Element::bit, vectors, fields, missing_rate, seed);
}

PackedVectors random_counts(Element element, Index vectors, Index fields, std::uint64_t seed) {
  auto packed = pack::counts(element, vectors, fields);
  const auto largest = static_cast<std::uint64_t>(element.largest_count());
  std::vector<std::uint16_t> values(static_cast<std::size_t>(fields));
  for (Index v = 0; v < vectors; ++v) {
    RandomBits random(seed, v);
    for (auto& value : values) value = static_cast<std::uint16_t>((random.next() >> 40) & largest);
    pack::set_counts(packed, v, values);
  }
  return packed;
}

PackedVectors random_profiles(Element element, Index vectors, Index fields, std::uint64_t seed) {
  auto packed = pack::profiles(element, vectors, fields);
  std::vector<float> values(static_cast<std::size_t>(fields));
  for (Index v = 0; v < vectors; ++v) {
    RandomBits random(seed, v);
    for (float& value : values) value = static_cast<float>(random.next() >> 40) * 0x1p-24F;
    pack::set_profile(packed, v, std::span<const float>(values));
  }
  return packed;
}

}  // namespace encke::io
