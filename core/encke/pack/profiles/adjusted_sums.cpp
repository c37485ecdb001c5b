#include <fmt/format.h>

#include <cmath>
#include <encke/base/error.hpp>
#include <encke/pack/profiles/adjusted_sums.hpp>
#include <encke/pack/profiles/minima.hpp>
#include <encke/pack/steps/field_sum.hpp>
#include <limits>

namespace encke::pack {
namespace {

template <class T>
void store_adjusted(PackedVectors& to, Index vector, std::span<const double> values,
                    std::span<const double> counts, double total) {
  constexpr Index lanes = 64 / sizeof(T);
  constexpr auto most = static_cast<double>(std::numeric_limits<T>::max());
  const double sum = detail::field_sum<T>(values);
  if (!(sum <= most / 8) || !(total <= std::sqrt(most) / 4)) {
    throw Error(Failure::inconsistent,
                fmt::format("vector {} (from 0): a sum of {} and a total of {} are out of the "
                            "range of {}",
                            vector, sum, total, lanes == 16 ? "float32" : "float64"));
  }
  for (std::size_t f = 0; f < counts.size(); ++f) {
    if (counts[f] >= 0 && counts[f] <= total) continue;
    throw Error(Failure::inconsistent,
                fmt::format("vector {}, field {} (from 0): a count of {}: 0 to the total, which is "
                            "{}, expected",
                            vector, f, counts[f], total));
  }
  const auto storage = to.storage();
  T* out = reinterpret_cast<T*>(storage.values) + vector / lanes * to.words() * 3 * lanes +
           vector % lanes;
  for (std::size_t f = 0; f < values.size(); ++f, out += 3 * lanes) {
    out[0] = static_cast<T>(values[f]);
    out[lanes] = static_cast<T>(counts[f]);
    out[2 * lanes] = static_cast<T>(total - counts[f]);
  }
  storage.margins.sum[static_cast<std::size_t>(vector)] = sum;
}

}  // namespace

PackedVectors adjusted_profiles(Element element, Index vectors, Index fields) {
  if (element.contraction != ContractionId::adjusted_sums) {
    throw Error(Failure::internal, "adjusted profiles of another element");
  }
  return {element, vectors, fields};
}

void set_adjusted(PackedVectors& to, Index vector, std::span<const double> values,
                  std::span<const double> counts, double total) {
  if (to.contraction() != ContractionId::adjusted_sums || counts.size() != values.size()) {
    throw Error(Failure::internal, "an adjusted profile among others, or without its counts");
  }
  check_profile(to, vector, values.size());
  to.element() == Element::adjusted32 ? store_adjusted<float>(to, vector, values, counts, total)
                                      : store_adjusted<double>(to, vector, values, counts, total);
}

Adjusted<double> adjusted(const PackedVectors& vectors, Index vector, Index field) {
  const auto at = [&](int plane) { return stored_real(vectors, vector, field, plane); };
  return {at(0), at(1), at(2)};
}

}  // namespace encke::pack
