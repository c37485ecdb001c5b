#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/pack/field_sum.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <limits>

namespace encke {

PackedVectors PackedVectors::powered(Element element, Index vectors, std::vector<double> weight,
                                     double exponent) {
  if (!is_powered(element)) throw Error(Failure::internal, "powered profiles of another element");
  if (!(exponent >= 0 && exponent <= 1)) {
    throw Error(Failure::inconsistent, fmt::format("exponent {}: 0 to 1 expected", exponent));
  }
  const auto unfit = std::find_if(weight.begin(), weight.end(),
                                  [](double l) { return !(l > 0 && std::isfinite(l)); });
  if (unfit != weight.end()) {
    throw Error(Failure::inconsistent,
                fmt::format("the weight {} of a field: a finite number above 0 expected", *unfit));
  }
  const auto fields = static_cast<Index>(weight.size());
  PackedVectors v(element, vectors, fields);
  v.reals_ = AlignedBuffer<std::byte>(v.groups_ * v.words_ * 3 * 64);
  v.present_.assign(idx(vectors), fields);
  v.sum_.assign(idx(vectors), 0.0);
  element == Element::powered32 ? v.fill_powers<float>() : v.fill_powers<double>();
  v.weight_ = std::move(weight);
  v.exponent_ = exponent;
  v.series_ = {PowerSeries::of(exponent - 1)};
  return v;
}

/// Factors and inverses of values that are 0, in order: set_powered() then writes little.
template <class T>
void PackedVectors::fill_powers() {
  constexpr Index lanes = 64 / sizeof(T);
  T* out = reinterpret_cast<T*>(reals_.data());
  for (Index line = 0; line < groups_ * words_; ++line, out += 3 * lanes) {
    std::fill_n(out + lanes, 2 * lanes, std::numeric_limits<T>::max());
  }
}

template <class T>
void PackedVectors::store_powered(Index vector, std::span<const double> values) {
  constexpr double least = std::is_same_v<T, float> ? 1e-30 : 1e-290;
  constexpr T most = std::numeric_limits<T>::max();
  constexpr Index lanes = 64 / sizeof(T);
  std::vector<T> powers(values.size());
  std::vector<Powered<T>> row(values.size());
  const auto stored = [&](std::size_t f) -> Powered<T> {
    const double u = values[f];
    if (u == 0) return {T{0}, most, most};
    const double factor = weight_[f] * std::pow(u, exponent_ - 1);
    return {static_cast<T>(u), static_cast<T>(factor), static_cast<T>(1 / u)};
  };
  for (std::size_t f = 0; f < values.size(); ++f) {
    const Powered<T> x = row[f] = stored(f);
    powers[f] = x.factor * x.value;
    const bool fits = values[f] == 0 || (values[f] >= least && values[f] <= 1 / least &&
                                         x.factor > 0 && x.factor < most / 8);
    if (fits && powers[f] <= most / 8) continue;
    throw Error(Failure::inconsistent,
                fmt::format("vector {}, field {} (from 0): the value {} of a field of weight {} is "
                            "out of the range of {}",
                            vector, f, values[f], weight_[f], lanes == 16 ? "float32" : "float64"));
  }
  const double sum = detail::field_sum<T>(std::span<const T>(powers));
  if (!(sum <= static_cast<double>(most / 8))) {
    throw Error(Failure::inconsistent, fmt::format("vector {} (from 0): a sum of {}", vector, sum));
  }
  T* out =
      reinterpret_cast<T*>(reals_.data()) + vector / lanes * words_ * 3 * lanes + vector % lanes;
  const bool was_empty = sum_[idx(vector)] == 0;  // all its values are 0
  for (std::size_t f = 0; f < values.size(); ++f, out += 3 * lanes) {
    const Powered<T>& x = row[f];
    if (was_empty && x.value == 0) continue;
    out[0] = x.value;
    out[lanes] = x.factor;
    out[2 * lanes] = x.inverse;
  }
  sum_[idx(vector)] = sum;
}

void PackedVectors::set_powered(Index vector, std::span<const double> values) {
  if (!is_powered(element_)) throw Error(Failure::internal, "a powered profile among others");
  check_profile(vector, values.size());
  changed();
  if (element_ == Element::powered32) return store_powered<float>(vector, values);
  store_powered<double>(vector, values);
}

Powered<double> PackedVectors::powered(Index vector, Index field) const {
  return {stored_real(vector, field, 0), stored_real(vector, field, 1),
          stored_real(vector, field, 2)};
}

}  // namespace encke
