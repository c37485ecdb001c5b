#pragma once

#include <encke/backend/pruning/pair_tests.hpp>

#include "kokkos/cpu/kernels.hpp"

namespace encke::kokkos {

using pruning::Allowance;
using pruning::FilledVectors;
using pruning::floor_for;
using pruning::PairTest;
using pruning::PartSums;

static_assert(cpu::PartBand::arrays == pruning::part_arrays);

/// The test of a bound after a part of the samples, of eight rows by some columns; null where the
/// level has none.
template <class Bound>
cpu::PartKernel part_kernel(const cpu::ScreenKernels& all) {
  if constexpr (std::is_same_v<Bound, CorrelationBound>) {
    return all.parts.correlation;
  } else if constexpr (std::is_same_v<Bound, WeightBound>) {
    return all.parts.weights;
  } else {
    return all.parts.overlap;
  }
}

}  // namespace encke::kokkos
