#include "weighted_pair.hpp"

#include <algorithm>
#include <encke/pack/packers.hpp>

namespace encke::reference {
namespace {

/// A field's weight where both vectors have its bit, else 0; fields that do not exist have 0.
template <class T>
T shared_weight(const PackedVectors& a, Index i, const PackedVectors& b, Index j, Index field) {
  if (field >= a.fields() || pack::bit(a, i, field) == 0 || pack::bit(b, j, field) == 0) return 0;
  return static_cast<T>(pack::weight(a, field));
}

/// The groups of a range of fields, one after the other.
template <class T>
T add_groups(const PackedVectors& a, Index i, const PackedVectors& b, Index j, Range fields) {
  T sum = 0;
  for (Index f = fields.begin; f < fields.end; f += WeightedBits::group) {
    const auto l = [&](Index n) { return shared_weight<T>(a, i, b, j, f + n); };
    sum += (l(0) + l(1)) + (l(2) + l(3));
  }
  return sum;
}

double segment_sum(const PackedVectors& a, Index i, const PackedVectors& b, Index j, Range fields) {
  if (a.element() == Element::weighted_bits64) return add_groups<double>(a, i, b, j, fields);
  double sum = 0;
  for (Index begin = fields.begin; begin < fields.end; begin += WeightedBits::chunk) {
    const Range chunk{begin, std::min<Index>(begin + WeightedBits::chunk, fields.end)};
    sum += static_cast<double>(add_groups<float>(a, i, b, j, chunk));
  }
  return sum;
}

}  // namespace

Array<double, 1> pair_sums(WeightedBits, const PackedVectors& a, Index i, const PackedVectors& b,
                           Index j) {
  double sum = 0;
  for (Index begin = 0; begin < a.fields(); begin += WeightedBits::segment) {
    const Range segment{begin, std::min<Index>(begin + WeightedBits::segment, a.fields())};
    sum += segment_sum(a, i, b, j, segment);
  }
  return {{sum}};
}

}  // namespace encke::reference
