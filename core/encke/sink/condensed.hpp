#pragma once

#include <encke/base/aligned_buffer.hpp>
#include <encke/sink/edge_lines.hpp>
#include <encke/sink/sink.hpp>
#include <span>
#include <string>

namespace encke::sink {

/// The values of all pairs of a run in memory, in SciPy's condensed order, for sinks that print
/// whole rows of the symmetric matrix. Its diagonal is 0: these are distances.
class Condensed {
 public:
  /// `what` names the output in messages.
  Condensed(std::string what, Ids ids) : what_(std::move(what)), ids_(std::move(ids)) {}

  /// Throws Error(inconsistent) unless the run is 2-way, has one value a pair and keeps them all,
  /// and there is an id for each vector; OutOfMemory.
  void begin(const SinkInfo& info);
  void take(std::span<const Hit<2>> hits);
  /// Throws Error(internal) where values are missing.
  void check_complete() const;

  /// Fills one row of the matrix.
  void row(Index i, std::span<double> out) const;
  const SinkInfo& info() const { return info_; }
  const std::vector<std::string>& ids() const { return *ids_; }
  /// Memory for `vectors` vectors, in bytes.
  static std::int64_t bytes(Index vectors) { return tuple_count(2, vectors) * 8; }

 private:
  std::string what_;
  Ids ids_;
  SinkInfo info_;
  Index taken_ = 0;
  AlignedBuffer<double> values_;
};

}  // namespace encke::sink
