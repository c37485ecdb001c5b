#pragma once

#include <cstdint>
#include <encke/base/index.hpp>
#include <vector>

namespace encke::kokkos {

/// One class of a pivot i, a row j and eight columns k: what FewMissing takes away, and from what.
/// Words lie as in GatheredPlanes: [word][plane][lane].
struct FewCounts {
  Index words_of_k, words_of_j, words_of_i;  ///< words of samples that these miss
  const std::uint64_t* i_of_k;               ///< a lane for each k
  const std::uint64_t* j_of_k;               ///< likewise
  const std::uint64_t* i_of_j;               ///< the lane of i
  const std::uint64_t* k_of_j;               ///< a lane for each k
  const std::uint64_t* j_of_i;               ///< the lane of j
  const std::uint64_t* k_of_i;               ///< a lane for each k
  const std::int32_t* ij;                    ///< a plane each `ij_stride`
  const std::int32_t* ik;                    ///< of eight columns, a plane each `ik_stride`
  const std::int32_t* jk;                    ///< likewise
  Index ij_stride, ik_stride, jk_stride;
  std::int32_t* out;  ///< of eight columns
  Index plane_stride;
};

/// Writes the planes of eight columns that hold any that is present.
using CountFew = void (*)(const FewCounts&);

/// All that this CPU runs, the fastest last.
std::vector<CountFew> count_few_forms();

}  // namespace encke::kokkos
