#include <algorithm>
#include <cstring>
#include <encke/base/bits/transposed_bits.hpp>
#include <encke/base/error.hpp>
#include <encke/contraction/count_minima.hpp>
#include <encke/host/threads/at_best_level.hpp>
#include <encke/pack/count_minima.hpp>
#include <encke/pack/steps/field_sum.hpp>
#include <string>

namespace encke::pack {
namespace {

/// Bits of a field in a plane's word.
int width_of(Element element) { return 64 / element.fields_of_word(); }

/// The sum of the values, and the largest of them.
struct Extremes {
  std::int64_t sum = 0;
  std::uint16_t largest = 0;
};

ENCKE_FUNCTION Extremes extremes_of(std::span<const std::uint16_t> values) {
  constexpr std::size_t in_part = 1 << 16;  // so many 16-bit numbers have a sum of 32 bits
  Extremes all;
  for (std::size_t begin = 0; begin < values.size(); begin += in_part) {
    std::uint32_t sum = 0;
    for (const std::uint16_t x : detail::piece(values, begin, in_part)) {
      sum += x;
      all.largest = std::max(all.largest, x);
    }
    all.sum += sum;
  }
  return all;
}

/// One plane: numbers side by side, which fill a word.
template <class Number>
ENCKE_FUNCTION void store_numbers(std::span<const std::uint16_t> values, std::uint64_t* out) {
  constexpr std::size_t in_word = 8 / sizeof(Number);
  for (std::size_t begin = 0; begin < values.size(); begin += in_word, out += 8) {
    Number here[in_word] = {};
    const auto some = detail::piece(values, begin, in_word);
    if (some.size() == in_word) {
      for (std::size_t i = 0; i < in_word; ++i) here[i] = static_cast<Number>(some[i]);
    } else {
      for (std::size_t i = 0; i < some.size(); ++i) here[i] = static_cast<Number>(some[i]);
    }
    std::memcpy(out, here, 8);
  }
}

/// Several planes: a bit of each number of a word of 64.
ENCKE_FUNCTION void store_bits(std::span<const std::uint16_t> values, int planes,
                               std::uint64_t* out) {
  for (std::size_t begin = 0; begin < values.size(); begin += 64, out += planes * 8) {
    std::uint8_t bytes[64] = {};
    const auto some = detail::piece(values, begin, 64);
    std::transform(some.begin(), some.end(), bytes,
                   [](std::uint16_t x) { return static_cast<std::uint8_t>(x); });
    std::uint64_t eight[8];
    std::memcpy(eight, bytes, 64);
    for (int p = 0; p < planes; ++p) {
      std::uint64_t bits = 0;  // bit k of byte i is that of number 8 k + i
      for (int k = 7; k >= 0; --k) bits = bits << 1 | (eight[k] >> p & 0x0101010101010101ULL);
      out[p * 8] = transposed_bits(bits);
    }
  }
}

/// One plane has whole numbers side by side; several have a bit of each number.
void store_counts(PackedVectors& to, std::uint64_t* words, Index vector,
                  std::span<const std::uint16_t> values) {
  const int planes = to.element().planes();
  const int width = width_of(to.element());
  std::uint64_t* const out = words + (vector / 8) * to.words() * planes * 8 + vector % 8;
  at_best_level([=]() __attribute__((always_inline)) {
    if (planes > 1) return store_bits(values, planes, out);
    width == 8 ? store_numbers<std::uint8_t>(values, out)
               : store_numbers<std::uint16_t>(values, out);
  });
}

}  // namespace

PackedVectors counts(Element element, Index vectors, Index fields) {
  if (element.contraction != ContractionId::count_minima) {
    throw Error(Failure::internal, "counts as something other than counts");
  }
  return {element, vectors, fields};
}

void set_counts(PackedVectors& to, Index vector, std::span<const std::uint16_t> values) {
  const bool counts = to.contraction() == ContractionId::count_minima;
  if (!counts || vector < 0 || vector >= to.vectors()) {
    throw Error(Failure::internal,
                "vector " + std::to_string(vector) + " of counts does not exist");
  }
  if (values.size() != static_cast<std::size_t>(to.fields())) {
    throw Error(Failure::inconsistent, "a vector of " + std::to_string(values.size()) +
                                           " counts: expected " + std::to_string(to.fields()));
  }
  const int largest = to.element().largest_count();
  Extremes found;
  at_best_level([&]() __attribute__((always_inline)) { found = extremes_of(values); });
  if (found.largest > largest) {
    const auto unfit = std::ranges::find_if(values, [=](auto x) { return x > largest; });
    throw Error(Failure::inconsistent, std::to_string(*unfit) + " as a count: at most " +
                                           std::to_string(largest) + " expected");
  }
  const std::int64_t sum = found.sum;
  if (sum > CountMinima::most_sum) {
    throw Error(Failure::inconsistent, "vector " + std::to_string(vector) + " (from 0): a sum of " +
                                           std::to_string(sum) + " found, at most " +
                                           std::to_string(CountMinima::most_sum) +
                                           " is supported for counts");
  }
  const auto storage = to.storage();
  store_counts(to, storage.words(), vector, values);
  storage.margins.x_sum[static_cast<std::size_t>(vector)] = sum;
}

std::int32_t count(const PackedVectors& vectors, Index vector, Index field) {
  const int planes = vectors.element().planes();
  const int in_word = vectors.element().fields_of_word();
  const int width = width_of(vectors.element());
  const auto* const words = reinterpret_cast<const std::uint64_t*>(vectors.values());
  const Index at = ((vector / 8) * vectors.words() + field / in_word) * planes * 8 + vector % 8;
  const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
  std::int32_t value = 0;
  for (int p = 0; p < planes; ++p) {
    const std::uint64_t part = (words[at + p * 8] >> (field % in_word * width)) & mask;
    value |= static_cast<std::int32_t>(part) << p;
  }
  return value;
}

}  // namespace encke::pack
