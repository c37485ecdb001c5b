#pragma once

#include <encke/pack/packers.hpp>
#include <vector>

namespace encke::test {

/// Bits of fields with weights, [vector][field].
struct WeightedRows {
  std::vector<double> weight;
  std::vector<std::vector<std::uint8_t>> bits;

  /// Only the fields of a range.
  WeightedRows fields(Range range) const;
};

/// Weights from 1e-4 to 1, none of few digits; bits that are set with probability `present`, in
/// runs as those of a tree are.
WeightedRows random_weighted(Index vectors, Index fields, double present, std::uint64_t seed);

PackedVectors pack(Element element, const WeightedRows& rows);

}  // namespace encke::test
