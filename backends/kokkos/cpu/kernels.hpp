#pragma once

#include <cstdint>
#include <encke/base/index.hpp>
#include <encke/pack/panel.hpp>

#include "block.hpp"
#include "kokkos/cpu/masks/mask_jobs.hpp"
#include "kokkos/cpu/masks/table_jobs.hpp"
#include "kokkos/cpu/screens/rows.hpp"

// What the micro-kernels of one instruction-set level offer. This header is read by files that
// are compiled for different levels, so it holds no function bodies but those of constants.

namespace encke::cpu {

using kokkos::Block;
using kokkos::Products;

/// Folding of a pivot i into the vectors j of a block, over a range of words.
struct Fold {
  const std::byte* pivot = nullptr;       ///< group of the pivot in its values, plus its lane
  const std::byte* pivot_mask = nullptr;  ///< the same in its mask
  Stream left;
  Stream left_mask;
  Index groups = 0;
  Range words;
  std::byte* out = nullptr;       ///< stream [group][word - words.begin][plane][64 bytes]
  std::int32_t* xi_mj = nullptr;  ///< += samples of j with m_j and x_i > 0 (missing genotypes only)
  std::int32_t* mi_xj = nullptr;  ///< += samples with m_i and x_j > 0
};

/// The kernels of one kind of element; null where there are none.
struct ElementKernels {
  Products multiply;
  void (*fold_complete)(const Fold&);
  void (*fold_missing)(const Fold&);
  ScreenKernels screens = {};
  MaskKernels masks = {};    ///< pairs of which some are missing, besides multiply.complete
  TableKernels tables = {};  ///< pairs by lists
};

struct Kernels {
  const char* level;
  bool (*supported)();
  bool (*preferred)();  ///< true if "auto" takes it rather than the levels before
  ElementKernels genotype;
  ElementKernels bit;
  ElementKernels float32;
  ElementKernels float64;
  ElementKernels case_control;
  ElementKernels powered32;  ///< only pairs, without screens
  ElementKernels powered64;
  ElementKernels count2;
  ElementKernels count3;
  ElementKernels count8;
  ElementKernels count16;
  ElementKernels moments;          ///< only pairs
  ElementKernels weighted_bits32;  ///< only pairs, without screens
  ElementKernels weighted_bits64;
  ElementKernels matches;     ///< only pairs, without screens
  ElementKernels adjusted32;  ///< the same
  ElementKernels adjusted64;
  ElementKernels trait_sums;  ///< the same
};

/// The table of a level that is made when it is first asked for, on CPUs that cannot run its files:
/// there nothing of them may run but kernels(), supported() and preferred().
constexpr Kernels absent_kernels(const char* level, bool (*supported)(), bool (*preferred)()) {
  Kernels none{};
  none.level = level;
  none.supported = supported;
  none.preferred = preferred;
  return none;
}

}  // namespace encke::cpu
