#pragma once

#include <encke/base/posix_file.hpp>
#include <encke/sink/condensed.hpp>
#include <encke/sink/output_set.hpp>
#include <string>

namespace encke::sink {

/// Writes the whole matrix of distances as PREFIX.h5 in the layout "BDSM" of unifrac and
/// scikit-bio: data sets format, version, order (the ids) and matrix (n x n, float64 or float32).
/// The same values give the same bytes; memory does not grow with the output but by a row (see
/// Condensed).
class DistanceHdf5 final : public Sink {
 public:
  /// Creates the temporary output file. Throws Error(open); Error(inconsistent) where this build
  /// has no HDF5.
  DistanceHdf5(const std::string& prefix, Ids ids, std::int64_t memory = Condensed::default_memory);
  ~DistanceHdf5() override;

  /// Throws what Condensed::begin() throws.
  void begin(const SinkInfo& info) override { values_.begin(info); }
  void take(std::span<const Hit<2>> hits) override { values_.take(hits); }
  void take(std::span<const Hit<3>> hits) override;
  /// Throws Error(write), Error(read).
  void finish() override;
  std::int64_t memory() const override;

  /// From now on finish() leaves it to `set`, which must outlive this, to give the file its name.
  void join(OutputSet& set) { set_ = &set; }

  const std::string& path() const { return path_; }

 private:
  void write();

  std::string path_;
  PosixFile file_;  // under its temporary name
  OutputSet* set_ = nullptr;
  bool committed_ = false;
  Condensed values_;
};

}  // namespace encke::sink
