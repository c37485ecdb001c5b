#include "adjusted_pair.hpp"

#include <encke/pack/packers.hpp>

#include "ordered_sum.hpp"

namespace encke::reference {
namespace {

template <class T>
Adjusted<T> stored(const PackedVectors& vectors, Index vector, Index field) {
  const Adjusted<double> x = pack::adjusted(vectors, vector, field);
  return {static_cast<T>(x.value), static_cast<T>(x.count), static_cast<T>(x.rest)};
}

template <class T>
Array<double, 2> ordered_sums(const PackedVectors& a, Index i, const PackedVectors& b, Index j) {
  OrderedSum first(a.element()), second(a.element());
  for (Index f = 0; f < a.fields(); ++f) {
    const Adjusted<T> y[1] = {stored<T>(b, j, f)};
    T apart[1] = {}, both[1] = {};
    add_adjusted<T>(stored<T>(a, i, f), y, apart, both);
    first.add(static_cast<double>(apart[0]), static_cast<std::size_t>(f));
    second.add(static_cast<double>(both[0]), static_cast<std::size_t>(f));
  }
  return {{first.total(), second.total()}};
}

}  // namespace

Array<double, 2> pair_sums(AdjustedSums, const PackedVectors& a, Index i, const PackedVectors& b,
                           Index j) {
  return a.element() == Element::adjusted32 ? ordered_sums<float>(a, i, b, j)
                                            : ordered_sums<double>(a, i, b, j);
}

}  // namespace encke::reference
