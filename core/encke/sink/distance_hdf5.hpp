#pragma once

#include <encke/base/posix_file.hpp>
#include <encke/sink/condensed.hpp>
#include <string>

namespace encke::sink {

/// Writes the whole matrix of distances as PREFIX.h5 in the layout "BDSM" of unifrac and
/// scikit-bio: data sets format, version, order (the ids) and matrix (n x n, float64 or float32).
/// Holds the run's values in memory, 8 bytes each.
class DistanceHdf5 final : public Sink {
 public:
  /// Creates the temporary output file. Throws Error(open); Error(inconsistent) where this build
  /// has no HDF5.
  DistanceHdf5(const std::string& prefix, Ids ids);
  ~DistanceHdf5() override;

  /// Throws what Condensed::begin() throws.
  void begin(const SinkInfo& info) override { values_.begin(info); }
  void take(std::span<const Hit<2>> hits) override { values_.take(hits); }
  void take(std::span<const Hit<3>> hits) override;
  /// Throws Error(write).
  void finish() override;
  std::int64_t memory() const override;

  const std::string& path() const { return path_; }

 private:
  void write() const;

  std::string path_;
  PosixFile file_;  // under its temporary name
  bool committed_ = false;
  Condensed values_;
};

}  // namespace encke::sink
