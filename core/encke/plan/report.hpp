#pragma once

#include <encke/base/digest.hpp>
#include <encke/base/histogram.hpp>
#include <encke/base/index.hpp>
#include <iosfwd>
#include <string>

namespace encke {

/// What a run did. Returned, never printed by the library.
struct Report {
  std::string backend;
  std::string level;  ///< instruction-set level of the kernels, or "" where it has none
  int way = 2;
  int threads = 1;
  Index vectors = 0;
  Index fields = 0;
  Index missing = 0;  ///< missing elements of the input
  Index tuples = 0;
  /// Those among them that were not contracted: by their vectors' margins (pairs) or because a pair
  /// of theirs cannot be in a hit (triples).
  Index tuples_left_out = 0;
  Index tuples_left_early = 0;     ///< given up after a part of the samples
  double tuples_spared_early = 0;  ///< of these, what was left out: the sum of their shares
  Index tuples_of_equal = 0;       ///< not contracted either: equal vectors are contracted once
  Index values = 0;                ///< tuples * cells
  Index hits = 0;
  Index tiles = 0;
  Index block = 0;
  double comparisons = 0;          ///< tuples * fields
  double seconds = 0;              ///< wall time of the run, sink included
  double seconds_contract = 0;     ///< of which: kernels (average over threads)
  double seconds_combine = 0;      ///< combining and selecting (average over threads)
  double seconds_check = 0;        ///< checking tallies, of the time of the kernels
  double seconds_sink = 0;         ///< in the sink
  double seconds_shift = 0;        ///< waiting for other ranks' vectors
  std::int64_t bytes_shifted = 0;  ///< of vectors that came from other ranks
  bool shifted_by_device = false;  ///< elements from device to device (Plan::gpu_aware_mpi)
  Digest digest;
  Histogram histogram;

  double comparisons_per_second() const { return seconds > 0 ? comparisons / seconds : 0; }
};

/// One line for each quantity.
std::ostream& operator<<(std::ostream& out, const Report& report);

}  // namespace encke
