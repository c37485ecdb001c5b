#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <limits>

namespace encke {
namespace {

constexpr Index groups_of_word = 64 / WeightedBits::group;

void check_weights(Element element, std::span<const double> weight) {
  const bool narrow = element == Element::weighted_bits32;
  const double most = narrow ? static_cast<double>(std::numeric_limits<float>::max() / 8)
                             : std::numeric_limits<double>::max() / 8;
  double sum = 0;
  for (std::size_t f = 0; f < weight.size(); ++f) {
    sum += weight[f];
    if (weight[f] > 0 && sum <= most) continue;
    throw Error(Failure::inconsistent,
                fmt::format("field {} (from 0): the weight {}, a sum of {}: weights above 0 and a "
                            "sum of at most {:.3g} are supported for {}",
                            f, weight[f], sum, most, narrow ? "float32" : "float64"));
  }
}

}  // namespace

PackedVectors PackedVectors::weighted_bits(Element element, Index vectors,
                                           std::span<const double> weight) {
  if (!is_weighted(element)) throw Error(Failure::internal, "weights of bits of another element");
  const auto fields = static_cast<Index>(weight.size());
  check_shape(element, vectors, fields);
  check_weights(element, weight);
  PackedVectors v(element, vectors, fields);
  v.bits_ = AlignedBuffer<std::uint64_t>(v.groups_ * v.words_ * 8);
  v.present_.assign(idx(vectors), fields);
  v.sum_.assign(idx(vectors), 0.0);
  v.group_sums_ = AlignedBuffer<std::byte>(v.words_ * bytes_of_group_sums(element));
  element == Element::weighted_bits32 ? v.fill_group_sums<float>(weight)
                                      : v.fill_group_sums<double>(weight);
  return v;
}

template <class T>
void PackedVectors::fill_group_sums(std::span<const double> weight) {
  T* out = reinterpret_cast<T*>(group_sums_.data());
  for (Index group = 0; group < words_ * groups_of_word; ++group) {
    T l[WeightedBits::group] = {};
    for (Index i = 0; i < WeightedBits::group; ++i) {
      const Index field = group * WeightedBits::group + i;
      if (field < fields_) l[i] = static_cast<T>(weight[idx(field)]);
    }
    for (unsigned bits = 0; bits < WeightedBits::entries; ++bits) *out++ = group_sum(l, bits);
  }
}

/// The sum that WeightedBits defines, of one vector.
template <class T>
double PackedVectors::sum_of_bits(Index vector) const {
  constexpr Index segment = WeightedBits::segment / 64;
  constexpr Index chunk = std::is_same_v<T, float> ? WeightedBits::chunk / 64 : segment;
  const T* sums = reinterpret_cast<const T*>(group_sums_.data());
  const std::uint64_t* bits = bits_.data() + vector / 8 * words_ * 8 + vector % 8;
  double total = 0, of_segment = 0;
  T of_chunk = 0;
  for (Index w = 0; w < words_; ++w) {
    for (Index k = 0; k < groups_of_word; ++k, sums += WeightedBits::entries) {
      of_chunk += sums[bits[w * 8] >> (k * WeightedBits::group) & (WeightedBits::entries - 1)];
    }
    const bool last = w + 1 == words_;
    if (!last && (w + 1) % chunk != 0) continue;
    of_segment += static_cast<double>(of_chunk);
    of_chunk = 0;
    if (!last && (w + 1) % segment != 0) continue;
    total += of_segment;
    of_segment = 0;
  }
  return total;
}

void PackedVectors::set_weighted_bits(Index vector, std::span<const std::uint8_t> values) {
  if (vector < 0 || vector >= vectors_) {
    throw Error(Failure::internal, fmt::format("vector {} of bits does not exist", vector));
  }
  const auto unfit = std::find_if(values.begin(), values.end(), [](auto x) { return x > 1; });
  if (values.size() != idx(fields_) || unfit != values.end()) {
    throw Error(
        Failure::inconsistent,
        fmt::format("a vector of {} bits with weights, the largest {}: expected {} of 0 "
                    "and 1",
                    values.size(),
                    values.empty() ? 0 : *std::max_element(values.begin(), values.end()), fields_));
  }
  changed();
  std::uint64_t* out = bits_.data() + vector / 8 * words_ * 8 + vector % 8;
  for (Index w = 0; w < words_; ++w) {
    std::uint64_t bits = 0;
    for (Index f = w * 64; f < std::min(fields_, (w + 1) * 64); ++f) {
      bits |= std::uint64_t{values[idx(f)]} << (f % 64);
    }
    out[w * 8] = bits;
  }
  sum_[idx(vector)] = element_ == Element::weighted_bits32 ? sum_of_bits<float>(vector)
                                                           : sum_of_bits<double>(vector);
}

double PackedVectors::weight(Index field) const {
  const Index at = field / WeightedBits::group * WeightedBits::entries +
                   (Index{1} << field % WeightedBits::group);
  if (element_ == Element::weighted_bits32) {
    return static_cast<double>(reinterpret_cast<const float*>(group_sums_.data())[at]);
  }
  return reinterpret_cast<const double*>(group_sums_.data())[at];
}

std::span<const std::byte> PackedVectors::shared() const {
  if (!series_.empty()) return std::as_bytes(std::span(series_));
  return {group_sums_.data(), static_cast<std::size_t>(group_sums_.size())};
}

}  // namespace encke
