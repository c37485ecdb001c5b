#pragma once

#include <cstdint>
#include <encke/backend/registry.hpp>
#include <encke/base/cell_bins.hpp>
#include <encke/base/index.hpp>
#include <encke/base/stop_flag.hpp>
#include <encke/plan/report.hpp>
#include <encke/plan/threshold.hpp>
#include <encke/schedule/domain/domain.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace encke {

/// Precision to which values are rounded at the end, before they are compared with a threshold.
enum class Precision { float64, float32 };

/// How vectors that a ring brings come: from device to device by MPI, or by way of the host.
enum class GpuAwareMpi {
  off,          ///< by way of the host
  if_reported,  ///< if the MPI library says that it can, and a test before the run passes
  if_tested,    ///< if the test passes; also where the library does not say whether it can
};

/// What a run has done so far; passed to Plan::progress from the calling thread.
struct Progress {
  Index tuples_done = 0;
  Index tuples = 0;
  Index hits = 0;
  double seconds = 0;
  double comparisons_per_second = 0;
};

/// Shares first to last (from 0) of `of` equal shares of the work.
struct Shares {
  Index first = 0;
  Index last = 0;
  Index of = 1;
};

/// What to compute and how: a value. Everything has a default.
struct Plan {
  int way = 2;                         ///< 2 or 3
  Domain domain = {};                  ///< which tuples are compared
  Threshold threshold = everything();  ///< which values are hits
  Precision precision = Precision::float64;
  bool digest_all = false;     ///< digest over all values, not the hits alone
  double histogram_width = 0;  ///< > 0: count all values in bins of this width
  /// > 0: count all values by kind of cell instead, before they are rounded, in columns of so many
  /// bins (see CellBins); for metrics with a value for each combination of two alleles.
  Index cell_bins = 0;
  std::string backend = "auto";
  BackendOptions backend_options = {};
  std::int64_t memory = 0;  ///< bytes this run may use in all; 0: no limit
  Index block = 0;          ///< vectors of a block; 0: chosen
  Index blocks = 0;         ///< number of blocks wanted, if not 0; then `block` does not count
  std::vector<Shares> shares =
      {};  ///< what this run computes of all tiles: nested, outermost first
  /// Ids of tiles that an earlier run has computed, ascending; they are left out.
  std::shared_ptr<const std::vector<Index>> done = {};
  /// Not null: for each vector of the problem a group, such as the marker whose allele it is.
  /// Tuples with two vectors of one group have no value; they are counted as tuples all the same.
  std::shared_ptr<const std::vector<std::uint32_t>> groups = {};
  Pruning pruning = Pruning::where_it_pays;
  bool check = false;  ///< check the tallies of every tile by their row sums
  GpuAwareMpi gpu_aware_mpi = GpuAwareMpi::off;
  /// Told, on every rank and in a sentence, of what is not done as it was asked for.
  std::function<void(const std::string&)> warn = {};
  std::function<void(const Progress&)> progress = {};
  /// Once it is set the run throws Error(stopped): on CPUs inside a tile, after the entries that
  /// workers are at; elsewhere between tiles.
  StopFlag stop = {};

  /// Width of the bins in which all values are counted, or 0.
  double bin_width() const { return cell_bins > 0 ? CellBins::width : histogram_width; }
};

}  // namespace encke
