#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/contraction/count_minima.hpp>
#include <encke/pack/count_minima.hpp>
#include <string>

namespace encke::pack {
namespace {

/// Bits of a field in a plane's word.
int width_of(Element element) { return 64 / element.fields_of_word(); }

/// The values of a word; the last may be incomplete.
std::span<const std::uint16_t> values_of_word(std::span<const std::uint16_t> values, Index word,
                                              int in_word) {
  const auto begin = static_cast<std::size_t>(word * in_word);
  return values.subspan(
      begin, std::min<std::size_t>(static_cast<std::size_t>(in_word), values.size() - begin));
}

/// One plane has whole numbers side by side; several have a bit of each number.
void store_counts(PackedVectors& to, std::uint64_t* words, Index vector,
                  std::span<const std::uint16_t> values) {
  const int planes = to.element().planes();
  const int in_word = to.element().fields_of_word();
  const int width = width_of(to.element());
  std::uint64_t* out = words + (vector / 8) * to.words() * planes * 8 + vector % 8;
  for (Index w = 0; w < to.words(); ++w, out += planes * 8) {
    const auto here = values_of_word(values, w, in_word);
    for (int p = 0; p < planes; ++p) {
      std::uint64_t word = 0;
      for (std::size_t i = 0; i < here.size(); ++i) {
        const std::uint64_t part = planes == 1 ? here[i] : (here[i] >> p) & 1U;
        word |= part << (i * static_cast<std::size_t>(width));
      }
      out[p * 8] = word;
    }
  }
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
  std::int64_t sum = 0;
  for (const std::uint16_t x : values) {
    sum += x;
    if (x <= largest) continue;
    throw Error(Failure::inconsistent, std::to_string(x) + " as a count: at most " +
                                           std::to_string(largest) + " expected");
  }
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
