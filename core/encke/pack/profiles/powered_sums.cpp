#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/pack/profiles/minima.hpp>
#include <encke/pack/profiles/powered_sums.hpp>
#include <encke/pack/steps/field_sum.hpp>
#include <limits>

namespace encke::pack {
namespace {

/// Factors and inverses of values that are 0, in order: set_powered() then writes little.
template <class T>
void fill_powers(std::byte* values, Index lines) {
  constexpr Index lanes = 64 / sizeof(T);
  T* out = reinterpret_cast<T*>(values);
  for (Index line = 0; line < lines; ++line, out += 3 * lanes) {
    std::fill_n(out + lanes, 2 * lanes, std::numeric_limits<T>::max());
  }
}

template <class T>
void store_powered(PackedVectors& to, Index vector, std::span<const double> values) {
  constexpr double least = std::is_same_v<T, float> ? 1e-30 : 1e-290;
  constexpr T most = std::numeric_limits<T>::max();
  constexpr Index lanes = 64 / sizeof(T);
  const auto storage = to.storage();
  std::vector<T> powers(values.size());
  std::vector<Powered<T>> row(values.size());
  const auto stored = [&](std::size_t f) -> Powered<T> {
    const double u = values[f];
    if (u == 0) return {T{0}, most, most};
    const double factor = storage.weights[f] * std::pow(u, storage.exponent - 1);
    return {static_cast<T>(u), static_cast<T>(factor), static_cast<T>(1 / u)};
  };
  for (std::size_t f = 0; f < values.size(); ++f) {
    const Powered<T> x = row[f] = stored(f);
    powers[f] = x.factor * x.value;
    const bool fits = values[f] == 0 || (values[f] >= least && values[f] <= 1 / least &&
                                         x.factor > 0 && x.factor < most / 8);
    if (fits && powers[f] <= most / 8) continue;
    throw Error(
        Failure::inconsistent,
        fmt::format("vector {}, field {} (from 0): the value {} of a field of weight {} is "
                    "out of the range of {}",
                    vector, f, values[f], storage.weights[f], lanes == 16 ? "float32" : "float64"));
  }
  const double sum = detail::field_sum<T>(std::span<const T>(powers));
  if (!(sum <= static_cast<double>(most / 8))) {
    throw Error(Failure::inconsistent, fmt::format("vector {} (from 0): a sum of {}", vector, sum));
  }
  T* out = reinterpret_cast<T*>(storage.values) + vector / lanes * to.words() * 3 * lanes +
           vector % lanes;
  const bool was_empty = to.sum(vector) == 0;  // all its values are 0
  for (std::size_t f = 0; f < values.size(); ++f, out += 3 * lanes) {
    const Powered<T>& x = row[f];
    if (was_empty && x.value == 0) continue;
    out[0] = x.value;
    out[lanes] = x.factor;
    out[2 * lanes] = x.inverse;
  }
  storage.margins.sum[static_cast<std::size_t>(vector)] = sum;
}

}  // namespace

PackedVectors powered_profiles(Element element, Index vectors, std::span<const double> weight,
                               double exponent) {
  if (element.contraction != ContractionId::powered_sums) {
    throw Error(Failure::internal, "powered profiles of another element");
  }
  if (!(exponent >= 0 && exponent <= 1)) {
    throw Error(Failure::inconsistent, fmt::format("exponent {}: 0 to 1 expected", exponent));
  }
  const auto unfit = std::find_if(weight.begin(), weight.end(),
                                  [](double l) { return !(l > 0 && std::isfinite(l)); });
  if (unfit != weight.end()) {
    throw Error(Failure::inconsistent,
                fmt::format("the weight {} of a field: a finite number above 0 expected", *unfit));
  }
  PackedVectors v(element, vectors, static_cast<Index>(weight.size()));
  const auto storage = v.storage();
  const Index lines = divide_up(vectors, v.lanes()) * v.words();
  element == Element::powered32 ? fill_powers<float>(storage.values, lines)
                                : fill_powers<double>(storage.values, lines);
  std::copy(weight.begin(), weight.end(), storage.weights.begin());
  storage.exponent = exponent;
  const PowerSeries series = PowerSeries::of(exponent - 1);
  std::ranges::copy(std::as_bytes(std::span(&series, 1)), storage.shared.begin());
  return v;
}

void set_powered(PackedVectors& to, Index vector, std::span<const double> values) {
  if (to.contraction() != ContractionId::powered_sums) {
    throw Error(Failure::internal, "a powered profile among others");
  }
  check_profile(to, vector, values.size());
  if (to.element() == Element::powered32) return store_powered<float>(to, vector, values);
  store_powered<double>(to, vector, values);
}

const PowerSeries& series(const PackedVectors& vectors) {
  return *reinterpret_cast<const PowerSeries*>(vectors.shared().data());
}

Powered<double> powered(const PackedVectors& vectors, Index vector, Index field) {
  const auto at = [&](int plane) { return stored_real(vectors, vector, field, plane); };
  return {at(0), at(1), at(2)};
}

}  // namespace encke::pack
