#pragma once

#include <encke/network/mcl/columns.hpp>
#include <encke/network/mcl/expansion.hpp>
#include <encke/network/mcl/options.hpp>
#include <vector>

namespace encke::network {

/// Memory of a thread that inflates.
struct InflationScratch {
  std::vector<std::int32_t> row;
  std::vector<float> value;
  std::vector<float> order;
  std::vector<double> power;
};

/// Prunes an expanded column, inflates it and appends it to `out`, all as mcl does. Returns how far
/// the column is from its limit: (largest entry - sum of squares)·(entries left).
double inflate(const Expanded& column, const Pruning& pruning, double inflation,
               InflationScratch& scratch, Columns& out);

}  // namespace encke::network
