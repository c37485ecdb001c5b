#pragma once

#include <atomic>
#include <encke/screen/cell_score.hpp>
#include <limits>

namespace encke {

/// Lets a backend drop tuples none of whose values can pass a threshold (see Screened): cell c
/// may pass only if joint[c] * prod_v weight[c_v][index_v] >= floor * sum(joint). Dropping is
/// optional and never needed for correctness.
struct Screen {
  const float* weight[2] = {};   ///< for each allele, indexed by vector
  std::atomic<float> floor = 0;  ///< with allowance for rounding; 0 rejects nothing. May rise
                                 ///< while a block is contracted
  /// Not null: another screen, see OverlapScreened, by the vectors' sizes. A tuple may pass only if
  /// its overlap is not below floor times the sum of its sizes.
  const double* size = nullptr;
  /// Another screen, of genotype moments: a pair may pass only if its r^2 is above `floor`.
  bool squared_correlation = false;
  /// Not none: another screen, of genotype tables. A tuple may pass only if its score is not below
  /// `limit` (k2: not above).
  CellScore score = CellScore::none;
  std::atomic<double> limit = std::numeric_limits<double>::quiet_NaN();  ///< NaN rejects nothing
  /// Not null: such a limit for each vector, indexed as in the whole problem. A tuple may pass only
  /// if its score is also not below the least of its vectors' (k2: not above the largest).
  std::atomic<const std::atomic<float>*> limits = nullptr;

  bool active() const {
    return score == CellScore::none ? floor > 0 : limit == limit || limits != nullptr;
  }
};

}  // namespace encke
