#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <encke/base/error.hpp>
#include <encke/pack/weighted_bits.hpp>
#include <limits>

namespace encke::pack {
namespace {

static_assert(std::endian::native == std::endian::little, "bytes are loaded as words");

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

template <class T>
void fill_group_sums(PackedVectors& to, std::span<const double> weight) {
  T* out = reinterpret_cast<T*>(to.storage().shared.data());
  for (Index group = 0; group < to.words() * groups_of_word; ++group) {
    T l[WeightedBits::group] = {};
    for (Index i = 0; i < WeightedBits::group; ++i) {
      const Index field = group * WeightedBits::group + i;
      if (field < to.fields()) l[i] = static_cast<T>(weight[static_cast<std::size_t>(field)]);
    }
    for (unsigned bits = 0; bits < WeightedBits::entries; ++bits) *out++ = group_sum(l, bits);
  }
}

/// The sum that WeightedBits defines, of one vector.
template <class T>
double sum_of_bits(const PackedVectors& vectors, Index vector) {
  constexpr Index segment = WeightedBits::segment / 64;
  constexpr Index chunk = std::is_same_v<T, float> ? WeightedBits::chunk / 64 : segment;
  const T* sums = reinterpret_cast<const T*>(vectors.shared().data());
  const std::uint64_t* bits = reinterpret_cast<const std::uint64_t*>(vectors.values()) +
                              vector / 8 * vectors.words() * 8 + vector % 8;
  double total = 0, of_segment = 0;
  T of_chunk = 0;
  for (Index w = 0; w < vectors.words(); ++w, sums += groups_of_word * WeightedBits::entries) {
    const std::uint64_t word = bits[w * 8];  // of 0 all sums are 0
    for (Index k = 0; k < groups_of_word && word != 0; ++k) {
      of_chunk += sums[k * WeightedBits::entries +
                       (word >> (k * WeightedBits::group) & (WeightedBits::entries - 1))];
    }
    const bool last = w + 1 == vectors.words();
    if (!last && (w + 1) % chunk != 0) continue;
    of_segment += static_cast<double>(of_chunk);
    of_chunk = 0;
    if (!last && (w + 1) % segment != 0) continue;
    total += of_segment;
    of_segment = 0;
  }
  return total;
}

/// Bits of at most 64 bytes of 0 and 1.
std::uint64_t word_of(std::span<const std::uint8_t> values) {
  std::uint64_t bits = 0;
  for (std::size_t first = 0; first < values.size(); first += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, values.data() + first, std::min<std::size_t>(8, values.size() - first));
    bits |= (eight * 0x0102040810204080) >> 56 << first;  // their lowest bits, side by side
  }
  return bits;
}

void check_values(const PackedVectors& to, Index vector, std::span<const std::uint8_t> values) {
  const bool weighted = to.contraction() == ContractionId::weighted_bits;
  if (!weighted || vector < 0 || vector >= to.vectors()) {
    throw Error(Failure::internal,
                fmt::format("vector {} of bits with weights does not exist", vector));
  }
  std::uint8_t all = 0;
  for (const std::uint8_t x : values) all |= x;
  if (values.size() == static_cast<std::size_t>(to.fields()) && all <= 1) return;
  throw Error(
      Failure::inconsistent,
      fmt::format(
          "a vector of {} bits with weights, the largest {}: expected {} of 0 and 1", values.size(),
          values.empty() ? 0 : *std::max_element(values.begin(), values.end()), to.fields()));
}

}  // namespace

PackedVectors weighted_bits(Element element, Index vectors, std::span<const double> weight) {
  if (element.contraction != ContractionId::weighted_bits) {
    throw Error(Failure::internal, "weights of bits of another element");
  }
  PackedVectors v(element, vectors, static_cast<Index>(weight.size()));
  check_weights(element, weight);
  element == Element::weighted_bits32 ? fill_group_sums<float>(v, weight)
                                      : fill_group_sums<double>(v, weight);
  return v;
}

void set_weighted_bits(PackedVectors& to, Index vector, std::span<const std::uint8_t> values) {
  check_values(to, vector, values);
  const auto storage = to.storage();
  std::uint64_t* out = storage.words() + vector / 8 * to.words() * 8 + vector % 8;
  for (Index w = 0; w < to.words(); ++w) {
    const auto first = static_cast<std::size_t>(w) * 64;
    if (first < values.size()) {
      out[w * 8] = word_of(values.subspan(first, std::min<std::size_t>(64, values.size() - first)));
    }
  }
  storage.margins.sum[static_cast<std::size_t>(vector)] = to.element() == Element::weighted_bits32
                                                              ? sum_of_bits<float>(to, vector)
                                                              : sum_of_bits<double>(to, vector);
}

double weight(const PackedVectors& vectors, Index field) {
  const Index at = field / WeightedBits::group * WeightedBits::entries +
                   (Index{1} << field % WeightedBits::group);
  const std::byte* const sums = vectors.shared().data();
  if (vectors.element() == Element::weighted_bits32) {
    return static_cast<double>(reinterpret_cast<const float*>(sums)[at]);
  }
  return reinterpret_cast<const double*>(sums)[at];
}

}  // namespace encke::pack
