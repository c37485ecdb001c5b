#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/contraction/count_minima.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <string>

namespace encke {
namespace {

/// Bits of a field in a plane's word.
int width_of(Element element) { return 64 / fields_of_word(element); }

/// The values of a word; the last may be incomplete.
std::span<const std::uint16_t> values_of_word(std::span<const std::uint16_t> values, Index word,
                                              int in_word) {
  const auto begin = static_cast<std::size_t>(word * in_word);
  return values.subspan(
      begin, std::min<std::size_t>(static_cast<std::size_t>(in_word), values.size() - begin));
}

}  // namespace

PackedVectors PackedVectors::counts(Element element, Index vectors, Index fields) {
  if (!is_count(element)) throw Error(Failure::internal, "counts as something other than counts");
  check_shape(element, vectors, fields);
  PackedVectors v(element, vectors, fields);
  v.counts_ = AlignedBuffer<std::uint64_t>(v.groups_ * v.words_ * count_planes(element) * 8);
  v.present_.assign(idx(vectors), fields);
  v.x_sum_.assign(idx(vectors), 0);
  return v;
}

void PackedVectors::set_counts(Index vector, std::span<const std::uint16_t> values) {
  if (!is_count(element_) || vector < 0 || vector >= vectors_) {
    throw Error(Failure::internal,
                "vector " + std::to_string(vector) + " of counts does not exist");
  }
  if (values.size() != idx(fields_)) {
    throw Error(Failure::inconsistent, "a vector of " + std::to_string(values.size()) +
                                           " counts: expected " + std::to_string(fields_));
  }
  std::int64_t sum = 0;
  for (const std::uint16_t x : values) {
    sum += x;
    if (x <= largest_count(element_)) continue;
    throw Error(Failure::inconsistent, std::to_string(x) + " as a count: at most " +
                                           std::to_string(largest_count(element_)) + " expected");
  }
  if (sum > CountMinima::most_sum) {
    throw Error(Failure::inconsistent, "vector " + std::to_string(vector) + " (from 0): a sum of " +
                                           std::to_string(sum) + " found, at most " +
                                           std::to_string(CountMinima::most_sum) +
                                           " is supported for counts");
  }
  changed();
  store_counts(vector, values);
  x_sum_[idx(vector)] = sum;
}

/// One plane has whole numbers side by side; several have a bit of each number.
void PackedVectors::store_counts(Index vector, std::span<const std::uint16_t> values) {
  const int planes = count_planes(element_);
  const int in_word = fields_of_word(element_);
  const int width = width_of(element_);
  std::uint64_t* out = counts_.data() + (vector / 8) * words_ * planes * 8 + vector % 8;
  for (Index w = 0; w < words_; ++w, out += planes * 8) {
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

std::int32_t PackedVectors::count(Index vector, Index field) const {
  const int planes = count_planes(element_);
  const int in_word = fields_of_word(element_);
  const int width = width_of(element_);
  const Index at = ((vector / 8) * words_ + field / in_word) * planes * 8 + vector % 8;
  const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
  std::int32_t value = 0;
  for (int p = 0; p < planes; ++p) {
    const std::uint64_t part = (counts_[at + p * 8] >> (field % in_word * width)) & mask;
    value |= static_cast<std::int32_t>(part) << p;
  }
  return value;
}

}  // namespace encke
