#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <encke/base/error.hpp>
#include <encke/pack/field_sum.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <limits>

namespace encke {
namespace {

constexpr Index most_lines = Index{1} << 54;  // of 64 bytes, in one plane

/// Planes of reals and counts.
Index planes_of(Element element) {
  return is_powered(element) ? 3 : is_count(element) ? count_planes(element) : 1;
}

Index words_of(Element element, Index fields) {
  return is_real(element) ? fields : divide_up(fields, fields_of_word(element));
}

}  // namespace

void PackedVectors::check_shape(Element element, Index vectors, Index fields) {
  const Index most = most_fields(element);
  if (vectors < 0 || vectors > most_vectors || fields < 0 || fields > most) {
    throw Error(Failure::inconsistent, std::to_string(vectors) + " vectors of " +
                                           std::to_string(fields) +
                                           " fields: at most 2^32-1 vectors and " +
                                           std::to_string(most) + " fields are supported");
  }
  // refused here, before the product of three sizes can wrap
  const Index lines = divide_up(vectors, lanes_of(element)) * words_of(element, fields);
  if (lines > most_lines) throw OutOfMemory("the vectors", most_lines * 64, 0);
}

PackedVectors::PackedVectors(Element element, Index vectors, Index fields)
    : element_(element),
      vectors_(vectors),
      room_(vectors),
      fields_(fields),
      words_(words_of(element, fields)),
      groups_(divide_up(vectors, lanes_of(element))) {
  changed();
}

void PackedVectors::changed() {
  static std::atomic<std::uint64_t> last = 0;
  content_ = ++last;
}

PackedVectors PackedVectors::genotypes(Index vectors, Index fields) {
  check_shape(Element::genotype, vectors, fields);
  PackedVectors v(Element::genotype, vectors, fields);
  v.signs_ = AlignedBuffer<std::uint64_t>(v.groups_ * v.words_ * 2 * 8);
  v.present_.assign(idx(vectors), fields);
  v.positive_.assign(idx(vectors), 0);
  v.x_sum_.assign(idx(vectors), 0);
  return v;
}

PackedVectors PackedVectors::bits(Index vectors, Index fields) {
  check_shape(Element::bit, vectors, fields);
  PackedVectors v(Element::bit, vectors, fields);
  v.bits_ = AlignedBuffer<std::uint64_t>(v.groups_ * v.words_ * 8);
  v.present_.assign(idx(vectors), fields);
  v.positive_.assign(idx(vectors), 0);
  v.x_sum_.assign(idx(vectors), 0);
  return v;
}

PackedVectors PackedVectors::profiles(Element element, Index vectors, Index fields) {
  if (!is_real(element) || is_powered(element)) {
    throw Error(Failure::internal, "profiles of something other than float32 or float64");
  }
  check_shape(element, vectors, fields);
  PackedVectors v(element, vectors, fields);
  v.reals_ = AlignedBuffer<std::byte>(v.groups_ * v.words_ * 64);
  v.present_.assign(idx(vectors), fields);
  v.sum_.assign(idx(vectors), 0.0);
  return v;
}

Index PackedVectors::most_fields(Element element) {
  // genotypes and bits: 8 n_f, the largest tally of a triple, in 31 bits
  return (Index{1} << (is_real(element) ? 31 : 28)) - 1;
}

ContractionId PackedVectors::contraction() const { return contraction_of(element_); }

std::int64_t PackedVectors::bytes() const {
  return bytes_for(element_, vectors_, fields_, !mask_.empty());
}

std::int64_t PackedVectors::bytes_for(Element element, Index vectors, Index fields, bool missing) {
  const Index groups = divide_up(vectors, lanes_of(element));
  const bool one = element == Element::bit || is_weighted(element);
  const bool two = !is_real(element) && !is_count(element) && !one;
  const Index planes = is_real(element) || is_count(element) ? planes_of(element)
                                                             : (two ? 2 : 1) + (missing ? 1 : 0);
  // of two classes both may have an incomplete last word
  const bool classes = element == Element::case_control;
  const Index words = words_of(element, fields) + (classes ? 1 : 0);
  const Index group_sums = is_weighted(element) ? words * bytes_of_group_sums(element) : 0;
  return groups * words * planes * 64 + vectors * (classes ? 72 : 24) + group_sums;
}

Panel PackedVectors::panel(Range range) const {
  Panel p;
  p.lanes = lanes();
  if (range.begin % p.lanes != 0 || range.begin < 0 || range.end > vectors_) {
    throw Error(Failure::internal, "a panel must begin at a group of vectors that exist");
  }
  p.vectors = range.size();
  p.fields = fields_;
  p.words = words_;
  const Index group = range.begin / p.lanes;
  if (is_real(element_)) {
    const Index stride = words_ * 64 * planes_of(element_);
    p.values = {reals_.data() + group * stride, stride};
  } else if (is_count(element_)) {
    const Index stride = words_ * 64 * planes_of(element_);
    p.values = {reinterpret_cast<const std::byte*>(counts_.data()) + group * stride, stride};
  } else {
    const bool one = element_ == Element::bit || is_weighted(element_);
    const auto* planes = reinterpret_cast<const std::byte*>(one ? bits_.data() : signs_.data());
    const Index stride = words_ * (one ? 64 : 128);
    p.values = {planes + group * stride, stride};
    const bool any = std::any_of(present_.begin() + range.begin, present_.begin() + range.end,
                                 [this](Index n) { return n != fields_; });
    if (any) p.mask = mask_panel(group);
  }
  return p;
}

Stream PackedVectors::mask_panel(Index group) const {
  if (mask_.empty()) return {};
  const auto* mask = reinterpret_cast<const std::byte*>(mask_.data());
  return {mask + group * words_ * 64, words_ * 64};
}

std::uint8_t PackedVectors::genotype(Index vector, Index field) const {
  if (element_ == Element::case_control) return classed_genotype(vector, field);
  const Index word = (vector / 8) * words_ + field / 64;
  const auto bit = [&](const AlignedBuffer<std::uint64_t>& plane, Index at) {
    return static_cast<int>((plane[at + vector % 8] >> (field % 64)) & 1);
  };
  if (!mask_.empty() && bit(mask_, word * 8) == 0) return 3;
  if (bit(signs_, word * 16) == 0) return 1;
  return bit(signs_, word * 16 + 8) == 1 ? 0 : 2;
}

double PackedVectors::stored_real(Index vector, Index field, int plane) const {
  const Index at = ((vector / lanes()) * words_ + field) * planes_of(element_) + plane;
  if (lanes() == 16) return reinterpret_cast<const float*>(reals_.data())[at * 16 + vector % 16];
  return reinterpret_cast<const double*>(reals_.data())[at * 8 + vector % 8];
}

double PackedVectors::real(Index vector, Index field) const {
  return stored_real(vector, field, 0);
}

void PackedVectors::check_profile(Index vector, std::size_t values) const {
  if (!is_real(element_) || vector < 0 || vector >= vectors_) {
    throw Error(Failure::internal, "profile " + std::to_string(vector) + " does not exist among " +
                                       std::to_string(vectors_));
  }
  if (values != idx(fields_)) {
    throw Error(Failure::inconsistent, "a profile of " + std::to_string(values) +
                                           " values: expected " + std::to_string(fields_));
  }
}

template <class T, class V>
void PackedVectors::store_profile(Index vector, std::span<const V> values) {
  if (is_powered(element_)) throw Error(Failure::internal, "a plain profile among powered ones");
  check_profile(vector, values.size());
  constexpr double most = static_cast<double>(std::numeric_limits<T>::max() / 8);
  const double sum = detail::field_sum<T>(values);
  if (!(sum <= most)) {  // true for NaN
    throw Error(Failure::inconsistent,
                fmt::format("vector {} (from 0): a sum of {} found, at most {:.3g} is supported "
                            "for {}",
                            vector, sum, most, std::is_same_v<T, float> ? "float32" : "float64"));
  }
  changed();
  constexpr Index lanes = 64 / sizeof(T);
  T* out = reinterpret_cast<T*>(reals_.data()) + (vector / lanes) * words_ * lanes + vector % lanes;
  for (Index f = 0; f < fields_; ++f) out[f * lanes] = static_cast<T>(values[idx(f)]);
  sum_[idx(vector)] = sum;
}

void PackedVectors::set_profile(Index vector, std::span<const double> values) {
  if (element_ == Element::float32) return store_profile<float>(vector, values);
  store_profile<double>(vector, values);
}

void PackedVectors::set_profile(Index vector, std::span<const float> values) {
  if (element_ == Element::float32) return store_profile<float>(vector, values);
  store_profile<double>(vector, values);
}

}  // namespace encke
