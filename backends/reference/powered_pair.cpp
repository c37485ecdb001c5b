#include "powered_pair.hpp"

#include <algorithm>
#include <encke/pack/packers.hpp>

namespace encke::reference {
namespace {

template <class T>
Powered<T> element(const PackedVectors& vectors, Index vector, Index field) {
  const Powered<double> x = pack::powered(vectors, vector, field);
  return {static_cast<T>(x.value), static_cast<T>(x.factor), static_cast<T>(x.inverse)};
}

/// Adds what the fields of a range add, one after the other, to sums of the element's type.
template <int terms, class T>
void add_fields(const T* series, const PackedVectors& a, Index i, const PackedVectors& b, Index j,
                Range fields, T (&first)[1], T (&second)[1]) {
  for (Index f = fields.begin; f < fields.end; ++f) {
    const Powered<T> u = element<T>(a, i, f);
    const Powered<T> v[1] = {element<T>(b, j, f)};
    add_powered<terms>(series, u, u.factor * u.value, v, first, second);
  }
}

/// Sums over a segment, see Minima.
Array<double, 2> segment_sums(const PackedVectors& a, Index i, const PackedVectors& b, Index j,
                              Range fields) {
  if (a.element() == Element::powered64) {
    double first[1] = {}, second[1] = {};
    add_fields<PowerSeries::terms64>(pack::series(a).wide, a, i, b, j, fields, first, second);
    return {{first[0], second[0]}};
  }
  Array<double, 2> all{{0, 0}};
  for (Index begin = fields.begin; begin < fields.end; begin += Minima::chunk) {
    float first[1] = {}, second[1] = {};
    const Range chunk{begin, std::min<Index>(begin + Minima::chunk, fields.end)};
    add_fields<PowerSeries::terms32>(pack::series(a).narrow, a, i, b, j, chunk, first, second);
    all[0] += static_cast<double>(first[0]);
    all[1] += static_cast<double>(second[0]);
  }
  return all;
}

}  // namespace

Array<double, 2> pair_sums(PoweredSums, const PackedVectors& a, Index i, const PackedVectors& b,
                           Index j) {
  Array<double, 2> all{{0, 0}};
  for (Index begin = 0; begin < a.fields(); begin += Minima::segment) {
    const Range segment{begin, std::min<Index>(begin + Minima::segment, a.fields())};
    const auto sums = segment_sums(a, i, b, j, segment);
    for (int s = 0; s < 2; ++s) all[s] += sums[s];
  }
  return all;
}

}  // namespace encke::reference
