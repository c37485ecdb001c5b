#include "support/weighted.hpp"

#include <cmath>
#include <encke/pack/packers.hpp>
#include <random>

namespace encke::test {

WeightedRows WeightedRows::fields(Range range) const {
  WeightedRows some;
  some.weight.assign(weight.begin() + range.begin, weight.begin() + range.end);
  for (const auto& row : bits)
    some.bits.emplace_back(row.begin() + range.begin, row.begin() + range.end);
  return some;
}

WeightedRows random_weighted(Index vectors, Index fields, double present, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform;
  WeightedRows rows;
  for (Index f = 0; f < fields; ++f) rows.weight.push_back(std::exp(-9 * uniform(random)));
  for (Index v = 0; v < vectors; ++v) {
    auto& row = rows.bits.emplace_back();
    std::uint8_t bit = 0;
    for (Index f = 0; f < fields; ++f) {
      if (uniform(random) < 0.3) bit = uniform(random) < present ? 1 : 0;
      row.push_back(bit);
    }
  }
  return rows;
}

PackedVectors pack(Element element, const WeightedRows& rows) {
  auto packed = pack::weighted_bits(element, static_cast<Index>(rows.bits.size()), rows.weight);
  for (std::size_t v = 0; v < rows.bits.size(); ++v) {
    pack::set_weighted_bits(packed, static_cast<Index>(v), rows.bits[v]);
  }
  return packed;
}

}  // namespace encke::test
