#include <fmt/format.h>

#include <encke/base/error.hpp>
#include <encke/pack/profiles/minima.hpp>
#include <encke/pack/steps/field_sum.hpp>
#include <limits>

namespace encke::pack {
namespace {

template <class T, class V>
void store_profile(PackedVectors& to, Index vector, std::span<const V> values) {
  if (to.contraction() != ContractionId::minima) {
    throw Error(Failure::internal, "a plain profile among vectors of another kind");
  }
  check_profile(to, vector, values.size());
  constexpr double most = static_cast<double>(std::numeric_limits<T>::max() / 8);
  const double sum = detail::field_sum<T>(values);
  if (!(sum <= most)) {  // true for NaN
    throw Error(Failure::inconsistent,
                fmt::format("vector {} (from 0): a sum of {} found, at most {:.3g} is supported "
                            "for {}",
                            vector, sum, most, std::is_same_v<T, float> ? "float32" : "float64"));
  }
  const auto storage = to.storage();
  constexpr Index lanes = 64 / sizeof(T);
  T* out =
      reinterpret_cast<T*>(storage.values) + (vector / lanes) * to.words() * lanes + vector % lanes;
  for (const V value : values) {
    *out = static_cast<T>(value);
    out += lanes;
  }
  storage.margins.sum[static_cast<std::size_t>(vector)] = sum;
}

template <class V>
void set(PackedVectors& to, Index vector, std::span<const V> values) {
  if (to.element() == Element::float32) return store_profile<float>(to, vector, values);
  store_profile<double>(to, vector, values);
}

}  // namespace

PackedVectors profiles(Element element, Index vectors, Index fields) {
  if (element.contraction != ContractionId::minima) {
    throw Error(Failure::internal, "profiles of something other than float32 or float64");
  }
  return {element, vectors, fields};
}

void set_profile(PackedVectors& to, Index vector, std::span<const double> values) {
  set(to, vector, values);
}

void set_profile(PackedVectors& to, Index vector, std::span<const float> values) {
  set(to, vector, values);
}

double stored_real(const PackedVectors& vectors, Index vector, Index field, int plane) {
  const int lanes = vectors.lanes();
  const Index line =
      ((vector / lanes) * vectors.words() + field) * vectors.element().planes() + plane;
  const std::byte* const values = vectors.values();
  if (lanes == 16) return reinterpret_cast<const float*>(values)[line * 16 + vector % 16];
  return reinterpret_cast<const double*>(values)[line * 8 + vector % 8];
}

double real(const PackedVectors& vectors, Index vector, Index field) {
  return stored_real(vectors, vector, field, 0);
}

void check_profile(const PackedVectors& vectors, Index vector, std::size_t values) {
  const bool reals = vectors.element().row().stored == StoredAs::reals;
  if (!reals || vector < 0 || vector >= vectors.vectors()) {
    throw Error(Failure::internal, "profile " + std::to_string(vector) + " does not exist among " +
                                       std::to_string(vectors.vectors()));
  }
  if (values != static_cast<std::size_t>(vectors.fields())) {
    throw Error(Failure::inconsistent, "a profile of " + std::to_string(values) +
                                           " values: expected " + std::to_string(vectors.fields()));
  }
}

}  // namespace encke::pack
