#pragma once

namespace encke {

/// Sums over the cells of genotype tables that a backend can bound, to reject tuples by. With a and
/// b the controls and cases of a cell, r = a + b, and N, N_0, N_1 their sums over the cells:
enum class CellScore {
  k2,                  ///< sum of ln (r + 1)! - ln a! - ln b!; small is good
  mutual_information,  ///< (1 / N) sum of a ln (a N / (r N_0)) + b ln (b N / (r N_1))
  chi_squared,         ///< sum of (b N_0 - a N_1)^2 / (r N_0 N_1); 0 where N_0 or N_1 is 0
  interaction,         ///< pairs: 2 N (mutual information less the first vector's own)
};
inline constexpr int cell_scores = 4;

}  // namespace encke
