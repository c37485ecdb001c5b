#pragma once

#include <encke/file/output/output_file.hpp>
#include <encke/sink/format/matrix/condensed_matrix.hpp>
#include <string>

namespace encke::sink {

/// Writes the whole matrix of values as PREFIX.h5 in the layout "BDSM" of unifrac and
/// scikit-bio: data sets format, version, order (the ids) and matrix (n x n, float64 or float32).
/// The same values give the same bytes; memory does not grow with the output but by two rows (see
/// Condensed).
class DistanceHdf5 final : public Sink {
 public:
  /// Creates the temporary output file. `same`: what is on the diagonal. Throws Error(open);
  /// Error(inconsistent) where this build has no HDF5.
  DistanceHdf5(const std::string& prefix, Ids ids, std::int64_t memory = Condensed::default_memory,
               double same = 0);

  /// Throws what Condensed::begin() throws; Error(inconsistent) for an id with a NUL.
  void begin(const SinkInfo& info) override;
  void take(std::span<const Hit<2>> hits) override { values_.take(hits); }
  void take(std::span<const Hit<3>> hits) override;
  /// Writes the file, and reads it again before it gets its name. Throws Error(write), also where
  /// something else is read; Error(read).
  void finish() override;
  std::int64_t memory() const override;

  /// From now on finish() leaves it to `set`, which must outlive this, to give the file its name.
  void join(OutputSet& set) { file_.join(set); }

  const std::string& path() const { return file_.path(); }

 private:
  void write();

  OutputFile file_;
  Condensed values_;
};

}  // namespace encke::sink
